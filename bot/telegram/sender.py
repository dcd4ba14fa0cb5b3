"""Brings deliveries to their people, whatever Telegram answers; what only shows progress is tried once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from telegram import Bot, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from bot.ordering import Queues
from bot.outcomes import Outcomes
from bot.telegram.delivery import Delivery
from bot.telegram.pace import Pace

log = logging.getLogger(__name__)

Result = TypeVar("Result")

FIRST_WAIT_S, LONGEST_WAIT_S = 0.5, 30.0
"""Waits between tries while the network is down: each twice the one before."""

_MARGIN_S = 0.1
"""On top of what Telegram asks to wait: its clock isn't ours."""


class Sender:
    """A delivery is tried until it is there, or Telegram says that it never can be. Counts every outcome."""

    def __init__(
        self,
        bot: Bot,
        outcomes: Outcomes,
        pace: Pace,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._bot = bot
        self._outcomes = outcomes
        self._pace = pace
        self._sleep = sleep
        self._chats = Queues()

    def turn(self, chat: int) -> AbstractAsyncContextManager[None]:
        """Deliveries of one chat one after the other: hold it while those that belong together go out."""
        return self._chats.turn(chat)

    async def deliver(self, delivery: Delivery) -> int | None:
        """The id of the message that it became; None where it can never arrive (the person left, the chat is gone)."""
        wait = FIRST_WAIT_S
        while True:
            if left := self._pace.pause_left(delivery.chat):
                await self._sleep(left)
            await self._pace.take(delivery.chat)
            try:
                message = await self._call(delivery)
            except RetryAfter as error:
                self._outcomes.count(delivery.kind, "flood")
                self._pace.pause(delivery.chat, seconds_to_wait(error))
            except ChatMigrated as error:
                delivery = replace(delivery, chat=error.new_chat_id, edits=None)
            except (BadRequest, Forbidden, OSError) as error:
                if "not modified" in str(error):
                    self._outcomes.count(delivery.kind, "unchanged")
                    return delivery.edits
                simpler = None if isinstance(error, Forbidden) else _simpler(delivery, str(error).casefold())
                if simpler is None:
                    self._outcomes.count(delivery.kind, "undeliverable")
                    log.warning("a %s can't be delivered: %s", delivery.kind, error)
                    return None
                self._outcomes.count(delivery.kind, "simplified")
                log.warning("a %s was refused (%s), tried in a simpler form", delivery.kind, error)
                delivery = simpler
            except TelegramError as error:
                if delivery.kind == "document" and "too large" in str(error).casefold():
                    delivery = _simpler(delivery, "") or delivery
                    continue
                # Also where nobody knows whether it arrived (no answer in time): better twice than never.
                self._outcomes.count(delivery.kind, "retried")
                log.warning("Telegram can't be reached (%s), next try in %.1f s", error, wait)
                await self._sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT_S)
            else:
                self._outcomes.count(delivery.kind, "sent")
                return message

    async def attempt(self, kind: str, chat: int, call: Callable[[], Awaitable[Result]]) -> Result | None:
        """Try once, if there is room to spare. None where it was left out or failed: nobody misses it."""
        if not await self._pace.take_spare(chat):
            self._outcomes.count(kind, "left-out")
            return None
        try:
            result = await call()
        except RetryAfter as error:
            self._pace.pause(chat, seconds_to_wait(error))
            self._outcomes.count(kind, "flood")
        except TelegramError as error:
            self._outcomes.count(kind, "failed")
            log.info("a %s failed: %s", kind, error)
        else:
            self._outcomes.count(kind, "sent")
            return result
        return None

    async def _call(self, delivery: Delivery) -> int | None:
        sent: Message | bool
        text, mode = (delivery.html, ParseMode.HTML) if delivery.html else (delivery.plain, None)
        to = ReplyParameters(delivery.replies_to, allow_sending_without_reply=True) if delivery.replies_to else None
        if delivery.kind == "keyboard":
            sent = await self._bot.edit_message_reply_markup(
                delivery.chat, delivery.edits, reply_markup=delivery.inline()
            )
        elif delivery.kind == "document":
            path = Path(delivery.document)
            content = await asyncio.to_thread(path.read_bytes)
            sent = await self._bot.send_document(
                delivery.chat, content, filename=path.name, message_thread_id=delivery.thread
            )
        elif delivery.kind == "photo":
            content = await asyncio.to_thread(Path(delivery.document).read_bytes)
            sent = await self._bot.send_photo(delivery.chat, content, message_thread_id=delivery.thread)
        elif delivery.edits is not None:
            sent = await self._bot.edit_message_text(
                text,
                delivery.chat,
                delivery.edits,
                parse_mode=mode,
                reply_markup=delivery.inline(),
                link_preview_options=NO_PREVIEW,
            )
        else:
            sent = await self._bot.send_message(
                delivery.chat,
                text,
                parse_mode=mode,
                reply_markup=delivery.markup(),
                message_thread_id=delivery.thread,
                reply_parameters=to,
                link_preview_options=NO_PREVIEW,
            )
        return sent.message_id if isinstance(sent, Message) else delivery.edits


NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
"""An address in an answer is no reason to show its page."""


def seconds_to_wait(error: RetryAfter) -> float:
    """What Telegram asks for, and a little more."""
    asked = error.retry_after
    return (asked.total_seconds() if isinstance(asked, timedelta) else asked) + _MARGIN_S


def _simpler(delivery: Delivery, error: str) -> Delivery | None:
    """The same with less of what may have been refused; None where nothing is left to leave out."""
    if delivery.kind == "keyboard":
        return None
    if delivery.kind in ("document", "photo"):
        return replace(delivery, kind="message", document="") if delivery.plain else None
    if delivery.edits is not None and ("not found" in error or "can't be edited" in error or "invalid" in error):
        return replace(delivery, edits=None)
    if delivery.html and delivery.plain:
        return replace(delivery, html="")
    if delivery.edits or delivery.replies_to or delivery.thread:
        return replace(delivery, edits=None, replies_to=None, thread=None)
    return None
