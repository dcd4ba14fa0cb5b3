"""Which documents a question speaks of: by the words of their titles, partners and file names, and of their text."""

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from pathlib import PurePosixPath

import numpy as np
from numpy.typing import NDArray

from core.documents.chunk import Chunk
from core.index.base import Rows
from core.index.version import IndexedChunk
from core.text.query import Query, Term
from core.text.tokens import Analyser

# How much a name loses for what it says and the question doesn't: `Gamers` means the offer, not `Gamers Locataire`.
_UNSAID = 0.3

# What is asked of any document, and by anybody: a `tarif` in one's title doesn't make it the one that every price is
# asked of.
NO_NAMES = frozenset(
    "customer price amount fees connection_fees monthly_fee speed mbps day month year duration delay".split()
)


class DocumentNames:
    """Titles, partners and file names of the indexed documents, searchable by the terms of a question."""

    def __init__(self, chunks: Sequence[Chunk], analyser: Analyser) -> None:
        names: dict[str, dict[str, None]] = {}
        tokens_of = lru_cache(maxsize=None)(analyser.tokens)  # the same few folders and partners again and again
        for chunk in chunks:
            if chunk.document not in names:
                path = PurePosixPath(chunk.document)
                texts = (chunk.title, chunk.partner, path.stem, path.parent.name)
                # In order, not as a set: sums of weights must not differ from one run of the program to the next.
                names[chunk.document] = dict.fromkeys(
                    token for text in texts for token in tokens_of(text.replace("_", " "))
                )
        self._postings = _Postings(names)
        self._lengths = np.array([self._postings.weight_of(tokens) or 1.0 for tokens in names.values()])

    def match(self, query: Query) -> dict[str, float]:
        """How far each document is the one that the question names, from 0 to 1; documents not named are left out.

        The share of the question's naming words that the document's name holds, each weighed by how few documents
        have it: a word of every title names nothing.
        """
        terms = [term for term in query.terms if term.name not in NO_NAMES and term.kind != "number"]
        found, total = self._postings.weights(terms)
        return self._postings.by_document(
            found / total * (1 - _UNSAID + _UNSAID * np.minimum(1.0, found / self._lengths))
        )


class DocumentTexts:
    """The whole texts of the indexed documents: of two with a passage equally near, the one that also says the rest of
    the question elsewhere is rather meant."""

    def __init__(self, entries: Iterable[IndexedChunk]) -> None:
        texts: dict[str, set[str]] = {}
        for entry in entries:
            for document in entry.documents:
                texts.setdefault(document, set()).update(entry.tokens)
        self._postings = _Postings(texts)

    def coverage(self, query: Query) -> dict[str, float]:
        """The share of the question's terms that each document says anywhere, from 0 to 1, each weighed by how few
        documents say it; documents that say none are left out."""
        found, total = self._postings.weights(query.terms)
        return self._postings.by_document(found / total)


class _Postings:
    """Documents by the tokens that they hold, as numbers in their order."""

    def __init__(self, tokens: Mapping[str, Iterable[str]]) -> None:
        self._documents = list(tokens)
        numbers: dict[str, array[int]] = {}
        for number, held in enumerate(tokens.values()):
            for token in held:
                numbers.setdefault(token, array("i")).append(number)
        self._numbers = {token: np.frombuffer(found, dtype=np.int32) for token, found in numbers.items()}

    def weight_of(self, tokens: Iterable[str]) -> float:
        """Weight of a document's tokens together."""
        return sum(self._weight(len(self._numbers[token])) for token in tokens)

    def weights(self, terms: Iterable[Term]) -> tuple[NDArray[np.float64], float]:
        """What each document holds of the terms, by its number, and what there is to hold at all."""
        found = np.zeros(len(self._documents))
        total = 0.0
        for term in terms:
            documents = self._saying(term)
            if len(documents) and (weight := self._weight(len(documents))) > 0:
                total += weight
                found[documents] += weight
        # A single weak word (`offre`) must not count as a full match.
        return found, max(total, math.log(max(len(self._documents), 2)) / 2)

    def by_document(self, shares: NDArray[np.float64]) -> dict[str, float]:
        """What is above 0, by document."""
        above = np.flatnonzero(shares)
        return {self._documents[i]: share for i, share in zip(above.tolist(), shares[above].tolist(), strict=True)}

    def _saying(self, term: Term) -> Rows:
        """Numbers of the documents that say the term in any way, sorted."""
        said = np.zeros(len(self._documents), dtype=bool)
        for alternative in term.alternatives:
            held = [self._numbers[token] for token in alternative if token in self._numbers]
            if len(held) == len(alternative):
                said[reduce(np.intersect1d, held)] = True
        return np.flatnonzero(said)

    def _weight(self, documents: int) -> float:
        """Inverse document frequency."""
        return math.log(len(self._documents) / documents)
