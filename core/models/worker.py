"""The one thread that owns the models. Callers on any event loop await it; what waits together is one batch."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Generic, TypeVar, TypeVarTuple

from core.errors import ForsaError

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
Args = TypeVarTuple("Args")


class WorkerStopped(ForsaError):
    """The model worker takes nothing any more: the program is ending."""

    hint = "ask again when the bot is back"


@dataclass
class _Job(Generic[T]):
    """Something to do for one asker: an item for the handler, or a function of its own."""

    since: float
    item: T | None = None
    function: Callable[[], Any] | None = None
    future: Future[Any] = field(default_factory=Future)


class BatchWorker(Generic[T, R]):
    """Runs `handler` over what waits, and functions between, in order of arrival, on one thread of its own.

    Args:
        handler: from a batch of items (at least one) to one result each, in order. Called on the worker's thread only.
        max_batch: items handed over at once, at most.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        handler: Callable[[Sequence[T]], Sequence[R]],
        max_batch: int = 64,
        name: str = "models",
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._handler = handler
        self._max_batch = max_batch
        self._clock = clock
        self._changed = threading.Condition()
        self._waiting: deque[_Job[T]] = deque()
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
        """How many jobs haven't begun."""
        return len(self._waiting)

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
            dropped = [] if drain else list(self._waiting)
            if not drain:
                self._waiting.clear()
            self._changed.notify()
        for job in dropped:
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(WorkerStopped("the model worker has stopped"))
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()

    async def submit(self, item: T) -> tuple[R, float]:
        """The handler's result for `item`, and the milliseconds that it waited before its batch began.

        Raises:
            WorkerStopped: the worker isn't running.
            Exception: what the handler raised for this item alone.
        """
        result: tuple[R, float] = await asyncio.wrap_future(self._enqueue(_Job(self._clock(), item=item)))
        return result

    async def call(self, function: Callable[[*Args], S], *args: *Args) -> S:
        """`function(*args)`, run on the worker's thread when its turn comes.

        Raises:
            WorkerStopped: the worker isn't running.
            Exception: what the function raised.
        """
        result: S = await asyncio.wrap_future(self._enqueue(_Job(self._clock(), function=lambda: function(*args))))
        return result

    def _enqueue(self, job: _Job[T]) -> Future[Any]:
        with self._changed:
            if not self._accepting:
                raise WorkerStopped("the model worker isn't running")
            self._waiting.append(job)
            self._changed.notify()
        return job.future

    def _run(self) -> None:
        while jobs := self._next():
            # Marks them as begun; those whose asker has gone are left out and cost nothing.
            begun = [job for job in jobs if job.future.set_running_or_notify_cancel()]
            if begun and begun[0].function is not None:
                _settle(begun[0].future, begun[0].function)
            elif begun:
                self._answer(begun)

    def _next(self) -> list[_Job[T]]:
        """Waits for work: one function, or the items up to the next function; nothing when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or not self._accepting)
            jobs: list[_Job[T]] = []
            while self._waiting and len(jobs) < self._max_batch:
                if jobs and (jobs[0].function or self._waiting[0].function):
                    break
                jobs.append(self._waiting.popleft())
            return jobs

    def _answer(self, jobs: Sequence[_Job[T]]) -> None:
        begin = self._clock()
        together: Future[Sequence[R]] = Future()
        _settle(together, lambda: self._handle(jobs))
        if together.exception() is None:
            for job, result in zip(jobs, together.result(), strict=True):
                job.future.set_result((result, _milliseconds(begin - job.since)))
        elif len(jobs) == 1:
            jobs[0].future.set_exception(together.exception())
        else:
            # One bad item must fail alone: each gets another try by itself, and its own error.
            for job in jobs:
                self._answer([job])

    def _handle(self, jobs: Sequence[_Job[T]]) -> Sequence[R]:
        results = self._handler([job.item for job in jobs])  # type: ignore[misc]  # T may itself be optional
        if len(results) != len(jobs):
            raise RuntimeError(f"the handler gave {len(results)} results for {len(jobs)} items")
        return results


def _settle(future: Future[Any], function: Callable[[], Any]) -> None:
    """Give the future what the function returns or raises. Nothing that it raises may end the worker's thread."""
    try:
        result = function()
    except StopIteration as error:
        # asyncio can't carry this one: its asker would wait for ever.
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))
    except BaseException as error:  # noqa: BLE001  # not hidden: raised again where it is awaited
        future.set_exception(error)
    else:
        future.set_result(result)


def _milliseconds(seconds: float) -> float:
    return seconds * 1000
