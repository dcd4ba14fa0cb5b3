"""Documents told apart by a label alone: of dozens of near-identical conventions the partner named decides.

`établissement L` in a question means the documents that speak of it, and no other's figures may stand in for theirs.
"""

from collections.abc import Iterable, Mapping

from core.index.version import IndexedChunk
from core.text.query import Query, Term

# A noun with that many codes of letters names a series of things (institutions), not a chance pair of words.
_SERIES = 5


class LabelledDocuments:
    """Which documents of a corpus hold which labels.

    Args:
        partners: each document's partner as tokens; a text needn't name the partner that it concerns.
    """

    def __init__(self, entries: Iterable[IndexedChunk], partners: Mapping[str, Iterable[str]] | None = None) -> None:
        self._documents: dict[str, set[str]] = {}
        self._codes: dict[str, set[str]] = {}
        for entry in entries:
            self._add(entry.tokens, entry.documents)
        for document, tokens in (partners or {}).items():
            self._add(tokens, {document})

    def _add(self, tokens: Iterable[str], documents: Iterable[str]) -> None:
        for token in {token for token in tokens if "_" in token}:
            noun, _, code = token.rpartition("_")
            self._documents.setdefault(token, set()).update(documents)
            if code.isalpha():
                self._codes.setdefault(noun, set()).add(code)

    def meant(self, query: Query) -> frozenset[str] | None:
        """The documents that hold every label of the question; None where it names none of a series.

        Empty where no document holds them all (`palier 5` of an institution that has four).
        """
        labels = [term for term in query.terms if term.kind == "label"]
        if not any(self._is_of_series(term) for term in labels):
            return None
        known = [documents for term in labels if (documents := self._holding(term))]
        return frozenset(known[0].intersection(*known[1:])) if known else None

    def _holding(self, term: Term) -> set[str]:
        held = (self._documents.get(token, set()) for alternative in term.alternatives for token in alternative)
        return set().union(*held)

    def _is_of_series(self, term: Term) -> bool:
        tokens = [token for alternative in term.alternatives for token in alternative]
        nouns = {token.rpartition("_")[0] for token in tokens if token.rpartition("_")[2].isalpha()}
        return any(len(self._codes.get(noun, ())) >= _SERIES for noun in nouns) and bool(self._holding(term))
