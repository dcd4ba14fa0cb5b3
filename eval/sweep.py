"""The gate's trade-off: what each threshold would refuse, and the threshold for a wanted rate of false refusals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval.intervals import SEED, Estimate, Floats, estimate

_DRAWS = 4000
_GRID = tuple(round(0.05 * step, 2) for step in range(1, 20))


@dataclass(frozen=True)
class Scores:
    """The gate's scores of the questions of a run, before any threshold: those that the documents answer, and by
    category those to refuse.

    Questions with a name that no document knows are refused whatever the threshold: they are only counted, in
    `answerable_by_name` and `foreign_by_name`. So are, in `*_by_value`, those that passed and were then told that the
    asked value doesn't exist: they have a score too. `threshold` is the one that the run had.
    """

    answerable: Floats
    foreign: dict[str, Floats]
    answerable_by_name: int
    foreign_by_name: dict[str, int]
    answerable_by_value: int
    foreign_by_value: dict[str, int]
    threshold: float


@dataclass(frozen=True)
class Point:
    """What one threshold refuses by score: shares of the questions, those refused by name left out."""

    threshold: float
    false_refusals: Estimate
    refused: dict[str, Estimate]


@dataclass(frozen=True)
class Recommended:
    """The highest threshold that refuses no more than the wanted share, and its 95 % bootstrap interval."""

    threshold: float
    low: float
    high: float


def read_scores(rows: Sequence[Mapping[str, Any]]) -> Scores:
    """The scores of rows as `eval/rows.py` makes them. Raises ValueError where no question has one."""
    scored = [row for row in rows if row["score"] is not None]
    if not scored:
        raise ValueError("no question has a score of the gate")
    by_score = [row for row in scored if row["refused_by"] != "name"]
    categories = sorted({row["category"] for row in scored if row["expected"] == "refuse"})

    def scores(expected: str, category: str | None = None) -> Floats:
        chosen = [r for r in by_score if r["expected"] == expected and category in (None, r["category"])]
        return np.array([row["score"] for row in chosen], dtype=np.float64)

    def refused_by(cause: str, expected: str, category: str | None = None) -> int:
        chosen = [r for r in scored if r["expected"] == expected and category in (None, r["category"])]
        return sum(row["refused_by"] == cause for row in chosen)

    return Scores(
        answerable=scores("answer"),
        foreign={category: scores("refuse", category) for category in categories},
        answerable_by_name=refused_by("name", "answer"),
        foreign_by_name={category: refused_by("name", "refuse", category) for category in categories},
        answerable_by_value=refused_by("value", "answer"),
        foreign_by_value={category: refused_by("value", "refuse", category) for category in categories},
        threshold=float(scored[0]["gate"]["threshold"]),
    )


def recommend(answerable: Floats, wanted: float) -> Recommended:
    """The threshold for a wanted share of false refusals (0 to 1), from at least one score.

    A score equal to the threshold passes. Of n scores the lowest floor(wanted × n) may be refused.
    """
    generator = np.random.default_rng(SEED)
    allowed = min(int(wanted * len(answerable) + 1e-9), len(answerable) - 1)
    drawn = answerable[generator.integers(0, len(answerable), (_DRAWS, len(answerable)))]
    low, high = np.quantile(np.sort(drawn, axis=1)[:, allowed], (0.025, 0.975))
    return Recommended(float(np.sort(answerable)[allowed]), float(low), float(high))


def point(scores: Scores, threshold: float) -> Point:
    """What a threshold refuses. There must be answerable questions."""
    refused = {category: values for category, values in scores.foreign.items() if len(values)}
    return Point(
        threshold,
        estimate((scores.answerable < threshold).astype(np.float64)),
        {category: estimate((values < threshold).astype(np.float64)) for category, values in refused.items()},
    )


def sweep(scores: Scores, recommended: float) -> list[Point]:
    """Points over a grid, at the run's own threshold and at the recommended one, thresholds rising."""
    return [point(scores, threshold) for threshold in sorted({*_GRID, scores.threshold, recommended})]


def shares_below(values: Floats, thresholds: Floats) -> Floats:
    """Share of the values below each threshold."""
    return np.searchsorted(np.sort(values), thresholds, side="left") / len(values)
