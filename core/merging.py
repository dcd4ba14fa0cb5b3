"""One score a candidate from both searches, and from which documents a question means."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.fusion import Fusion, fuse
from core.index.base import Rows, Scores
from core.index.store import LoadedIndex
from core.naming import DocumentNames, DocumentTexts
from core.special_sheets import SpecialSheets
from core.text.query import Query, QueryReader
from core.text.tokens import Analyser
from core.variants import Variants


@dataclass(frozen=True)
class Weights:
    """How the two searches are merged, whose merged score is 0 to 1, and what is added to it or taken off.

    What each brings is measured by `eval/ablation.py`.

    Attributes:
        per_search: candidates that each search hands over.
        language_bonus: for passages in the question's language.
        name: for the document that the question names.
        coverage: for a document that says all of the question somewhere, if not in this passage.
        older: off for a document of which another version is meant: enough to decide between versions that say nearly
            the same, and too little to hide what only the older one says.
        unsaid_variant: off for a variant that the question doesn't name (`Gamers Locataire` where it says `Gamers`).
        plain_offer: off for the plain offer where it names the variant.
        special_sheet: off for the sheet of a device or a partner that it doesn't speak of.
        other_name: what is left of the name of a document that these are taken off from, so that the other one is
            clearly the document that is asked about.
    """

    semantic: float
    language_bonus: float
    per_search: int
    fusion: Fusion = "min-max"
    name: float = 0.3
    coverage: float = 0.2
    older: float = 0.05
    unsaid_variant: float = 0.1
    plain_offer: float = 0.3
    special_sheet: float = 0.3
    other_name: float = 0.8


@dataclass(frozen=True)
class Meant:
    """Which documents a question means: how far it names each and says its text (0 to 1, those with nothing left out),
    those of which another version is meant, variants that it doesn't say, plain offers of a variant that it says, and
    sheets of devices and partners that it doesn't speak of.
    """

    named: Mapping[str, float]
    covering: Mapping[str, float]
    other_versions: frozenset[str]
    unsaid_variants: frozenset[str]
    plain_offers: frozenset[str]
    special_sheets: frozenset[str]


class Merger:
    """Knows the names and texts of one index version's documents."""

    def __init__(self, index: LoadedIndex, reader: QueryReader, analyser: Analyser, weights: Weights) -> None:
        chunks = list(index.every_chunk())
        self._weights = weights
        self._names = DocumentNames(chunks, analyser)
        self._texts = DocumentTexts(index.chunks)
        self.variants = Variants(chunks, reader)
        self._special = SpecialSheets(chunks, reader)
        self._documents = [entry.documents for entry in index.chunks]
        self._languages = np.array([entry.chunk.language for entry in index.chunks])

    def meant(self, query: Query, other_versions: frozenset[str], negated: frozenset[str] = frozenset()) -> Meant:
        """What the question says of documents; `other_versions` are those of which it means another version, `negated`
        those that it says it doesn't mean."""
        named = {document: share for document, share in self._names.match(query).items() if document not in negated}
        unsaid, plain = self.variants.not_meant(query, named)
        special = self._special.not_meant(query)
        for document in named.keys() & (other_versions | unsaid | plain | special):
            named[document] *= self._weights.other_name
        return Meant(named, self._texts.coverage(query), other_versions, unsaid, plain, special)

    def scores(self, language: str, meant: Meant, rows: Rows, cosine: Scores, bm25: Scores) -> NDArray[np.float64]:
        """The merged scores of these rows, shape (n,)."""
        weights = self._weights
        documents = [self._documents[row] for row in rows]
        merged = fuse(weights.fusion, cosine, bm25, weights.semantic)
        merged += weights.language_bonus * (self._languages[rows] == language)
        merged += weights.name * _most(meant.named, documents) + weights.coverage * _most(meant.covering, documents)
        merged -= weights.older * _all_among(meant.other_versions, documents)
        merged -= np.maximum(
            weights.unsaid_variant * _all_among(meant.unsaid_variants, documents),
            weights.plain_offer * _all_among(meant.plain_offers, documents),
        )
        merged -= weights.special_sheet * _all_among(meant.special_sheets, documents)
        return merged


def _most(values: Mapping[str, float], documents: Iterable[frozenset[str]]) -> NDArray[np.float64]:
    """The highest value among the documents of each text."""
    return np.array([max(values.get(name, 0.0) for name in names) for names in documents], dtype=np.float64)


def _all_among(wanted: frozenset[str], documents: Iterable[frozenset[str]]) -> NDArray[np.float64]:
    """1 where a text stands in wanted documents only."""
    return np.array([names <= wanted for names in documents], dtype=np.float64)
