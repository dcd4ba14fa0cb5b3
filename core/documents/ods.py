"""Spreadsheets (.ods), read from their XML: every cell holds the text that is shown, so no number format is needed."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from lxml import etree

from core.documents.base import Block, Paragraph, Parsed, Picture
from core.documents.embedded import Pictures
from core.documents.odf_package import DRAW, FO, OFFICE, STYLE, TABLE, TEXT, XLINK, OdfPackage
from core.documents.sheets import Shown, cell_text, heading_of_sheet, refuse_extracts, sheet_blocks
from core.documents.tables import GridCell
from core.documents.text import clean, says_something
from core.documents.titles import title_from_name
from core.errors import DocumentError

_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_GROUPS = frozenset(
    f"{TABLE}table-{name}"
    for name in ("row-group", "rows", "header-rows", "column-group", "columns", "header-columns")
)  # fmt: skip
_EDGE = 1_048_576
"""Rows of a sheet. What repeats beyond its last value does so to the edge."""


class OdsReader:
    """Reads .ods. Hidden sheets, rows and columns, comments, headers and footers are left out."""

    suffixes: Sequence[str] = (".ods",)
    version = 1

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        with OdfPackage(path) as package:
            content, body = package.body("spreadsheet")
            pictures = Pictures(package, [image.get(XLINK + "href", "") for image in content.iter(DRAW + "image")])
            blocks, notes = _read(content, body, pictures)
            changed, meta = package.modified(), package.part("meta.xml")
        if not blocks:
            raise DocumentError("no-text", "; ".join(("no text in the sheets", *notes)), "if it is empty, delete it")
        title = clean(meta.findtext(f".//{_TITLE}") or "") if meta is not None else ""
        return Parsed(tuple(blocks), title or title_from_name(path.name), None, tuple(notes), changed)


def _read(content: etree._Element, body: etree._Element, pictures: Pictures) -> tuple[list[Block], list[str]]:
    styles = {style.get(STYLE + "name", ""): style for style in content.iter(STYLE + "style")}
    sheets = body.findall(TABLE + "table")
    blocks: list[Block] = []
    notes: list[str] = []
    cells = 0
    for element in sheets:
        sheet = _Sheet(element, styles)
        if sheet.is_hidden:
            notes.append(f"hidden sheet « {sheet.name} » left out")
            continue
        grid = list(sheet.cells())
        cells += len(grid)
        refuse_extracts(cells)
        held = [*_drawn(element, sheet.name, pictures), *sheet_blocks(grid)]
        if held:
            blocks.extend([*heading_of_sheet(sheet.name, len(sheets)), *held])
    return blocks, [*notes, *pictures.notes()]


class _Sheet:
    """One pass over one `table:table`."""

    def __init__(self, element: etree._Element, styles: dict[str, etree._Element]) -> None:
        self._styles = styles
        self._strong: dict[str, bool] = {}
        self.name = element.get(TABLE + "name", "")
        shown = self._property(element.get(TABLE + "style-name"), "table-properties", TABLE + "display")
        self.is_hidden = shown == "false"
        columns = list(_repeated(element, "table-column"))
        self._default_styles = [(start, end, column.get(TABLE + "default-cell-style-name", ""))
                                for column, start, end in columns]  # fmt: skip
        self._rows = list(_repeated(element, "table-row"))
        self._across = Shown([line for column, start, end in columns if _is_hidden(column)
                              for line in range(start, min(end, _EDGE))])  # fmt: skip
        self._down = Shown([line for row, start, end in self._rows if _is_hidden(row)
                            for line in range(start, min(end, _EDGE))])  # fmt: skip

    def cells(self) -> Iterator[GridCell]:
        for row, start, end in self._rows:
            parent = row.getparent()
            is_header = parent is not None and parent.tag == TABLE + "table-header-rows"
            found = list(self._row(row))
            if found and end - start > 1:
                refuse_extracts(len(found) * (end - start))
            for number in range(start, end) if found else ():
                for text, col, rowspan, colspan, strong in found:
                    down, across = self._down.place(number, rowspan), self._across.place(col, colspan)
                    if down is not None and across is not None:
                        yield GridCell(text, down[0], across[0], down[1], across[1], strong, is_header)

    def _row(self, row: etree._Element) -> Iterator[tuple[str, int, int, int, bool]]:
        """Text, column, row span, column span and strength of every cell that says something."""
        col = 0
        for cell in row:
            repeated = int(cell.get(TABLE + "number-columns-repeated", 1))
            if cell.tag == TABLE + "table-cell" and (text := _shown(cell)):
                rowspan = int(cell.get(TABLE + "number-rows-spanned", 1))
                colspan = int(cell.get(TABLE + "number-columns-spanned", 1))
                refuse_extracts(repeated)
                for place in range(col, col + repeated):
                    yield text, place, rowspan, colspan, self._is_strong(cell, place)
            if cell.tag in (TABLE + "table-cell", TABLE + "covered-table-cell"):
                col += repeated

    def _is_strong(self, cell: etree._Element, col: int) -> bool:
        style = cell.get(TABLE + "style-name") or next(
            (name for start, end, name in self._default_styles if start <= col < end), ""
        )
        if style not in self._strong:
            weight = self._property(style, "text-properties", FO + "font-weight")
            colour = self._property(style, "table-cell-properties", FO + "background-color")
            self._strong[style] = weight in ("bold", "700", "800", "900") or colour not in (
                None, "transparent", "#ffffff"
            )  # fmt: skip
        return self._strong[style]

    def _property(self, style: str | None, kind: str, name: str) -> str | None:
        element = self._styles.get(style or "")
        found = element.find(STYLE + kind) if element is not None else None
        return found.get(name) if found is not None else None


def _repeated(table: etree._Element, kind: str) -> Iterator[tuple[etree._Element, int, int]]:
    """Rows or columns with the numbers of the first and of the one after the last that they stand for."""
    place = 0
    for element in _lines(table, TABLE + kind):
        count = int(element.get(f"{TABLE}number-{kind.removeprefix('table-')}s-repeated", 1))
        yield element, place, place + count
        place += count


def _lines(parent: etree._Element, tag: str) -> Iterator[etree._Element]:
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _GROUPS:
            yield from _lines(child, tag)


def _is_hidden(line: etree._Element) -> bool:
    return line.get(TABLE + "visibility") in ("collapse", "filter")


def _shown(cell: etree._Element) -> str:
    text = cell_text("\n".join(_paragraph(child) for child in cell if child.tag == TEXT + "p"))
    written = cell.get(OFFICE + "date-value")
    if written and cell.get(OFFICE + "value-type") == "date" and not any(map(str.isalpha, text)):
        return _date(written, text)
    if re.match(r"^(?:#[A-Z/0!?]+|Err:\d+)$", text) and cell.get(TABLE + "formula"):
        return ""  # an error instead of a value
    return text


def _date(written: str, text: str) -> str:
    """A date that is shown in figures, as dd/mm/yyyy whatever their order; with the time where it is shown."""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return text
    return moment.strftime("%d/%m/%Y %H:%M" if ":" in text else "%d/%m/%Y") if text.count(":") < 2 else text


def _paragraph(element: etree._Element) -> str:
    pieces = [element.text or ""]
    for child in element:
        if child.tag == TEXT + "s":
            pieces.append(" " * min(int(child.get(TEXT + "c", 1)), 100))
        elif child.tag in (TEXT + "tab", TEXT + "line-break"):
            pieces.append("\n" if child.tag == TEXT + "line-break" else " ")
        elif child.tag not in (OFFICE + "annotation", TEXT + "note"):
            pieces.append(_paragraph(child))
        pieces.append(child.tail or "")
    return "".join(pieces)


def _drawn(sheet: etree._Element, name: str, pictures: Pictures) -> Iterator[Paragraph | Picture]:
    """Text boxes and pictures over the cells."""
    for element in sheet.iter(f"{DRAW}image", f"{DRAW}text-box", f"{DRAW}custom-shape"):
        if element.tag == f"{DRAW}image":
            picture = pictures.picture(element.get(XLINK + "href", ""), None, None, name)
            if picture is not None:
                yield picture
            continue
        for paragraph in element.iter(TEXT + "p"):
            if says_something(text := cell_text(_paragraph(paragraph))):
                yield Paragraph(text, in_text_box=True)
