"""The channel over the small Bot API, the conversation's small engine and a database on disk."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.outcomes import Outcomes
from bot.telegram.channel import TelegramChannel
from bot.telegram.client import build_bot
from core.errors import StorageError
from core.settings import Settings
from storage.database import Database
from storage.inbox import Inbox
from tests.bot.conftest import Bot, until
from tests.bot.telegram.api import TOKEN, FakeApi, fake_api


@pytest.fixture
async def api() -> AsyncIterator[FakeApi]:
    async with fake_api() as api:
        yield api


class Served:
    """A running channel and its parts."""

    def __init__(
        self, database: Database, api: FakeApi, conversation: Any = None, settings: Settings | None = None, **more: Any
    ) -> None:
        self.bot = Bot(database, settings)
        self.inbox = Inbox(database, "telegram", time.time)
        self.outcomes = Outcomes()
        self.channel = TelegramChannel(
            build_bot(TOKEN, api.url), conversation or self.bot.conversation, self.inbox, self.outcomes, **more
        )

        self.running: asyncio.Task[None]

    async def done(self, count: int) -> None:
        """Wait until so many updates are done."""
        await until(lambda: self.outcomes.of("update", "done") >= count)


@asynccontextmanager
async def inbox_at(path: Path) -> AsyncIterator[Inbox]:
    """The inbox alone, as a process that died has left it."""
    database = Database(path, StorageError)
    await database.open()
    yield Inbox(database, "telegram", time.time)
    await database.close()


@asynccontextmanager
async def serving(path: Path, api: FakeApi, **more: Any) -> AsyncIterator[Served]:
    """The channel while the block runs; it is stopped in order at its end."""
    database = Database(path, StorageError, busy_timeout_s=0.2)
    await database.open()
    served = Served(database, api, **more)
    stopping = asyncio.Event()
    served.running = running = asyncio.create_task(served.channel.run(stopping))
    try:
        yield served
    finally:
        stopping.set()
        await running
        await database.close()
