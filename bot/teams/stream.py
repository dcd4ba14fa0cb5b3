"""A message that grows before a person's eyes: a line that says what goes on, checked sentences, then the answer.

Personal chats only; elsewhere Teams takes no stream. It takes one activity a second, and a stream lives two minutes.
"""

import asyncio
import logging
from typing import Any, Literal

from bot.teams.activities import Reference
from bot.teams.sender import ConnectorError, Sender

log = logging.getLogger(__name__)

Json = dict[str, Any]
Kind = Literal["informative", "streaming"]

EVERY_S = 1.0
PATIENCE_S, LOOK_EVERY_S = 0.3, 0.05
"""An answer that comes sooner needs no line about what goes on: its sentences are the first to be seen."""
LIVES_S = 110.0
"""Two minutes are allowed; the end must be there before."""


class Stream:
    """One answer's stream. `show` returns at once and what it is given goes out in time; `finish` ends it."""

    def __init__(self, sender: Sender, reference: Reference) -> None:
        self._sender = sender
        self._reference = reference
        self._pending: tuple[Kind, str] | None = None
        self._last: tuple[Kind, str] | None = None
        self._pump: asyncio.Task[None] | None = None
        self._sequence = 0
        self._first: float | None = None
        self._began: float | None = None
        self._next = float("-inf")
        self._has_ended = False
        self.id = ""
        self.is_stopped = False
        """The person pressed Stop: nothing more is wanted."""

    def show(self, kind: Kind, text: str) -> None:
        """What may be seen so far; it takes the place of what hasn't gone out yet."""
        if self._has_ended or not text or self._last == (kind, text):
            return
        self._pending = self._last = (kind, text)
        if self._first is None:
            self._first = self._sender.monotonic()
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._send_pending())

    async def finish(self, activity: Json) -> str:
        """Put the whole message in the stream's place; returns its id, '' where the person stopped it.

        Where the stream is over already, or never began, it is sent as an ordinary message. Raises ConnectorError.
        """
        if self._pump is not None and self._began is None and self._pending and self._pending[0] == "streaming":
            await self._pump  # the sentences are seen now; label, citations and thumbs follow
        await self.close()
        if self.is_stopped:
            return ""
        if not self.id or self._has_ended or self._is_old():
            return await self._sender.send(self._reference, activity)
        await self._slot()
        info = {"type": "streaminfo", "streamId": self.id, "streamType": "final"}
        final = activity | {"entities": [info, *activity.get("entities", ())]}
        try:
            return await self._sender.send(self._reference, final) or self.id
        except ConnectorError as error:
            if error.is_stop:
                self._stop()
                return ""
            if error.is_goodbye or error.may_pass:
                raise
            log.info("the stream can't be ended (%s): the answer is sent as a message", error)
            return await self._sender.send(self._reference, activity)

    async def close(self) -> None:
        """Let what is on its way arrive, and send nothing more of what waits."""
        self._pending = None
        if self._pump is not None:
            await self._pump

    async def _send_pending(self) -> None:
        while self._pending is not None and not self._has_ended:
            await self._patience()
            await self._slot()
            if self._pending is None or self._is_old():
                return
            (kind, text), self._pending = self._pending, None
            await self._send(kind, text)

    async def _send(self, kind: Kind, text: str) -> None:
        info: Json = {"type": "streaminfo", "streamType": kind, "streamSequence": self._sequence + 1}
        if self.id:
            info["streamId"] = self.id
        self._next = self._sender.monotonic() + EVERY_S
        try:
            given = await self._sender.connector.send(
                self._reference, {"type": "typing", "text": text, "entities": [info]}
            )
        except ConnectorError as error:
            if error.is_stop:
                self._stop()
            elif error.may_pass:
                # Not worth an effort of its own: the next sentences hold this one too.
                self._next = self._sender.monotonic() + max(EVERY_S, error.retry_after_s or 0.0)
            else:
                log.info("no stream here: %s", error)
                self._has_ended = True
            return
        self._sequence += 1
        if self._began is None:
            self._began = self._sender.monotonic()
        self.id = self.id or given
        self._has_ended = not self.id  # without the id nothing can follow

    def _stop(self) -> None:
        log.info("the person stopped the answer")
        self.is_stopped = self._has_ended = True

    def _is_old(self) -> bool:
        return self._began is not None and self._sender.monotonic() - self._began > LIVES_S

    async def _patience(self) -> None:
        """Before anything was shown, wait a moment for something better than the informative line."""
        first = self._first if self._first is not None else self._sender.monotonic()
        while self._pending is not None and self._pending[0] == "informative" and self._began is None:
            if self._sender.monotonic() >= first + PATIENCE_S:
                return
            await self._sender.sleep(LOOK_EVERY_S)

    async def _slot(self) -> None:
        """Wait until the next activity may go out."""
        if (left := self._next - self._sender.monotonic()) > 0:
            await self._sender.sleep(left)
