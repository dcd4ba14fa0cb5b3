"""A message about a long work that is edited in place as the work goes on."""

import logging
from typing import Any

from bot.teams.activities import Reference
from bot.teams.sender import ConnectorError, Sender

log = logging.getLogger(__name__)

Json = dict[str, Any]

EVERY_S = 2.0
"""Between two edits: more would be more than anybody reads, and Teams counts each as a message."""


class Board:
    """Shows the latest state. What can't be shown is left out: the work itself doesn't hang on it."""

    def __init__(self, sender: Sender, reference: Reference) -> None:
        self._sender = sender
        self._reference = reference
        self._id = ""
        self._next = float("-inf")
        self._pending: Json | None = None

    async def show(self, activity: Json) -> None:
        """Show a state, now or with one of the next ones."""
        self._pending = activity
        if self._sender.monotonic() >= self._next:
            await self.close()

    async def close(self) -> None:
        """Show what was held back."""
        if self._pending is None:
            return
        activity, self._pending = self._pending, None
        self._next = self._sender.monotonic() + EVERY_S
        try:
            if self._id:
                await self._sender.connector.update(self._reference, self._id, activity)
            else:
                self._id = await self._sender.connector.send(self._reference, activity)
        except ConnectorError as error:
            log.info("progress can't be shown: %s", error)
