"""Likeness by the weights that an encoder gives tokens: of each chunk, kept as one list of chunks a token."""

from collections.abc import Sequence
from io import BytesIO
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.index.base import Rows, Scores
from core.models.base import LexicalWeights

PAIR = np.dtype([("token", "<i4"), ("weight", "<f2")])
"""A token of a text and what it counts."""

Pairs = NDArray[np.void]


class SparseIndex:
    """Weights of every chunk's tokens: 6 bytes a token that counts. Immutable.

    Args:
        tokens: those that count anywhere, in order.
        starts: where the chunks of each token begin in the next two, and where the last ones end.
        rows, weights: the chunks that hold it, and what it counts there.
        count: number of chunks.
    """

    def __init__(
        self, tokens: NDArray[np.int32], starts: Rows, rows: NDArray[np.int32], weights: NDArray[np.float16], count: int
    ) -> None:
        self._tokens = tokens
        self._starts = starts
        self._rows = rows
        self._weights = weights
        self._count = count

    @classmethod
    def build(cls, texts: Sequence[Pairs]) -> "SparseIndex":
        """Of each chunk's pairs (`PAIR`), in the chunks' order; a token stands once among a chunk's."""
        pairs = np.concatenate([np.zeros(0, PAIR), *texts])
        rows = np.repeat(np.arange(len(texts), dtype=np.int32), [len(text) for text in texts])
        order = np.argsort(pairs["token"], kind="stable")
        sorted_tokens = pairs["token"][order]
        starts = np.flatnonzero(np.diff(sorted_tokens, prepend=-1))
        return cls(
            sorted_tokens[starts], np.append(starts, len(pairs)), rows[order], pairs["weight"][order], len(texts)
        )

    def __len__(self) -> int:
        return self._count

    def scores(self, asked: LexicalWeights) -> Scores:
        """Score of every chunk, shape (n,): over the tokens that it shares with the question, the sum of what they
        count here times what they count there."""
        scores = np.zeros(self._count, dtype=np.float32)
        for token, weight in asked.items():
            place = int(np.searchsorted(self._tokens, token))
            if place < len(self._tokens) and self._tokens[place] == token:
                span = slice(self._starts[place], self._starts[place + 1])
                np.add.at(scores, self._rows[span], self._weights[span] * np.float32(weight))
        return scores

    def to_bytes(self) -> bytes:
        """Numpy's npz; the same weights give the same bytes."""
        file = BytesIO()
        np.savez(
            file,
            tokens=self._tokens,
            starts=self._starts,
            rows=self._rows,
            weights=self._weights,
            count=np.int64(self._count),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> "SparseIndex":
        """What `to_bytes` wrote.

        Raises:
            ValueError, KeyError: it isn't.
        """
        try:
            with np.load(BytesIO(content), allow_pickle=False) as stored:
                return cls(stored["tokens"], stored["starts"], stored["rows"], stored["weights"], int(stored["count"]))
        except (BadZipFile, EOFError) as error:
            raise ValueError(f"no arrays: {error}") from error


def as_pairs(weights: LexicalWeights) -> Pairs:
    """A text's weights as they are kept."""
    return np.array(list(weights.items()), dtype=PAIR)
