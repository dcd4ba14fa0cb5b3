"""From a draft to what is shown: each sentence through the checks, citations renumbered, a quotation as fallback."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from core.answering.base import Draft
from core.answering.checks import Fault, arithmetic_fault, is_introduction, sentence_fault
from core.answering.citations import cited, normalise_citations, renumber, without_citations
from core.answering.noting import Note
from core.answering.phrases import phrases
from core.documents.chunk import Chunk, Language
from core.documents.reversed_thousands import shown
from core.reply import Citation, Kind, Reason, Usage
from core.text.sentences import cut

_QUOTE_CHARS = 400
_ARITHMETIC = re.compile(r"\([^()=]+=[^()=]*\d[^()=]*\)")
_PART = re.compile(rf"(?<=\]) / |(?<=\]) (?={_ARITHMETIC.pattern}$)")


@dataclass(frozen=True)
class Composed:
    """What may be shown: the checked sentences, their sources, and what was dropped with its fault."""

    kind: Kind
    reason: Reason | None
    sentences: tuple[str, ...]
    citations: tuple[Citation, ...]
    dropped: tuple[str, ...] = ()
    tail: str = ""
    degraded: bool = False
    usage: Usage | None = None
    verified: bool = False
    rejected: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The reply's text, a line a sentence; one about documents that disagree below its own."""
        return "\n".join((*self.sentences, *((self.tail,) if self.tail else ())))


def compose(draft: Draft, best: Chunk, *, question: str, language: Language) -> Composed:
    """Check a draft sentence by sentence; where none is left, quote `best`, the passage that stood first."""
    sources = {n: chunk.content for n, chunk in enumerate(draft.sources, 1)}
    kept: list[str] = []
    dropped: list[str] = []
    for place, sentence in enumerate(map(normalise_citations, draft.sentences)):
        own = {**sources, **draft.narrowed.get(place, {})}
        noted = partial(_noted, notes=draft.notes.get(place, ()), question=question, language=language, dropped=dropped)
        fault = line_fault(sentence, own, question, language, kept)
        if fault is None:
            kept.append(noted(sentence))
        elif fault == "wrong-language" and all(draft.sources[n - 1].language != language for n in cited(sentence)):
            if phrases(language).other_language not in kept:
                kept.append(phrases(language).other_language)
            if cited(sentence):  # an introduction in the other language is what the phrase stands for
                kept.append(noted(_quoted(sentence)))
        else:
            dropped.append(_dropped(fault, sentence))
    tail = draft.tail
    while len(kept) > 1 and len("\n".join([*kept, tail])) > draft.limit:
        # Quotation marks and what introduces them came on top.
        kept.pop()
        tail = phrases(language).read_on
    kept = without_lone_introductions(kept, question)
    if not any(not is_introduction(sentence, question) for sentence in kept):
        return quote(best, language=language, reason="check-failed", dropped=tuple(dropped))
    sentences, order = renumber(kept)
    citations = tuple(
        citation(new, draft.sources[old - 1], draft.rows.get(old), draft.cells.get(old))
        for old, new in sorted(order.items(), key=lambda x: x[1])
    )
    kind: Kind = "refusal" if draft.reason else "answer"
    return Composed(kind, draft.reason, tuple(sentences), citations, tuple(dropped), tail)


def line_fault(
    sentence: str, sources: Mapping[int, str], question: str, language: Language, before: Sequence[str]
) -> Fault | None:
    """The first fault of a sentence; of a comparison (`… [1] / … [2] (… = …)`) each part answers for itself."""
    *parts, last = _PART.split(sentence)
    if not (parts and _ARITHMETIC.fullmatch(last)):
        parts, last = [*parts, last], ""
    for place, part in enumerate(parts):
        shown = [*before, *parts[:place]]
        if fault := sentence_fault(part, sources, question=question, language=language, before=shown):
            return fault
    return arithmetic_fault(last, parts) if last else None


def quote(chunk: Chunk, *, language: Language, reason: Reason, dropped: tuple[str, ...] = ()) -> Composed:
    """The best passage's own words with their citation: what is left when no sentence stands, or a part is down."""
    words = phrases(language)
    template = words.model_down if reason == "model-down" else words.check_failed
    line = template.format(text=cut(chunk.text.replace("\n", " "), _QUOTE_CHARS))
    return Composed("quote", reason, (f"{line} [1]",), (citation(1, chunk, None),), dropped)


def _noted(
    sentence: str, notes: Iterable[tuple[int, Note]], question: str, language: Language, dropped: list[str]
) -> str:
    """A sentence with the lines about documents that disagree with it: they are shown together or not at all."""
    before: list[str] = []
    after: list[str] = []
    for n, note in notes:
        line = note.text.format(cite=f"[{n}]")
        fault = sentence_fault(line, {n: note.ground}, question=question, language=language)
        if fault is None:
            (before if note.stands == "before" else after).append(line)
        else:
            dropped.append(_dropped(fault, line))
    return "\n".join((*before, sentence, *after))


def citation(n: int, chunk: Chunk, row: str | None, cell: str | None = None) -> Citation:
    """A chunk as a numbered source."""
    return Citation(
        n=n,
        document=chunk.document,
        title=chunk.title,
        section=chunk.section,
        page=chunk.page,
        language=chunk.language,
        text=chunk.text,
        row=row,
        cell=cell,
        ocr=chunk.ocr,
        version=chunk.version,
        date=chunk.date,
        corrections=shown(chunk.corrections),
    )


def _quoted(sentence: str) -> str:
    """A document's sentence in the other language as a quotation; its citations follow it."""
    labels = "".join(f"[{n}]" for n in cited(sentence))
    return f"« {without_citations(sentence).removeprefix('- ')} » {labels}".rstrip()


def _dropped(fault: Fault, sentence: str) -> str:
    return f"{fault}: {sentence}"


def without_lone_introductions(sentences: list[str], question: str) -> list[str]:
    """An introduction whose items were all dropped introduces nothing."""
    kept: list[str] = []
    for sentence in sentences:
        if kept and is_introduction(kept[-1], question) and is_introduction(sentence, question):
            kept.pop()
        kept.append(sentence)
    if kept and is_introduction(kept[-1], question):
        kept.pop()
    return kept
