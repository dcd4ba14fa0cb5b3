"""The shapes of one PowerPoint slide: what each says and where it stands."""

from collections.abc import Iterable, Iterator

from lxml import etree
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.slide import Slide as PptxSlide

from core.documents.base import Block, ListItem
from core.documents.docx_package import R
from core.documents.embedded import CM_PER_EMU, Pictures
from core.documents.headings import Title
from core.documents.ooxml_charts import DGM, A, chart_table, diagram_lines
from core.documents.pptx_table import grid_cells
from core.documents.pptx_text import TextBody
from core.documents.slide_order import Box
from core.documents.slides import Shape
from core.documents.tables import table_blocks
from core.documents.zip_parts import parse_xml

_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_FURNITURE = frozenset({PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.HEADER})
_TITLES = frozenset({PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE})


class SlideReader:
    """Reads one slide."""

    def __init__(self, slide: PptxSlide, number: int, pictures: Pictures) -> None:
        self._slide = slide
        self._number = number
        self._pictures = pictures
        self._objects = 0

    @staticmethod
    def uses(slide: PptxSlide) -> Iterator[str]:
        """The part of every picture on the slide."""
        for blip in slide.shapes.element.iter(A + "blip"):
            if (name := _part_name(slide, blip.get(R + "embed"))) is not None:
                yield name

    def shapes(self) -> Iterator[Shape]:
        """What stands on the slide, in the file's order; slide number, date and footer left out."""
        return self._read(self._slide.shapes)

    def unread(self) -> Iterator[str]:
        """For the report: objects of other programs."""
        if self._objects:
            objects = "object" if self._objects == 1 else "objects"
            yield f"{self._objects} embedded {objects} not read: page {self._number}"

    def _read(self, shapes: Iterable[BaseShape]) -> Iterator[Shape]:
        for shape in shapes:
            hidden = next((found.get("hidden") for found in shape.element.iter(_P + "cNvPr")), None)
            if hidden in ("1", "true"):
                continue
            kind = shape.placeholder_format.type if shape.is_placeholder else None
            if kind in _FURNITURE:
                continue
            box = Box(*(float(length or 0) for length in (shape.left, shape.top, shape.width, shape.height)))
            if isinstance(shape, GroupShape):
                yield Shape(box, parts=tuple(self._read(shape.shapes)))
                continue
            text = self._text(shape, kind)
            blocks = list(text.blocks(self._number)) if text is not None else []
            blocks.extend(self._picture(shape, box))
            if isinstance(shape, GraphicFrame):
                blocks.extend(self._graphic(shape))
            if blocks:
                yield Shape(box, tuple(blocks), kind in _TITLES, text.size if text is not None else 0.0)

    def _text(self, shape: BaseShape, kind: PP_PLACEHOLDER | None) -> TextBody | None:
        body = shape.element.find(_P + "txBody")
        return TextBody(body, list(self._styles(shape, kind))) if body is not None else None

    def _styles(self, shape: BaseShape, kind: PP_PLACEHOLDER | None) -> Iterator[etree._Element]:
        """The list styles that a placeholder inherits: its layout's, its master's, the master's for all texts."""
        if kind is None:
            return
        layout = self._slide.slide_layout
        master = layout.slide_master
        for above in (layout.placeholders.get(shape.placeholder_format.idx), master.placeholders.get(kind)):
            style = above.element.find(f"{_P}txBody/{A}lstStyle") if above is not None else None
            if style is not None:
                yield style
        name = "titleStyle" if kind in _TITLES else "bodyStyle"
        style = master.element.find(f"{_P}txStyles/{_P}{name}")
        if style is not None:
            yield style

    def _picture(self, shape: BaseShape, box: Box) -> Iterator[Block]:
        blip = shape.element.find(f"{_P}blipFill/{A}blip")
        name = _part_name(self._slide, blip.get(R + "embed")) if blip is not None else None
        if name is not None:
            picture = self._pictures.picture(name, (box.width * CM_PER_EMU, box.height * CM_PER_EMU), self._number)
            if picture is not None:
                yield picture

    def _graphic(self, frame: GraphicFrame) -> Iterator[Block | Title]:
        if frame.has_table:
            yield from table_blocks(grid_cells(frame.table._tbl), page=self._number)
        elif frame.has_chart:
            if (table := chart_table(parse_xml(frame.chart_part.blob, "chart"), self._number)) is not None:
                yield table
        elif (diagram := next(frame.element.iter(DGM + "relIds"), None)) is not None:
            data = self._slide.part.related_part(diagram.get(R + "dm", ""))
            for text, depth in diagram_lines(parse_xml(data.blob, "diagram")):
                yield ListItem(text, "-", depth, self._number)
        else:
            self._objects += 1


def _part_name(slide: PptxSlide, relation_id: str | None) -> str | None:
    relation = slide.part.rels.get(relation_id) if relation_id else None
    return None if relation is None or relation.is_external else str(relation.target_part.partname).lstrip("/")
