"""BM25 over tokens, as rank-bm25 computes it.

rank-bm25 walks through every document for every token of a question (36 ms at 10,000 chunks). Its formula needs that
only once: what a token adds to a chunk's score doesn't depend on the question. So rank-bm25 counts and weighs, and
what each token adds where is kept as one list a token; a question then only sums. Scores are rank-bm25's own
(within float32), its floor included: a token in more than half of the chunks has a quarter of the mean IDF.
"""

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np

from core.index.base import Scores

_SMALLEST_IDF = 0.01


class Bm25:
    """The role `LexicalIndex` over one list of tokens a chunk. Immutable, so several threads may ask it at once."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        self._count = len(documents)
        self._ids: dict[str, int] = {}
        self._starts = np.zeros(1, dtype=np.int64)
        self._rows = np.zeros(0, dtype=np.int32)
        self._parts: Scores = np.zeros(0, dtype=np.float32)
        if any(documents):
            self._build(documents)

    def __len__(self) -> int:
        return self._count

    def scores(self, tokens: Mapping[str, float]) -> Scores:
        """Score of every chunk, shape (n,): the sum of each token's BM25 part times its weight."""
        scores = np.zeros(self._count, dtype=np.float32)
        for token, weight in tokens.items():
            number = self._ids.get(token)
            if number is not None:
                span = slice(self._starts[number], self._starts[number + 1])
                scores[self._rows[span]] += self._parts[span] * np.float32(weight)
        return scores

    def frequency(self, token: str) -> int:
        """Number of chunks that hold the token."""
        number = self._ids.get(token)
        return 0 if number is None else int(self._starts[number + 1] - self._starts[number])

    def _build(self, documents: Sequence[Sequence[str]]) -> None:
        from rank_bm25 import BM25Okapi

        model = BM25Okapi(documents)
        self._ids = {token: number for number, token in enumerate(model.idf)}
        idf = np.array(list(model.idf.values()), dtype=np.float64)
        if model.average_idf <= 0:
            # In a corpus of one or two chunks the floor itself is negative: a match would count against a chunk.
            idf = np.maximum(idf, _SMALLEST_IDF)

        held = model.doc_freqs
        numbers = np.frombuffer(array("q", chain.from_iterable(map(self._ids.__getitem__, d) for d in held)), np.int64)
        frequencies = np.array(array("i", chain.from_iterable(d.values() for d in held)), dtype=np.float64)
        rows = np.repeat(np.arange(self._count, dtype=np.int32), [len(d) for d in held])
        lengths = np.array(model.doc_len)[rows] / model.avgdl
        saturation = frequencies * (model.k1 + 1) / (frequencies + model.k1 * (1 - model.b + model.b * lengths))

        by_token = np.argsort(numbers, kind="stable")
        self._rows = rows[by_token]
        self._parts = (idf[numbers] * saturation)[by_token].astype(np.float32)
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(numbers, minlength=len(self._ids)))))
