"""bge-m3's multi-vector score: what of a question each passage says, token by token, for the best candidates only.

The passages' token vectors aren't kept in the index: 300 tokens of 1,024 values in fp16 are 0.6 MB a chunk, 61 GB at
100,000 chunks, where the dense vectors have 0.4 GB. They are made when a passage is a candidate, which costs about
three times what the reranker costs, and those of the last candidates stay in memory.
"""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.index.base import Rows, Scores
from core.index.store import LoadedIndex
from core.models.base import HeadedEncoder, Vectors

MOST = 30
"""Candidates of a question that are scored."""
HELD = 500
"""Passages whose vectors stay in memory: in fp32, which NumPy multiplies, 0.6 GB where each has 300 tokens."""


class Rescorer:
    """Scores chunks of one index version by their tokens' vectors. Not for several threads at once."""

    def __init__(self, index: LoadedIndex, encoder: HeadedEncoder) -> None:
        self._index = index
        self._encoder = encoder
        self._held: OrderedDict[int, Vectors] = OrderedDict()

    def scores(self, question: Vectors, rows: Rows, merged: NDArray[np.float64]) -> Scores:
        """Score of these rows, shape (n,), -1 to 1. The `MOST` best by `merged` have their own; the others, which
        aren't looked at, that of the worst of them."""
        best = np.lexsort((rows, -merged))[:MOST]
        found = late_interaction(question, self._vectors(rows[best].tolist()))
        scores = np.full(len(rows), found.min(initial=1.0), dtype=np.float32)
        scores[best] = found
        return scores

    def _vectors(self, rows: list[int]) -> list[Vectors]:
        new = [row for row in rows if row not in self._held]
        encoded = self._encoder.encode_all([self._index.chunks[row].chunk.content for row in new])
        for row, read in zip(new, encoded, strict=True):
            assert read.token_vectors is not None  # the question has them by the same encoder
            self._held[row] = read.token_vectors
        for row in rows:
            self._held.move_to_end(row)
        wanted = [self._held[row] for row in rows]
        while len(self._held) > HELD:
            self._held.popitem(last=False)
        return wanted


def late_interaction(question: Vectors, passages: Sequence[Vectors]) -> Scores:
    """Of each passage: the mean over the question's tokens of the likeness of that token which is most like it.

    Args:
        question, passages: vectors of the tokens, at least one of each text.
    """
    return np.array([(question @ passage.T).max(axis=1).mean() for passage in passages], dtype=np.float32)
