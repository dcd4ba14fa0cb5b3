"""Word-processing documents (.docx), read in the order of the page, tracked changes as accepted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from lxml import etree

from core.documents.base import Block, ListItem, Paragraph, Parsed
from core.documents.docx_package import Package, W
from core.documents.docx_styles import Marker, Numbering, Styles, attribute
from core.documents.docx_table import cells_of, flattened, grid_cells, rows_of
from core.documents.docx_text import Content, Line, children, read_paragraph
from core.documents.headings import Title, settle, title_of
from core.documents.markers import typed_marker
from core.documents.tables import table_blocks
from core.documents.text import clean, says_something
from core.documents.titles import cover_title
from core.errors import DocumentError

_ONE_BULLET = re.compile(r"^\s*[-•]\s+(?=\w)")
"""The bullet of a list of one; before an amount it would read as a minus."""


class DocxReader:
    """Reads .docx. Headers, footers, comments, footnotes and deleted text are left out."""

    suffixes: Sequence[str] = (".docx",)
    version = 1

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        with Package(path) as package:
            body = package.main().find(W + "body")
            walk = _Walk(Styles(package.related("styles")), Numbering(package.related("numbering")))
        if body is None:
            raise DocumentError("corrupt", "the document has no body", "save it again in a word processor")
        found = list(walk.blocks(body))
        if not found:
            raise DocumentError("no-text", "no text in the document", "if it holds scanned pages, it needs OCR")
        boxes = [block.text for block in found if isinstance(block, Paragraph) and block.in_text_box]
        title = walk.title or cover_title(walk.cover or boxes)
        return Parsed(tuple(settle(found)), title, None, tuple(walk.notes()))


class _Walk:
    """One pass over one document; keeps what concerns the whole of it."""

    def __init__(self, styles: Styles, numbering: Numbering) -> None:
        self._styles = styles
        self._numbering = numbering
        self._section = ""
        self._pictures: dict[str, int] = {}
        self.title = ""
        self.cover: list[str] = []
        """Text boxes before the first running text, one entry a box."""

    def notes(self) -> Iterator[str]:
        for section, count in self._pictures.items():
            where = f"in section « {section} »" if section else "before the first section"
            yield f"{count} picture{'s' if count > 1 else ''} not read {where}"

    def blocks(self, parent: etree._Element, in_box: bool = False) -> Iterator[Block | Title]:
        for child in children(parent):
            if child.tag == W + "p":
                yield from self._paragraph(child, in_box)
            elif child.tag == W + "tbl":
                yield from self._table(child, in_box)

    def _paragraph(self, element: etree._Element, in_box: bool) -> Iterator[Block | Title]:
        style = attribute(element, "pPr/pStyle")
        own_list = element.find(f"{W}pPr/{W}numPr")
        content = read_paragraph(element, self._styles)
        for box in content.boxes:
            yield from self._box(box)
        if content.pictures:
            self._pictures[self._section] = self._pictures.get(self._section, 0) + content.pictures
        if not says_something(content.text):
            return
        marker = self._numbering.marker(own_list if own_list is not None else self._styles.numbering(style))
        if in_box:
            yield from (Paragraph(line.text, None, True) for line in content.lines)
            return
        if self._styles.is_title(style) and not self.title:
            self.title = content.text
            return
        outline = attribute(element, "pPr/outlineLvl")
        level = int(outline) + 1 if outline is not None and int(outline) < 9 else self._styles.heading_level(style)
        yield from self._lines(content, marker, level)

    def _lines(self, content: Content, marker: Marker | None, level: int | None) -> Iterator[Block | Title]:
        """The lines of one paragraph; often a bold question and, after a line break, its answer."""
        first, *others = _joined(content.lines)
        title = title_of(
            first.text,
            bold=first.bold,
            style_level=level if not others else None,
            numbered=marker is not None and not marker.is_bullet,
            bulleted=marker is not None and marker.is_bullet,
        )
        if title is not None:
            self._section = title.text
            item = ListItem(first.text, marker.text, marker.level) if marker is not None and marker.is_bullet else None
            yield replace(title, item=item)
        elif marker is not None:
            yield ListItem(first.text, marker.text, marker.level)
        else:
            yield _line(first.text)
        for line in others:
            if not says_something(line.text):
                continue
            title = title_of(line.text, bold=line.bold)
            yield title if title is not None else _line(line.text)

    def _box(self, box: etree._Element) -> Iterator[Block | Title]:
        blocks = list(self.blocks(box, in_box=True))
        if lines := [block.text for block in blocks if isinstance(block, Paragraph)]:
            self.cover.append("\n".join(lines))
        yield from blocks

    def _table(self, element: etree._Element, in_box: bool) -> Iterator[Block | Title]:
        rows = rows_of(element)
        cells = [cell for row in rows for cell in cells_of(row)]
        nested = any(child.tag == W + "tbl" for cell in cells for child in children(cell))
        if len(cells) == 1 or (len(rows) == 1 and nested):
            # A frame around running text, or columns of a page: laid out as a table, not one.
            for cell in cells:
                yield from self.blocks(cell, in_box)
            return
        yield from table_blocks(grid_cells(element, self._cell_text))

    def _cell_text(self, cell: etree._Element) -> tuple[str, bool]:
        """The cell as one line; paragraphs that would run two numbers together are set apart."""
        parts: list[str] = []
        all_bold = True
        for child in children(cell):
            if child.tag == W + "tbl":
                parts.append(flattened(table_blocks(grid_cells(child, self._cell_text))))
            if child.tag != W + "p":
                continue
            content = read_paragraph(child, self._styles)
            for box in content.boxes:
                parts.extend(block.text for block in self.blocks(box, in_box=True) if isinstance(block, Paragraph))
            if content.pictures:
                self._pictures[self._section] = self._pictures.get(self._section, 0) + content.pictures
            marker = self._numbering.marker(child.find(f"{W}pPr/{W}numPr")) if content.lines else None
            for number, line in enumerate(content.lines):
                lead = f"{marker.text} " if marker is not None and number == 0 else ""
                parts.append(lead + line.text)
                all_bold = all_bold and line.bold
        text = ""
        for part in filter(None, parts):
            glue = " ; " if text[-1:].isdigit() and part[:1].isdigit() else " "
            text = f"{text}{glue}{part}" if text else part
        if len(parts) == 1:
            text = _ONE_BULLET.sub("", text)
        return clean(text), bool(text) and all_bold


def _joined(lines: list[Line]) -> list[Line]:
    """Lines without a bold title broken over two of them: `Quels sont les` / `avantages ?` is one."""
    if len(lines) > 1 and all(line.bold for line in lines) and len(" ".join(line.text for line in lines)) < 150:
        ends = [line.text.endswith(("?", "؟", ":", ".", ";")) for line in lines[:-1]]
        if not any(ends):
            return [Line(" ".join(line.text for line in lines), True)]
    return lines


def _line(text: str) -> Block:
    typed = typed_marker(text)
    return ListItem(typed.rest, typed.marker) if typed is not None else Paragraph(text)
