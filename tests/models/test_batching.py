from collections.abc import Sequence

import pytest

from core.models.batching import FittingBatches


class Memory:
    """Doubles numbers, as many at once as fit."""

    def __init__(self, fits: int) -> None:
        self.fits = fits
        self.tried: list[int] = []
        self.freed = 0

    def work(self, items: Sequence[int]) -> Sequence[int]:
        self.tried.append(len(items))
        if len(items) > self.fits:
            raise MemoryError
        return [2 * item for item in items]

    def free(self) -> None:
        self.freed += 1


def batches(memory: Memory, most: int) -> FittingBatches:
    return FittingBatches(most, lambda error: isinstance(error, MemoryError), memory.free)


def test_out_of_memory_halves_the_batch_and_goes_on() -> None:
    memory = Memory(fits=3)
    fitting = batches(memory, 16)
    assert fitting.run(range(10), memory.work) == list(range(0, 20, 2))
    assert memory.tried == [10, 5, 2, 2, 2, 2, 2]
    assert memory.freed == 2


def test_the_next_call_begins_with_what_fitted_and_grows_again_where_nothing_fails() -> None:
    memory = Memory(fits=3)
    fitting = batches(memory, 16)
    fitting.run(range(10), memory.work)
    memory.tried.clear()
    assert fitting.run(range(5), memory.work) == [0, 2, 4, 6, 8]
    assert memory.tried == [2, 2, 1]
    memory.fits = 100
    for _ in range(4):
        fitting.run(range(2), memory.work)
    assert fitting.size == 16


def test_one_item_that_does_not_fit_is_told_and_the_next_call_is_sound() -> None:
    memory = Memory(fits=0)
    fitting = batches(memory, 4)
    with pytest.raises(MemoryError):
        fitting.run([1, 2, 3], memory.work)
    memory.fits = 4
    assert fitting.run([1, 2, 3], memory.work) == [2, 4, 6]


def test_any_other_error_is_not_tried_again() -> None:
    memory = Memory(fits=4)

    def fail(items: Sequence[int]) -> Sequence[int]:
        memory.tried.append(len(items))
        raise ValueError("bad")

    with pytest.raises(ValueError, match="bad"):
        batches(memory, 4).run([1, 2, 3], fail)
    assert memory.tried == [3]
    assert memory.freed == 0


def test_nothing_is_nothing() -> None:
    assert batches(Memory(1), 4).run([], lambda items: items) == []
