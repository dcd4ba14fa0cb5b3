"""What a person sees while their answer is made: that the bot types, and what of the answer is checked already."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType

from telegram import Bot, ReplyParameters
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, InvalidToken

from bot.rich import Rich, split, to_html
from bot.telegram.sender import NO_PREVIEW, Sender
from bot.telegram.updates import Received

log = logging.getLogger(__name__)

TYPING_EVERY_S = 4.0
"""Telegram shows the typing for five seconds."""
SHOW_EVERY_S = 1.2
"""At most one preview in this time a person: Telegram answers more with a wait, which would hold the answer up."""

PATIENCE_S = 3.0
"""How long Telegram may take over a preview: the answer waits for it, so that it can't arrive after the answer."""


class Showing:
    """Drafts in private chats; one message that is edited in groups, for long work and where drafts are refused.

    Use it as a context: when the block ends, nothing of it is on its way any more, so nothing of it can arrive after
    the answer; only a draft that takes too long is given up, for the answer doesn't wait for it.
    """

    def __init__(
        self,
        bot: Bot,
        sender: Sender,
        received: Received,
        draft_id: int,
        message: int | None,
        on_message: Callable[[int], Awaitable[None]],
    ) -> None:
        """`draft_id` isn't 0; `message` is one that already shows a preview; `on_message` is told of a new one."""
        self._bot = bot
        self._sender = sender
        self._received = received
        self._draft_id = draft_id
        self._on_message = on_message
        self._message = message
        self._stays = False
        self._has_drafts = True
        self._closed = asyncio.Event()
        self._changed = asyncio.Event()
        self._next: Rich | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Showing":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed.set()
        self._changed.set()
        # Nobody misses a typing or a draft; a message that is being sent or edited is waited for.
        harmless = self._tasks if kind is not None or self._is_drafting else self._tasks[:1]
        try:
            if kind is None and harmless:
                await asyncio.wait(harmless, timeout=PATIENCE_S)
        finally:
            for task in harmless:
                task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):  # it must not cost the person the answer
                log.error("a preview failed", exc_info=result)

    def working(self) -> None:
        """Something is being worked on: show the typing from now on."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._type()), asyncio.create_task(self._show())]

    def show(self, rich: Rich) -> None:
        """Show this as soon as the pace allows; only the latest counts."""
        self.working()
        self._next = rich
        self._changed.set()

    def show_work(self, rich: Rich) -> None:
        """The same for long work: in a message that stays."""
        self._stays = True
        self.show(rich)

    @property
    def preview(self) -> int | None:
        """The message whose place the answer takes; None where there is none."""
        return None if self._stays else self._message

    @property
    def _is_drafting(self) -> bool:
        return self._received.is_private and self._has_drafts and not self._stays

    async def _type(self) -> None:
        chat, thread = self._received.chat, self._received.thread
        while not self._closed.is_set():
            await self._sender.attempt(
                "typing",
                chat,
                lambda: self._bot.send_chat_action(
                    chat, ChatAction.TYPING, message_thread_id=thread, read_timeout=PATIENCE_S
                ),
            )
            await self._pause(TYPING_EVERY_S)

    async def _show(self) -> None:
        while not self._closed.is_set():
            await self._changed.wait()
            self._changed.clear()
            if self._next is None or self._closed.is_set():
                continue
            rich, self._next = self._next, None
            html = "".join(map(to_html, split(rich)[:1]))
            if not html:
                continue
            if self._is_drafting:
                await self._show_draft(html)
            if not self._is_drafting:
                await self._show_message(html)
            await self._pause(SHOW_EVERY_S)

    async def _show_draft(self, html: str) -> None:
        chat, thread = self._received.chat, self._received.thread

        async def draft() -> None:
            try:
                await self._bot.send_message_draft(
                    chat, self._draft_id, html, thread, ParseMode.HTML, read_timeout=PATIENCE_S
                )
            except (BadRequest, InvalidToken):  # InvalidToken is how the library reads a method that isn't there
                self._has_drafts = False  # from now on in a message, as in groups
                raise

        await self._sender.attempt("preview", chat, draft)

    async def _show_message(self, html: str) -> None:
        chat, message = self._received.chat, self._message
        if message is not None:
            await self._sender.attempt(
                "preview",
                chat,
                lambda: self._bot.edit_message_text(
                    html,
                    chat,
                    message,
                    parse_mode=ParseMode.HTML,
                    link_preview_options=NO_PREVIEW,
                    read_timeout=PATIENCE_S,
                ),
            )
            return
        # In a group others write in between; the answer takes this message's place, and stays a reply.
        to = None if self._received.is_private else ReplyParameters(self._received.message_id, None, True)
        sent = await self._sender.attempt(
            "preview",
            chat,
            lambda: self._bot.send_message(
                chat,
                html,
                parse_mode=ParseMode.HTML,
                message_thread_id=self._received.thread,
                reply_parameters=to,
                link_preview_options=NO_PREVIEW,
            ),
        )
        if sent is not None:
            self._message = sent.message_id
            await self._on_message(sent.message_id)

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._closed.wait()
        except TimeoutError:
            return
