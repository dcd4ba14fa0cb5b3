"""What a message means, whatever the channel: a question, a command or a vote becomes replies."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from bot.access import Access
from bot.asker import Asker, recognise
from bot.asks import Asks
from bot.bidi import embed
from bot.commands import Command, Meant, Press, parse
from bot.comparing import compare
from bot.faults import language_to_answer, reason_of, sentence
from bot.ordering import Queues
from bot.personal import Personal
from bot.readings import Understood, asked
from bot.reindexing import Job, reindex
from bot.replies import Answer, BotReply, Message, Notice, Preview, Working
from bot.texts import Text
from bot.understanding import Understanding
from bot.watch import Watch
from core.documents.chunk import Language
from core.errors import ForsaError, IndexUnavailable, InputError, ModelsUnavailable, StorageError
from core.reply import Final, Reply, Sentence, Stage
from core.settings import Settings
from core.text.courtesy import Courtesy
from storage.admin_log import AdminLog
from storage.conversations import ConversationStore, Preferences, Turn

log = logging.getLogger(__name__)

_RETURNED = {
    Courtesy.THANKS: Text.THANKED,
    Courtesy.FAREWELL: Text.GOODBYE,
    Courtesy.GREETING: Text.GREETED,
    Courtesy.AGREED: Text.AGREED,
}


class Conversation:
    """The one way in for every channel.

    Messages of one person are handled one after the other, different people's side by side. Whoever iterates over
    `handle` takes every reply, or closes it (`aclosing`): the person's next message waits for that. A reindex is the
    exception: it doesn't hold its admin's other messages up.
    """

    def __init__(
        self,
        engine: Asks,
        personal: Personal,
        conversations: ConversationStore,
        understanding: Understanding,
        job: Job,
        settings: Settings,
        access: Access,
        log: AdminLog,
        watch: Watch,
    ) -> None:
        self._engine = engine
        self._personal = personal
        self._conversations = conversations
        self._understanding = understanding
        self._job = job
        self._settings = settings
        self._access = access
        self._log = log
        self._watch = watch
        self._queues = Queues()

    async def handle(self, message: Message) -> AsyncGenerator[BotReply]:
        """Replies to one message, as they come. Errors are replies too: nothing is raised but what ends the program."""
        with self._watch.on(message):
            async with aclosing(self._handled(message)) as replies:
                async for reply in replies:
                    self._watch.replied(message, reply)
                    yield reply

    async def _handled(self, message: Message) -> AsyncGenerator[BotReply]:
        asker = Asker(message, Preferences(), None, "fr")
        try:
            async with self._queues.turn((message.channel, message.person)):
                asker = await recognise(message, self._conversations)
                meant = parse(message.text)
                admitted = await self._access.admit(asker, meant)
                if not isinstance(admitted, Asker):
                    if admitted is not None:
                        yield admitted
                    return
                asker = admitted
                if message.is_late:
                    yield asker.speaking(language_to_answer(message.text, self._settings)).notice(Text.ASK_AGAIN)
                    return
                if not (isinstance(meant, Command) and meant.name == "reindex"):
                    async with aclosing(self._replies(asker, meant)) as replies:
                        async for reply in replies:
                            yield reply
                    return
            async with aclosing(reindex(asker.speaking(meant.language), meant, self._job, self._log)) as replies:
                async for reply in replies:
                    yield reply
        except ForsaError as error:
            log.error("%s (%s)", error, error.hint)
            yield self._told(error, asker.language)
        except Exception:
            # The last line of defence, for one message: the log has it all, the person is told, the others go on.
            log.exception("a message could not be handled")
            yield asker.notice(Text.TROUBLE, is_error=True)

    async def _replies(self, asker: Asker, meant: Meant) -> AsyncGenerator[BotReply]:
        if isinstance(meant, Command) and meant.name == "compare":
            language = meant.language or language_to_answer(meant.argument, self._settings)
            for reply in await self._compare(asker.speaking(language), meant.argument):
                yield reply
        elif isinstance(meant, Command):
            yield await self._personal.command(asker.speaking(meant.language), meant)
        elif isinstance(meant, Press):
            yield await self._personal.vote(asker, meant)
        elif asker.message.kind != "text":
            yield asker.notice(Text.TEXT_ONLY)
        elif isinstance(meant, Courtesy):
            yield asker.speaking(language_to_answer(asker.message.text, self._settings)).notice(_RETURNED[meant])
        else:
            async with aclosing(self._question(asker)) as replies:
                async for reply in replies:
                    yield reply

    async def _question(self, asker: Asker) -> AsyncGenerator[BotReply]:
        text, scope = asker.message.text, asker.preferences.scope
        try:
            understood = await self._understanding.read(asker)
            question = understood.question
            asker = asker.speaking(question.language)
            if scope is not None and not await self._is_known(scope):
                understood = understood.unscoped()
                await self._forget_scope(asker)
                yield asker.notice(Text.SCOPE_GONE, scope=embed(scope))
            async with aclosing(self._answer(asker, understood)) as replies:
                async for reply in replies:
                    yield reply
        except (InputError, IndexUnavailable, ModelsUnavailable) as error:
            log.info("%s (%s)", error, error.hint)
            language = asker.fixed_language or language_to_answer(text, self._settings) or asker.language
            yield self._told(error, language)

    def _told(self, error: ForsaError, language: Language) -> Notice:
        return Notice(sentence(error, language, self._settings), language, is_error=True, reason=reason_of(error))

    async def _answer(self, asker: Asker, understood: Understood) -> AsyncGenerator[BotReply]:
        shown = ""
        message, question = asker.message, understood.question
        async with aclosing(asked(self._engine, understood, f"{message.channel}:{message.person}")) as events:
            async for event in events:
                match event:
                    case Stage(name):
                        yield Working(name)
                    case Sentence(checked):
                        shown = f"{shown} {checked}".strip()
                        yield Preview(shown, question.language)
                    case Final(reply):
                        answer = Answer(reply, understood.completed_in(reply), understood.usage)
                        for told in await self._kept(asker, answer):
                            yield told

    async def _compare(self, asker: Asker, argument: str) -> list[BotReply]:
        compared = await compare(asker, argument, self._engine, self._settings)
        return [compared] if isinstance(compared, Notice) else await self._kept(asker, Answer(compared))

    async def _kept(self, asker: Asker, answer: Answer) -> list[BotReply]:
        """The answer, noted as the person's; where that fails they are told so."""
        kept = await self._keep_turn(asker.message, answer.reply)
        return [answer, *([] if kept else [asker.notice(Text.NOT_KEPT, is_error=True)])]

    async def _is_known(self, scope: str) -> bool:
        """A reindex may have taken away what a person had narrowed their questions to."""
        try:
            await self._engine.resolve_scope(scope)
        except InputError:
            return False
        return True

    async def _forget_scope(self, asker: Asker) -> None:
        message = asker.message
        await self._conversations.prefer(message.channel, message.person, replace(asker.preferences, scope=None))

    async def _keep_turn(self, message: Message, reply: Reply) -> bool:
        """Note who was given the answer; a disk that is full must not cost the person the answer itself."""
        if not reply.answer_id:
            return False  # the engine could not store it
        try:
            turn = Turn(reply.answer_id, reply.language, message.id)
            await self._conversations.add_turn(message.channel, message.person, message.chat, turn)
        except StorageError as error:
            log.error("%s (%s)", error, error.hint)
            return False
        return True
