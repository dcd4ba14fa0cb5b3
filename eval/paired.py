"""Two runs on the same questions: is a difference more than noise?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eval.intervals import SEED, Floats, mean, resampled

_FLIPS = 10_000
_BLOCK = 4_000_000
NOISE = 0.05
"""From this probability on, a difference may well be chance."""


@dataclass(frozen=True)
class Difference:
    """`b` less `a`, over `count` questions, with its paired bootstrap interval.

    `p` is the probability of a difference at least as large if neither run were better: McNemar's exact test for
    figures of 0 and 1, else a permutation test over the signs of the questions' differences.
    """

    a: float
    b: float
    low: float
    high: float
    count: int
    p: float


def difference(a: Sequence[float], b: Sequence[float]) -> Difference:
    """Compare the values of the same questions, in the same order; at least one."""
    before, after = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    change = after - before
    low, high = np.quantile(resampled(change, mean), (0.025, 0.975))
    both = np.concatenate([before, after])
    p = mcnemar(change) if bool(np.isin(both, (0.0, 1.0)).all()) else sign_flips(change)
    return Difference(float(before.mean()), float(after.mean()), float(low), float(high), len(change), p)


def mcnemar(change: Floats) -> float:
    """Two-sided exact test on the questions that one run has right and the other wrong (changes of -1 and 1)."""
    won, lost = int((change > 0).sum()), int((change < 0).sum())
    tail = sum(math.comb(won + lost, fewer) for fewer in range(min(won, lost) + 1))
    return min(1.0, 2 * tail / (1 << (won + lost)))


def sign_flips(change: Floats) -> float:
    """Two-sided permutation test: how often random signs give a mean at least as far from zero (fixed seed)."""
    moved = change[change != 0]
    if not len(moved):
        return 1.0
    generator = np.random.default_rng(SEED)
    reached = abs(moved.sum()) * (1 - 1e-12)
    step = max(1, _BLOCK // len(moved))
    as_far = 0
    for start in range(0, _FLIPS, step):
        signs = generator.integers(0, 2, (min(step, _FLIPS - start), len(moved))) * 2 - 1
        as_far += int((np.abs(signs @ moved) >= reached).sum())
    return (as_far + 1) / (_FLIPS + 1)


def holm(values: Sequence[float]) -> list[float]:
    """Probabilities corrected for having tested this many figures at once (Holm's step-down), in the same order."""
    corrected, highest = [0.0] * len(values), 0.0
    for place, i in enumerate(np.argsort(values, kind="stable").tolist()):
        highest = max(highest, min(1.0, (len(values) - place) * values[i]))
        corrected[i] = highest
    return corrected
