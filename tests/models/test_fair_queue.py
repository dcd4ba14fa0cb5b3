"""Whose turn it is among those who wait for the models."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from core.errors import TooManyWaiting
from core.models.fair_queue import FairQueue, Job
from core.models.worker import BatchWorker
from tests.models.test_worker import Handler, gathered, held, until


def handler(items: Sequence[str]) -> Sequence[str]:
    return items


def other(items: Sequence[str]) -> Sequence[str]:
    return items


def queue_of(*asked: str) -> FairQueue:
    """Jobs as `asker:item`."""
    queue = FairQueue()
    for entry in asked:
        asker, _, item = entry.partition(":")
        queue.add(Job(0.0, handler=handler, item=item), asker)
    return queue


def items(jobs: Sequence[Job]) -> list[str]:
    return [job.item for job in jobs]


def test_askers_take_turns_however_many_one_sends() -> None:
    queue = queue_of("a:1", "a:2", "a:3", "a:4", "b:5", "c:6")
    assert items(queue.take(2)) == ["1", "5"]
    assert items(queue.take(2)) == ["6", "2"]
    assert items(queue.take(2)) == ["3", "4"]


def test_nobody_waits_for_ever_behind_newcomers() -> None:
    queue = queue_of("a:1", "a:2")
    served = []
    for number in range(4):
        queue.add(Job(0.0, handler=handler, item=f"new {number}"), f"newcomer {number}")
        served += items(queue.take(1))
    assert served.index("2") <= 2


def test_jobs_without_an_asker_go_by_arrival() -> None:
    assert items(queue_of(":1", ":2", ":3").take(2)) == ["1", "2"]


def test_a_batch_is_for_one_handler_and_passes_over_the_others() -> None:
    queue = queue_of("a:1", "b:2")
    queue.add(Job(0.0, handler=other, item="x"), "c")
    queue.add(Job(0.0, item="function"))
    queue.add(Job(0.0, handler=handler, item="3"), "d")
    assert items(queue.take(9)) == ["1", "2", "3"]
    assert items(queue.take(9)) == ["x"]
    assert items(queue.take(9)) == ["function"]
    assert queue.take(9) == []


def test_one_asker_keeps_the_own_order() -> None:
    queue = FairQueue()
    queue.add(Job(0.0, handler=other, item="first"), "a")
    queue.add(Job(0.0, handler=handler, item="second"), "a")
    queue.add(Job(0.0, handler=handler, item="b's"), "b")
    assert [items(queue.take(9)), items(queue.take(9))] == [["first"], ["b's", "second"]]


def test_who_has_gone_is_neither_counted_nor_taken() -> None:
    queue = queue_of("a:1", "a:2", "b:3")
    gone = Job(0.0, handler=handler, item="gone")
    queue.add(gone, "c")
    gone.future.cancel()
    assert len(queue) == 3
    assert items(queue.take(4)) == ["1", "3", "2"]


async def test_gates_that_wait_are_one_batch_of_their_own_handler() -> None:
    doubling, seen = Handler(), []

    def gate(ranked: Sequence[int]) -> list[int]:
        seen.append((threading.get_ident(), list(ranked)))
        return [10 * item for item in ranked]

    with held(doubling) as worker:
        tasks = await gathered(worker, doubling, [1])
        gates = [asyncio.create_task(worker.submit_to(gate, item)) for item in (1, 2, 3)]
        await until(lambda: worker.waiting == 4)
        doubling.go_on.set()
        assert await asyncio.gather(*gates) == [10, 20, 30]
        await asyncio.gather(*tasks)
    assert [ranked for _, ranked in seen] == [[1, 2, 3]]
    assert {thread for thread, _ in seen} == doubling.threads


async def test_past_the_set_length_questions_are_turned_away_and_steps_of_those_taken_are_not() -> None:
    doubling = Handler()
    worker = BatchWorker(doubling, max_waiting=2)
    worker.start()
    try:
        tasks = await gathered(worker, doubling, [1, 2])
        with pytest.raises(TooManyWaiting):
            await worker.submit(3)
        step = asyncio.create_task(worker.submit_to(handler, "x"))
        await until(lambda: worker.waiting == 3)
        tasks[1].cancel()
        step.cancel()
        await asyncio.gather(tasks[1], step, return_exceptions=True)
        assert worker.waiting == 1
        tasks.append(asyncio.create_task(worker.submit(4)))  # there is room again: who has gone doesn't count
        await until(lambda: worker.waiting == 2)
        doubling.go_on.set()
        assert [result for result, _ in await asyncio.gather(tasks[0], *tasks[2:])] == [0, 4, 8]
        assert worker.load.turned_away == 1
    finally:
        doubling.go_on.set()
        worker.stop()


async def test_length_and_wait_are_told() -> None:
    now = 10.0
    doubling = Handler()
    worker = BatchWorker(doubling, clock=lambda: now)
    with worker:
        try:
            tasks = await gathered(worker, doubling, [1, 2])
            now = 10.25
            assert (worker.load.waiting, worker.load.oldest_ms) == (2, 250.0)
        finally:
            doubling.go_on.set()
        await asyncio.gather(*tasks)
        await worker.call(int)
        load = worker.load
    assert (load.waiting, load.oldest_ms, load.batches, load.items, load.largest) == (0, 0.0, 2, 3, 2)
    assert (load.functions, load.longest_ms, load.waited_ms, load.mean_wait_ms) == (1, 250.0, 500.0, 125.0)


async def test_one_question_alone_never_waits_for_others() -> None:
    """A wait of an hour would be noticed."""
    with BatchWorker[int, int](lambda asked: list(asked), batch_wait_s=3600) as worker:
        assert (await worker.submit(1))[0] == 1
        assert (await worker.submit(2))[0] == 2


async def test_under_load_a_batch_waits_until_it_is_full() -> None:
    doubling = Handler()
    worker = BatchWorker(doubling, max_batch=3, batch_wait_s=3600)
    worker.start()
    try:
        tasks = await gathered(worker, doubling, [1, 2])
        doubling.go_on.set()
        await tasks[0]
        tasks.append(asyncio.create_task(worker.submit(3)))
        assert [result for result, _ in await asyncio.gather(*tasks)] == [0, 2, 4, 6]
        assert doubling.batches == [[0], [1, 2, 3]]
    finally:
        worker.stop()
