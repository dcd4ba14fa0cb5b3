"""How the search by meaning and the search by words become one score, 0 to 1 over the candidates of a question."""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.index.base import Scores

Fusion = Literal["min-max", "reciprocal-ranks"]

_K = 60
"""Of reciprocal rank fusion, as its paper has it."""


def fuse(how: Fusion, cosine: Scores, bm25: Scores, semantic: float) -> NDArray[np.float64]:
    """One score a candidate, shape (n,), from the cosines and BM25 scores of the same candidates.

    Args:
        semantic: share of the cosines, 0 to 1; BM25 has the rest.
    """
    ways: dict[Fusion, Callable[[Scores], NDArray[np.float64]]] = {
        "min-max": _min_max,
        "reciprocal-ranks": _reciprocal_ranks,
    }
    one = ways[how]
    return semantic * one(cosine) + (1 - semantic) * one(bm25)


def _min_max(values: Scores) -> NDArray[np.float64]:
    """Stretched so that the best candidate has 1 and the worst 0."""
    low, high = float(values.min()), float(values.max())
    if high <= low:
        return np.zeros(len(values))
    return (values.astype(np.float64) - low) / (high - low)


def _reciprocal_ranks(values: Scores) -> NDArray[np.float64]:
    """1 / (k + rank), the first being 1 (Cormack, Clarke and Buettcher, 2009); equal values share the best rank, and
    what a search doesn't find at all has nothing of it."""
    ranks = np.searchsorted(np.sort(-values), -values) + 1
    return np.where(values > 0, (_K + 1) / (_K + ranks), 0.0)
