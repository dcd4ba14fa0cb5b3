"""What a person can ask for besides answers: help, language, scope, sources, votes, comments."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.admin import AdminCommands
from bot.asker import Asker
from bot.asks import Asks
from bot.bidi import embed
from bot.commands import ALL_WORDS, LANGUAGE_WORDS, Command, Press
from bot.document_files import DocumentFiles
from bot.faults import nearest_scopes
from bot.replies import Answer, BotReply, Notice, SourcesPage, VoteNotice
from bot.texts import Text
from bot.vote_reasons import OTHER, choices, reason_of
from bot.welcome import Welcome
from core.answering.llm.second_look import SecondLook
from core.documents.chunk import Language
from core.errors import InputError, ModelError
from core.ports import AnswerStore
from core.reply import Reply
from core.settings import Settings
from storage.conversations import ConversationStore, Preferences
from storage.feedback import FeedbackStore, Vote

log = logging.getLogger(__name__)

SCOPES_SHOWN = 6


class Personal:
    """Each command is one method; all return what is to be said."""

    def __init__(
        self,
        engine: Asks,
        answers: AnswerStore,
        conversations: ConversationStore,
        feedback: FeedbackStore,
        files: DocumentFiles,
        welcome: Welcome,
        admin: AdminCommands,
        settings: Settings,
        second_look: SecondLook | None = None,
    ) -> None:
        """`second_look` judges answers; None where no language model is set."""
        self._engine = engine
        self._answers = answers
        self._conversations = conversations
        self._feedback = feedback
        self._files = files
        self._welcome = welcome
        self._admin = admin
        self._kept_days = settings.retention_days
        self._second_look = second_look
        self._by_name: dict[str, Callable[[Asker, str], Awaitable[BotReply]]] = {
            "start": self._start,
            "help": self._help,
            "lang": self._lang,
            "sources": self._sources,
            "scope": self._scope,
            "feedback": self._comment,
            "privacy": self._privacy,
            "verify": self._verify,
        }

    async def command(self, asker: Asker, command: Command) -> BotReply:
        """Carry out a command."""
        if self._admin.handles(command.name):
            return await self._admin.command(asker, command)
        handler = self._by_name.get(command.name)
        if handler is None:
            return asker.notice(Text.UNKNOWN_COMMAND, command=command.typed)
        return await handler(asker, command.argument)

    async def vote(self, asker: Asker, press: Press) -> BotReply:
        """Give, change or withdraw a vote on the answer before the person."""
        if asker.answer_id is None:
            return asker.notice(Text.NO_ANSWER_YET)
        message = asker.message
        reason = reason_of(press.reason) if press.value == -1 else press.reason
        vote = await self._feedback.vote(
            asker.answer_id, message.channel, message.person, press.value, reason, stands=message.vote_stands
        )
        text = _told(vote)
        return VoteNotice(
            text.say(asker.language),
            asker.language,
            asker.answer_id,
            vote.value,
            reasons=choices(asker.language) if text is Text.VOTED_DOWN else (),
            wants_text=text is Text.VOTE_TELL,
        )

    async def _start(self, asker: Asker, _: str) -> BotReply:
        return await self._welcome.say(asker)

    async def _help(self, asker: Asker, _: str) -> BotReply:
        lines = [Text.HELP] + [Text.HELP_ADMIN] * asker.is_admin
        return Notice("\n".join(text.say(asker.language) for text in lines), asker.language)

    async def _privacy(self, asker: Asker, _: str) -> BotReply:
        message, days = asker.message, self._kept_days
        kept = Text.PRIVACY_KEPT if days else Text.PRIVACY_FOR_GOOD
        lines = [
            Text.PRIVACY.say(asker.language),
            kept.say(asker.language, days=embed(str(days))),
            Text.PRIVACY_ASK.say(asker.language, address=embed(f"{message.channel}:{message.person}")),
        ]
        return Notice("\n".join(lines), asker.language)

    async def _lang(self, asker: Asker, argument: str) -> BotReply:
        word = argument.casefold()
        if word not in LANGUAGE_WORDS:
            return asker.notice(Text.LANG_USAGE)
        language = LANGUAGE_WORDS[word]
        await self._prefer(asker, replace(asker.preferences, language=language))
        said: Language = language or asker.language
        text = {"fr": Text.LANG_FIXED_FR, "ar": Text.LANG_FIXED_AR, None: Text.LANG_AUTO}[language]
        return Notice(text.say(said), said)

    async def _scope(self, asker: Asker, argument: str) -> BotReply:
        if not argument:
            names = " · ".join(embed(name) for name in (await self._engine.scopes())[:SCOPES_SHOWN])
            current = asker.preferences.scope
            shown = embed(current) if current else Text.SCOPE_EVERYTHING.say(asker.language)
            return asker.notice(Text.SCOPE_LIST, scope=shown, names=names)
        if argument.casefold() in ALL_WORDS:
            await self._prefer(asker, replace(asker.preferences, scope=None))
            return asker.notice(Text.SCOPE_ALL)
        try:
            scope = await self._engine.resolve_scope(argument)
        except InputError as error:
            nearest = nearest_scopes(error, asker.language)
            return asker.notice(Text.UNKNOWN_SCOPE, name=embed(argument), nearest=nearest, is_error=True)
        await self._prefer(asker, replace(asker.preferences, scope=scope))
        return asker.notice(Text.SCOPE_SET, scope=embed(scope))

    async def _prefer(self, asker: Asker, preferences: Preferences) -> None:
        await self._conversations.prefer(asker.message.channel, asker.message.person, preferences)

    async def _sources(self, asker: Asker, argument: str) -> BotReply:
        stored = await self._answers.get(asker.answer_id) if asker.answer_id else None
        if stored is None:
            return asker.notice(Text.NO_ANSWER_YET)
        citations = Reply.from_json(stored).citations
        if not citations:
            return asker.notice(Text.NO_SOURCES)
        # `int` reads Arabic digits too.
        page = int(argument) if argument.isdecimal() and len(argument) < 4 else (0 if argument else 1)
        if not 1 <= page <= len(citations):
            text = Text.ONE_SOURCE if len(citations) == 1 else Text.NO_SUCH_SOURCE
            return asker.notice(text, count=len(citations))
        citation = citations[page - 1]
        file = self._files.find(citation.document)
        return SourcesPage(str(asker.answer_id), citation, page, len(citations), asker.language, file)

    async def _verify(self, asker: Asker, _: str) -> BotReply:
        """The last answer as a second look leaves it, or that all of it stands."""
        if self._second_look is None:
            return asker.notice(Text.VERIFY_NO_MODEL)
        if asker.answer_id is None:
            return asker.notice(Text.NO_ANSWER_YET)
        try:
            looked = await self._second_look.verify(asker.answer_id)
        except ModelError as error:
            log.warning("an answer couldn't be verified: %s (%s)", error, error.hint)
            return asker.notice(Text.VERIFY_DOWN, is_error=True)
        if looked is None:
            return asker.notice(Text.NO_ANSWER_YET)
        if looked.rejected:
            return Answer(looked)
        return asker.notice(Text.VERIFIED if looked.verified else Text.VERIFY_NOTHING)

    async def _comment(self, asker: Asker, argument: str) -> BotReply:
        if not argument:
            return asker.notice(Text.FEEDBACK_USAGE)
        await self._feedback.comment(asker.message.channel, asker.message.person, argument, asker.answer_id)
        return asker.notice(Text.FEEDBACK_KEPT)


def _told(vote: Vote) -> Text:
    """What is said to a vote as it stands now."""
    if vote.value is None:
        return Text.VOTE_WITHDRAWN
    if vote.value == 1:
        return Text.VOTED_WITH_REASON if vote.reason else Text.VOTED_UP
    if vote.reason == OTHER:
        return Text.VOTE_TELL
    return Text.VOTED_WITH_REASON if vote.reason else Text.VOTED_DOWN
