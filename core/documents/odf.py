"""The content of an OpenDocument file, in reading order: what texts and slides have in common."""

from collections.abc import Iterator

from lxml import etree

from core.documents.base import Block, Paragraph
from core.documents.embedded import Pictures
from core.documents.flow import blocks_of_lines, cell_text, flattened
from core.documents.headings import Title
from core.documents.numbering import Marker
from core.documents.odf_package import DRAW, OFFICE, SVG, TABLE, TEXT, XLINK, OdfPackage, length_cm, part_name
from core.documents.odf_styles import OdfList, OdfLists, OdfStyles
from core.documents.odf_table import cells_of, grid_cells, rows_of
from core.documents.odf_text import OdfContent, read_paragraph
from core.documents.tables import table_blocks
from core.documents.text import says_something

_OBJECTS = frozenset({DRAW + "object", DRAW + "object-ole"})


class OdfWalk:
    """One pass over one document, whose package must be open; keeps what concerns the whole of it."""

    def __init__(self, package: OdfPackage, styles: OdfStyles, body: etree._Element) -> None:
        self._package = package
        self._styles = styles
        self._lists = OdfLists(styles)
        names = (part_name(image.get(XLINK + "href")) for image in body.iter(DRAW + "image"))
        self.pictures = Pictures(package, filter(None, names))
        self._section = ""
        self._after_table: list[Block] = []
        self.page: int | None = None
        """The slide that is read; None in a text."""
        self.title = ""
        self.cover: list[str] = []
        """Text boxes, one entry a box."""

    def blocks(self, parent: etree._Element, in_box: bool = False) -> Iterator[Block | Title]:
        """What stands in `parent`, in order."""
        for child in parent:
            if child.tag in (TEXT + "p", TEXT + "h"):
                yield from self.paragraph(child, None, in_box)
            elif child.tag == TEXT + "list":
                yield from self._list(child, None, 0, in_box)
            elif child.tag == TABLE + "table":
                yield from self.table(child, in_box)
            elif child.tag == TEXT + "section":
                if child.get(TEXT + "display") != "none":
                    yield from self.blocks(child, in_box)
            elif isinstance(child.tag, str) and child.tag.startswith(DRAW):
                yield from self.shape(child, in_box)

    def paragraph(self, element: etree._Element, marker: Marker | None, in_box: bool) -> Iterator[Block | Title]:
        """A paragraph with what is anchored in it: text boxes before it, notes and pictures after it."""
        content = read_paragraph(element, self._styles)
        boxes, others = _parted(content.shapes)
        for box in boxes:
            yield from self.shape(box, in_box)
        if says_something(content.text):
            yield from self._text(element, content, marker, in_box)
        yield from self._notes(content)
        for other in others:
            yield from self.shape(other, in_box)

    def shape(self, element: etree._Element, in_box: bool = False) -> Iterator[Block | Title]:
        """Something drawn: a text box, a shape with text, a table, a picture, a chart, or a group of them."""
        if element.tag in (DRAW + "g", DRAW + "a"):
            for part in element:
                if isinstance(part.tag, str) and part.tag.startswith(DRAW):
                    yield from self.shape(part, in_box)
            return
        if element.tag != DRAW + "frame":
            yield from self._box(element, in_box)
            return
        for part in element:
            if part.tag == DRAW + "text-box":
                yield from self._box(part, in_box)
                return
            if part.tag == TABLE + "table":
                yield from self.table(part, in_box)
                return
            if part.tag in _OBJECTS and (data := list(self._object(part))):
                yield from data
                return
        yield from self._picture(element)

    def table(self, element: etree._Element, in_box: bool) -> Iterator[Block | Title]:
        """A table, or what it frames."""
        rows = [cells_of(row) for row, _ in rows_of(element)]
        cells = [cell for row in rows for cell in row]
        nested = any(cell.find(TABLE + "table") is not None for cell in cells)
        if len(cells) == 1 or (nested and (len(rows) == 1 or len(cells) == len(rows))):
            # A frame around running text, or the parts of a page: laid out as a table, not one.
            for cell in cells:
                yield from self.blocks(cell, in_box)
            return
        yield from table_blocks(grid_cells(element, self._cell_text, self._styles), page=self.page)
        yield from self._after_table
        self._after_table = []

    def _text(
        self, element: etree._Element, content: OdfContent, marker: Marker | None, in_box: bool
    ) -> Iterator[Block | Title]:
        if in_box and self.page is None:
            yield from (Paragraph(line.text, None, True) for line in content.lines)
            return
        style = element.get(TEXT + "style-name")
        if self._styles.is_title(style) and not self.title and self.page is None:
            self.title = content.text
            return
        outline = element.get(TEXT + "outline-level", "") if element.tag == TEXT + "h" else ""
        level = int(outline) if outline.isdigit() else self._styles.heading_level(style)
        for number, block in enumerate(blocks_of_lines(content.lines, marker, level, self.page)):
            if number == 0 and isinstance(block, Title):
                self._section = block.text
            yield block

    def _list(
        self, element: etree._Element, around: OdfList | None, level: int, in_box: bool
    ) -> Iterator[Block | Title]:
        within = self._lists.begin(element, around, level)
        for item in element:
            marked = item.tag == TEXT + "list-item"
            for child in item if marked or item.tag == TEXT + "list-header" else ():
                if child.tag == TEXT + "list":
                    yield from self._list(child, within, level + 1, in_box)
                elif child.tag in (TEXT + "p", TEXT + "h"):
                    marker = None
                    # What says nothing isn't counted, as in a word processor that skips empty lines.
                    if marked and says_something(read_paragraph(child, self._styles).text):
                        marker = self._lists.marker(within, level, item.get(TEXT + "start-value"))
                        marked = False
                    yield from self.paragraph(child, marker, in_box)

    def _box(self, element: etree._Element, in_box: bool) -> Iterator[Block | Title]:
        blocks = list(self.blocks(element, in_box=True))
        lines = [block.text for block in blocks if isinstance(block, Paragraph)]
        if lines and not in_box:
            self.cover.append("\n".join(lines))
        yield from blocks

    def _notes(self, content: OdfContent) -> Iterator[Paragraph]:
        for note in content.notes:
            body = note.find(TEXT + "note-body")
            paragraphs = body.iter(TEXT + "p", TEXT + "h") if body is not None else ()
            text = cell_text([read_paragraph(element, self._styles).text for element in paragraphs])
            if says_something(text):
                yield Paragraph(f"* {text}", self.page)

    def _picture(self, frame: etree._Element) -> Iterator[Block]:
        width, height = length_cm(frame.get(SVG + "width")), length_cm(frame.get(SVG + "height"))
        size = (width, height) if width is not None and height is not None else None
        names = [name for image in frame.findall(DRAW + "image") if (name := part_name(image.get(XLINK + "href")))]
        # A drawing may have a picture of itself beside it, for programs that can't draw it.
        name = next((name for name in names if self.pictures.is_readable(name)), names[0] if names else None)
        picture = self.pictures.picture(name, size, self.page, self._section) if name is not None else None
        if picture is not None:
            yield picture

    def _object(self, element: etree._Element) -> Iterator[Block]:
        """The numbers that a chart draws. Other embedded documents are shown by their picture."""
        name = part_name(element.get(XLINK + "href"))
        root = self._package.part(f"{name}/content.xml") if name is not None else None
        if root is not None and root.find(f"{OFFICE}body/{OFFICE}chart") is not None:
            for table in root.iter(TABLE + "table"):
                yield from table_blocks(grid_cells(table, self._cell_text, self._styles), page=self.page)

    def _cell_text(self, cell: etree._Element) -> tuple[str, bool]:
        """The cell as one line, and whether all of it is bold; what can't stand in a line goes after the table."""
        parts: list[str] = []
        weights: list[bool] = []
        self._cell_parts(cell, parts, weights, None, 0)
        text = cell_text(parts)
        return text, bool(text) and all(weights)

    def _cell_parts(
        self, parent: etree._Element, parts: list[str], weights: list[bool], within: OdfList | None, level: int
    ) -> None:
        marked = parent.tag == TEXT + "list-item"
        for child in parent:
            if child.tag in (TEXT + "p", TEXT + "h"):
                content = read_paragraph(child, self._styles)
                marker = None
                if marked and within is not None and content.lines:
                    marker = self._lists.marker(within, level, parent.get(TEXT + "start-value"))
                    marked = False
                for shape in content.shapes:
                    self._cell_shape(shape, parts)
                self._after_table.extend(self._notes(content))
                for number, line in enumerate(content.lines):
                    parts.append(f"{marker.text} {line.text}" if marker is not None and number == 0 else line.text)
                    weights.append(line.bold)
            elif child.tag == TEXT + "list":
                inner = self._lists.begin(child, within, level + 1 if within is not None else 0)
                for item in child:
                    self._cell_parts(item, parts, weights, inner, level + 1 if within is not None else 0)
            elif child.tag == TABLE + "table":
                parts.append(flattened(table_blocks(grid_cells(child, self._cell_text, self._styles))))
            elif child.tag == TEXT + "section":
                self._cell_parts(child, parts, weights, None, 0)

    def _cell_shape(self, shape: etree._Element, parts: list[str]) -> None:
        for block in self.shape(shape, in_box=True):
            if isinstance(block, Paragraph):
                parts.append(block.text)
            elif not isinstance(block, Title):
                self._after_table.append(block)


def _parted(shapes: list[etree._Element]) -> tuple[list[etree._Element], list[etree._Element]]:
    """Those that hold text, and the others."""
    texts = [shape for shape in shapes if any(True for _ in shape.iter(TEXT + "p", TEXT + "h"))]
    return texts, [shape for shape in shapes if shape not in texts]
