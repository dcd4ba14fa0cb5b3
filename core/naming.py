"""Which documents a question names: an offer, a partner, a guide, by the words of titles, partners and file names."""

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from pathlib import PurePosixPath

import numpy as np

from core.documents.chunk import Chunk
from core.index.base import Rows
from core.text.query import Query, Term
from core.text.tokens import Analyser

# How much a name loses for what it says and the question doesn't: `Gamers` means the offer, not `Gamers Locataire`.
_UNSAID = 0.3


# What is asked of any document: a `tarif` in one's title doesn't make it the one that every price is asked of.
_NO_NAMES = frozenset("price amount fees connection_fees monthly_fee speed mbps day month year duration delay".split())


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
        self._documents = list(names)
        postings: dict[str, list[int]] = {}
        for number, tokens in enumerate(names.values()):
            for token in tokens:
                postings.setdefault(token, []).append(number)
        self._postings = {token: np.array(numbers, dtype=np.int64) for token, numbers in postings.items()}
        self._lengths = np.array(
            [sum(self._weight(len(postings[token])) for token in tokens) or 1.0 for tokens in names.values()]
        )

    def match(self, query: Query) -> dict[str, float]:
        """How far each document is the one that the question names, from 0 to 1; documents not named are left out.

        The share of the question's naming words that the document's name holds, each weighed by how few documents
        have it: a word of every title names nothing.
        """
        found = np.zeros(len(self._documents))
        total = 0.0
        for term in query.terms:
            if term.name in _NO_NAMES or term.kind == "number":
                continue
            documents = self._saying(term)
            if len(documents) and (weight := self._weight(len(documents))) > 0:
                total += weight
                found[documents] += weight
        # A single weak word (`offre`) must not count as a full match.
        total = max(total, math.log(max(len(self._documents), 2)) / 2)
        named = np.flatnonzero(found)
        said = np.minimum(1.0, found[named] / self._lengths[named])
        shares = found[named] / total * (1 - _UNSAID + _UNSAID * said)
        return {self._documents[number]: share for number, share in zip(named, shares.tolist(), strict=True)}

    def _saying(self, term: Term) -> Rows:
        """Numbers of the documents whose names say the term in any way, sorted."""
        said = np.zeros(len(self._documents), dtype=bool)
        for alternative in term.alternatives:
            held = [self._postings[token] for token in alternative if token in self._postings]
            if len(held) == len(alternative):
                said[reduce(np.intersect1d, held)] = True
        return np.flatnonzero(said)

    def _weight(self, documents: int) -> float:
        """Inverse document frequency over names."""
        return math.log(len(self._documents) / documents)
