"""What an activity means for the conversation: words, a pressed button, a rating, or nothing to answer."""

import html
import json
import re
from dataclasses import dataclass, replace
from typing import Literal

from bot.replies import Message, MessageKind
from bot.teams.activities import CHANNEL, Incoming, JsonObject, object_of, text_of
from bot.teams.quoting import PLACEHOLDER

DATA_KEY = "forsa"
"""Below this name our cards' buttons carry what they send."""

_KINDS: tuple[tuple[str, MessageKind], ...] = (("image/", "picture"), ("audio/", "voice"), ("video/", "other"))
_FILE = "application/vnd.microsoft.teams.file.download.info"
_ANY_MENTION = re.compile(r"<at[^>]*>(.*?)</at>", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Feedback:
    """A press on Teams' own thumbs; `text` is what was written beside it, '' for nothing."""

    value: Literal[1, -1]
    text: str


def message_of(incoming: Incoming) -> Message | None:
    """What a person said or pressed, for the conversation; None where there is nothing to answer: an activity of
    another kind, or talk in a group that doesn't mention the bot. A rating (`feedback_of`) is none either."""
    if incoming.type == "installationUpdate":
        # Only this one greets: Teams tells of a new member in a conversationUpdate besides.
        is_arabic = incoming.reference.locale.casefold().startswith("ar")
        word = "/بداية" if is_arabic else "/start"
        return _message(incoming, word) if incoming.body.get("action") == "add" else None
    is_edited = incoming.type == "messageUpdate" and _event(incoming) == "editMessage"
    if incoming.type != "message" and not is_edited:
        return None
    if pressed := pressed_of(incoming.value):
        text, about = pressed
        return _message(incoming, text, about=about)
    text, is_addressed = _without_mentions(incoming)
    if incoming.reference.scope != "personal" and not is_addressed:
        return None
    kind = "text" if text else _kind(incoming.body.get("attachments"))
    return _message(incoming, text, kind=kind, is_edited=is_edited)


def pressed_of(value: JsonObject) -> tuple[str, str] | None:
    """What a button of our cards sends, and the answer that it is about ('' for none); None for anything else."""
    own = object_of(value.get(DATA_KEY))
    text = text_of(own.get("text")) or text_of(object_of(value.get("msteams")).get("value"))
    if own.get("asks") == "reason":
        # The text field of the card: a reason written by hand. Without one nothing is said.
        reason = text_of(value.get("reason")).strip()
        text = f"- {reason}" if reason else ""
    return (text, text_of(own.get("about"))) if text else None


def execute_of(incoming: Incoming) -> Message | None:
    """What a button of Action.Execute sends, for the conversation; None where it isn't ours."""
    action = object_of(incoming.value.get("action"))
    pressed = pressed_of(object_of(action.get("data")))
    return _message(incoming, pressed[0], about=pressed[1]) if pressed else None


def feedback_of(incoming: Incoming) -> Feedback | None:
    """Teams' thumbs, in both forms: the text beside is a JSON string in Teams, a plain one elsewhere."""
    if incoming.value.get("actionName") != "feedback":
        return None
    given = object_of(incoming.value.get("actionValue"))
    reaction = given.get("reaction")
    if reaction not in ("like", "dislike"):
        return None
    return Feedback(1 if reaction == "like" else -1, _feedback_text(given.get("feedback")))


def rating_of(incoming: Incoming, feedback: Feedback, about: str) -> Message:
    """A rating as the conversation takes it: a vote on an answer, with its reason."""
    sign = "+" if feedback.value == 1 else "-"
    return replace(_message(incoming, f"{sign} {feedback.text}".strip(), about=about), vote_stands=True)


def _feedback_text(value: object) -> str:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return text_of(value).strip()
        if not isinstance(value, dict):
            return text_of(str(value)).strip()  # a bare number is valid JSON, and was meant as text
    return text_of(object_of(value).get("feedbackText")).strip()


def _message(
    incoming: Incoming, text: str, *, about: str = "", kind: MessageKind = "text", is_edited: bool = False
) -> Message:
    return Message(
        CHANNEL,
        incoming.person,
        text,
        chat=incoming.reference.chat,
        about=about or None,
        id=incoming.reference.message,
        name=incoming.person_name,
        kind=kind,
        is_edited=is_edited,
    )


def _event(incoming: Incoming) -> str:
    return text_of(object_of(incoming.body.get("channelData")).get("eventType"))


def _without_mentions(incoming: Incoming) -> tuple[str, bool]:
    """The text without the mention of the bot, others' names left as text; and whether the bot was mentioned.

    Text and names come escaped as in HTML, only the `<at>` marks are real.
    """
    text = text_of(incoming.body.get("text"))
    bot = incoming.reference.bot
    own_id, own_name = text_of(bot.get("id")), text_of(bot.get("name")).casefold()
    is_mentioned = False
    entities = incoming.body.get("entities")
    for entity in map(object_of, entities if isinstance(entities, list) else ()):
        mentioned = object_of(entity.get("mentioned"))
        if entity.get("type") == "mention" and own_id and mentioned.get("id") == own_id:
            is_mentioned = True
            text = text.replace(text_of(entity.get("text")) or "\0", " ")

    def name_or_nothing(mark: re.Match[str]) -> str:
        nonlocal is_mentioned
        if own_name and html.unescape(mark[1]).strip().casefold() == own_name:
            is_mentioned = True
            return " "
        return mark[1]

    text = _ANY_MENTION.sub(name_or_nothing, PLACEHOLDER.sub(" ", text))
    return html.unescape(text).replace("\u00a0", " ").strip(), is_mentioned


def _kind(attachments: object) -> MessageKind:
    """What came instead of words. Teams adds the text itself once more as HTML: that is no attachment."""
    for attachment in map(object_of, attachments if isinstance(attachments, list) else ()):
        content_type = text_of(attachment.get("contentType")).casefold()
        if content_type in ("text/html", ""):
            continue
        if content_type == _FILE:
            return "file"
        return next((kind for start, kind in _KINDS if content_type.startswith(start)), "file")
    return "text"
