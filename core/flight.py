"""One computation that several askers follow: identical questions that arrive together are answered once."""

import asyncio
from collections.abc import AsyncIterator, Callable

from core.reply import Event


class Flight:
    """Runs an iterator of events in a task of its own and lets any number of askers follow it from the start.

    An asker that goes away disturbs no other; when the last one goes, the work is cancelled. `on_end` is called with
    the flight once nobody may join it any more; it may be called twice.
    """

    def __init__(self, events: AsyncIterator[Event], on_end: Callable[["Flight"], object]) -> None:
        self._past: list[Event] = []
        self._followers: set[asyncio.Queue[Event | None]] = set()
        self._on_end = on_end
        self._task = asyncio.create_task(self._run(events))

    async def follow(self) -> AsyncIterator[Event]:
        """Every event from the first on; raises what the work raised."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        for event in self._past:
            queue.put_nowait(event)
        if self._task.done():
            queue.put_nowait(None)
        self._followers.add(queue)
        try:
            while (next_event := await queue.get()) is not None:
                yield next_event
            self._task.result()
        finally:
            self._followers.discard(queue)
            if not self._followers and not self._task.done():
                # First out of the way: whoever asks from now on must not join work that is about to be cancelled.
                self._on_end(self)
                self._task.cancel()

    async def _run(self, events: AsyncIterator[Event]) -> None:
        try:
            async for event in events:
                self._past.append(event)
                for queue in self._followers:
                    queue.put_nowait(event)
        finally:
            # Whoever asks from now on finds the answer in the cache, or starts anew.
            self._on_end(self)
            for queue in self._followers:
                queue.put_nowait(None)
