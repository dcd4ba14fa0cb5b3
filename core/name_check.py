"""What the names in a question decide before any likeness does: refuse, or look only where they stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.documents.chunk import Chunk
from core.index.store import LoadedIndex
from core.labels import LabelledDocuments
from core.retrieval import Ranking, Scored
from core.text.tokens import Analyser
from core.unknown_names import UnknownNames


@dataclass(frozen=True)
class Named:
    """What one question names: `unknown` stands in no document ('' where all do), as typed; `meant` are the only
    documents that may answer, None where no label says which."""

    unknown: str
    meant: frozenset[str] | None

    def means(self, candidate: Scored) -> bool:
        """Whether a passage is of a document that may answer, whatever its probability."""
        return self.meant is None or candidate.chunk.document in self.meant

    def allows(self, candidate: Scored) -> bool:
        """Whether a passage may answer, whatever its probability."""
        return not self.unknown and self.means(candidate)


class NameCheck:
    """Knows the names of one index version: its words, and the labels that tell its documents apart."""

    def __init__(self, index: LoadedIndex, analyser: Analyser) -> None:
        facts = {chunk.document: chunk for entry in index.chunks for chunk in (entry.chunk, *entry.duplicates)}
        partners = {
            document: analyser.tokens(" \n ".join((chunk.partner, _partner_of_twin(chunk, facts))))
            for document, chunk in facts.items()
            if chunk.partner
        }
        self._labelled = LabelledDocuments(index.chunks, partners)
        self._unknown = UnknownNames((*(entry.tokens for entry in index.chunks), *partners.values()), analyser)

    def read(self, ranking: Ranking) -> Named:
        """What the ranking's question names."""
        return Named(self._unknown.first(ranking.question.text, ranking.query), self._labelled.meant(ranking.query))


def _partner_of_twin(chunk: Chunk, facts: Mapping[str, Chunk]) -> str:
    """A partner's name in the other language names it too."""
    twin = facts.get(chunk.twin or "")
    return twin.partner if twin else ""
