"""What the names in a question decide before any likeness does: refuse, or look only where they stand."""

from core.index.store import LoadedIndex
from core.labels import LabelledDocuments
from core.retrieval import Ranking
from core.text.tokens import Analyser
from core.unknown_names import UnknownNames


class NameCheck:
    """Knows the names of one index version: its words, and the labels that tell its documents apart."""

    def __init__(self, index: LoadedIndex, analyser: Analyser) -> None:
        partners = {
            chunk.document: analyser.tokens(chunk.partner)
            for entry in index.chunks
            for chunk in (entry.chunk, *entry.duplicates)
            if chunk.partner
        }
        self._labelled = LabelledDocuments(index.chunks, partners)
        self._unknown = UnknownNames((*(entry.tokens for entry in index.chunks), *partners.values()), analyser)

    def unknown(self, ranking: Ranking) -> str:
        """A name of the question that stands in no document, as typed; '' where there is none."""
        return self._unknown.first(ranking.question.text, ranking.query)

    def meant(self, ranking: Ranking) -> frozenset[str] | None:
        """The only documents that may answer, where labels of the question say which; None where none does."""
        return self._labelled.meant(ranking.query)

    def allowed(self, ranking: Ranking, count: int) -> tuple[bool, ...]:
        """Which of the first `count` candidates may pass, whatever their probabilities."""
        meant = self.meant(ranking)
        known = not self.unknown(ranking)
        return tuple(known and (meant is None or c.chunk.document in meant) for c in ranking.candidates[:count])
