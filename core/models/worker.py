"""The one thread that owns the models. Callers on any event loop await it; what waits together is one batch."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from types import TracebackType
from typing import Any, Generic, TypeVar, TypeVarTuple

from core.errors import ForsaError, TooManyWaiting
from core.models.fair_queue import FairQueue, Job
from core.models.load import Load
from core.models.settle import settle

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
U = TypeVar("U")
Args = TypeVarTuple("Args")


class WorkerStopped(ForsaError):
    """The model worker takes nothing any more: the program is ending."""

    hint = "ask again when the bot is back"


class BatchWorker(Generic[T, R]):
    """Runs `handler` over what waits, other handlers over theirs, and functions between, on one thread of its own.

    First come, first served, except that askers take turns (`FairQueue`), and that all that waits for one handler is
    one batch.

    Args:
        handler: from a batch of items (at least one) to one result each, in order. Called on the worker's thread only.
        max_batch: items handed over at once, at most.
        max_waiting: jobs that may wait before new questions are turned away; 0 sets no limit.
        batch_wait_s: how long a batch that isn't full waits for more, seconds, and only under load: one question
            alone begins at once.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        handler: Callable[[Sequence[T]], Sequence[R]],
        max_batch: int = 64,
        name: str = "models",
        clock: Callable[[], float] = time.perf_counter,
        *,
        max_waiting: int = 0,
        batch_wait_s: float = 0.0,
    ) -> None:
        self._handler = handler
        self._max_batch = max_batch
        self._max_waiting = max_waiting
        self._batch_wait_s = batch_wait_s
        self._clock = clock
        self._changed = threading.Condition()
        self._queue = FairQueue()
        self._load = Load()
        self._last_batch = 0
        self._accepting = False
        # A daemon, so that a program that ends by an error doesn't hang on it; `stop` is the orderly way.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def __enter__(self) -> "BatchWorker[T, R]":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def waiting(self) -> int:
        """How many jobs haven't begun and are still waited for."""
        with self._changed:
            return len(self._queue)

    @property
    def load(self) -> Load:
        """How busy the worker is, and was."""
        with self._changed:
            oldest = self._queue.oldest()
            oldest_ms = 0.0 if oldest is None else _milliseconds(self._clock() - oldest)
            return replace(self._load, waiting=len(self._queue), oldest_ms=oldest_ms)

    def start(self) -> None:
        """Begin to work; once in a worker's life."""
        self._accepting = True
        self._thread.start()

    def stop(self, drain: bool = True) -> None:
        """Take nothing more, end the thread and wait for its end; a second call does nothing.

        Args:
            drain: finish what waits; otherwise it fails with `WorkerStopped` (what has begun is finished anyway).
        """
        with self._changed:
            self._accepting = False
            dropped = [] if drain else self._queue.clear()
            self._changed.notify()
        for job in dropped:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(WorkerStopped("the model worker has stopped"))
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()

    async def submit(self, item: T, asker: str = "") -> tuple[R, float]:
        """The handler's result for `item`, and the milliseconds that it waited before its batch began.

        Args:
            asker: whose question it is; '' for nobody's in particular.

        Raises:
            WorkerStopped: the worker isn't running.
            TooManyWaiting: it is too busy to take another question.
            Exception: what the handler raised for this item alone.
        """
        job = Job(self._clock(), handler=self._handler, item=item)
        result: tuple[R, float] = await asyncio.wrap_future(self._enqueue(job, asker, is_new=True))
        return result

    async def submit_to(self, handler: Callable[[Sequence[U]], Sequence[S]], item: U, asker: str = "") -> S:
        """Another handler's result for `item`: the next step of a question that was taken, in one batch with the others
        that wait for the same handler. Raises as `submit`, but is never turned away."""
        result: tuple[S, float] = await asyncio.wrap_future(
            self._enqueue(Job(self._clock(), handler=handler, item=item), asker)
        )
        return result[0]

    async def call(self, function: Callable[[*Args], S], *args: *Args) -> S:
        """`function(*args)`, run on the worker's thread when its turn comes.

        Raises:
            WorkerStopped: the worker isn't running.
            Exception: what the function raised.
        """
        job = Job(self._clock(), function=lambda: function(*args))
        result: S = await asyncio.wrap_future(self._enqueue(job))
        return result

    def _enqueue(self, job: Job, asker: str = "", is_new: bool = False) -> Future[Any]:
        with self._changed:
            if not self._accepting:
                raise WorkerStopped("the model worker isn't running")
            if is_new and self._max_waiting and len(self._queue) >= self._max_waiting:
                self._load = replace(self._load, turned_away=self._load.turned_away + 1)
                raise TooManyWaiting(
                    f"{len(self._queue)} questions wait for the models, at most {self._max_waiting} may"
                )
            self._queue.add(job, asker)
            self._changed.notify()
        return job.future

    def _run(self) -> None:
        while (jobs := self._next()) is not None:
            # Marks them as begun; those whose asker has gone are left out and cost nothing.
            begun = [job for job in jobs if job.future.set_running_or_notify_cancel()]
            self._note(begun)
            if begun and begun[0].handler is None:
                settle(begun[0].future, begun[0].function)
            elif begun:
                self._answer(begun)

    def _next(self) -> list[Job] | None:
        """Waits for work; None when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._queue) or not self._accepting)
            under_load = self._last_batch > 1 or len(self._queue) > 1
            if self._batch_wait_s and under_load and self._queue.is_batch_next:
                self._changed.wait_for(
                    lambda: len(self._queue) >= self._max_batch or not self._accepting, timeout=self._batch_wait_s
                )
            if not len(self._queue) and not self._accepting:
                return None
            return self._queue.take(self._max_batch)

    def _note(self, begun: Sequence[Job]) -> None:
        now = self._clock()
        waits = [_milliseconds(now - job.since) for job in begun]
        with self._changed:
            if begun and begun[0].handler is None:
                self._load = self._load.with_function(waits[0])
            elif begun:
                self._last_batch = len(begun)
                self._load = self._load.with_batch(waits)

    def _answer(self, jobs: Sequence[Job]) -> None:
        begin = self._clock()
        together: Future[Sequence[Any]] = Future()
        settle(together, lambda: self._handle(jobs))
        if together.exception() is None:
            for job, result in zip(jobs, together.result(), strict=True):
                job.future.set_result((result, _milliseconds(begin - job.since)))
        elif len(jobs) == 1:
            jobs[0].future.set_exception(together.exception())
        else:
            # One bad item must fail alone: each gets another try by itself, and its own error.
            for job in jobs:
                self._answer([job])

    @staticmethod
    def _handle(jobs: Sequence[Job]) -> Sequence[Any]:
        handler = jobs[0].handler
        assert handler is not None  # functions have gone another way
        results = handler([job.item for job in jobs])
        if len(results) != len(jobs):
            raise RuntimeError(f"the handler gave {len(results)} results for {len(jobs)} items")
        return results


def _milliseconds(seconds: float) -> float:
    return seconds * 1000
