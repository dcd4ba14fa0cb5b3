"""One pass over the body of a word-processing document, in reading order."""

from collections.abc import Iterator

from lxml import etree

from core.documents.base import Block, Paragraph
from core.documents.docx_drawings import Drawings
from core.documents.docx_notes import Notes
from core.documents.docx_package import W
from core.documents.docx_styles import Numbering, Styles, attribute
from core.documents.docx_table import cells_of, grid_cells, hangs_below, rows_of
from core.documents.docx_text import Content, children, read_paragraph, whole_paragraphs
from core.documents.flow import blocks_of_lines, cell_text, flattened
from core.documents.headings import Title
from core.documents.tables import table_blocks
from core.documents.text import says_something


class Walk:
    """Keeps what concerns the whole of one document."""

    def __init__(self, styles: Styles, numbering: Numbering, notes: Notes, drawings: Drawings) -> None:
        self._styles = styles
        self._numbering = numbering
        self._footnotes = notes
        self._drawings = drawings
        self._section = ""
        self._after_table: list[Block] = []
        self._taken_in = 0
        self.title = ""
        self.cover: list[str] = []
        """Text boxes before the first running text, one entry a box."""

    def notes(self) -> Iterator[str]:
        """For the report: what was seen and not read."""
        yield from self._drawings.notes()
        if self._taken_in:
            parts = "part" if self._taken_in == 1 else "parts"
            yield f"{self._taken_in} {parts} taken in from another file not read: save the document again in Word"

    def blocks(self, parent: etree._Element, in_box: bool = False) -> Iterator[Block | Title]:
        """What stands in `parent`, in order."""
        hanging: list[etree._Element] = []  # floating tables, until the paragraph that they hang below was read
        for group in whole_paragraphs(parent):
            if group[0].tag == W + "tbl" and hangs_below(group[0]):
                hanging.append(group[0])
                continue
            if group[0].tag == W + "p":
                yield from self._paragraph(group, in_box)
            for table in hanging:
                yield from self._table(table, in_box)
            hanging = []
            if group[0].tag == W + "tbl":
                yield from self._table(group[0], in_box)
            elif group[0].tag == W + "altChunk":
                self._taken_in += 1
        for table in hanging:
            yield from self._table(table, in_box)

    def _paragraph(self, group: list[etree._Element], in_box: bool) -> Iterator[Block | Title]:
        element, content = read_paragraph(group, self._styles)
        for box in content.boxes:
            yield from self._box(box, in_box)
        if says_something(content.text) and not self._styles.is_contents(attribute(element, "pPr/pStyle")):
            yield from self._text(element, content, in_box)
        yield from self._footnotes.blocks(content.notes)
        for drawing in content.drawings:
            yield from self._drawings.blocks(drawing, self._section)

    def _text(self, element: etree._Element, content: Content, in_box: bool) -> Iterator[Block | Title]:
        style = attribute(element, "pPr/pStyle")
        own_list = element.find(f"{W}pPr/{W}numPr")
        marker = self._numbering.marker(own_list if own_list is not None else self._styles.numbering(style))
        if in_box:
            yield from (Paragraph(line.text, None, True) for line in content.lines)
            return
        if self._styles.is_title(style) and not self.title:
            self.title = content.text
            return
        outline = attribute(element, "pPr/outlineLvl")
        level = int(outline) + 1 if outline is not None and int(outline) < 9 else self._styles.heading_level(style)
        for number, block in enumerate(blocks_of_lines(content.lines, marker, level, labels=True)):
            if number == 0 and isinstance(block, Title) and block.instead is None:
                self._section = block.text
            yield block

    def _box(self, box: etree._Element, in_box: bool) -> Iterator[Block | Title]:
        blocks = list(self.blocks(box, in_box=True))
        lines = [block.text for block in blocks if isinstance(block, Paragraph)]
        if lines and not in_box:
            self.cover.append("\n".join(lines))
        yield from blocks

    def _table(self, element: etree._Element, in_box: bool) -> Iterator[Block | Title]:
        rows = [cells_of(row) for row in rows_of(element)]
        cells = [cell for row in rows for cell in row]
        nested = any(child.tag == W + "tbl" for cell in cells for child in children(cell))
        if len(cells) == 1 or (nested and (len(rows) == 1 or len(cells) == len(rows))):
            # A frame around running text, or the parts of a page: laid out as a table, not one.
            for cell in cells:
                yield from self.blocks(cell, in_box)
            return
        yield from table_blocks(grid_cells(element, self._cell_text))
        yield from self._after_table
        self._after_table = []

    def _cell_text(self, cell: etree._Element) -> tuple[str, bool]:
        """The cell as one line, and whether all of it is bold; what can't stand in a line goes after the table."""
        parts: list[str] = []
        all_bold = True
        for group in whole_paragraphs(cell):
            if group[0].tag == W + "tbl":
                parts.append(flattened(table_blocks(grid_cells(group[0], self._cell_text))))
            if group[0].tag != W + "p":
                continue
            element, content = read_paragraph(group, self._styles)
            for block in [block for box in content.boxes for block in self.blocks(box, in_box=True)]:
                if isinstance(block, Paragraph):
                    parts.append(block.text)
                elif not isinstance(block, Title):
                    self._after_table.append(block)
            self._after_table.extend(self._footnotes.blocks(content.notes))
            for drawing in content.drawings:
                self._after_table.extend(self._drawings.blocks(drawing, self._section))
            marker = self._numbering.marker(element.find(f"{W}pPr/{W}numPr")) if content.lines else None
            for number, line in enumerate(content.lines):
                lead = f"{marker.text} " if marker is not None and number == 0 else ""
                parts.append(lead + line.text)
                all_bold = all_bold and line.bold
        text = cell_text(parts)
        return text, bool(text) and all_bold
