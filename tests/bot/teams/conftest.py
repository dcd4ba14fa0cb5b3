"""A Teams channel behind a real HTTP server, over the conversation of the tests, with a connector that records."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientSession

from bot.http import http_server
from bot.outcomes import Outcomes
from bot.teams.channel import TeamsChannel
from bot.teams.connector import Connector
from bot.teams.sender import Sender
from bot.teams.tokens import Keys, TokenCheck
from core.errors import StorageError
from core.settings import Settings
from storage.database import Database
from storage.inbox import Inbox
from tests.bot.conftest import Bot, until
from tests.bot.teams.servers import APP_ID, TENANT, Clock, Json, OpenId, RecordingConnector, personal_message


class Teams:
    """The channel while it runs, and Teams' side of it."""

    sender: Sender

    def __init__(self, bot: Bot, channel: TeamsChannel, inbox: Inbox, outcomes: Outcomes, clock: Clock) -> None:
        self.bot = bot
        self.channel = channel
        self.inbox = inbox
        self.outcomes = outcomes
        self.clock = clock
        self.openid: OpenId
        self.connector: RecordingConnector
        self.session: ClientSession
        self.url = ""
        self._count = 0

    def activity(self, text: str = "", **more: Any) -> Json:
        """A message in a personal chat; fields are replaced by those given, None leaves one out."""
        self._count += 1
        activity = personal_message(self.connector.url, "agent", text, f"in-{self._count}") | more
        return {name: value for name, value in activity.items() if value is not None}

    def in_group(self, text: str, **more: Any) -> Json:
        """A message to the bot in a channel's thread."""
        mention = {"type": "mention", "text": "<at>Forsa</at>", "mentioned": {"id": "28:bot", "name": "Forsa"}}
        where = {"id": "19:c@thread.tacv2;messageid=1", "conversationType": "channel", "isGroup": True}
        return self.activity(f"<at>Forsa</at> {text}", conversation=where, entities=[mention], **more)

    async def post(self, activity: Any, **headers: str) -> ClientResponse:
        """Bring an activity, with a good token unless another header is given."""
        token = self.openid.token(activity.get("serviceUrl", "")) if isinstance(activity, dict) else "none"
        sent = {"Authorization": f"Bearer {token}"} | headers
        async with self.session.post(self.url, json=activity, headers=sent) as response:
            await response.read()
            return response

    async def say(self, text: str, **more: Any) -> None:
        response = await self.post(self.activity(text, **more))
        assert response.status == 200

    async def messages(self, count: int) -> list[Json]:
        """The messages with words that people got, once there are so many."""
        await self.connector.until(lambda: len(self.connector.texts) >= count)
        return self.connector.texts

    async def until_done(self, count: int) -> None:
        """Wait until so many activities that came in are done."""
        await until(lambda: self.outcomes.of("update", "done") + self.outcomes.of("update", "failed") >= count)


@asynccontextmanager
async def running_teams(
    database_path: Path, connector: RecordingConnector, openid: OpenId, settings: Settings | None = None
) -> AsyncIterator[Teams]:
    """A start of the bot on a database; ends as a stop does."""
    async with AsyncExitStack() as stack:
        database = Database(database_path, StorageError, busy_timeout_s=0.2)
        await database.open()
        stack.push_async_callback(database.close)
        # Two: Teams' own requests don't use up our connections.
        session, outside = [await stack.enter_async_context(ClientSession()) for _ in range(2)]
        clock, outcomes, bot = Clock(), Outcomes(), Bot(database, settings)

        async def login() -> str:
            return "our token"

        sender = Sender(Connector(lambda: session, APP_ID, login), clock.sleep, clock.monotonic, lambda: 0.5)
        tokens = TokenCheck(Keys(lambda: session, f"{openid.url}/metadata", clock.monotonic), APP_ID)
        inbox = Inbox(database, "teams", time.time)
        channel = TeamsChannel(bot.conversation, inbox, sender, outcomes, tokens, frozenset({TENANT}), development=True)
        teams = Teams(bot, channel, inbox, outcomes, clock)
        teams.openid, teams.connector, teams.session, teams.sender = openid, connector, outside, sender
        port = await stack.enter_async_context(http_server(channel.routes(), "127.0.0.1", 0))
        teams.url = f"http://127.0.0.1:{port}/api/messages"
        stopping = asyncio.Event()
        run = asyncio.create_task(channel.run(stopping))
        try:
            yield teams
        finally:
            stopping.set()
            await run


@pytest.fixture
async def openid() -> AsyncIterator[OpenId]:
    server = OpenId()
    async with http_server(server.routes(), "127.0.0.1", 0) as port:
        server.url = f"http://127.0.0.1:{port}"
        yield server


@pytest.fixture
async def connector() -> AsyncIterator[RecordingConnector]:
    server = RecordingConnector()
    async with http_server(server.routes(), "127.0.0.1", 0) as port:
        server.url = f"http://127.0.0.1:{port}"
        yield server


@pytest.fixture
async def teams(database_path: Path, connector: RecordingConnector, openid: OpenId) -> AsyncIterator[Teams]:
    async with running_teams(database_path, connector, openid) as running:
        yield running
