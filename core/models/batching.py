"""Work in batches that fit: where memory runs out, the batch is halved and the work goes on."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

log = logging.getLogger(__name__)


class FittingBatches:
    """Runs a function over items in batches. Not for several threads at once: the worker owns it.

    Args:
        most: items of a batch, at most.
        is_out_of_memory: tells an error that a smaller batch may help against from every other.
        free: gives back what the failed attempt held; called after the error is gone, whose frames hold its tensors.
    """

    def __init__(
        self, most: int, is_out_of_memory: Callable[[BaseException], bool], free: Callable[[], object]
    ) -> None:
        self._most = most
        self._is_out_of_memory = is_out_of_memory
        self._free = free
        self.size = most
        """Items of the next batch. After a call that nothing failed in, it grows again."""

    def run(self, items: Sequence[T], work: Callable[[Sequence[T]], Sequence[R]]) -> list[R]:
        """One result an item, in order.

        Raises:
            Exception: what `work` raised; of running out of memory, only what a batch of one item raised.
        """
        results: list[R] = []
        has_failed = False
        while len(results) < len(items):
            batch = items[len(results) : len(results) + self.size]
            done = self._try(batch, work)
            if done is None:
                has_failed = True
                self._free()
                self.size = max(1, len(batch) // 2)
                log.warning("memory ran out with %d texts at once: going on with %d", len(batch), self.size)
            else:
                results += done
        if not has_failed:
            self.size = min(self._most, 2 * self.size)
        return results

    def _try(self, batch: Sequence[T], work: Callable[[Sequence[T]], Sequence[R]]) -> Sequence[R] | None:
        """The results, or None where memory ran out and fewer may fit."""
        try:
            return work(batch)
        except Exception as error:
            if self._is_out_of_memory(error) and len(batch) > 1:
                return None
            if self._is_out_of_memory(error):
                self._free()
            raise
