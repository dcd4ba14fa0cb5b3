"""Roles of the index: what reads text (`Analyser`), what searches words and what searches vectors."""

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
Rows = NDArray[np.int64]
"""Positions of chunks within one index version, from 0."""

Progress = Callable[[str, int, int], None]
"""`progress(stage, done, total)`; stages are `encode`, `analyse`, `write` and `finish`, each from 0 to its total."""


class Analyser(Protocol):
    """Folds text to the tokens that are compared; the same one reads the chunks and the questions."""

    @property
    def name(self) -> str:
        """What it does and in which version; an index answers only for the analyser of this name."""
        ...

    def tokens(self, text: str) -> list[str]:
        """Tokens in order of the text, with repetitions."""
        ...


class LexicalIndex(Protocol):
    """Likeness by words."""

    def scores(self, tokens: Mapping[str, float]) -> Scores:
        """Score of every chunk: shape (n,). Each token contributes its score times its weight; unknown ones none."""
        ...

    def frequency(self, token: str) -> int:
        """Number of chunks that hold the token."""
        ...


class VectorIndex(Protocol):
    """Likeness by dot product."""

    def __len__(self) -> int: ...

    @property
    def dimension(self) -> int: ...

    def search(self, vectors: Scores, k: int, allowed: Rows | None = None) -> tuple[Scores, Rows]:
        """The `k` best rows for each of m vectors, best first.

        Args:
            vectors: shape (m, dimension), float32.
            allowed: the only rows that may be found; None allows all.

        Returns:
            scores and rows, shape (m, k); where fewer than k could be found the rest is -inf and -1.
        """
        ...

    def rows(self, rows: Rows | None = None) -> Scores:
        """The vectors themselves, of these rows or of all: shape (len(rows), dimension)."""
        ...
