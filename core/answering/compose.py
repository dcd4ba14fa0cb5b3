"""From a draft to what is shown: each sentence through the checks, citations renumbered, a quotation as fallback."""

from dataclasses import dataclass

from core.answering.base import Draft
from core.answering.checks import Fault, is_introduction, sentence_fault
from core.answering.citations import cited, normalise_citations, renumber, without_citations
from core.answering.phrases import phrases
from core.documents.chunk import Chunk, Language
from core.documents.reversed_thousands import shown
from core.reply import Citation, Kind, Reason
from core.text.sentences import cut

_QUOTE_CHARS = 400


@dataclass(frozen=True)
class Composed:
    """What may be shown: the checked sentences, their sources, and what was dropped with its fault."""

    kind: Kind
    reason: Reason | None
    sentences: tuple[str, ...]
    citations: tuple[Citation, ...]
    dropped: tuple[str, ...] = ()
    tail: str = ""

    @property
    def text(self) -> str:
        """The reply's text, a line a sentence."""
        return "\n".join((*self.sentences, *((self.tail,) if self.tail else ())))


def compose(draft: Draft, best: Chunk, *, question: str, language: Language) -> Composed:
    """Check a draft sentence by sentence; where none is left, quote `best`, the passage that stood first."""
    sources = {n: chunk.content for n, chunk in enumerate(draft.sources, 1)}
    kept: list[str] = []
    dropped: list[str] = []
    for sentence in map(normalise_citations, draft.sentences):
        fault = sentence_fault(sentence, sources, question=question, language=language, before=kept)
        if fault is None:
            kept.append(sentence)
        elif fault == "wrong-language" and all(draft.sources[n - 1].language != language for n in cited(sentence)):
            if phrases(language).other_language not in kept:
                kept.append(phrases(language).other_language)
            if cited(sentence):  # an introduction in the other language is what the phrase stands for
                kept.append(_quoted(sentence))
        else:
            dropped.append(_dropped(fault, sentence))
    tail = draft.tail
    while len(kept) > 1 and len("\n".join([*kept, tail])) > draft.limit:
        # Quotation marks and what introduces them came on top.
        kept.pop()
        tail = phrases(language).read_on
    kept = _without_lone_introductions(kept, question)
    if not any(not is_introduction(sentence, question) for sentence in kept):
        return quote(best, language=language, reason="check-failed", dropped=tuple(dropped))
    sentences, order = renumber(kept)
    citations = tuple(
        citation(new, draft.sources[old - 1], draft.rows.get(old))
        for old, new in sorted(order.items(), key=lambda x: x[1])
    )
    kind: Kind = "refusal" if draft.reason else "answer"
    return Composed(kind, draft.reason, tuple(sentences), citations, tuple(dropped), tail)


def quote(chunk: Chunk, *, language: Language, reason: Reason, dropped: tuple[str, ...] = ()) -> Composed:
    """The best passage's own words with their citation: what is left when no sentence stands, or a part is down."""
    words = phrases(language)
    template = words.model_down if reason == "model-down" else words.check_failed
    line = template.format(text=cut(chunk.text.replace("\n", " "), _QUOTE_CHARS))
    return Composed("quote", reason, (f"{line} [1]",), (citation(1, chunk, None),), dropped)


def citation(n: int, chunk: Chunk, row: str | None) -> Citation:
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


def _without_lone_introductions(sentences: list[str], question: str) -> list[str]:
    """An introduction whose items were all dropped introduces nothing."""
    kept: list[str] = []
    for sentence in sentences:
        if kept and is_introduction(kept[-1], question) and is_introduction(sentence, question):
            kept.pop()
        kept.append(sentence)
    if kept and is_introduction(kept[-1], question):
        kept.pop()
    return kept
