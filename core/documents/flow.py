"""Running text of any format: what the lines of one paragraph are, and how the paragraphs of a cell become one line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from core.documents.base import Block, ListItem, Paragraph, Table
from core.documents.headings import Title, title_of
from core.documents.markers import typed_marker
from core.documents.numbering import Marker
from core.documents.text import clean, says_something

_HEADING_NAME = re.compile(r"^(?:heading|titre|überschrift|título|العنوان|عنوان)\s*(\d)$", re.IGNORECASE)
_TITLE_NAME = re.compile(r"^(?:title|titre|العنوان|عنوان)$", re.IGNORECASE)
_BOLD_SHARE = 0.9
_ONE_BULLET = re.compile(r"^\s*[-•]\s+(?=\w)")
"""The bullet of a list of one; before an amount it would read as a minus."""


@dataclass(frozen=True)
class Line:
    """What stands between two line breaks; `bold` where nearly all of it is, `labelled` where it begins with a bold
    name and a colon (`Téléphonie fixe : lignes et forfaits`) and no figure comes after them."""

    text: str
    bold: bool
    labelled: bool = False


Piece = tuple[str, bool]
"""A run of text (`\\n` for a line break) and whether it is bold."""


def lines_of_pieces(pieces: Sequence[Piece]) -> list[Line]:
    """The lines of a paragraph, cleaned; those that hold nothing left out."""
    lines: list[Line] = []
    line: list[Piece] = []
    for text, bold in [*pieces, ("\n", False)]:
        first, *others = text.split("\n")
        line.append((first, bold))
        for other in others:
            if whole := clean("".join(part for part, _ in line)):
                lines.append(Line(whole, _is_bold(line), _is_labelled(line)))
            line = [(other, bold)]
    return lines


def blocks_of_lines(
    lines: Sequence[Line],
    marker: Marker | None,
    style_level: int | None,
    page: int | None = None,
    labels: bool = False,
) -> Iterator[Block | Title]:
    """What the lines of one paragraph are; often a bold question and, after a line break, its answer.

    Args:
        lines: at least one.
        marker: of the list that the word processor counts the paragraph in.
        style_level: the level of heading that its style gives it, 1 for the highest.
        labels: whether one labelled line may be the title of a table below it.
    """
    first, *others = _joined(list(lines))
    title = title_of(
        first.text,
        bold=first.bold,
        style_level=style_level if not others else None,
        numbered=marker is not None and not marker.is_bullet,
        bulleted=marker is not None and marker.is_bullet,
    )
    if title is not None:
        item = None
        if marker is not None and marker.is_bullet:
            item = ListItem(first.text, marker.text, marker.level, page)
        yield replace(title, item=item, page=page)
    else:
        text = ListItem(first.text, marker.text, marker.level, page) if marker is not None else _text(first.text, page)
        label = _label(first, marker) if labels and not others else None
        yield replace(label, instead=text, page=page) if label is not None else text
    for line in others:
        if not says_something(line.text):
            continue
        title = title_of(line.text, bold=line.bold)
        yield replace(title, page=page) if title is not None else _text(line.text, page)


def heading_level_by_name(style: str) -> int | None:
    """The level of headings in a style of this name, 1 for the highest; None where it isn't the name of one."""
    found = _HEADING_NAME.match(style)
    return int(found.group(1)) if found else None


def is_title_name(style: str) -> bool:
    """Whether it is the name of the style of a document's title."""
    return _TITLE_NAME.match(style) is not None


def cell_text(parts: Sequence[str]) -> str:
    """The paragraphs of a cell as one line; those that would run two numbers together are set apart."""
    filled = [part for part in parts if part]
    text = ""
    for part in filled:
        glue = " ; " if text[-1:].isdigit() and part[:1].isdigit() else " "
        text = f"{text}{glue}{part}" if text else part
    return clean(_ONE_BULLET.sub("", text) if len(filled) == 1 else text)


def flattened(blocks: list[Table | Paragraph]) -> str:
    """A table inside a cell as text of that cell: `name: value, name: value ; …`."""
    rows = []
    for block in blocks:
        if isinstance(block, Paragraph):
            rows.append(block.text)
            continue
        if block.caption:
            rows.append(block.caption)
        for values in block.rows:
            pairs = zip(block.header, values, strict=True)
            rows.append(", ".join(f"{name}: {value}" if name else value for name, value in pairs if value))
    return " ; ".join(filter(None, rows))


def _joined(lines: list[Line]) -> list[Line]:
    """Lines without a bold title broken over two of them: `Quels sont les` / `avantages ?` is one."""
    if len(lines) > 1 and all(line.bold for line in lines) and len(" ".join(line.text for line in lines)) < 150:
        ends = [line.text.endswith(("?", "؟", ":", ".", ";")) for line in lines[:-1]]
        if not any(ends) and not any(typed_marker(line.text) for line in lines[1:]):
            return [Line(" ".join(line.text for line in lines), True)]
    return lines


def _text(text: str, page: int | None) -> Block:
    typed = typed_marker(text)
    return ListItem(typed.rest, typed.marker, 0, page) if typed is not None else Paragraph(text, page)


def _label(line: Line, marker: Marker | None) -> Title | None:
    if not line.labelled:
        return None
    typed = typed_marker(line.text)
    text = typed.rest if typed is not None and typed.is_bullet else line.text
    bulleted = text != line.text or (marker is not None and marker.is_bullet)
    numbered = marker is not None and not marker.is_bullet
    return title_of(text.rstrip(" .;"), bold=True, numbered=numbered, bulleted=bulleted)


def _is_labelled(line: Sequence[Piece]) -> bool:
    name = "".join(text for text, _ in takewhile(lambda piece: piece[1] or not piece[0].strip(), line))
    rest = "".join(text for text, _ in line)[len(name) :].lstrip()
    colon = name.rstrip().endswith(":") or rest.startswith(":")
    return colon and _letters(name) > 0 and _letters(rest) > 0 and not any(map(str.isdigit, rest))


def _is_bold(line: Sequence[Piece]) -> bool:
    total = sum(_letters(text) for text, _ in line)
    return total > 0 and sum(_letters(text) for text, bold in line if bold) >= _BOLD_SHARE * total


def _letters(text: str) -> int:
    return sum(1 for character in text if character.isalnum())
