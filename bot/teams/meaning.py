"""What an activity means for the conversation, and which answer it is about."""

from dataclasses import dataclass, replace

from bot.replies import Message
from bot.teams.activities import Incoming
from bot.teams.messages import execute_of, feedback_of, message_of, pressed_of, rating_of
from bot.teams.quoting import quoted_message
from storage.inbox import Inbox


@dataclass(frozen=True)
class Meant:
    """A message for the conversation. `is_rating`: pressed on Teams' own thumbs, which show the vote themselves."""

    message: Message
    is_rating: bool = False
    is_typed: bool = True


class Meaning:
    """Reads activities in the light of what was sent before: what is rated or quoted may be an answer of ours."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    async def of(self, incoming: Incoming) -> Meant | None:
        """The message; None for what is to be left alone. Raises StorageError."""
        feedback = feedback_of(incoming) if incoming.type == "invoke" else None
        if feedback is not None:
            about = await self._answer_of(incoming, incoming.reply_to)
            return Meant(rating_of(incoming, feedback, about), is_rating=True, is_typed=False)
        if incoming.type == "invoke":
            pressed = execute_of(incoming)
            return Meant(pressed, is_typed=False) if pressed else None
        message = message_of(incoming)
        if message is None:
            return None
        if message.about is None and (about := await self._answer_of(incoming, quoted_message(incoming))):
            message = replace(message, about=about, is_reply=True)
        return Meant(message, is_typed=incoming.type != "installationUpdate" and not pressed_of(incoming.value))

    async def _answer_of(self, incoming: Incoming, message: str) -> str:
        """The answer that a message of ours is about, '' where none is known."""
        about = await self._inbox.about(incoming.reference.chat, message) if message else {}
        return str(about.get("answer", ""))
