"""What a text asks: the question itself, or what it completes of the questions before it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.asker import Asker
from bot.asks import Asks
from core.documents.chunk import Language
from core.follow_up import FollowUps
from core.ports import Rewriter, Rewriting
from core.question import Question, read_question
from core.reply import Usage
from core.settings import Settings
from core.text.language import language_of
from core.text.normalise import count_letters
from storage.conversations import ConversationStore, Turn

_TURNS = 3
_LOOKED_THROUGH = 10
"""More than count: refused ones are left out, and those after a message that was edited."""


@dataclass(frozen=True)
class Understood:
    """A question as the engine is asked it; `completed` is its text where the message alone didn't say it all, `usage`
    what a model took to tell."""

    question: Question
    completed: str = ""
    usage: Usage | None = None


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
        meant = await self._meant(asker)
        completed = meant.text or ""
        question = read_question(
            completed or asker.message.text,
            settings=self._settings,
            language=self._language(asker) if completed else asker.fixed_language,
            scope=asker.preferences.scope,
        )
        return Understood(question, completed, meant.usage)

    async def _meant(self, asker: Asker) -> Rewriting:
        """The whole question that a follow-up means; '' for any other text, and where it would be too long to ask."""
        earlier = await self._earlier(asker)
        if not earlier:
            return Rewriting("")
        rewriting = Rewriting(None)
        if self._rewriter is not None:
            rewriting = await self._rewriter.rewrite(asker.message.text, earlier, self._language(asker))
        if rewriting.text is not None:
            return rewriting
        names, titles = await self._engine.naming_words(), await self._engine.titles()
        whole = self._follow_ups.complete(asker.message.text, earlier, names, asker.message.is_reply, titles)
        return replace(rewriting, text=whole if len(whole) <= self._settings.question_max_chars else "")

    async def _earlier(self, asker: Asker) -> Sequence[str]:
        """The questions before the message, the latest first; that of the answer replied to before all others."""
        message = asker.message
        turns = await self._conversations.last_turns(message.channel, message.person, message.chat, _LOOKED_THROUGH)
        questions = [turn.question for turn in _before(message.id, turns) if turn.question and _tells(turn)]
        if message.about and (replied_to := await self._conversations.question_of(message.about)):
            questions = [replied_to, *(question for question in questions if question != replied_to)]
        return questions[:_TURNS]

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
