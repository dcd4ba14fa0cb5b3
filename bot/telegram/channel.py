"""The Telegram channel: connects, receives by polling or webhook, and stops in order."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from aiohttp import web
from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.channels import FINISH_S, SEND_S
from bot.conversation import Conversation
from bot.outcomes import Outcomes
from bot.patience import Patience
from bot.telegram.client import POLL_S
from bot.telegram.menu import set_menus
from bot.telegram.pace import Pace
from bot.telegram.sender import FIRST_WAIT_S, LONGEST_WAIT_S, Sender, seconds_to_wait
from bot.telegram.updates import ALLOWED
from bot.telegram.webhook import Webhook
from bot.telegram.worker import Worker
from bot.working import prune_again_and_again
from core.errors import SettingsError, StorageError
from storage.inbox import Inbox

log = logging.getLogger(__name__)


class TelegramChannel:
    """Every update is kept in the inbox before Telegram is told that we have it."""

    name = "telegram"

    def __init__(
        self,
        bot: Bot,
        conversation: Conversation,
        inbox: Inbox,
        outcomes: Outcomes,
        admins: Sequence[int] = (),
        webhook: tuple[str, str] | None = None,
    ) -> None:
        """`webhook` is its address and secret; None for polling."""
        self._bot = bot
        self._conversation = conversation
        self._inbox = inbox
        self._outcomes = outcomes
        self._admins = admins
        self._sender: Sender
        self._worker: Worker | None = None
        self._webhook = Webhook(*webhook, bot, self._take) if webhook else None

    def routes(self) -> Sequence[web.RouteDef]:
        """The webhook's, if there is one."""
        return [self._webhook.route()] if self._webhook else []

    async def run(self, stopping: asyncio.Event) -> None:
        """Serve until told to stop.

        Raises:
            SettingsError: Telegram refuses the token.
            StorageError: what a former run left can't be read, nor on another try.
        """
        serving = asyncio.create_task(self._serve())
        told = asyncio.create_task(stopping.wait())
        pruning = asyncio.create_task(prune_again_and_again(self._inbox))
        try:
            await asyncio.wait((serving, told), return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()  # without a webhook it ends only by failing
                await told
        finally:
            for task in (serving, told, pruning):
                task.cancel()
            await asyncio.gather(serving, told, pruning, return_exceptions=True)
            worker, self._worker = self._worker, None  # what the webhook still brings is kept for the next start
            if worker is not None:
                await worker.end(FINISH_S, SEND_S)
            with suppress(TelegramError):
                await self._bot.shutdown()

    async def _serve(self) -> None:
        await _until_it_works(self._bot.initialize)
        sender = Sender(self._bot, self._outcomes, Pace())
        worker = Worker(self._bot, self._bot.bot, self._conversation, self._inbox, sender, self._outcomes, time.time)
        for waiting in await Patience(self._outcomes)(self._inbox.waiting):
            worker.begin(waiting)
        self._worker = worker  # from here on the webhook hands updates on itself, after those that waited
        await set_menus(self._bot, sender, self._admins)
        await _until_it_works(self._set_webhook if self._webhook else self._bot.delete_webhook)
        log.info("Telegram: @%s is listening", self._bot.username)
        if self._webhook is None:
            await self._poll()

    async def _set_webhook(self) -> None:
        if self._webhook is not None:
            await self._bot.set_webhook(self._webhook.url, allowed_updates=ALLOWED, secret_token=self._webhook.secret)

    async def _poll(self) -> None:
        offset: int | None = None
        wait = FIRST_WAIT_S
        while True:
            try:
                updates = await self._bot.get_updates(offset, timeout=POLL_S, allowed_updates=ALLOWED)
                await self._take([(str(update.update_id), update.to_json()) for update in updates])
            except RetryAfter as error:
                await asyncio.sleep(seconds_to_wait(error))
            except (TelegramError, StorageError) as error:
                # Nothing is lost: what we didn't acknowledge comes again.
                if isinstance(error, Conflict):
                    log.error("another program fetches the updates of this bot: %s", error)
                else:
                    log.warning("updates can't be fetched (%s), next try in %.1f s", error, wait)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT_S)
            else:
                wait = FIRST_WAIT_S
                if updates:
                    offset = updates[-1].update_id + 1

    async def _take(self, updates: list[tuple[str, str]]) -> None:
        """Keep updates, and begin those that are new. Raises StorageError."""
        if not updates:
            return
        for waiting in await self._inbox.add(updates):
            self._outcomes.count("update", "received")
            if self._worker is not None:
                self._worker.begin(waiting)


async def _until_it_works(call: Callable[[], Awaitable[object]]) -> None:
    """Try until Telegram answers. Raises SettingsError where it refuses the token."""
    wait = FIRST_WAIT_S
    while True:
        try:
            await call()
            return
        except InvalidToken:
            # Not chained: the library's error holds the token.
            raise SettingsError("Telegram refuses TELEGRAM_TOKEN", "copy it again from @BotFather") from None
        except RetryAfter as error:
            await asyncio.sleep(seconds_to_wait(error))
        except TelegramError as error:
            log.warning("Telegram can't be reached (%s), next try in %.1f s", error, wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT_S)
