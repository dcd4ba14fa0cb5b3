"""Footnotes of a PDF page: small type at its foot that a raised mark above refers to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.documents.base import Block, ListItem, Paragraph, Table
from core.documents.headings import Title
from core.documents.pdf_marks import SUPERSCRIPTS

_RAISED = f"[{SUPERSCRIPTS}]"
_NOTE = re.compile(rf"^\s*(?:({_RAISED}{{1,2}})|(\d{{1,2}})(?=[^\W\d]|\s+\D))\s*(.+)$")
_MARK_AFTER_DIGIT = re.compile(rf"(?<=\d)\s?({_RAISED}{{1,2}})(?!{_RAISED})")
_PLAIN = str.maketrans(SUPERSCRIPTS, "0123456789")


@dataclass(frozen=True)
class Footnote(Paragraph):
    """A paragraph in small type that begins with the mark of a footnote, until the text that refers to it is found.
    `mark` in plain digits, `said` what follows it."""

    mark: str = ""
    said: str = ""


def footnote_of(text: str, page: int) -> Footnote | None:
    """A paragraph in small type as a footnote, if it begins like one: with a raised figure, or one glued to it."""
    note = _NOTE.match(text)
    if note is None:
        return None
    return Footnote(text, page, mark=(note.group(1) or note.group(2)).translate(_PLAIN), said=note.group(3))


def with_notes(blocks: Iterable[Block | Title]) -> list[Block | Title]:
    """The blocks of a page with each footnote right after what refers to it, and the mark gone from there. A footnote
    that nothing refers to stays where it is."""
    found = list(blocks)
    for note in [block for block in found if isinstance(block, Footnote)]:
        above = found[: _place(found, note)]
        place = next((place for place, other in enumerate(above) if _refers(other, note.mark)), None)
        if place is None:
            found[_place(found, note)] = Paragraph(note.text, note.page)
            continue
        del found[_place(found, note)]
        found[place] = _without(found[place], note.mark)
        while place + 1 < len(found) and _is_note(found[place + 1]):
            place += 1
        found.insert(place + 1, Paragraph(f"* {note.said}", note.page))
    return [_with_marks_apart(block) for block in found]


def _place(blocks: Sequence[Block | Title], block: Block | Title) -> int:
    return next(place for place, other in enumerate(blocks) if other is block)


def _is_note(block: Block | Title) -> bool:
    return isinstance(block, Paragraph) and block.text.startswith("* ")


def _texts(block: Block | Title) -> tuple[str, ...]:
    if isinstance(block, Table):
        return (block.caption, *block.header, *(cell for row in block.rows for cell in row if cell))
    return (block.text,) if isinstance(block, Paragraph | ListItem | Title) else ()


def _mark(mark: str) -> re.Pattern[str]:
    raised = "".join(SUPERSCRIPTS[int(digit)] for digit in mark)
    return re.compile(rf"\s?(?<!{_RAISED}){raised}(?!{_RAISED})(?=\W|$)")


def _refers(block: Block | Title, mark: str) -> bool:
    """Whether a raised mark stands there. That of a unit is none: `12 m²`."""
    return any(
        (found := _mark(mark).search(text)) and not re.search(r"\d\s?[kcdm]?m$", text[: found.start()])
        for text in _texts(block)
    )


def _without(block: Block | Title, mark: str) -> Block | Title:
    pattern = _mark(mark)
    if isinstance(block, Table):
        header = tuple(pattern.sub("", name) for name in block.header)
        rows = tuple(tuple(cell and pattern.sub("", cell) for cell in row) for row in block.rows)
        return replace(block, header=header, rows=rows, caption=pattern.sub("", block.caption))
    if isinstance(block, Paragraph | ListItem | Title):
        return replace(block, text=pattern.sub("", block.text))
    return block


def _with_marks_apart(block: Block | Title) -> Block | Title:
    """A mark without its note must not become a digit of the number before it: `1 500¹` is shown as `1 500 (1)`."""

    def apart(text: str) -> str:
        return _MARK_AFTER_DIGIT.sub(lambda found: f" ({found.group(1).translate(_PLAIN)})", text)

    if isinstance(block, Table):
        rows = tuple(tuple(cell and apart(cell) for cell in row) for row in block.rows)
        return replace(block, rows=rows, header=tuple(map(apart, block.header)))
    if isinstance(block, Paragraph | ListItem | Title):
        return replace(block, text=apart(block.text))
    return block
