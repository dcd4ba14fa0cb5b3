"""What the database refuses is tried again for some seconds: a disk may be slow or full for a moment."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.outcomes import Outcomes
from core.errors import ForsaError

log = logging.getLogger(__name__)

Result = TypeVar("Result")

WAITS_S = (0.5, 2.0, 8.0)
"""Seconds before the second try, the third …; the error of the last one is raised."""


class Patience:
    """Tries work that may be done more than once, such as a write of the same row. Counts what it tried again."""

    def __init__(self, outcomes: Outcomes, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self._outcomes = outcomes
        self._sleep = sleep

    async def __call__(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """The work's result. Raises ForsaError, that of the last try."""
        for wait in WAITS_S:
            try:
                return await work()
            except ForsaError as error:
                self._outcomes.count("storage", "retried")
                log.warning("%s (%s), next try in %.1f s", error, error.hint, wait)
                await self._sleep(wait)
        return await work()
