"""What a reply becomes: the messages, keyboards and documents that must reach the person."""

from dataclasses import dataclass, field, replace
from typing import Any

from bot.bidi import isolate
from bot.learning.trend_texts import TrendText
from bot.replies import Answer, BotReply, Invitation, Notice, SourcesPage, VoteNotice
from bot.rich import split, to_html, to_plain
from bot.telegram.delivery import Delivery
from bot.telegram.render import (
    View,
    answer_keyboard,
    view_answer,
    view_invitation,
    view_notice,
    view_sources,
    view_vote,
)
from bot.telegram.updates import Received
from bot.texts import Text


@dataclass(frozen=True)
class Known:
    """What we remember around a message: `preview` is the one that showed the answer growing, `answer_on` the one that
    shows the answer a vote is about, and `answer_about` what is remembered of that (`delivery.py`)."""

    preview: int | None = None
    answer_on: int | None = None
    answer_about: dict[str, Any] = field(default_factory=dict)


def deliveries(reply: BotReply, received: Received, known: Known, bot_name: str) -> list[Delivery]:
    """What must reach the person for a reply; nothing for what only shows that work goes on."""
    match reply:
        case Answer():
            if received.pressed is not None:  # the question stands on a button somewhere above: show it again
                reply = replace(reply, completed=reply.completed or received.message.text)
            return messages(view_answer(reply), received, known.preview)
        case SourcesPage():
            return _sources(reply, received)
        case VoteNotice():
            return _vote(reply, received, known)
        case Notice():
            return [*messages(view_notice(reply), received, known.preview), *_picture(reply, received)]
        case Invitation():
            return messages(view_invitation(reply, bot_name), received)
    return []


def messages(view: View, received: Received, edits: int | None = None) -> list[Delivery]:
    """A view in as many messages as it takes. The first takes the place of `edits`; the buttons are below the last."""
    parts = split(view.rich)
    answer = view.about.get("shows") or view.about.get("answer")
    made = []
    for place, part in enumerate(parts):
        is_last = place == len(parts) - 1
        made.append(
            Delivery(
                "message",
                received.chat,
                to_html(part),
                to_plain(part),
                view.keyboard if is_last else (),
                edits=edits if place == 0 else None,
                # In a group, others write in between; a question that was edited stands further up.
                replies_to=received.message_id if place == 0 and _answers_to(received) else None,
                thread=received.thread,
                asks_reply=view.asks_reply and is_last,
                about=view.about if is_last else {"answer": answer} if answer else {},
            )
        )
    return made


def _picture(notice: Notice, received: Received) -> list[Delivery]:
    """What goes with a notice, as a message of its own: a caption has too little room for the words."""
    if notice.picture is None:
        return []
    gone = isolate(TrendText.TREND_GONE.say(notice.language))
    return [Delivery("photo", received.chat, document=str(notice.picture), plain=gone, thread=received.thread)]


def _answers_to(received: Received) -> bool:
    return received.pressed is None and (not received.is_private or received.message.is_edited)


def _sources(page: SourcesPage, received: Received) -> list[Delivery]:
    shows = received.pressed.shows if received.pressed else "message"
    if shows == "document" and page.file is not None:
        about, gone = {"answer": page.answer_id}, isolate(Text.DOCUMENT_GONE.say(page.language))
        return [
            Delivery(
                "document", received.chat, document=str(page.file), plain=gone, thread=received.thread, about=about
            )
        ]
    edits = received.button_on if shows == "page" else None
    return messages(view_sources(page, page.file is not None), received, edits)


def _vote(vote: VoteNotice, received: Received, known: Known) -> list[Delivery]:
    made = []
    if received.is_private and known.answer_on is not None:
        made.append(_marked(vote, received, known))
    pressed_answer = received.pressed is not None and known.answer_on == received.button_on
    if received.pressed is not None and not vote.wants_text and (pressed_answer or not received.is_private):
        return made  # the button shows it, and the words were shown over it
    # A reason chosen below a message of its own takes that message's place.
    edits = received.button_on if received.pressed and not pressed_answer and not vote.wants_text else None
    return made + messages(view_vote(vote), received, edits)


def _marked(vote: VoteNotice, received: Received, known: Known) -> Delivery:
    """The standing vote on the answer's own buttons; in private only, for in a group everyone sees the same ones."""
    pressed_answer = received.pressed is not None and known.answer_on == received.button_on
    reasons = vote.reasons if pressed_answer and not vote.wants_text else ()
    about = {"shows": vote.answer_id, "language": vote.language, **known.answer_about}
    about["texts"] = [reason.sends for reason in reasons]
    keyboard = answer_keyboard(about, vote.value, reasons)
    return Delivery("keyboard", received.chat, keyboard=keyboard, edits=known.answer_on, about=about)
