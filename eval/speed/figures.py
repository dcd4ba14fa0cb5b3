"""Medians and how they are told."""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def p95(values: Sequence[float]) -> float:
    """The 95th percentile; of a few values the largest."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]


def middle(values: Sequence[float]) -> str:
    """Median and 95th percentile of milliseconds."""
    return f"median {statistics.median(values):8.2f} ms   p95 {p95(values):8.2f} ms"


def milliseconds(
    function: Callable[[T], object], items: Iterable[T], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """What each call took; by `time.process_time` what it computed, whoever else is on the machine."""
    taken = []
    for item in items:
        begin = clock()
        function(item)
        taken.append((clock() - begin) * 1000)
    return taken
