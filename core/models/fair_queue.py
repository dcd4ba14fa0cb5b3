"""What waits for the models, and whose turn it is: askers take turns, whoever has gone is forgotten."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

Handler = Callable[[Sequence[Any]], Sequence[Any]]
"""From a batch of items to one result each, in order."""


@dataclass(eq=False)
class Job:
    """Something to do for one asker: an item for a handler, or (without a handler) a function of its own."""

    since: float
    future: Future[Any] = field(default_factory=Future)
    handler: Handler | None = None
    item: Any = None
    function: Callable[[], Any] = lambda: None


class FairQueue:
    """Jobs by asker. Not for several threads at once: the worker's lock is held around it.

    One asker's jobs keep their order. Among askers the one that was served longest ago is next, so that whoever sends
    fifty questions delays the others by one at a time. A job without an asker is an asker of its own: first come, first
    served.
    """

    def __init__(self) -> None:
        self._by_asker: OrderedDict[object, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        """Jobs that somebody still waits for."""
        return sum(1 for job in self._jobs() if not job.future.cancelled())

    def add(self, job: Job, asker: str = "") -> None:
        """Behind the asker's own jobs."""
        self._by_asker.setdefault(asker or object(), deque()).append(job)

    def take(self, most: int) -> list[Job]:
        """The next function alone, or the next item and all others for its handler, at most `most`; none if none waits.

        Items for one handler are one batch even where a function waits between them: it is delayed by that batch.
        """
        self._forget_gone()
        if not self._by_asker:
            return []
        handler = next(iter(self._by_asker.values()))[0].handler
        if handler is None:
            return [self._pop(next(iter(self._by_asker)))]
        taken: list[Job] = []
        while len(taken) < most:
            ready = [asker for asker, own in self._by_asker.items() if own[0].handler == handler]
            if not ready:
                break
            taken += [self._pop(asker) for asker in ready[: most - len(taken)]]
        return taken

    @property
    def is_batch_next(self) -> bool:
        """Whether what is next is for a handler, so that more may join it."""
        first = next(self._jobs(), None)
        return first is not None and first.handler is not None

    def clear(self) -> list[Job]:
        """Everything that waited; nothing does any more."""
        dropped = list(self._jobs())
        self._by_asker.clear()
        return dropped

    def oldest(self) -> float | None:
        """Since when the job has waited that waits longest; None if none does."""
        return min((job.since for job in self._jobs() if not job.future.cancelled()), default=None)

    def _pop(self, asker: object) -> Job:
        own = self._by_asker.pop(asker)
        job = own.popleft()
        if own:
            self._by_asker[asker] = own  # behind all others
        return job

    def _jobs(self) -> Iterator[Job]:
        return (job for own in self._by_asker.values() for job in own)

    def _forget_gone(self) -> None:
        for asker, own in list(self._by_asker.items()):
            if any(job.future.cancelled() for job in own):
                left = deque(job for job in own if not job.future.cancelled())
                if left:
                    self._by_asker[asker] = left
                else:
                    del self._by_asker[asker]
