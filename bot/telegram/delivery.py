"""Something that must reach a person, whole enough to be kept on disk and delivered after a crash."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup

from bot.telegram.buttons import Button, Keyboard

Kind = Literal["message", "keyboard", "document", "photo"]


@dataclass(frozen=True)
class Delivery:
    """A message (`html`, and `plain` should the markup be refused), a keyboard below one, or a document or photo
    (`plain` is what is said where it can't be sent).

    `edits` is the message whose place it takes, None for a new one; one that has gone is sent anew. `about` is what the
    message is about, kept once it was sent: the `answer`, the `texts` of its choices, whether it has `sources`.
    """

    kind: Kind
    chat: int
    html: str = ""
    plain: str = ""
    keyboard: Keyboard = ()
    edits: int | None = None
    replies_to: int | None = None
    thread: int | None = None
    asks_reply: bool = False
    document: str = ""
    about: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        """One line for the database."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Delivery":
        """The inverse of `to_json`."""
        value = json.loads(text)
        value["keyboard"] = tuple(tuple(Button(**button) for button in row) for row in value["keyboard"])
        return cls(**value)

    def inline(self) -> InlineKeyboardMarkup | None:
        """The keyboard as Telegram takes it."""
        if not self.keyboard:
            return None
        return InlineKeyboardMarkup(
            [[InlineKeyboardButton(button.label, callback_data=button.data) for button in row] for row in self.keyboard]
        )

    def markup(self) -> InlineKeyboardMarkup | ForceReply | None:
        """What goes below a new message."""
        return ForceReply(selective=True) if self.asks_reply else self.inline()
