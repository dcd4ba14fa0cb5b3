"""One update from its reading to its last delivery. Whatever happens in between, it is answered, and once."""

import json
from collections.abc import Callable
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from functools import partial

from telegram import Bot, Update, User

from bot.conversation import Conversation
from bot.faults import language_of_words
from bot.ordering import Queues
from bot.outcomes import Outcomes
from bot.patience import Patience
from bot.replies import Answer, BotReply, Preview, Progress, VoteNotice, Working
from bot.telegram.deliveries import deliveries, messages
from bot.telegram.delivery import Delivery
from bot.telegram.outgoing import Outgoing
from bot.telegram.recall import known_of, resolve
from bot.telegram.render import view_preview, view_progress, view_text
from bot.telegram.sender import Sender
from bot.telegram.showing import Showing
from bot.telegram.updates import CHANNEL, Received, read_update
from bot.texts import Text
from bot.working import Keeping, Restarted, Tasks, last_defence, made
from core.documents.chunk import Language
from storage.inbox import Inbox, Waiting


class Worker:
    """Answers updates, those of one person in order. `end` waits for what is on its way."""

    def __init__(
        self,
        bot: Bot,
        me: User,
        conversation: Conversation,
        inbox: Inbox,
        sender: Sender,
        outcomes: Outcomes,
        now: Callable[[], float],
    ) -> None:
        self._bot = bot
        self._me = me
        self._conversation = conversation
        self._inbox = inbox
        self._sender = sender
        self._outcomes = outcomes
        self._restarted = Restarted(now)
        self._patience = Patience(outcomes)
        self._keeping = Keeping(inbox, self._patience, outcomes)
        self._outgoing = Outgoing(self._keeping, sender)
        self._queues = Queues()
        self._running = Tasks()

    def begin(self, waiting: Waiting) -> None:
        """Answer an update that is in the inbox; one person's are answered in the order of these calls."""
        self._running.begin(self._handle(waiting))

    async def end(self, finish_s: float, send_s: float) -> None:
        """Give what runs some seconds to finish, and what is being sent some more. The rest stays in the inbox."""
        await self._running.end(finish_s)
        await self._outgoing.end(send_s)

    async def _handle(self, waiting: Waiting) -> None:
        with last_defence(CHANNEL, waiting, self._outcomes):
            received = read_update(Update.de_json(json.loads(waiting.body), self._bot), self._me)
            if received is None:
                self._outcomes.count("update", "ignored")
                await self._inbox.close(waiting.id)
                return
            async with AsyncExitStack() as turn:
                await turn.enter_async_context(self._queues.turn(received.message.person))
                await self._take_through(waiting, received, turn)
            self._outcomes.count("update", "done")

    async def _take_through(self, waiting: Waiting, received: Received, turn: AsyncExitStack) -> None:
        if held := await self._keeping.held(waiting):
            await self._outgoing.resume(waiting.id, received.chat, held)
            return
        to_send = await made(self._answer(waiting, received, turn), self._outcomes)
        if to_send is None:
            to_send = messages(view_text(Text.TROUBLE, _language(received)), received)
        await self._outgoing.send(waiting.id, received.chat, to_send)

    async def _answer(self, waiting: Waiting, received: Received, turn: AsyncExitStack) -> list[Delivery]:
        message = self._restarted.message(received.message, waiting, is_typed=received.pressed is None)
        if message is None:
            return []
        received = replace(received, message=message)
        meant = await self._patience(partial(resolve, self._inbox, received))
        if meant is None:
            await self._toast(received, Text.BUTTON_GONE.say(received.message.locale or "fr"))
            return []
        votes = meant.pressed is not None and meant.pressed.shows in ("vote", "choice")
        if not votes:
            await self._toast(meant, "")
        draft_id, shown = int(waiting.id) or 1, int(waiting.shown) if waiting.shown else None
        note = partial(self._note_shown, waiting.id)
        async with Showing(self._bot, self._sender, meant, draft_id, shown, note) as showing:
            lasting = await self._converse(meant, showing, turn)
        if votes:
            await self._toast(meant, next((reply.text for reply in lasting if isinstance(reply, VoteNotice)), ""))
        replaces = next((reply for reply in lasting if isinstance(reply, Answer)), lasting[0] if lasting else None)
        to_send = []
        for reply in lasting:
            preview = showing.preview if reply is replaces else None
            known = await self._patience(partial(known_of, self._inbox, reply, meant, preview))
            to_send += deliveries(reply, meant, known, self._me.username or "")
        return to_send

    async def _converse(self, meant: Received, showing: Showing, turn: AsyncExitStack) -> list[BotReply]:
        """Show what comes on the way; the replies that last."""
        lasting: list[BotReply] = []
        async with aclosing(self._conversation.handle(meant.message)) as replies:
            async for reply in replies:
                match reply:
                    case Working():
                        showing.working()
                    case Preview():
                        showing.show(view_preview(reply))
                    case Progress():
                        showing.show_work(view_progress(reply))
                        await turn.aclose()  # long work goes on beside the person's next messages
                    case _:
                        lasting.append(reply)
        return lasting

    async def _note_shown(self, update: str, message: int) -> None:
        await self._inbox.note_shown(update, str(message))

    async def _toast(self, received: Received, text: str) -> None:
        """End the waiting of a pressed button, with some words over the chat or without."""
        if received.query:
            answer = partial(self._bot.answer_callback_query, received.query, text[:200] or None)
            await self._sender.attempt("toast", received.chat, answer)


def _language(received: Received) -> Language:
    """The language of what was written, where nobody could look up the person's own."""
    return language_of_words(received.message.text) or received.message.locale or "fr"
