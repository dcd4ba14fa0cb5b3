"""What a channel's worker needs, whatever the channel: tasks that end in order, what a former run left, and the last
lines of defence."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from bot.logs import Asked, about_question, question_id
from bot.outcomes import Outcomes
from bot.patience import Patience
from bot.replies import Message
from core.errors import ForsaError, StorageError
from storage.inbox import Held, Inbox, Waiting

log = logging.getLogger(__name__)

Made = TypeVar("Made")

TOO_OLD_S = 3600.0
"""Age from which a question is not answered any more after a start: its person is told to ask again."""
MOST_TRIES = 3
"""Starts after which the same: what was answered may be what ended the program."""
PRUNE_EVERY_S = 6 * 3600.0


class Tasks:
    """What goes on beside whoever began it."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Let it go on."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def protect(self, work: Coroutine[None, None, None]) -> None:
        """Wait for it; whoever is cancelled meanwhile, it goes on."""
        await asyncio.shield(self.begin(work))

    async def end(self, seconds: float) -> None:
        """Give what runs some seconds to finish; the rest is cancelled, and has ended on return."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)
        ending = list(self._running)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)


class Restarted:
    """Messages that a former run left, as this one handles them. `now` is in seconds since 1970."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._told_to_ask_again: set[str] = set()

    def message(self, message: Message, waiting: Waiting, *, is_typed: bool) -> Message | None:
        """The message for the conversation; None where nothing is to be done. One that isn't left over stays as it is.

        Who waited too long is told to ask again, once a chat and start, however much waited; a button that was pressed
        long ago needs no words.
        """
        if not waiting.tries:
            return message
        is_late = waiting.tries > MOST_TRIES or self._now() - waiting.received > TOO_OLD_S
        if is_late and (not is_typed or message.chat in self._told_to_ask_again):
            return None
        if is_late:
            self._told_to_ask_again.add(message.chat)
        # A vote that was counted before the crash is confirmed, not withdrawn.
        return replace(message, vote_stands=True, is_late=is_late)


class Keeping:
    """Notes in the inbox how far an update is. What can't be noted must not cost the person the answer: it goes on,
    and the next start may answer or send once more."""

    def __init__(self, inbox: Inbox, patience: Patience, outcomes: Outcomes) -> None:
        self._inbox = inbox
        self._patience = patience
        self._outcomes = outcomes

    async def held(self, waiting: Waiting) -> list[Held]:
        """What a former run had made for an update and not delivered. Raises StorageError: nobody knows it then."""
        return await self._patience(partial(self._inbox.held, waiting.id)) if waiting.tries else []

    async def hold(self, update: str, bodies: Sequence[str]) -> list[Held]:
        """Keep what is to be delivered for an update; with nothing to deliver it is done. A crash before this has it
        answered again from the start, after this it is only delivered."""
        await self._note(partial(self._inbox.hold, update, bodies) if bodies else partial(self._inbox.close, update))
        return [Held(place, body) for place, body in enumerate(bodies)]

    async def delivered(self, update: str, place: int, chat: str, message: str, about: dict[str, Any]) -> None:
        """`Inbox.delivered`."""
        await self._note(partial(self._inbox.delivered, update, place, chat, message, about))

    async def close(self, update: str) -> None:
        """`Inbox.close`."""
        await self._note(partial(self._inbox.close, update))

    async def _note(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await self._patience(work)
        except ForsaError as error:
            self._outcomes.count("storage", "failed")
            log.error("%s (%s)", error, error.hint)


@contextmanager
def last_defence(channel: str, waiting: Waiting, outcomes: Outcomes) -> Iterator[None]:
    """Around all that is done for an update: the log has what went wrong, with the question's id; others go on."""
    with about_question(Asked(question_id(channel, waiting.id))):
        try:
            yield
        except ForsaError as error:
            # The database, again and again: it stays in the inbox for the next start.
            outcomes.count("update", "failed")
            log.error("%s (%s)", error, error.hint)
        except Exception:
            # The last line of defence, for one update: the log has it all, the others go on.
            outcomes.count("update", "failed")
            log.exception("an update could not be handled")


async def made(making: Awaitable[list[Made]], outcomes: Outcomes) -> list[Made] | None:
    """What is to reach the person; None where that can't be made, and they are to be told so."""
    try:
        return await making
    except ForsaError as error:
        log.error("%s (%s)", error, error.hint)
    except Exception:
        # The last line of defence, for one answer: the log has it all.
        log.exception("an answer could not be shown")
    outcomes.count("update", "troubled")
    return None


async def prune_again_and_again(inbox: Inbox) -> None:
    """Until it is cancelled."""
    while True:
        try:
            await inbox.prune()
        except StorageError as error:
            log.error("%s (%s)", error, error.hint)
        await asyncio.sleep(PRUNE_EVERY_S)
