"""Pinned answers: an answer that people found right, given again as it is while the passages that it cites stand.

The passages are looked up by their text in the index that answers. Where one is gone or says something else, the pin is
not used any more, and neither is one that the checks of today would not let pass.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.answering.compose import Composed, citation, line_fault
from core.answering.phrases import phrases
from core.documents.chunk import Chunk
from core.question import Question
from core.reply import Citation, Reply

ChunksOf = Callable[[str], Sequence[tuple[Chunk, frozenset[str]]]]
"""All chunks of a document, in order; none for an unknown one."""

PASSAGE_CHANGED = "passage-changed"
"""What stands in the way of a pin whose passage is gone or says something else; other faults are those of checks.py."""


@dataclass(frozen=True)
class PinState:
    """A pin as it stands now: used where `fault` is ''."""

    question: str
    reply: Reply
    fault: str


@dataclass(frozen=True)
class Pins:
    """All pins against one index: `used` by the key of their question, and the state of each."""

    used: Mapping[str, Composed]
    states: tuple[PinState, ...] = ()

    @classmethod
    def over(cls, pinned: Iterable[Mapping[str, Any]], chunks_of: ChunksOf) -> "Pins":
        """Hold the pinned reply objects against the chunks of an index."""
        used: dict[str, Composed] = {}
        states = []
        for value in pinned:
            reply = Reply.from_json(dict(value))
            fault = pin_fault(reply, chunks_of)
            states.append(PinState(reply.question, reply, fault))
            if not fault:
                used[_key(Question(reply.question, reply.language))] = _composed(reply, chunks_of)
        return cls(used, tuple(states))

    def of(self, question: Question) -> Composed | None:
        """The pinned answer to a question over all documents, by its folded words and its language."""
        return None if question.scope is not None else self.used.get(_key(question))

    @property
    def digest(self) -> str:
        """For `answer_state`: changes with every answer that may be given from a pin."""
        told = sorted((key, composed.text) for key, composed in self.used.items())
        return hashlib.sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def pin_fault(reply: Reply, chunks_of: ChunksOf) -> str:
    """Why a reply can't be given from a pin: '' where it can.

    `no-answer` (a refusal, a quote, or one within a scope), `passage-changed`, or the first fault that the checks find
    in a line of it, over the passages as the index has them.
    """
    if reply.kind != "answer" or reply.scope is not None or not reply.citations:
        return "no-answer"
    found = {item.n: _chunk_of(item, chunks_of) for item in reply.citations}
    sources = {n: chunk.content for n, chunk in found.items() if chunk is not None}
    if len(sources) < len(found):
        return PASSAGE_CHANGED
    words = phrases(reply.language)
    shown: list[str] = []
    for line in reply.text.splitlines():
        if line not in (words.other_language, words.read_on):
            fault = line_fault(line, sources, reply.question, reply.language, shown)
            if fault is not None:
                return fault
        shown.append(line)
    return ""


def _composed(reply: Reply, chunks_of: ChunksOf) -> Composed:
    """The reply as it is shown today: its words, and its sources with the page and date that they have now."""
    chunks = [(item, _chunk_of(item, chunks_of)) for item in reply.citations]
    sources = tuple(citation(item.n, chunk, item.row, item.cell) for item, chunk in chunks if chunk is not None)
    return Composed("answer", None, tuple(reply.text.splitlines()), sources)


def _chunk_of(cited: Citation, chunks_of: ChunksOf) -> Chunk | None:
    """The passage in the index, the one below the same heading first; None where no passage says exactly that."""
    same = [chunk for chunk, _ in chunks_of(cited.document) if chunk.text == cited.text]
    return next((chunk for chunk in same if chunk.section == cited.section), same[0] if same else None)


def _key(question: Question) -> str:
    return f"{question.language}\x1f{question.folded}"
