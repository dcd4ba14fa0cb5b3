"""Getting activities to their place in spite of limits and short outages, in order, and knowing when to give up."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from bot.teams.activities import Reference

log = logging.getLogger(__name__)

Json = dict[str, Any]
Result = TypeVar("Result")

FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 30.0
GIVE_UP_AFTER_S = 600.0
"""Seconds for which a message is tried; what then isn't delivered stays in the inbox for the next start."""


class ConnectorError(Exception):
    """The connector didn't take an activity. `status` is HTTP's, 0 where there was no answer at all."""

    def __init__(self, status: int, code: str, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(f"{status or 'no answer'} {code} {message}".strip())
        self.status = status
        self.code = code
        self.message = message
        self.retry_after_s = retry_after_s

    @property
    def may_pass(self) -> bool:
        """Whether trying again can help: too many at once, or a fault on their side."""
        return self.status in (0, 408, 412, 425, 429) or self.status >= 500

    @property
    def is_goodbye(self) -> bool:
        """Whether the bot was removed or the conversation is gone: a normal ending."""
        return self.status in (404, 410) or (self.status == 403 and not self.is_of_stream)

    @property
    def is_of_stream(self) -> bool:
        return "stream" in f"{self.code} {self.message}".casefold()

    @property
    def is_stop(self) -> bool:
        """Whether the person pressed Stop."""
        return self.status == 403 and self.is_of_stream and "cancel" in self.message.casefold()


class Sends(Protocol):
    """What carries activities (`connector.py`); raises ConnectorError."""

    async def send(self, reference: Reference, activity: Json) -> str: ...

    async def update(self, reference: Reference, id_: str, activity: Json) -> None: ...


class Sender:
    """Sends with patience. `sleep`, `monotonic` and `jitter` (0 to 1) are handed in for the tests' sake."""

    def __init__(
        self,
        connector: Sends,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.connector = connector
        self.sleep = sleep
        self.monotonic = monotonic
        self._jitter = jitter

    async def send(self, reference: Reference, activity: Json) -> str:
        """Send until it is taken; returns its id. Raises ConnectorError where trying can't help (any more)."""
        return await self._patiently(lambda: self.connector.send(reference, activity))

    async def update(self, reference: Reference, id_: str, activity: Json) -> None:
        """The same for a message that takes the place of another."""
        await self._patiently(lambda: self.connector.update(reference, id_, activity))

    async def _patiently(self, work: Callable[[], Awaitable[Result]]) -> Result:
        give_up, wait = self.monotonic() + GIVE_UP_AFTER_S, FIRST_WAIT_S
        while True:
            try:
                return await work()
            except ConnectorError as error:
                pause = max(error.retry_after_s or 0.0, wait * (0.5 + self._jitter()))
                if not error.may_pass or self.monotonic() + pause > give_up:
                    raise
                log.info("the connector said: %s; again in %.1f s", error, pause)
            await self.sleep(pause)
            wait = min(2 * wait, LONGEST_WAIT_S)
