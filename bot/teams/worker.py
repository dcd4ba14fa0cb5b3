"""One activity from its reading to its last delivery. Whatever happens in between, it is answered, and once."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack, aclosing
from functools import partial
from typing import Any

from bot.conversation import Conversation
from bot.faults import language_of_words
from bot.ordering import Queues
from bot.outcomes import Outcomes
from bot.patience import Patience
from bot.replies import BotReply, Message, Notice, Preview, Progress, VoteNotice, Working
from bot.teams.activities import CHANNEL, Incoming, read, text_of
from bot.teams.board import Board
from bot.teams.cards import as_card
from bot.teams.delivering import Delivering
from bot.teams.meaning import Meaning, Meant
from bot.teams.render import Post, preview_text, progress_activity, render
from bot.teams.sender import Sender
from bot.teams.stream import Stream
from bot.texts import Text
from bot.working import Keeping, Restarted, Tasks, last_defence, made
from storage.inbox import Inbox, Waiting

Json = dict[str, Any]
CardAwaited = asyncio.Future[Json | None]
"""What a pressed card is to be replaced by, while somebody waits for that."""


class Worker:
    """Answers activities, those of one person in order. `end` waits for what is on its way."""

    def __init__(
        self,
        conversation: Conversation,
        inbox: Inbox,
        sender: Sender,
        outcomes: Outcomes,
        now: Callable[[], float],
    ) -> None:
        self._conversation = conversation
        self._sender = sender
        self._outcomes = outcomes
        self._restarted = Restarted(now)
        self._patience = Patience(outcomes)
        self._keeping = Keeping(inbox, self._patience, outcomes)
        self._delivering = Delivering(self._keeping, sender, outcomes)
        self._meaning = Meaning(inbox)
        self._queues = Queues()
        self._running = Tasks()
        self._sending = Tasks()

    def begin(self, waiting: Waiting, card: CardAwaited | None = None) -> None:
        """Answer an activity that is in the inbox; one person's are answered in the order of these calls.

        Args:
            card: takes what the press on a card leads to, None where that is no card. While it isn't done or
                cancelled; what comes later is a message.
        """
        self._running.begin(self._handle(waiting, card))

    async def end(self, finish_s: float, send_s: float) -> None:
        """Give what runs some seconds to finish, and what is being sent some more. The rest stays in the inbox."""
        await self._running.end(finish_s)
        await self._sending.end(send_s)

    async def _handle(self, waiting: Waiting, card: CardAwaited | None) -> None:
        try:
            with last_defence(CHANNEL, waiting, self._outcomes):
                incoming = read(json.loads(waiting.body))
                async with AsyncExitStack() as turn:
                    await turn.enter_async_context(self._queues.turn((incoming.reference.chat, incoming.person)))
                    await self._take_through(waiting, incoming, turn, card)
                self._outcomes.count("update", "done")
        finally:
            _give(card, None)

    async def _take_through(
        self, waiting: Waiting, incoming: Incoming, turn: AsyncExitStack, card: CardAwaited | None
    ) -> None:
        stream = Stream(self._sender, incoming.reference)
        try:
            held = await self._keeping.held(waiting)
            if not held:
                posts = await made(self._answer(waiting, incoming, stream, turn, card), self._outcomes)
                if posts is None:
                    posts = _trouble(incoming)
                _give(card, None)
                held = await self._keeping.hold(waiting.id, [post.to_json() for post in posts])
            # Whoever is cancelled meanwhile, a message that went out is noted as sent.
            await self._sending.protect(self._delivering.all(waiting.id, incoming, held, stream))
        finally:
            await stream.close()

    async def _answer(
        self, waiting: Waiting, incoming: Incoming, stream: Stream, turn: AsyncExitStack, card: CardAwaited | None
    ) -> list[Post]:
        meant = await self._patience(partial(self._meaning.of, incoming))
        if meant is None:
            self._outcomes.count("update", "ignored")
            return []
        message = self._restarted.message(meant.message, waiting, is_typed=meant.is_typed)
        if message is None:
            return []
        is_group = incoming.reference.scope != "personal"
        shown = None if is_group or incoming.type == "invoke" else stream
        lasting = await self._converse(message, incoming, shown, turn, card)
        question = message.text if is_group and meant.is_typed else ""
        spoken = [reply for reply in lasting if not _says_nothing(reply, meant)]
        return [post for reply in spoken for post in render(reply, question, is_group=is_group)]

    async def _converse(
        self,
        message: Message,
        incoming: Incoming,
        stream: Stream | None,
        turn: AsyncExitStack,
        card: CardAwaited | None,
    ) -> list[BotReply]:
        """Show what comes on the way; the replies that last, but for the one that takes a pressed card's place."""
        lasting: list[BotReply] = []
        board = Board(self._sender, incoming.reference)
        async with aclosing(self._conversation.handle(message)) as replies:
            async for reply in replies:
                match reply:
                    case Working():
                        if stream is not None:
                            stream.show("informative", Text.SEARCHING.say(language_of_words(message.text) or "fr"))
                    case Preview():
                        if stream is not None:
                            stream.show("streaming", preview_text(reply.text, reply.language))
                    case Progress():
                        await turn.aclose()  # long work goes on beside the person's next messages
                        await board.show(progress_activity(reply))
                    case _:
                        taken = as_card(reply) if card is not None else None
                        if taken is None or not _give(card, taken):
                            lasting.append(reply)
                if stream is not None and stream.is_stopped:
                    return []
        await board.close()
        return lasting


def _give(card: CardAwaited | None, content: Json | None) -> bool:
    """Whether somebody waits for the card, and has it now (None: there will be none)."""
    if card is None or card.done():
        return False
    card.set_result(content)
    return True


def _says_nothing(reply: BotReply, meant: Meant) -> bool:
    """Teams shows a vote on its thumbs itself; only what is asked about it is worth a message."""
    return meant.is_rating and isinstance(reply, VoteNotice) and not (reply.reasons or reply.wants_text)


def _trouble(incoming: Incoming) -> list[Post]:
    """What is said where the answer can't be made or shown."""
    language = language_of_words(text_of(incoming.body.get("text"))) or "fr"
    return render(Notice(Text.TROUBLE.say(language), language, is_error=True))
