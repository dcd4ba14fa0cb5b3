"""What an extractive answer may quote: the passages, their twins in the question's language, the rest of a document."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from core.answering.base import Passage
from core.answering.disputes import Disputes
from core.answering.units import Unit, UnitReader
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.query import Term
from core.text.tokens import Analyser

# From this share of its name on, and that much before the next, a document is the one that is asked about.
_NAMED = 0.55
_CLEARLY = 1.2
_ELSEWHERE = 0.7
# A chunk of the best document that didn't pass itself: a table may go on there.
_SIBLING = 0.95

Held = tuple[Chunk, frozenset[str]]


class Material:
    """The documents of one index version as an answer sees them.

    Args:
        chunks_of: the chunks of a document with their tokens, in order; none for an unknown one.
        disputes: what the documents contradict each other about.
    """

    def __init__(
        self, analyser: Analyser, chunks_of: Callable[[str], Sequence[Held]], disputes: Disputes | None = None
    ) -> None:
        self.reader = UnitReader(analyser, disputes)
        self._chunks_of = chunks_of

    def chunks(self, document: str) -> list[Chunk]:
        """A document's chunks, in order."""
        return [chunk for chunk, _ in self._chunks_of(document)]

    def units_of(self, document: str) -> list[Unit]:
        """Everything that a document says."""
        return [unit for chunk in self.chunks(document) for unit in self.reader.units(chunk)]

    def says(self, document: str, term: Term) -> bool:
        """True where a document says a term anywhere."""
        return any(term.stands_in(tokens) for _, tokens in self._chunks_of(document))

    def asked_about(self, ranking: Ranking, passages: Sequence[Passage]) -> str:
        """The document that the question names clearly, if one of its passages passed; '' where there is none. One of
        the other language only where it names none of its own."""
        own = [d for d in ranking.named if self._language(d) == ranking.question.language] or list(ranking.named)
        best = sorted(own, key=lambda document: -ranking.named[document])[:2]
        if not best or ranking.named[best[0]] < _NAMED:
            return ""
        alone = len(best) == 1 or ranking.named[best[0]] > _CLEARLY * ranking.named[best[1]]
        passed = any(passage.chunk.document == best[0] for passage in passages)
        return best[0] if alone and passed else ""

    def _language(self, document: str) -> str:
        held = self._chunks_of(document)
        return held[0][0].language if held else ""

    def with_twins(self, ranking: Ranking, passages: Sequence[Passage]) -> list[Passage]:
        """The passages, those of the other language followed by the chunk of their twin that covers most of the
        question; each once. The question's language stands first among equals."""
        found: dict[str, Passage] = {}
        for passage in passages:
            foreign = passage.chunk.language != ranking.question.language
            if foreign and (twin := self._best_of(ranking, passage.chunk.twin, passage)):
                found.setdefault(twin.chunk.id, twin)
            found.setdefault(passage.chunk.id, passage)
        return list(found.values())

    def _best_of(self, ranking: Ranking, document: str | None, passage: Passage) -> Passage | None:
        """The document's chunk that covers most of the question, near the passage's own place among equals."""
        best: tuple[float, Passage] | None = None
        for chunk, tokens in self._chunks_of(document or ""):
            own = self.reader.own_tokens(chunk)
            covered = sum(ranking.idf[term.name] for term in ranking.query.terms if term.stands_in(own))
            score = covered - 0.01 * abs(chunk.ordinal - passage.chunk.ordinal)
            if best is None or score > best[0]:
                best = score, replace(passage, chunk=chunk, tokens=tokens)
        return best[1] if best else None

    def with_siblings(self, passages: Sequence[Passage]) -> list[Passage]:
        """The passages, then the other chunks of the first one's document."""
        known = {passage.chunk.id for passage in passages}
        first = passages[0]
        return [
            *passages,
            *(
                replace(first, chunk=chunk, tokens=tokens, score=first.score * _SIBLING)
                for chunk, tokens in self._chunks_of(first.chunk.document)
                if chunk.id not in known
            ),
        ]

    def units(self, passages: Iterable[Passage]) -> list[Unit]:
        """Units of all passages, each text once."""
        units: dict[str, Unit] = {}
        for passage in passages:
            for unit in self.reader.units(passage.chunk):
                # The same row may stand in two offers' tables; the same sentence says the same anywhere.
                key = f"{unit.chunk.title}\n{unit.text}" if unit.kind == "row" else unit.text
                units.setdefault(key, unit)
        return list(units.values())


def standing(passages: Sequence[Passage], asked_about: str) -> dict[str, float]:
    """Each chunk's weight: part for having passed, more by its merged score against the best one's; less in other
    documents than the one that is asked about."""
    best = max((passage.score for passage in passages), default=0.0) or 1.0
    return {
        passage.chunk.id: (0.4 + 0.6 * max(0.0, passage.score) / best)
        * (1.0 if asked_about in ("", passage.chunk.document, passage.chunk.twin) else _ELSEWHERE)
        for passage in passages
    }
