"""What is drawn in a word-processing document: pictures for OCR, the numbers of charts, the words of diagrams."""

import re
from collections.abc import Iterator

from lxml import etree

from core.documents.base import Block, ListItem
from core.documents.docx_package import MC, Package, R
from core.documents.embedded import CM_PER_EMU, Pictures
from core.documents.ooxml_charts import A, chart_table, diagram_lines

_PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_VML = "{urn:schemas-microsoft-com:vml}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_LENGTH = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([\d.]+)(pt|in|cm|mm|px)?")
_CM = {"pt": 2.54 / 72, "in": 2.54, "cm": 1.0, "mm": 0.1, "px": 2.54 / 96, "": 2.54 / 96}


class Drawings:
    """The drawings of one document, whose package must be open."""

    def __init__(self, package: Package, body: etree._Element) -> None:
        self._package = package
        self._pictures = Pictures(package, _uses(package, body))

    def blocks(self, element: etree._Element, section: str) -> Iterator[Block]:
        """What one drawing says (a picture, a chart, a diagram); nothing for an ornament."""
        if element.tag in (_PIC + "pic", _VML + "imagedata"):
            name = self._package.target(_source(element))
            picture = self._pictures.picture(name, _size_cm(element), None, section) if name is not None else None
            if picture is not None:
                yield picture
        elif element.tag == _CHART:
            if (root := self._part(element.get(R + "id"))) is not None and (table := chart_table(root)) is not None:
                yield table
        elif (root := self._part(element.get(R + "dm"))) is not None:
            yield from (ListItem(text, "-", depth) for text, depth in diagram_lines(root))

    def notes(self) -> Iterator[str]:
        """For the report; see `Pictures.notes`."""
        return self._pictures.notes()

    def _part(self, relation_id: str | None) -> etree._Element | None:
        name = self._package.target(relation_id)
        return self._package.part(name) if name is not None else None


def _uses(package: Package, body: etree._Element) -> Iterator[str]:
    """The part of every picture shown; the fallbacks show the same again."""
    for element in body.iter(_PIC + "pic", _VML + "imagedata"):
        if not any(True for _ in element.iterancestors(MC + "Fallback")):
            name = package.target(_source(element))
            if name is not None:
                yield name


def _source(picture: etree._Element) -> str | None:
    if picture.tag == _VML + "imagedata":
        return str(found) if (found := picture.get(R + "id")) is not None else None
    blip = picture.find(f"{_PIC}blipFill/{A}blip")
    return blip.get(R + "embed") if blip is not None else None


def _size_cm(picture: etree._Element) -> tuple[float, float] | None:
    if picture.tag == _VML + "imagedata":
        shape = picture.getparent()
        found = {
            name: (length, unit)
            for name, length, unit in _LENGTH.findall(shape.get("style", "") if shape is not None else "")
        }
        if len(found) < 2:
            return None
        width, height = (float(found[name][0]) * _CM[found[name][1]] for name in ("width", "height"))
        return width, height
    extent = picture.find(f"{_PIC}spPr/{A}xfrm/{A}ext")
    if extent is None:
        around = next(picture.iterancestors(_WP + "inline", _WP + "anchor"), None)
        extent = around.find(_WP + "extent") if around is not None else None
    if extent is None:
        return None
    return int(extent.get("cx", "0")) * CM_PER_EMU, int(extent.get("cy", "0")) * CM_PER_EMU
