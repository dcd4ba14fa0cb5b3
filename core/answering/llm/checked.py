"""An answer as it comes from a model, piece by piece: what stands the checks may be shown at once, nothing else."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from core.answering.checks import is_introduction
from core.answering.citations import cited, relabel, without_citations
from core.answering.compose import Composed, citation
from core.answering.disputes import Dispute
from core.answering.llm.claims import ClaimFault, claim_fault
from core.answering.llm.disputed import disputed, note_stands
from core.answering.llm.own_words import OwnWords, OwnWordsFault
from core.answering.phrases import phrases
from core.answering.refusals import says_not_in_documents
from core.documents.chunk import Chunk, Language

_STEP = re.compile(r"\d{1,2}[.)]\s")
Outcome = Literal["answer", "refused", "empty", "wrong-language", "check-failed"]
_MAX_DROPPED = 12
"""So many pieces that fail, and the model is off its track: the rest isn't waited for."""


class CheckedAnswer:
    """Takes pieces in order. What `take` gives back is final: it has been checked, and its citations are numbered by
    their appearance, from 1."""

    def __init__(
        self,
        passages: Sequence[Chunk],
        *,
        question: str,
        language: Language,
        limit: int,
        about: Sequence[Chunk] = (),
        disputes: Mapping[int, Sequence[Dispute]] = MappingProxyType({}),
        own_words: OwnWords | None = None,
    ) -> None:
        """`limit` is the answer's length in characters; `about` as in `claim_fault`; `disputes` are what other
        documents contradict of the passages, by their numbers; `own_words` are the answer without a
        model."""
        self._sources = dict(enumerate(passages, 1))
        self._question = question
        self._language: Language = language
        words = phrases(language)
        self._limit = limit - 1 - max(len(words.read_on), len(words.broken_off))
        self._about = about
        self._disputes = disputes
        self._own_words = own_words
        self._introduction = ""
        self._kept: list[str] = []
        """With the model's numbers, as the checks want what was shown before."""
        self._order: dict[int, int] = {}
        self._faults: Counter[str] = Counter()
        self._refused = False
        self._cut_short = False
        self.shown: list[str] = []
        self.dropped: list[str] = []
        self.full = False
        """Set once nothing more is shown, whatever comes: the answer is as long as it may be, or goes wrong."""

    def take(self, piece: str) -> list[str]:
        """What may be shown now: nothing, or the piece, after the line that introduces it."""
        if self.full or not without_citations(piece):
            return []
        if says_not_in_documents(piece):
            self._refused = self.full = True
            return []
        fault: ClaimFault | OwnWordsFault | None = claim_fault(
            piece,
            self._sources,
            question=self._question,
            language=self._language,
            before=[*self._kept, self._introduction] if self._introduction else self._kept,
            about=self._about,
        )
        if fault is None and self._own_words is not None:
            fault = self._own_words.fault(piece)
        if fault is not None:
            self._faults[fault] += 1
            self.dropped.append(f"{fault}: {piece}")
            if _STEP.match(piece) and fault != "repeated":
                # Steps with one missing between them lead astray.
                self.full = self._cut_short = True
            self.full = self.full or len(self.dropped) >= _MAX_DROPPED
            return []
        if is_introduction(piece, self._question):
            self._introduction = piece
            return []
        if (told := self._with_notes(piece)) is None:
            self._faults["disputed"] += 1
            self.dropped.append(f"disputed: {piece}")
            return []
        return self._show([self._introduction, *told] if self._introduction else told)

    def _with_notes(self, piece: str) -> list[str] | None:
        """A sentence with the lines about documents that contradict it, which are shown together or not at all; None
        where what it tells was decided to be wrong."""
        disputes = [dispute for n in cited(piece) for dispute in self._disputes.get(n, ())]
        found = disputed(without_citations(piece), disputes, self._language)
        before: list[str] = []
        after: list[str] = []
        for note in found.notes:
            n = self._number(note.chunk)
            line = note.text.format(cite=f"[{n}]")
            if not note_stands(line, note, n, self._question, self._language):
                return None
            if line not in self._kept:
                (before if note.stands == "before" else after).append(line)
        return None if found.is_overruled else [*before, piece, *after]

    def _number(self, chunk: Chunk) -> int:
        """The number that cites a chunk, a new one where the model wasn't given it."""
        n = next((n for n, known in self._sources.items() if known.id == chunk.id), len(self._sources) + 1)
        self._sources.setdefault(n, chunk)
        return n

    def _show(self, pieces: list[str]) -> list[str]:
        if len("\n".join([*self.shown, *pieces])) > self._limit:
            self.full = self._cut_short = True
            return []
        self._introduction = ""
        new: list[str] = []
        for piece in pieces:
            for n in cited(piece):
                self._order.setdefault(n, len(self._order) + 1)
            new.append(relabel(piece, self._order))
        self._kept += pieces
        self.shown += new
        return new

    def stop(self) -> None:
        """Nothing more is taken: the model doesn't come to an end."""
        self.full = self._cut_short = True

    @property
    def outcome(self) -> Outcome:
        """What has come of it, once the model has ended."""
        if self.shown:
            return "answer"
        if self._refused:
            return "refused"
        if not set(self._faults) - {"says-nothing"}:
            return "check-failed" if self.full else "empty"
        return "wrong-language" if set(self._faults) == {"wrong-language"} else "check-failed"

    def composed(self, *, broken_off: bool = False) -> Composed:
        """The answer of what was shown, at least one sentence."""
        words = phrases(self._language)
        citations = tuple(
            citation(new, self._sources[old], None) for old, new in sorted(self._order.items(), key=lambda x: x[1])
        )
        tail = words.broken_off if broken_off else words.read_on if self._cut_short else ""
        return Composed("answer", None, tuple(self.shown), citations, tuple(self.dropped), tail, degraded=broken_off)
