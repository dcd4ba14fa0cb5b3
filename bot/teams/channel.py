"""The Teams channel: keeps what comes in, acknowledges it at once, and answers afterwards, by itself."""

import asyncio
import json
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiohttp import web

from bot.channels import FINISH_S, SEND_S
from bot.conversation import Conversation
from bot.faults import language_of_words
from bot.outcomes import Outcomes
from bot.patience import Patience
from bot.teams.activities import Incoming
from bot.teams.cards import CONTENT_TYPE
from bot.teams.endpoint import PATH, Endpoint, InvokeAnswer
from bot.teams.messages import execute_of, feedback_of, message_of
from bot.teams.sender import Sender
from bot.teams.tokens import TokenCheck
from bot.teams.worker import CardAwaited, Worker
from bot.texts import Text
from bot.working import prune_again_and_again
from storage.inbox import Inbox

Json = dict[str, Any]

CARD_WITHIN_S = 8.0
"""Seconds in which a pressed card must be answered; Teams shows an error after about ten."""
_MESSAGE_TYPE = "application/vnd.microsoft.activity.message"
_ERROR_TYPE = "application/vnd.microsoft.error"


class TeamsChannel:
    """Every activity is kept in the inbox before Teams is told that we have it."""

    name = "teams"

    def __init__(
        self,
        conversation: Conversation,
        inbox: Inbox,
        sender: Sender,
        outcomes: Outcomes,
        tokens: TokenCheck | None,
        tenants: frozenset[str] = frozenset(),
        *,
        development: bool = False,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`tokens` is None in development only; `close` is awaited at the end: it lets go of what sends."""
        self._conversation = conversation
        self._inbox = inbox
        self._sender = sender
        self._outcomes = outcomes
        self._endpoint = Endpoint(self._receive, tokens, tenants, development=development)
        self._close = close
        self._worker: Worker | None = None

    def routes(self) -> Sequence[web.RouteDef]:
        """The endpoint's; other methods than POST are answered 405 by the router."""
        return [web.post(PATH, self._endpoint.handle)]

    async def run(self, stopping: asyncio.Event) -> None:
        """Serve until told to stop: first what a former run left, in its order, then what comes in. Raises StorageError
        where that can't be read, nor on another try."""
        pruning = asyncio.create_task(prune_again_and_again(self._inbox))
        worker = Worker(self._conversation, self._inbox, self._sender, self._outcomes, time.time)
        try:
            for waiting in await Patience(self._outcomes)(self._inbox.waiting):
                worker.begin(waiting)
            self._worker = worker
            await stopping.wait()
        finally:
            pruning.cancel()
            await asyncio.gather(pruning, return_exceptions=True)
            self._worker = None  # what still comes in is kept for the next start
            await worker.end(FINISH_S, SEND_S)
            if self._close is not None:
                await self._close()

    async def _receive(self, incoming: Incoming) -> InvokeAnswer | None:
        if incoming.type == "invoke":
            return await self._invoked(incoming)
        if message_of(incoming) is None:
            self._outcomes.count("update", "ignored")
            return None
        await self._take(incoming)
        return None

    async def _invoked(self, incoming: Incoming) -> InvokeAnswer:
        if incoming.name == "adaptiveCard/action":
            return InvokeAnswer(200, await self._card(incoming))
        if incoming.name == "message/submitAction":
            if feedback_of(incoming) is not None:
                await self._take(incoming)
            return InvokeAnswer(200, {})
        return InvokeAnswer(501, {})

    async def _take(self, incoming: Incoming, card: CardAwaited | None = None) -> bool:
        """Keep an activity, and begin it if it is new; whether it was begun. Raises StorageError."""
        key = incoming.key or uuid.uuid4().hex
        for waiting in await self._inbox.add([(key, json.dumps(incoming.body))]):
            self._outcomes.count("update", "received")
            if self._worker is not None:
                self._worker.begin(waiting, card)
                return True
        return False

    async def _card(self, incoming: Incoming) -> Json:
        """What takes the place of the card whose button was pressed. What comes too late for that, or is no card, is
        sent as a message."""
        message = execute_of(incoming)
        if message is None:
            return {"statusCode": 400, "type": _ERROR_TYPE, "value": {"code": "BadRequest", "message": "no button"}}
        awaited: CardAwaited = asyncio.get_running_loop().create_future()
        if not await self._take(incoming, awaited):
            return _told("✓")  # it came a second time, or is kept for the next start
        try:
            async with asyncio.timeout(CARD_WITHIN_S):
                card = await awaited  # cancelled by the time-out: the worker sees that, and sends a message
        except TimeoutError:
            return _told(Text.CARD_LATER.say(language_of_words(message.text) or "fr"))
        return _told("✓") if card is None else {"statusCode": 200, "type": CONTENT_TYPE, "value": card}


def _told(text: str) -> Json:
    """A line that is shown beside the card for a moment."""
    return {"statusCode": 200, "type": _MESSAGE_TYPE, "value": text}
