"""The gate by a cross-encoder: it reads question and passage together, here or on another server."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.gate import Reference
from core.models.base import Reranker
from core.retrieval import Ranking


class RerankingGate:
    """The role `Gate` by a `Reranker`. One call for all questions that wait; the cosines' reference says it nothing."""

    first_threshold = 0.05

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker

    @property
    def name(self) -> str:
        """The reranker's. Raises as it does."""
        return self._reranker.name

    def warm(self) -> None:
        """As in `Gate`."""
        self._reranker.probabilities([("?", ["."])])

    def probabilities(self, rankings: Sequence[Ranking], reference: Reference, count: int) -> list[NDArray[np.float64]]:
        """As in `Gate`."""
        return self._reranker.probabilities(
            [
                (ranking.asked, [candidate.chunk.content for candidate in ranking.candidates[:count]])
                for ranking in rankings
            ]
        )
