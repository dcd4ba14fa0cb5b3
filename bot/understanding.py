"""What a text asks: the question itself, or what it completes of the questions before it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.asker import Asker
from bot.asks import Asks
from bot.readings import Other, Understood
from core.documents.chunk import Language
from core.follow_up import FollowUps
from core.ports import Rewriter, Rewriting
from core.question import read_question
from core.reply import Reply
from core.settings import Settings
from core.subject import OfSubject, behind_else
from core.text.language import language_of
from core.text.normalise import count_letters
from storage.conversations import ConversationStore, Turn

_TURNS = 3
_LOOKED_THROUGH = 10
"""More than count: refused ones are left out, and those after a message that was edited."""


class Understanding:
    """Reads a message's text in the light of the conversation."""

    def __init__(
        self,
        engine: Asks,
        conversations: ConversationStore,
        follow_ups: FollowUps,
        settings: Settings,
        rewriter: Rewriter | None = None,
    ) -> None:
        """`rewriter` is asked before the rules of `follow_ups` are, where there is one."""
        self._engine = engine
        self._conversations = conversations
        self._follow_ups = follow_ups
        self._settings = settings
        self._rewriter = rewriter

    async def read(self, asker: Asker) -> Understood:
        """The question that a message asks, in the language of the message itself.

        Raises:
            InputError: it can't be taken as a question.
            IndexUnavailable: there is nothing to ask.
            StorageError: the conversation can't be looked up.
        """
        if alone := behind_else(asker.message.text):
            asker = replace(asker, message=replace(asker.message, text=alone))
        turns = [] if alone else await self._earlier(asker)
        meant = await self._meant(asker, [turn.question for turn in turns])
        completed = meant.text or ""
        question = read_question(
            completed or asker.message.text,
            settings=self._settings,
            language=self._language(asker) if completed else asker.fixed_language,
            scope=asker.preferences.scope,
        )
        other = await self._other(asker, turns) if meant.text is None else None
        return Understood(question, completed, meant.usage, other)

    async def _meant(self, asker: Asker, earlier: Sequence[str]) -> Rewriting:
        """The whole question that a follow-up means; '' where a model says that it stands alone, None where nothing
        says more than the text, or it would be too long to ask."""
        rewriting = Rewriting(None)
        if earlier and self._rewriter is not None:
            rewriting = await self._rewriter.rewrite(asker.message.text, earlier, self._language(asker))
        if not earlier or rewriting.text is not None:
            return rewriting
        names, titles = await self._engine.naming_words(), await self._engine.titles()
        whole = self._follow_ups.complete(asker.message.text, earlier, names, asker.message.is_reply, titles)
        return replace(rewriting, text=self._short_enough(whole))

    def _short_enough(self, text: str) -> str | None:
        return text if text and len(text) <= self._settings.question_max_chars else None

    async def _other(self, asker: Asker, turns: Sequence[Turn]) -> Other | None:
        """The text asked of what was asked before, where it doesn't say itself what it is about."""
        for turn in turns:
            if cited := await self._conversations.documents_of(turn.answer_id):
                found = self._follow_ups.of_subject(
                    asker.message.text, turn.question, await self._engine.naming_words()
                )
                if found is None or not self._short_enough(found.text):
                    return None
                question = read_question(
                    found.text,
                    settings=self._settings,
                    language=self._language(asker),
                    scope=asker.preferences.scope,
                )
                group = await self._engine.group(cited)
                return Other(question, group.documents, found.points, found.is_of_trade, partial(self._answers, found))
        return None

    def _answers(self, found: OfSubject, reply: Reply) -> bool:
        """Whether an answer's sources speak of what the text asks."""
        passages = (f"{citation.section}\n{citation.text}" for citation in reply.citations)
        return self._follow_ups.is_answered(found, passages)

    async def _earlier(self, asker: Asker) -> Sequence[Turn]:
        """The questions before the message, the latest first; that of the answer replied to before all others."""
        message = asker.message
        turns = await self._conversations.last_turns(message.channel, message.person, message.chat, _LOOKED_THROUGH)
        telling = [turn for turn in _before(message.id, turns) if turn.question and _tells(turn)]
        if message.about and (replied_to := await self._conversations.question_of(message.about)):
            first = Turn(message.about, asker.language, question=replied_to)
            telling = [first, *(turn for turn in telling if turn.question != replied_to)]
        return telling[:_TURNS]

    def _language(self, asker: Asker) -> Language:
        """The follow-up's own language; that of the conversation for a number alone."""
        text = asker.message.text
        if asker.fixed_language or not any(count_letters(text)):
            return asker.language
        return language_of(text, self._settings.arabizi_language)


def _before(message: str, turns: Sequence[Turn]) -> Sequence[Turn]:
    """The turns before a message that was answered already (it was edited); all of them for any other."""
    answered = next((place for place, turn in enumerate(turns) if message and turn.message == message), -1)
    return turns[answered + 1 :]


def _tells(turn: Turn) -> bool:
    """Nothing follows from a question that had nothing to do with the documents."""
    return turn.reason != "off-topic"
