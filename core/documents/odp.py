"""OpenDocument slides (.odp): one page a slide, the presenter's notes after it."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from lxml import etree

from core.documents.base import Paragraph, Parsed
from core.documents.headings import settle
from core.documents.odf import OdfWalk
from core.documents.odf_package import DRAW, FO, PRESENTATION, STYLE, SVG, TEXT, OdfPackage, length_cm
from core.documents.odf_styles import OdfStyles
from core.documents.odf_text import read_paragraph
from core.documents.slide_order import Box
from core.documents.slides import Shape, Slide, deck_blocks, deck_title, hidden_note
from core.documents.text import says_something
from core.errors import DocumentError

_FURNITURE = frozenset({"notes", "page", "page-number", "footer", "header", "date-time", "handout"})
_TRANSLATION = re.compile(r"translate\s*\(\s*(\S+?)[\s,]+(\S+?)\s*\)")
_HEIGHT_CM = 19.05
"""Of a slide whose size isn't given."""


class OdpReader:
    """Reads .odp and its templates. Comments, footers and hidden slides are left out."""

    suffixes: Sequence[str] = (".odp", ".otp")
    version = 2

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        with OdfPackage(path) as package:
            root, body = package.body("presentation")
            layouts = package.part("styles.xml")
            styles = OdfStyles(root, layouts)
            pages = list(enumerate(body.findall(DRAW + "page"), 1))
            hidden = [number for number, page in pages
                      if styles.is_hidden("drawing-page", page.get(DRAW + "style-name"))]  # fmt: skip
            walk = OdfWalk(package, styles, body)
            height = _height(layouts)
            deck = [_slide(number, page, walk, styles, height) for number, page in pages if number not in hidden]
            dated = package.modified()
        blocks = settle(deck_blocks(deck))
        if not blocks:
            raise DocumentError("no-text", "no text on the slides", "if they are pictures, they need OCR")
        notes = (*hidden_note(hidden), *walk.pictures.notes())
        return Parsed(tuple(blocks), deck_title(blocks), len(pages), notes, dated)


def _height(layouts: etree._Element | None) -> float:
    """The slides' height in centimetres; the notes' pages are taller than wide, the slides are not."""
    for properties in layouts.iter(STYLE + "page-layout-properties") if layouts is not None else ():
        width, height = length_cm(properties.get(FO + "page-width")), length_cm(properties.get(FO + "page-height"))
        if width and height and width >= height:
            return height
    return _HEIGHT_CM


def _slide(number: int, page: etree._Element, walk: OdfWalk, styles: OdfStyles, height: float) -> Slide:
    walk.page = number
    shapes = tuple(_shapes(page, walk, styles))
    opens = any(frame.get(PRESENTATION + "class") == "subtitle" for frame in page.iter(DRAW + "frame"))
    return Slide(number, shapes, height, 1 if opens else 2, tuple(_notes(page, number, styles)))


def _shapes(parent: etree._Element, walk: OdfWalk, styles: OdfStyles) -> Iterator[Shape]:
    for element in parent:
        kind = element.get(PRESENTATION + "class")
        if not isinstance(element.tag, str) or not element.tag.startswith(DRAW) or kind in _FURNITURE:
            continue
        if element.get(PRESENTATION + "placeholder") == "true":
            continue  # `Click to add text`
        if element.tag in (DRAW + "g", DRAW + "a"):
            parts = tuple(_shapes(element, walk, styles))
            if parts:
                yield Shape(_around([part.box for part in parts]), parts=parts)
            continue
        blocks = tuple(walk.shape(element))
        if blocks:
            yield Shape(_box(element), blocks, kind == "title", _size(element, styles))


def _box(element: etree._Element) -> Box:
    x, y = length_cm(element.get(SVG + "x")), length_cm(element.get(SVG + "y"))
    moved = _TRANSLATION.search(element.get(DRAW + "transform", ""))
    if moved is not None:
        x, y = length_cm(moved.group(1)), length_cm(moved.group(2))
    width, height = length_cm(element.get(SVG + "width")), length_cm(element.get(SVG + "height"))
    return Box(x or 0.0, y or 0.0, width or 0.0, height or 0.0)


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _size(element: etree._Element, styles: OdfStyles) -> float:
    """The largest letters of a shape; its own style's where its paragraphs don't say."""
    sizes = [read_paragraph(p, styles).size for p in element.iter(TEXT + "p", TEXT + "h")]
    own = max(
        styles.size("presentation", element.get(PRESENTATION + "style-name")),
        styles.size("graphic", element.get(DRAW + "style-name")),
    )
    return max(sizes, default=0.0) or own


def _notes(page: etree._Element, number: int, styles: OdfStyles) -> Iterator[Paragraph]:
    for frame in page.findall(f"{PRESENTATION}notes/{DRAW}frame"):
        if frame.get(PRESENTATION + "class") != "notes" or frame.get(PRESENTATION + "placeholder") == "true":
            continue
        for element in frame.iter(TEXT + "p", TEXT + "h"):
            for line in read_paragraph(element, styles).lines:
                if says_something(line.text):
                    yield Paragraph(line.text, number)
