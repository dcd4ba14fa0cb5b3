"""BM25 over tokens by rank-bm25's formula, for any number of chunks.

rank-bm25 walks through every chunk for every token of a question: more than a second at 100,000 chunks. What a token
adds to a chunk's score doesn't depend on the question, so here that is worked out once and kept as one list of chunks
a token; a question only sums. At 100,000 chunks that takes about as long as bm25s takes, which sums likewise; but none
of bm25s's variants has rank-bm25's inverse document frequency, so its scores, and with them the fused ranking and the
gate, would change at the number of chunks where it took over. One make for all sizes, then; `eval/README.md` has the
figures of the three.

The formula, with k1 = 1.5 and b = 0.75: a token adds idf * f * (k1 + 1) / (f + k1 * (1 - b + b * length / mean length))
to a chunk that says it f times; idf = log((n - h + 0.5) / (h + 0.5)) where h of n chunks hold it. **The floor:** a
token in more than half of the chunks would have a negative idf, and count against a chunk that says it. It gets a
quarter of the mean idf of all tokens instead. Most tokens are rare, so that isn't little (1.0 on the sample, 2.1 on
100,000 synthetic chunks, where a token in just under half of them has 0.06): it is kept because it is the formula that
everything was measured with. Scores agree with rank-bm25's within 1e-4.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from core.index.base import Rows, Scores

# rank-bm25's own values.
_K1, _B, _FLOOR = 1.5, 0.75, 0.25
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
                parts = self._parts[span] if weight == 1 else self._parts[span] * np.float32(weight)
                np.add.at(scores, self._rows[span], parts)  # half the time of `scores[rows] += parts`
        return scores

    def frequency(self, token: str) -> int:
        """Number of chunks that hold the token."""
        number = self._ids.get(token)
        return 0 if number is None else int(self._starts[number + 1] - self._starts[number])

    def _build(self, documents: Sequence[Sequence[str]]) -> None:
        number_of: defaultdict[str, int] = defaultdict(count().__next__)
        # Every word said as token times chunks plus row. Sorted, repetitions stand side by side, each token's chunks
        # in a row, and those in order.
        said = np.fromiter(map(number_of.__getitem__, chain.from_iterable(documents)), dtype=np.int64)
        self._ids = dict(number_of)
        lengths = np.fromiter(map(len, documents), dtype=np.int64, count=self._count)
        said *= self._count
        said += np.repeat(np.arange(self._count), lengths)
        said.sort()
        first = np.flatnonzero(np.diff(said, prepend=-1))
        times = np.diff(first, append=len(said)).astype(np.float32)
        held = said[first]
        del said, first  # 160 MB at 100,000 chunks

        rows = (held % self._count).astype(np.int32)
        tokens = held // self._count
        held_by = np.bincount(tokens, minlength=len(self._ids))
        length_part = (_K1 * (1 - _B + _B * lengths / lengths.mean())).astype(np.float32)
        idf = _idf(held_by, self._count).astype(np.float32)
        self._rows = rows
        self._parts = idf[tokens] * (times * np.float32(_K1 + 1) / (times + length_part[rows]))
        self._starts = np.concatenate(([0], np.cumsum(held_by)))


def _idf(held_by: Rows, documents: int) -> NDArray[np.float64]:
    """The weight of each token by the number of chunks that hold it, floored as the module says."""
    idf = np.log((documents - held_by + 0.5) / (held_by + 0.5))
    mean = idf.mean()
    idf[idf < 0] = _FLOOR * mean
    # In a corpus of one or two chunks the floor itself is negative: a match would count against a chunk.
    return np.maximum(idf, _SMALLEST_IDF) if mean <= 0 else idf
