"""Adaptive Cards: a cited passage, buttons, reasons for a 👎, progress. Plain JSON objects."""

import base64
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from bot.bidi import RLM, isolate, whole_numbers
from bot.citing import corrections_line, source_line
from bot.passages import PassageLine, passage_lines
from bot.replies import BotReply, Choice, Notice, Progress, SourcesPage, VoteNotice
from bot.teams.markdown import escape
from bot.teams.messages import DATA_KEY
from bot.texts import Text
from core.documents.chunk import Language
from core.reply import Citation

Json = dict[str, Any]

CONTENT_TYPE = "application/vnd.microsoft.card.adaptive"
PASSAGE_CHARS, BLOCK_CHARS = 7000, 70
"""Of a passage, and what each of its lines costs besides, so that the card stays below what Teams takes (28 KB)."""
_BAR = 20
_SAY = "say"


def sources_card(page: SourcesPage) -> Json:
    """One cited passage, table rows as rows, the cited one marked; buttons lead to its neighbours."""
    citation, language = page.citation, page.language
    head = Text.SOURCES_PAGE.say(language, page=page.page, pages=page.pages)
    body = [
        _block(head, language, isSubtle=True, size="Small"),
        _block(source_line(citation, language), language, weight="Bolder"),
        _block(citation.document, language, isSubtle=True, size="Small"),
        *_passage(citation),
    ]
    if page.file is not None:
        body.append(_block(Text.DOCUMENT_NOT_HERE.say(language), language, isSubtle=True, size="Small"))
    if corrections := corrections_line(citation, language):
        body.append(_block(corrections, language, isSubtle=True))
    neighbours = [(page.page - 1, "‹ {}/{}"), (page.page + 1, "{}/{} ›")]
    actions = [
        button(Choice(label.format(number, page.pages), f"/sources {number}"), page.answer_id)
        for number, label in neighbours
        if 1 <= number <= page.pages
    ]
    return _card(body, citation.language, actions)


def _passage(citation: Citation) -> list[Json]:
    """The passage's lines, cut where it is too long, but never without the row that was cited, which stands apart."""
    blocks: list[Json] = []
    left = PASSAGE_CHARS
    for is_cited, lines in groupby(passage_lines(citation), key=lambda line: line.is_cited):
        items = []
        for line in lines:
            if not line.text.strip():
                continue
            left -= len(line.text) + BLOCK_CHARS
            if left >= 0 or is_cited:
                items.append(_passage_line(line, citation.language))
        blocks += [{"type": "Container", "style": "emphasis", "items": items}] if is_cited else items
    if left < 0:
        blocks.append(_block("…", citation.language))
    return blocks


def _passage_line(line: PassageLine, language: Language) -> Json:
    block = _block(line.text[:PASSAGE_CHARS], language, **({"spacing": "None"} if line.is_cited else {}))
    return block | {"weight": "Bolder"} if line.is_answer else block


def as_card(reply: BotReply) -> Json | None:
    """A reply as it can take the place of the card whose button was pressed; None where it can't."""
    match reply:
        case SourcesPage():
            return sources_card(reply)
        case VoteNotice():
            return vote_card(reply)
        case Notice(text, language):
            return text_card(text, language)
    return None


def text_card(text: str, language: Language) -> Json:
    """A sentence or two, where a card is asked for."""
    return _card([_block(line, language) for line in text.split("\n") if line], language)


def vote_card(notice: VoteNotice) -> Json:
    """What stands after a vote, with the reasons to choose from, or room for one's own words."""
    body = [_block(notice.text, notice.language)]
    actions = [button(choice, notice.answer_id) for choice in notice.reasons]
    if notice.wants_text:
        hint = Text.REASON_FIELD.say(notice.language)
        field = {"type": "Input.Text", "id": "reason", "placeholder": hint, "maxLength": 500, "isMultiline": True}
        body.append(field | {"isRequired": True, "errorMessage": hint, "label": hint})
        own = {"asks": "reason", "about": notice.answer_id}
        actions.append(_execute(Text.REASON_SEND.say(notice.language), own))
    return _card(body, notice.language, actions)


def buttons_card(choices: Sequence[Choice], about: str, language: Language) -> Json:
    """Nothing but buttons, to stand below an answer."""
    return _card([], language, [button(choice, about) for choice in choices])


def progress_card(progress: Progress) -> Json:
    """How far a long work is, in words and as a bar."""
    body = [_block(progress.text, progress.language)]
    if progress.total:
        done = round(_BAR * min(progress.done, progress.total) / progress.total)
        body.append(_block("▓" * done + "░" * (_BAR - done), progress.language))
    return _card(body, progress.language)


def attachment(card: Json) -> Json:
    """A card as a message carries it."""
    return {"contentType": CONTENT_TYPE, "content": card}


def button(choice: Choice, about: str) -> Json:
    """A button that sends a text to the conversation, about an answer; what comes back takes the card's place."""
    return _execute(choice.label, {"text": choice.sends, "about": about})


def _execute(title: str, data: Json) -> Json:
    return {"type": "Action.Execute", "title": title, "verb": _SAY, "data": {DATA_KEY: data}}


def picture_card(png: bytes, told: str, language: Language) -> Json:
    """A picture, and `told` for those who can't see it."""
    address = f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
    image = {"type": "Image", "url": address, "altText": told, "size": "Stretch"}
    return {**_card([image], language), "msteams": {"width": "Full"}}


def _card(body: list[Json], language: Language, actions: Sequence[Json] = ()) -> Json:
    card: Json = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.5",
        "body": body,
    }
    if language == "ar":
        card["rtl"] = True
    if actions:
        card["actions"] = list(actions)
    return card


def _block(text: str, language: Language, **looks: Any) -> Json:
    mark = RLM if language == "ar" and not text.startswith(RLM) else ""
    return {"type": "TextBlock", "text": mark + escape(whole_numbers(isolate(text))), "wrap": True, **looks}
