"""Who is asking: the message, what this person fixed, and the answer they have before them."""

from dataclasses import dataclass, replace
from typing import cast

from bot.replies import Message, Notice
from bot.texts import Said
from core.documents.chunk import Language
from storage.conversations import ConversationStore, Preferences, Turn


@dataclass(frozen=True)
class Asker:
    """`language` is the one for what is said around answers; `last` the latest answer in this chat. `is_admin` is
    known once they were admitted (`access.py`)."""

    message: Message
    preferences: Preferences
    last: Turn | None
    language: Language
    is_admin: bool = False

    @property
    def answer_id(self) -> str | None:
        """The answer that a command or vote is about."""
        return self.message.about or (self.last.answer_id if self.last else None)

    @property
    def fixed_language(self) -> Language | None:
        return cast(Language | None, self.preferences.language)

    def speaking(self, language: Language | None) -> "Asker":
        """The same, spoken to in another language, unless they fixed theirs."""
        return replace(self, language=self.fixed_language or language or self.language)

    def notice(self, text: Said, *, choices: tuple[str, ...] = (), is_error: bool = False, **fields: object) -> Notice:
        """A notice in the asker's language."""
        return Notice(text.say(self.language, **fields), self.language, choices, is_error, text.reason)


async def recognise(message: Message, store: ConversationStore) -> Asker:
    """Look up what is known of the person. Raises StorageError."""
    preferences = await store.preferences(message.channel, message.person)
    turns = await store.last_turns(message.channel, message.person, message.chat, 1)
    last = turns[0] if turns else None
    language = preferences.language or (last.language if last else message.locale or "fr")
    return Asker(message, preferences, last, cast(Language, language))
