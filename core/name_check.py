"""What the names in a question decide before any likeness does: refuse, or look only where they stand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.asked_objects import asked_objects
from core.documents.chunk import Chunk
from core.index.store import LoadedIndex
from core.labels import LabelledDocuments
from core.retrieval import Ranking, Scored
from core.text.query import Term
from core.text.spellings import Spellings
from core.text.tokens import Analyser
from core.unknown_audience import unknown_audience
from core.unknown_names import UnknownNames
from core.unknown_products import UnknownProducts

# From this likeness on a word of the passages is meant by one that is mistyped; `chargeur` is no slip for `charge`.
_TYPO = 0.88
_SHORTEST_TYPO = 6


@dataclass(frozen=True)
class Named:
    """What one question names: `unknown` stands in no document ('' where all do), as typed; `meant` are the only
    documents that may answer, None where no label says which; passages that together don't mention all `subjects` say
    nothing of them, nor does one alone that doesn't mention a term of each of the `objects` (`asked_objects.py`)."""

    unknown: str
    meant: frozenset[str] | None
    subjects: tuple[Term, ...] = ()
    objects: tuple[tuple[Term, ...], ...] = ()

    def means(self, candidate: Scored) -> bool:
        """Whether a passage is of a document that may answer, and mentions the objects, whatever its probability."""
        if self.meant is not None and candidate.chunk.document not in self.meant:
            return False
        return all(any(_is_said(term, candidate.tokens) for term in terms) for terms in self.objects)

    def are_said(self, candidates: Iterable[Scored]) -> bool:
        """Whether passages, taken together, mention every subject."""
        said = frozenset().union(*(candidate.tokens for candidate in candidates))
        return all(term.stands_in(said) or term.nearly_stands_in(said) for term in self.subjects)

    def allows(self, candidate: Scored) -> bool:
        """Whether a passage may answer, whatever its probability."""
        return not self.unknown and self.means(candidate)


class NameCheck:
    """Knows the names of one index version: its words, and the labels that tell its documents apart."""

    def __init__(self, index: LoadedIndex, analyser: Analyser) -> None:
        partners = {
            document: analyser.tokens(" \n ".join((chunk.partner, _partner_of_twin(chunk, index.facts))))
            for document, chunk in index.facts.items()
            if chunk.partner
        }
        self._labelled = LabelledDocuments(index.chunks, partners)
        self._products = UnknownProducts(chunk.title for chunk in index.facts.values())
        texts = [entry.chunk.text for entry in index.chunks]
        self._unknown = UnknownNames((*(entry.tokens for entry in index.chunks), *partners.values()), analyser, texts)

    def read(self, ranking: Ranking) -> Named:
        """What the ranking's question names."""
        query = ranking.query
        subjects = tuple(term for term in query.terms if term.is_subject)
        objects = tuple(asked.terms for asked in asked_objects(ranking, self._unknown))
        unknown = (
            self._unknown.first(ranking.question.text, query)
            or self._products.first(ranking, self._unknown)
            or unknown_audience(ranking, self._unknown)
        )
        return Named(unknown, self._labelled.meant(query), subjects, objects)


def _is_said(term: Term, tokens: frozenset[str]) -> bool:
    """In any of its ways, but for one word of a longer phrase, or as it is mistyped."""
    if term.stands_in(tokens) or term.nearly_stands_in(tokens):
        return True
    own = [token for token in term.alternatives[0] if len(token) >= _SHORTEST_TYPO]
    return len(own) == 1 and Spellings(tokens).has_near(own[0], _TYPO)


def _partner_of_twin(chunk: Chunk, facts: Mapping[str, Chunk]) -> str:
    """A partner's name in the other language names it too."""
    twin = facts.get(chunk.twin or "")
    return twin.partner if twin else ""
