import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from core.models.worker import BatchWorker, WorkerStopped


class Handler:
    """Doubles numbers. Begins its first batch only when told to, so that others gather behind it."""

    def __init__(self, bad: int | None = None) -> None:
        self.batches: list[list[int]] = []
        self.threads: set[int] = set()
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.bad = bad

    def __call__(self, items: Sequence[int]) -> Sequence[int]:
        self.begun.set()
        self.go_on.wait()
        self.batches.append(list(items))
        self.threads.add(threading.get_ident())
        if self.bad in items:
            raise ValueError(f"{self.bad} can't be doubled")
        return [2 * item for item in items]


@contextmanager
def held(handler: Handler, max_batch: int = 64) -> Iterator[BatchWorker[int, int]]:
    """A worker that is let go at the end whatever happens."""
    worker = BatchWorker(handler, max_batch)
    worker.start()
    try:
        yield worker
    finally:
        handler.go_on.set()
        worker.stop()


async def until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110  # what it waits for happens on another thread
        await asyncio.sleep(0)


async def gathered(
    worker: BatchWorker[int, int], handler: Handler, items: Sequence[int]
) -> list[asyncio.Task[tuple[int, float]]]:
    """Item 0 in work, the others waiting behind it in order."""
    tasks = [asyncio.create_task(worker.submit(0))]
    await until(handler.begun.is_set)
    for count, item in enumerate(items, start=1):
        tasks.append(asyncio.create_task(worker.submit(item)))
        await until(lambda count=count: worker.waiting == count)  # type: ignore[misc]
    return tasks


async def test_what_waits_together_is_one_batch() -> None:
    handler = Handler()
    with held(handler, max_batch=4) as worker:
        tasks = await gathered(worker, handler, range(1, 7))
        handler.go_on.set()
        results = await asyncio.gather(*tasks)
    assert [result for result, _ in results] == [0, 2, 4, 6, 8, 10, 12]
    assert handler.batches == [[0], [1, 2, 3, 4], [5, 6]]
    assert len(handler.threads) == 1
    assert threading.get_ident() not in handler.threads


async def test_the_wait_is_told_in_milliseconds() -> None:
    now = 10.0
    handler = Handler()
    worker = BatchWorker(handler, clock=lambda: now)
    with worker:
        try:
            tasks = await gathered(worker, handler, [1, 2])
            now = 10.25
        finally:
            handler.go_on.set()
        results = await asyncio.gather(*tasks)
    assert [queue_ms for _, queue_ms in results] == [0.0, 250.0, 250.0]


async def test_one_bad_item_fails_alone() -> None:
    handler = Handler(bad=2)
    with held(handler) as worker:
        tasks = await gathered(worker, handler, [1, 2, 3])
        handler.go_on.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [result[0] for result in results if isinstance(result, tuple)] == [0, 2, 6]
    assert isinstance(results[2], ValueError)
    assert handler.batches == [[0], [1, 2, 3], [1], [2], [3]]


async def test_an_exception_reaches_the_asker_and_the_worker_goes_on() -> None:
    handler = Handler(bad=7)
    handler.go_on.set()
    with held(handler) as worker:
        with pytest.raises(ValueError, match="7 can't be doubled"):
            await worker.submit(7)
        assert (await worker.submit(4))[0] == 8


@pytest.mark.parametrize(
    "error", [SystemExit(3), KeyboardInterrupt(), MemoryError(), asyncio.CancelledError()], ids=repr
)
async def test_nothing_ends_the_thread(error: BaseException) -> None:
    def fail() -> None:
        raise error

    handler = Handler()
    handler.go_on.set()
    with held(handler) as worker:
        caught: list[BaseException] = []

        async def ask() -> None:
            try:
                await worker.call(fail)
            except BaseException as raised:  # noqa: BLE001  # what is raised here must not end the test's loop
                caught.append(raised)

        await ask()
        assert [type(raised) for raised in caught] == [type(error)]
        assert (await worker.submit(4))[0] == 8


async def test_a_stop_iteration_is_told_too() -> None:
    handler = Handler()
    handler.go_on.set()
    with held(handler) as worker, pytest.raises(RuntimeError, match="StopIteration"):
        await worker.call(next, iter(()))


async def test_too_few_results_are_an_error() -> None:
    with BatchWorker[int, int](lambda items: []) as worker, pytest.raises(RuntimeError, match="0 results for 1"):
        await worker.submit(1)


async def test_functions_run_on_the_same_thread_after_what_waits_with_those_before_them() -> None:
    handler = Handler()
    order: list[object] = []

    def note(word: str) -> int:
        order.append((word, list(handler.batches)))
        return threading.get_ident()

    with held(handler) as worker:
        tasks = await gathered(worker, handler, [1, 2])
        called = asyncio.create_task(worker.call(note, "between"))
        await until(lambda: worker.waiting == 3)
        tasks.append(asyncio.create_task(worker.submit(3)))
        await until(lambda: worker.waiting == 4)
        handler.go_on.set()
        assert {await called} == handler.threads
        await asyncio.gather(*tasks)
    # A function is put off by one batch, never by what comes to the same handler after it.
    assert order == [("between", [[0], [1, 2, 3]])]
    assert handler.batches == [[0], [1, 2, 3]]


async def test_a_cancelled_asker_costs_nothing() -> None:
    handler = Handler()
    called: list[str] = []
    with held(handler) as worker:
        tasks = await gathered(worker, handler, [1, 2, 3])
        function = asyncio.create_task(worker.call(called.append, "never"))
        await until(lambda: worker.waiting == 4)
        tasks[2].cancel()
        function.cancel()
        tasks[0].cancel()  # has begun: it is finished for nobody, and harms nobody
        await asyncio.gather(tasks[0], tasks[2], function, return_exceptions=True)
        handler.go_on.set()
        assert [result for result, _ in await asyncio.gather(tasks[1], tasks[3])] == [2, 6]
    assert handler.batches == [[0], [1, 3]]
    assert called == []


async def test_stop_finishes_what_waits() -> None:
    handler = Handler()
    with held(handler) as worker:
        tasks = await gathered(worker, handler, [1, 2])
        stopping = asyncio.create_task(asyncio.to_thread(worker.stop))
        await until(lambda: not worker._accepting)
        with pytest.raises(WorkerStopped):
            await worker.submit(9)
        handler.go_on.set()
        await stopping
        assert [result for result, _ in await asyncio.gather(*tasks)] == [0, 2, 4]


async def test_stop_without_draining_fails_what_waits() -> None:
    handler = Handler()
    with held(handler) as worker:
        tasks = await gathered(worker, handler, [1, 2])
        stopping = asyncio.create_task(asyncio.to_thread(worker.stop, drain=False))
        results = await asyncio.gather(*tasks[1:], return_exceptions=True)
        assert [type(result) for result in results] == [WorkerStopped, WorkerStopped]
        handler.go_on.set()
        await stopping
        assert (await tasks[0])[0] == 0


async def test_no_thread_is_left() -> None:
    before = threading.active_count()
    for _ in range(3):
        handler = Handler()
        handler.go_on.set()
        worker = BatchWorker(handler)
        with pytest.raises(WorkerStopped):
            await worker.submit(1)
        worker.start()
        await worker.submit(1)
        worker.stop()
        worker.stop()
        with pytest.raises(WorkerStopped):
            await worker.call(print)
    assert threading.active_count() == before
    BatchWorker(Handler()).stop()


async def test_the_worker_may_stop_itself() -> None:
    handler = Handler()
    handler.go_on.set()
    with held(handler) as worker:
        await worker.call(worker.stop)
        with pytest.raises(WorkerStopped):
            await worker.submit(1)


def test_several_loops_on_several_threads_share_one_worker() -> None:
    handler = Handler()
    handler.go_on.set()
    results: dict[int, list[int]] = {}

    async def ask(number: int) -> list[int]:
        answers = await asyncio.gather(*(worker.submit(100 * number + item) for item in range(50)))
        return [result for result, _ in answers]

    def run(number: int) -> None:
        results[number] = asyncio.run(ask(number))

    with held(handler) as worker:
        threads = [threading.Thread(target=run, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == {number: [2 * (100 * number + item) for item in range(50)] for number in range(6)}
    assert len(handler.threads) == 1


def test_a_loop_that_ended_harms_nobody() -> None:
    handler = Handler()
    with held(handler) as worker:

        async def ask_and_leave() -> None:
            asking = asyncio.create_task(worker.submit(1))
            await until(handler.begun.is_set)
            asking.cancel()

        asyncio.run(ask_and_leave())
        handler.go_on.set()
        assert asyncio.run(worker.submit(2))[0] == 4
