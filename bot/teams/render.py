"""Replies as Teams shows them: activities as plain JSON objects, not yet addressed to anybody."""

import json
import logging
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bot.bidi import isolate, whole_numbers
from bot.learning.trend_texts import TrendText
from bot.replies import Answer, BotReply, Choice, Invitation, Notice, Progress, SourcesPage, VoteNotice
from bot.rich import Span, split, to_plain
from bot.teams.cards import (
    attachment,
    buttons_card,
    picture_card,
    progress_card,
    sources_card,
    vote_card,
)
from bot.teams.markdown import paragraphs, quoted, shortened
from bot.texts import Text
from core.documents.chunk import Language
from core.documents.dates import written
from core.documents.rows import is_row, parse_row
from core.reply import Citation, Reply

log = logging.getLogger(__name__)

Json = dict[str, Any]

MAX_UNITS, MAX_MARKUP = 8000, 12_000
"""UTF-16 units of a message's text, and characters with escapes: with its citations it stays below 28 KB."""
NAME_CHARS, ABSTRACT_CHARS, KEYWORD_CHARS, KEYWORDS = 80, 160, 28, 3
MAX_CITATIONS = 20
MAX_PICTURE_BYTES = 20_000
"""Within a card it is a third larger, and the card stays below what Teams takes (28 KB)."""

_NUMBER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Post:
    """An activity to send, and the answer that it is about ('' for none) or shows."""

    activity: Json = field(hash=False)
    answer_id: str = ""
    shows_answer: bool = False

    def to_json(self) -> str:
        """One line for the database."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Post":
        """The inverse of `to_json`."""
        return cls(**json.loads(text))


def render(reply: BotReply, question: str = "", *, is_group: bool = False) -> list[Post]:
    """The messages for a reply; none where nothing stays. A text and a card never share one: Teams would make two
    messages of it and name neither, so that nobody could tell later what was rated or quoted.

    Args:
        question: what is quoted above the reply, '' for nothing.
        is_group: the reply goes to several people: one message, where it isn't too long, and no buttons.
    """
    match reply:
        case Answer():
            posts = _answer(reply, question)
            return posts if is_group or not reply.reply.citations else [*posts, _sources_button(reply.reply)]
        case SourcesPage():
            return [Post(_message(cards=[sources_card(reply)]), reply.answer_id)]
        case Notice():
            return _notice(reply, question, is_group)
        case VoteNotice(text, language):
            if reply.reasons or reply.wants_text:
                return [Post(_message(cards=[vote_card(reply)]), reply.answer_id)]
            return [Post(_message(paragraphs(text, language)), reply.answer_id)]
        case Invitation(text, language, code):
            return [Post(_message(f"{paragraphs(text, language)}\n\n`{code}`"))]
        case Progress():
            return [Post(progress_activity(reply))]
    return []


def progress_activity(progress: Progress) -> Json:
    """The message that is edited as a long work goes on."""
    return _message(cards=[progress_card(progress)])


def preview_text(text: str, language: Language) -> str:
    """What a stream shows so far of an answer."""
    return paragraphs(text, language)


def _answer(answer: Answer, question: str) -> list[Post]:
    """The question that was understood, and the answer, marked as made by a machine, with the citations whose number
    stands in it; thumbs below the last part."""
    reply = answer.reply
    parts = _parts(reply.text, reply.language)
    arrow = "←" if reply.language == "ar" else "→"
    understood = f"*{paragraphs(f'{arrow} {answer.completed}', reply.language)}*" if answer.completed else ""
    above = "\n\n".join(part for part in (quoted(question), understood) if part)
    posts = []
    for place, text in enumerate(parts):
        activity = _message(text if place or not above else f"{above}\n\n{text}")
        activity["entities"] = [_ai_message(_cited(text, reply))]
        if place == len(parts) - 1:
            activity["channelData"] = {"feedbackLoopEnabled": True}
        posts.append(Post(activity, reply.answer_id, shows_answer=True))
    return posts


def _sources_button(reply: Reply) -> Post:
    """A message with nothing but the button to the sources."""
    choice = Choice(f"{Text.SOURCES_BUTTON.say(reply.language)} ({len(reply.citations)})", "/sources 1")
    return Post(_message(cards=[buttons_card([choice], reply.answer_id, reply.language)]), reply.answer_id)


def _notice(notice: Notice, question: str, is_group: bool) -> list[Post]:
    """The text; texts that one may send next are buttons beside the field in a personal chat, and lines elsewhere."""
    text = notice.text
    if is_group:
        text = "\n".join([text, *(f"• {choice}" for choice in notice.choices)])
    first, *others = _parts(text, notice.language)
    posts = [Post(_message(part)) for part in (_below(question, first), *others)]
    if notice.choices and not is_group:
        posts[-1].activity["suggestedActions"] = {"actions": [_suggested(choice) for choice in notice.choices]}
    return posts if notice.picture is None else [*posts, Post(_picture(notice.picture, notice.language))]


def _picture(path: Path, language: Language) -> Json:
    """A card with the picture in it, for there is no address from which Teams could fetch it; a sentence where it is
    too large for that, or gone."""
    try:
        content = path.read_bytes()
    except OSError as error:
        log.warning("the picture %s can't be read: %s", path, error)
        content = b""
    if not 0 < len(content) <= MAX_PICTURE_BYTES:
        return _message(paragraphs(TrendText.TREND_GONE.say(language), language))
    return _message(cards=[picture_card(content, TrendText.TREND_PICTURE.say(language), language)])


def _suggested(text: str) -> Json:
    return {"type": "imBack", "title": isolate(text), "value": text}


def _parts(text: str, language: Language) -> list[str]:
    """The text as markdown, in as few messages as it takes; one at least."""
    parts = split((Span(isolate(text)),), MAX_UNITS, MAX_MARKUP)
    return [paragraphs(to_plain(part), language) for part in parts] or [""]


def _below(question: str, text: str) -> str:
    return f"{quoted(question)}\n\n{text}" if question else text


def _message(text: str = "", cards: Sequence[Json] = ()) -> Json:
    activity: Json = {"type": "message"}
    if text:
        activity |= {"text": text, "textFormat": "markdown"}
    if cards:
        activity["attachments"] = [attachment(card) for card in cards]
    return activity


def _cited(text: str, reply: Reply) -> list[Citation]:
    numbers = {int(found) for found in _NUMBER.findall(text)}
    return [citation for citation in reply.citations if citation.n in numbers][:MAX_CITATIONS]


def _ai_message(citations: Sequence[Citation]) -> Json:
    """The entity that carries the label of made-by-a-machine, and the citations."""
    entity: Json = {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        "@id": "",
        "additionalType": ["AIGeneratedContent"],
    }
    if citations:
        entity["citation"] = [
            {"@type": "Claim", "position": citation.n, "appearance": _appearance(citation)} for citation in citations
        ]
    return entity


def _appearance(citation: Citation) -> Json:
    """A citation as it pops up: name, what was cited, and up to three words about it."""
    name = " › ".join(part for part in (citation.title, citation.section) if part)
    appearance: Json = {
        "@type": "DigitalDocument",
        "name": shortened(isolate(name or citation.document), NAME_CHARS),
        "abstract": shortened(_abstract(citation), ABSTRACT_CHARS),
    }
    page = Text.PAGE.say(citation.language, page=citation.page) if citation.page is not None else ""
    words = [isolate(word) for word in (page, citation.version, written(citation.date or "")) if word]
    if words:
        appearance["keywords"] = [shortened(word, KEYWORD_CHARS) for word in words[:KEYWORDS]]
    return appearance


def _abstract(citation: Citation) -> str:
    """The row that was cited, or the passage's beginning; Teams refuses an empty one."""
    lines = [citation.row] if citation.row else citation.text.splitlines()
    shown = " ".join(_row_text(line) if is_row(line) else line.strip() for line in lines if line.strip())
    return isolate(whole_numbers(shown)) or "…"


def _row_text(line: str) -> str:
    return ", ".join(f"{cell.column} : {cell.value}" if cell.column else cell.value for cell in parse_row(line))
