"""Which short lines are titles, and how deep: people mark them by style, by bold type or by a number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.documents.base import Block, Heading, ListItem, Table
from core.documents.markers import typed_marker

_MAX_CHARS = 150
_MAX_QUESTION_CHARS = 240
_LEAD_IN = re.compile(
    r"^\W*(?:n\s*\.?\s*b\b|nota|note|notes|remarques?|rq|exemples?|ملاحظ|ملحوظ|تنبيه|مثال)", re.IGNORECASE
)
# Closing parts of a sheet: they belong to the whole document, not to the last question before them.
_CLOSING = re.compile(r"^\W*(?:important|bon à savoir|à savoir|contacts?|مهم|هام|معلومة)\b", re.IGNORECASE)
_QUESTION_END = ("?", "؟")
_SENTENCE_END = (".", ";", "؛", ",", "،", "…")


@dataclass(frozen=True)
class Title:
    """A line that is a section's title; its level is settled when the whole document is known.

    `style_level` is what its style says (None for a bold line), `number` its depth in a numbering (`2.1` is 2; None
    where it has no number), `closing` set for parts that end the document. `item` is what it is instead where it
    stands among others of its list: a bold bullet is a title only alone. `instead` is what it is where no table stands
    right below it.
    """

    text: str
    style_level: int | None = None
    number: int | None = None
    in_bullets: bool = False
    closing: bool = False
    page: int | None = None
    item: ListItem | None = None
    instead: Block | None = None


def title_of(
    text: str, *, bold: bool, style_level: int | None = None, numbered: bool = False, bulleted: bool = False
) -> Title | None:
    """The line as a title, or None where it is running text, a list item or a note.

    Args:
        style_level: the level that its style gives it (1 is the highest), None for none.
        numbered: the word processor counts it; `bulleted` likewise for a bullet before it.
    """
    if _LEAD_IN.match(text) or not any(character.isalpha() for character in text):
        return None
    is_question = text.endswith(_QUESTION_END)
    if len(text) > (_MAX_QUESTION_CHARS if is_question else _MAX_CHARS):
        return None
    typed = typed_marker(text)
    if style_level is None and not bold:
        return None
    if not is_question and text.endswith(_SENTENCE_END):
        return None
    if style_level is None and typed is not None and typed.is_bullet and not text.endswith((*_QUESTION_END, ":")):
        return None
    depth = 1 if numbered else _depth(text) if typed is not None and typed.number is not None else None
    return Title(text, style_level, depth, bulleted, bool(_CLOSING.match(text)))


def settle(blocks: Sequence[Block | Title]) -> list[Block]:
    """Give every title its level.

    Where titles are numbered, the numbers say what is beside what: sheets use one style for a question and another
    for the next, and bold lines for the parts of an answer.
    """
    blocks = [_above_table(blocks, place) for place in range(len(blocks))]
    blocks = [_alone(blocks, place) for place in range(len(blocks))]
    titles = [block for block in blocks if isinstance(block, Title)]
    numbered = [title for title in titles if title.number is not None]
    styled = [title.style_level for title in numbered if title.style_level is not None]
    base = min(styled) if styled else 1
    highest = min([base, *(title.style_level for title in titles if title.style_level is not None)])
    return [block if not isinstance(block, Title) else _heading(block, len(numbered) > 1, styled, base, highest)
            for block in blocks]  # fmt: skip


def _above_table(blocks: Sequence[Block | Title], place: int) -> Block | Title:
    """What may be the title of a table is one right above it; so is a list of one item, which is a list only for its
    bullet. Steps and labels that go on are none."""
    block = blocks[place]
    below = blocks[place + 1] if place + 1 < len(blocks) else None
    if isinstance(block, Title) and block.instead is not None:
        before = blocks[place - 1] if place else None
        goes_on = isinstance(before, Title) and before.instead is not None
        if isinstance(block.instead, ListItem):
            goes_on = goes_on or _is_kin(before, block.instead)
        return block if isinstance(below, Table) and not goes_on else block.instead
    if not isinstance(block, ListItem) or not isinstance(below, Table):
        return block
    before = next((other for other in reversed(blocks[:place]) if not isinstance(other, Table)), None)
    after = next((other for other in blocks[place + 1 :] if not isinstance(other, Table)), None)
    if _is_kin(before, block) or _is_kin(after, block):
        return block
    return _title_of_item(block) or block


def _is_kin(block: Block | Title | None, item: ListItem) -> bool:
    """Whether a block beside an item is of the same list: both have bullets, or both numbers or letters."""
    if isinstance(block, Title):
        block = block.item or block.instead
    if not isinstance(block, ListItem) or block.level != item.level:
        return False
    return _is_counted(block) == _is_counted(item)


def _is_counted(item: ListItem) -> bool:
    return any(map(str.isalnum, item.marker))


def _title_of_item(item: ListItem) -> Title | None:
    if any(map(str.isdigit, item.text)):
        return None
    title = title_of(item.text, bold=True, bulleted=True)
    if title is None:
        return None
    text = f"{item.marker} {item.text}" if _is_counted(item) else item.text
    return replace(title, text=text, page=item.page)


def _alone(blocks: Sequence[Block | Title], place: int) -> Block | Title:
    block = blocks[place]
    if not isinstance(block, Title) or block.item is None or block.text.endswith((*_QUESTION_END, ":")):
        return block
    around = [*blocks[max(0, place - 1) : place], *blocks[place + 1 : place + 2]]
    others = [other.item if isinstance(other, Title) else other for other in around]
    kin = [item for item in others if isinstance(item, ListItem)]
    same = any((item.marker, item.level) == (block.item.marker, block.item.level) for item in kin)
    return block.item if same or place + 1 == len(blocks) else block


def _heading(title: Title, numbering: bool, styled: list[int], base: int, highest: int) -> Heading:
    if title.number is not None and numbering:
        level = base + title.number - 1
    elif title.closing:
        level = highest
    elif title.style_level is not None and (not numbering or all(title.style_level < other for other in styled)):
        level = title.style_level
    elif numbering:
        level = base + 1 + (1 if title.in_bullets else 0)
    else:
        level = 7 if title.in_bullets else 6  # below any style: bold lines are the parts of what a style names
    return Heading(title.text, level, title.page)


def _depth(text: str) -> int:
    found = re.match(r"^\d+((?:\.\d+)*)", text)
    return found.group(1).count(".") + 1 if found else 1
