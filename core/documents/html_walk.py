"""The blocks of a web page, in one pass over its elements."""

import base64
import binascii
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from urllib.parse import unquote_to_bytes

from lxml.html import HtmlElement

from core.documents.base import Block, ListItem, Paragraph, Picture, Table
from core.documents.flow import Line, Piece, blocks_of_lines, cell_text, flattened, lines_of_pieces
from core.documents.headings import Title
from core.documents.html_notes import footnotes_of
from core.documents.html_table import cells_of, grid_cells, rows_of
from core.documents.html_text import is_all_bold, is_block, is_bold, is_hidden, pieces_of
from core.documents.numbering import spell
from core.documents.tables import table_blocks
from core.documents.text import clean, says_something

_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_ICON_PIXELS = 48
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))

_Blocks = Iterator[Block | Title]


class Walk:
    """One pass over one page; keeps what concerns the whole of it."""

    def __init__(self, body: HtmlElement) -> None:
        self._body = body
        self._notes = footnotes_of(body)
        self._section = ""
        self._elsewhere = 0
        self._after: list[Block] = []
        """Footnotes and pictures of the paragraph, or of the table, that is being read: they follow it."""

    def blocks(self) -> _Blocks:
        """What the page says; titles still without their levels."""
        yield from self._flow(self._body, False, 0)

    def notes(self) -> Iterator[str]:
        """For the report, once the blocks were read."""
        if self._elsewhere:
            yield f"{self._elsewhere} picture{'s' if self._elsewhere > 1 else ''} not read: not inside the file"

    def _flow(self, element: HtmlElement, bold: bool, depth: int, in_cell: bool = False) -> _Blocks:
        """The blocks in an element: those that stand alone, and the runs of text between them."""
        pieces: list[Piece] = list(pieces_of(element.text, bold))
        for child in element:
            if is_hidden(child) or child in self._notes.blocks:
                pass
            elif is_block(child):
                yield from self._text(pieces, in_cell)
                pieces = []
                yield from self._block(child, is_bold(child, bold), depth, in_cell)
            else:
                self._inline(child, bold, pieces)
            pieces.extend(pieces_of(child.tail, bold))
        yield from self._text(pieces, in_cell)

    def _inline(self, element: HtmlElement, bold: bool, pieces: list[Piece]) -> None:
        if is_hidden(element) or element in self._notes.backs:
            return
        if element in self._notes.marks:
            if text := self._note(self._notes.marks[element]):
                self._after.append(Paragraph(f"* {text}"))
        elif element.tag == "br":
            pieces.append(("\n", bold))
        elif element.tag == "img":
            self._after.extend(self._picture(element))
        else:
            bold = is_bold(element, bold)
            pieces.extend(pieces_of(element.text, bold))
            for child in element:
                self._inline(child, bold, pieces)
                pieces.extend(pieces_of(child.tail, bold))

    def _text(self, pieces: list[Piece], in_cell: bool, level: int | None = None) -> _Blocks:
        lines = lines_of_pieces(pieces)
        if in_cell:  # a lone `/` or `—` is a value there
            yield from (Paragraph(line.text) for line in lines)
            return
        if level is not None and lines:
            lines = [Line(" ".join(line.text for line in lines), True)]
        if says_something(" ".join(line.text for line in lines)):
            for block in blocks_of_lines(lines, None, level):
                if isinstance(block, Title):
                    self._section = block.text
                yield block
        yield from self._followers()

    def _followers(self) -> Iterator[Block]:
        held, self._after = self._after, []
        yield from held

    def _block(self, element: HtmlElement, bold: bool, depth: int, in_cell: bool) -> _Blocks:
        if element.tag in _HEADINGS or element.tag == "summary":
            pieces: list[Piece] = []
            self._inline(element, True, pieces)
            level = int(element.tag[1]) if element.tag in _HEADINGS else None
            yield from self._text(pieces if level else [(text, True) for text, _ in pieces], in_cell, level)
        elif element.tag in ("ul", "ol", "menu", "dir"):
            yield from self._list(element, bold, depth, in_cell)
        elif element.tag == "dl":
            yield from self._definitions(element, bold, depth, in_cell)
        elif element.tag == "table":
            yield from self._table(element, bold, depth, in_cell)
        elif element.tag == "pre":
            for line in element.text_content().splitlines():
                if says_something(text := clean(line)):
                    yield Paragraph(text)
        else:
            yield from self._flow(element, bold, depth, in_cell)

    def _list(self, element: HtmlElement, bold: bool, depth: int, in_cell: bool) -> _Blocks:
        items = [child for child in element if child.tag == "li"]
        step = -1 if element.get("reversed") is not None else 1
        number = _number(element.get("start"), len(items) if step < 0 else 1)
        for child in element:
            if is_hidden(child) or child in self._notes.blocks:
                continue
            if child.tag != "li":  # a list nested beside its item instead of in it, as many pages have it
                yield from self._block(child, bold, depth + 1, in_cell)
                continue
            number = _number(child.get("value"), number)
            form = _FORMS.get(child.get("type") or element.get("type") or "", "decimal")
            marker = f"{spell(number, form)}." if element.tag == "ol" else "-"
            number += step
            yield from _as_item(self._flow(child, is_bold(child, bold), depth + 1, in_cell), marker, depth)

    def _definitions(self, element: HtmlElement, bold: bool, depth: int, in_cell: bool) -> _Blocks:
        """Terms with what is said of them: `term : definition` where that is one line."""
        terms: list[str] = []
        entries = [inner for child in element for inner in (child if child.tag == "div" else (child,))]
        for entry in entries:
            if entry.tag not in ("dt", "dd") or is_hidden(entry):
                continue
            blocks = list(self._flow(entry, False, depth + 1, in_cell))
            if entry.tag == "dt":
                terms.extend(block.text.rstrip(" :") for block in blocks if not isinstance(block, Table | Picture))
                continue
            said = ", ".join(terms)
            terms = []
            if said and blocks and isinstance(blocks[0], Paragraph | Title):
                blocks[0] = ListItem(f"{said} : {blocks[0].text}", "-", depth)
            elif said:
                blocks.insert(0, ListItem(said, "-", depth))
            yield from blocks
        if terms:
            yield ListItem(", ".join(terms), "-", depth)

    def _table(self, element: HtmlElement, bold: bool, depth: int, in_cell: bool) -> _Blocks:
        rows = [row for row in rows_of(element) if not is_hidden(row)]
        cells = [cell for row in rows for cell in cells_of(row) if not is_hidden(cell)]
        nested = any(True for cell in cells for _ in cell.iter("table"))
        one_way = len(rows) == 1 or len(cells) == len(rows)
        caption = element.find("caption")
        if element.get("role") in ("presentation", "none") or len(cells) == 1 or (nested and one_way):
            # Laid out as a table, not one.
            for part in filter(lambda part: part is not None, (caption, *cells)):
                yield from self._flow(part, bold, depth, in_cell)
            return
        title = self._in_one_line(caption)[0] if caption is not None and not is_hidden(caption) else ""
        yield from table_blocks(grid_cells(element, is_hidden, self._in_one_line), title)
        if not in_cell:
            yield from self._followers()

    def _in_one_line(self, cell: HtmlElement) -> tuple[str, bool]:
        parts: list[str] = []
        for block in self._flow(cell, False, 0, in_cell=True):
            if isinstance(block, Table):
                parts.append(flattened([block]))
            elif isinstance(block, ListItem):
                parts.append(f"{block.marker} {block.text}")
            elif not isinstance(block, Picture):
                parts.append(block.text)
        return cell_text(parts), is_all_bold(cell)

    def _note(self, block: HtmlElement) -> str:
        """The text of a footnote, once; what it holds besides text is left out."""
        held, self._after = self._after, []
        texts = [one.text for one in self._flow(block, False, 0, in_cell=True) if not isinstance(one, Table | Picture)]
        self._after = held
        return " ".join(texts)

    def _picture(self, image: HtmlElement) -> Iterator[Picture]:
        sizes = [_number(image.get(name), _ICON_PIXELS + 1) for name in ("width", "height")]
        if min(sizes) <= _ICON_PIXELS:
            return
        address = image.get("src") or ""
        if address.startswith("data:image/") and not address.startswith("data:image/svg"):
            yield Picture(partial(_data_of, address), section=self._section)
        else:
            self._elsewhere += 1


def _as_item(blocks: _Blocks, marker: str, depth: int) -> _Blocks:
    """The first line of a list item takes its marker; a heading in it, or a list that begins at once, stays."""
    first = next(blocks, None)
    if isinstance(first, ListItem) and first.level <= depth:  # a marker typed into the item
        yield ListItem(first.text, first.marker, depth)
    elif isinstance(first, Paragraph) or (isinstance(first, Title) and first.style_level is None and marker != "-"):
        yield ListItem(first.text, marker, depth)
    elif isinstance(first, Title) and first.style_level is None:
        yield replace(first, in_bullets=True, item=ListItem(first.text, marker, depth))
    elif first is not None:
        yield first
    yield from blocks


def _number(written: str | None, default: int) -> int:
    digits = (written or "").strip().removesuffix("px")
    return int(digits) if digits.lstrip("-").isdecimal() and len(digits) < 7 else default


def _data_of(address: str) -> bytes:
    """What a `data:` address holds; nothing where it is broken."""
    kind, _, data = address.partition(",")
    raw = unquote_to_bytes(data)
    if not kind.endswith(";base64"):
        return raw
    try:
        return base64.b64decode(raw)
    except binascii.Error:
        return b""
