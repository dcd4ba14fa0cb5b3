"""What a person can ask for besides answers: help, language, scope, sources, votes, comments."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.asker import Asker
from bot.asks import Asks
from bot.bidi import embed
from bot.commands import ALL_WORDS, LANGUAGE_WORDS, Command, Press
from bot.faults import nearest_scopes
from bot.gate_words import gate_words
from bot.replies import BotReply, Notice, SourcesPage, VoteNotice
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import InputError
from core.ports import AnswerStore
from core.reply import Reply
from storage.conversations import ConversationStore, Preferences
from storage.feedback import FeedbackStore

SCOPES_SHOWN = 6
EXAMPLES = (Text.EXAMPLE_PRICE, Text.EXAMPLE_CONDITIONS, Text.EXAMPLE_PROCEDURE)


class Personal:
    """Each command is one method; all return what is to be said."""

    def __init__(
        self, engine: Asks, answers: AnswerStore, conversations: ConversationStore, feedback: FeedbackStore
    ) -> None:
        self._engine = engine
        self._answers = answers
        self._conversations = conversations
        self._feedback = feedback
        self._by_name: dict[str, Callable[[Asker, str], Awaitable[BotReply]]] = {
            "start": self._start,
            "help": self._help,
            "lang": self._lang,
            "sources": self._sources,
            "scope": self._scope,
            "feedback": self._comment,
            "privacy": self._privacy,
            "stats": self._stats,
        }

    async def command(self, asker: Asker, command: Command) -> BotReply:
        """Carry out a command."""
        handler = self._by_name.get(command.name)
        if handler is None:
            return asker.notice(Text.UNKNOWN_COMMAND, command=command.typed)
        return await handler(asker, command.argument)

    async def vote(self, asker: Asker, press: Press) -> BotReply:
        """Give, change or withdraw a vote on the answer before the person."""
        if asker.answer_id is None:
            return asker.notice(Text.NO_ANSWER_YET)
        message = asker.message
        vote = await self._feedback.vote(asker.answer_id, message.channel, message.person, press.value, press.reason)
        if vote.value is None:
            text = Text.VOTE_WITHDRAWN
        elif vote.reason:
            text = Text.VOTED_WITH_REASON
        else:
            text = Text.VOTED_UP if vote.value == 1 else Text.VOTED_DOWN
        return VoteNotice(text.say(asker.language), asker.language, asker.answer_id, vote.value)

    async def _start(self, asker: Asker, _: str) -> BotReply:
        return asker.notice(Text.WELCOME, choices=tuple(text.say(asker.language) for text in EXAMPLES))

    async def _help(self, asker: Asker, _: str) -> BotReply:
        lines = [Text.HELP] + [Text.HELP_ADMIN] * asker.message.is_admin
        return Notice("\n".join(text.say(asker.language) for text in lines), asker.language)

    async def _privacy(self, asker: Asker, _: str) -> BotReply:
        return asker.notice(Text.PRIVACY)

    async def _stats(self, asker: Asker, _: str) -> BotReply:
        if not asker.message.is_admin:
            return asker.notice(Text.STATS_NOT_ALLOWED, is_error=True)
        facts = await self._engine.facts()
        index = Text.STATS_INDEX.say(
            asker.language, documents=facts.documents, passages=facts.passages, version=embed(facts.version)
        )
        return Notice(f"{index}\n{gate_words(facts.calibration, asker.language)}", asker.language)

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
        return SourcesPage(str(asker.answer_id), citations[page - 1], page, len(citations), asker.language)

    async def _comment(self, asker: Asker, argument: str) -> BotReply:
        if not argument:
            return asker.notice(Text.FEEDBACK_USAGE)
        await self._feedback.comment(asker.message.channel, asker.message.person, argument, asker.answer_id)
        return asker.notice(Text.FEEDBACK_KEPT)
