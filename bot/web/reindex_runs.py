"""The reindex that a browser or program started: it goes on when they leave, and others can follow it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from bot.conversation import Conversation
from bot.replies import BotReply, Message, Notice, Progress
from bot.web.shapes import ReindexState


class _Run:
    """What one run said so far."""

    def __init__(self) -> None:
        self.said: list[BotReply] = []
        self.is_over = False
        self.changed = asyncio.Condition()

    async def tell(self, reply: BotReply | None) -> None:
        """One thing more, or that it is over."""
        async with self.changed:
            if reply is None:
                self.is_over = True
            else:
                self.said.append(reply)
            self.changed.notify_all()


class ReindexRuns:
    """At most one of its own at a time."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._run: _Run | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether one goes on."""
        return self._run is not None and not self._run.is_over

    async def start(self, message: Message) -> None:
        """Start one, if none runs; returns with the first thing that it says."""
        if not self.is_running:
            self._run = _Run()
            self._task = asyncio.create_task(self._work(self._run, message))
        run = self._run
        assert run is not None
        async with run.changed:
            await run.changed.wait_for(lambda: bool(run.said) or run.is_over)

    async def follow(self) -> AsyncGenerator[BotReply]:
        """What the latest run said and says, from its start to its end."""
        run, place = self._run, 0
        while run is not None:
            async with run.changed:
                await run.changed.wait_for(lambda: len(run.said) > place or run.is_over)  # noqa: B023 - awaited at once
            for reply in run.said[place:]:
                place += 1
                yield reply
            if run.is_over and place == len(run.said):
                return

    def state(self) -> ReindexState:
        """How it stands."""
        last = self._run.said[-1] if self._run and self._run.said else None
        text = last.text if isinstance(last, Notice | Progress) else ""
        done, total = (last.done, last.total) if isinstance(last, Progress) else (0, 0)
        return ReindexState(running=self.is_running, text=text, done=done, total=total)

    def refusal(self) -> str:
        """Why the latest run never began; '' where it did."""
        said = self._run.said if self._run else []
        first = said[0] if said else None
        return first.text if isinstance(first, Notice) and first.is_error else ""

    async def stop(self) -> None:
        """End it; the index in use answers on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self, run: _Run, message: Message) -> None:
        try:
            async with aclosing(self._conversation.handle(message)) as replies:
                async for reply in replies:
                    await run.tell(reply)
        finally:
            await run.tell(None)
