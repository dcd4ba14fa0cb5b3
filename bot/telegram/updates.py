"""What Telegram brings, read as a message of the conversation; what isn't meant for the bot is left aside."""

from dataclasses import dataclass, replace

from telegram import Message as TelegramMessage
from telegram import MessageEntity, Update, User

from bot.commands import Command, parse
from bot.replies import Message, MessageKind
from bot.telegram.buttons import Pressed, read_button
from core.documents.chunk import Language

CHANNEL = "telegram"
ALLOWED = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY)
"""The kinds of updates that are asked for."""

_KINDS: tuple[tuple[str, MessageKind], ...] = (
    ("voice", "voice"),
    ("audio", "voice"),
    ("video_note", "voice"),
    ("photo", "picture"),
    ("animation", "picture"),  # before `document`: an animation carries both
    ("video", "picture"),
    ("sticker", "sticker"),
    ("venue", "place"),
    ("location", "place"),
    ("document", "file"),
)


@dataclass(frozen=True)
class Received:
    """A message for the conversation, and where its replies belong. `thread` is a forum's topic. `replied_to` is the
    message of the bot that was replied to; `pressed` is the button, on the message `button_on`; `query` its call."""

    message: Message
    chat: int
    message_id: int
    is_private: bool
    thread: int | None = None
    replied_to: int | None = None
    pressed: Pressed | None = None
    button_on: int = 0
    query: str = ""

    def saying(self, text: str, about: str | None) -> "Received":
        """The same, once it is known what it is about."""
        return replace(self, message=replace(self.message, text=text, about=about))


def read_update(update: Update, me: User) -> Received | None:
    """None for what is nobody's message to this bot: other bots, service messages, a group's own talk."""
    if update.callback_query is not None:
        return _press(update)
    message = update.message or update.edited_message
    if message is None or message.from_user is None or message.from_user.is_bot:
        return None
    is_edited, is_private = update.edited_message is not None, message.chat.type == "private"
    kind, text = _kind(message), message.text or ""
    if kind is None or (is_edited and kind != "text"):
        return None  # a live position is edited all the time
    replied = message.reply_to_message
    to_me = replied is not None and replied.from_user is not None and replied.from_user.id == me.id
    if kind == "text":
        spoken, is_addressed = _addressed(message, me)
        if spoken is None or not (is_private or to_me or is_addressed):
            return None
        text = spoken
    elif not (is_private or to_me):
        return None
    return Received(
        Message(
            CHANNEL,
            str(message.from_user.id),
            text,
            chat=str(message.chat.id),
            id=str(message.message_id),
            name=message.from_user.full_name,
            kind=kind,
            is_reply=to_me,
            is_edited=is_edited,
            locale=_locale(message.from_user),
        ),
        message.chat.id,
        message.message_id,
        is_private,
        message.message_thread_id if message.is_topic_message else None,
        replied.message_id if replied is not None and to_me else None,
    )


def _press(update: Update) -> Received | None:
    query = update.callback_query
    if query is None or query.message is None or query.data is None or query.from_user.is_bot:
        return None
    pressed = read_button(query.data)
    chat, on = query.message.chat, query.message
    thread = on.message_thread_id if isinstance(on, TelegramMessage) and on.is_topic_message else None
    return Received(
        Message(
            CHANNEL,
            str(query.from_user.id),
            pressed.text,
            chat=str(chat.id),
            about=pressed.answer_id or None,
            id=f"press {query.id}",
            name=query.from_user.full_name,
            locale=_locale(query.from_user),
        ),
        chat.id,
        on.message_id,
        chat.type == "private",
        thread,
        pressed=pressed,
        button_on=on.message_id,
        query=query.id,
    )


def _locale(person: User) -> Language | None:
    """The language of the person's phone, if the bot speaks it."""
    spoken: dict[str, Language] = {"fr": "fr", "ar": "ar"}
    return spoken.get((person.language_code or "").casefold().partition("-")[0])  # `ar-DZ` is Arabic


def _kind(message: TelegramMessage) -> MessageKind | None:
    """What came in; None for a service message."""
    if message.text is not None:
        return "text"
    for attribute, kind in _KINDS:
        if getattr(message, attribute):
            return kind
    return "other" if message.effective_attachment else None


def _addressed(message: TelegramMessage, me: User) -> tuple[str | None, bool]:
    """The text without the bot's own name, and whether it calls the bot. None: it is a command for another bot."""
    text = message.text or ""
    name = f"@{me.username}".casefold()
    called = False
    # From the end, so that the places of those before stay right. Telegram counts in UTF-16 units.
    raw = text.encode("utf-16-le")
    for entity in sorted(message.entities, key=lambda entity: entity.offset, reverse=True):
        start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        said = raw[start:end].decode("utf-16-le", "replace")
        if _is_me(entity, said, name, me):
            called = True
            raw = raw[:start] + raw[end:]
        elif entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0:
            word, at, to = said.partition("@")
            if at and f"@{to}".casefold() != name:
                return None, False
            called = called or bool(at) or _is_known(word)
            raw = word.encode("utf-16-le") + raw[end:]
    if not called:
        return text, False
    return raw.decode("utf-16-le", "replace").strip(), True


def _is_me(entity: MessageEntity, said: str, name: str, me: User) -> bool:
    if entity.type == MessageEntity.TEXT_MENTION:
        return entity.user is not None and entity.user.id == me.id
    return entity.type == MessageEntity.MENTION and said.casefold() == name


def _is_known(word: str) -> bool:
    meant = parse(word)
    return isinstance(meant, Command) and meant.name != "unknown"
