"""Bootstrap intervals: how far a figure would move if others of the same kinds of questions had been asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DRAWS = 4000
SEED = 20261130
_LEVEL = (0.025, 0.975)
# Numbers drawn at once: bounds the memory whatever the number of questions.
_BLOCK = 4_000_000

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], Floats]
"""From draws of shape (draws, n) to one value each: shape (draws,)."""


@dataclass(frozen=True)
class Estimate:
    """A figure over `count` values with its 95 % bootstrap interval from `low` to `high`.

    Where all values are alike the interval has no width, however few they are: then `count` says how much it is worth.
    """

    value: float
    low: float
    high: float
    count: int


def mean(draws: Floats) -> Floats:
    result: Floats = draws.mean(axis=-1)
    return result


def median(draws: Floats) -> Floats:
    result: Floats = np.median(draws, axis=-1)
    return result


def p95(draws: Floats) -> Floats:
    result: Floats = np.quantile(draws, 0.95, axis=-1)
    return result


def estimate(values: Sequence[float] | Floats, statistic: Statistic = mean) -> Estimate:
    """The statistic of at least one value, with the percentile interval of draws with replacement (fixed seed)."""
    sample = np.asarray(values, dtype=np.float64)
    low, high = np.quantile(resampled(sample, statistic), _LEVEL)
    return Estimate(float(statistic(sample[None, :])[0]), float(low), float(high), len(sample))


def resampled(sample: Floats, statistic: Statistic) -> Floats:
    """The statistic of each of `DRAWS` draws with replacement: shape (DRAWS,)."""
    generator = np.random.default_rng(SEED)
    step = max(1, _BLOCK // len(sample))
    blocks = []
    for start in range(0, DRAWS, step):
        places = generator.integers(0, len(sample), (min(step, DRAWS - start), len(sample)))
        blocks.append(statistic(sample[places]))
    return np.concatenate(blocks)
