"""Slides of PowerPoint (.pptx and its kin), read with python-pptx: one page a slide, notes after it."""

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from lxml import etree
from pptx.exc import PythonPptxError
from pptx.package import Package
from pptx.parts.presentation import PresentationPart
from pptx.presentation import Presentation
from pptx.slide import Slide as PptxSlide

from core.documents.base import Block, Paragraph, Parsed
from core.documents.docx_package import MC
from core.documents.embedded import Pictures
from core.documents.headings import settle
from core.documents.pptx_shapes import SlideReader
from core.documents.pptx_text import TextBody
from core.documents.slides import Slide, deck_blocks, deck_title, hidden_note
from core.documents.text import says_something
from core.documents.zip_parts import ZipParts, corrupt, day_of
from core.errors import DocumentError

_OPENING = frozenset({"title", "secHead"})
"""Layouts of slides that open a part."""


class PptxReader:
    """Reads .pptx, with macros, as a show or as a template too. Comments, footers and hidden slides are left out."""

    suffixes: Sequence[str] = (".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm")
    version = 2

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        with ZipParts(path) as parts:
            parts.refuse_entities()
            presentation = _open(path)
            slides = list(presentation.slides)
            for slide in slides:
                _choose_alternatives(slide.shapes.element)
            shown = [(number, slide) for number, slide in enumerate(slides, 1) if slide.element.get("show") != "0"]
            pictures = Pictures(parts, (name for _, slide in shown for name in SlideReader.uses(slide)))
            height = float(presentation.slide_height or 1)
            unread: list[str] = []
            deck = [_slide(number, slide, pictures, height, unread) for number, slide in shown]
        blocks = settle(deck_blocks(deck))
        if not blocks:
            raise DocumentError("no-text", "no text on the slides", "if they are pictures, they need OCR")
        hidden = [number for number, slide in enumerate(slides, 1) if slide.element.get("show") == "0"]
        notes = (*hidden_note(hidden), *unread, *pictures.notes())
        modified = presentation.core_properties.modified
        dated = day_of(modified.isoformat()) if modified is not None else None
        return Parsed(tuple(blocks), deck_title(blocks), len(slides), notes, dated)


def _open(path: Path) -> Presentation:
    try:
        part = Package.open(str(path)).main_document_part
        if not isinstance(part, PresentationPart):
            raise corrupt("there are no slides in it")
        presentation: Presentation = part.presentation
        return presentation
    except (PythonPptxError, KeyError, etree.XMLSyntaxError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise corrupt(f"not a readable presentation: {error}") from error


def _slide(number: int, slide: PptxSlide, pictures: Pictures, height: float, unread: list[str]) -> Slide:
    reader = SlideReader(slide, number, pictures)
    shapes = tuple(reader.shapes())
    unread.extend(reader.unread())
    layout = slide.slide_layout.element.get("type", "")
    return Slide(number, shapes, height, 1 if layout in _OPENING else 2, tuple(_notes(slide, number)))


def _notes(slide: PptxSlide, number: int) -> Iterator[Block]:
    if not slide.has_notes_slide:
        return
    frame = slide.notes_slide.notes_text_frame
    if frame is not None:
        for paragraph in TextBody(frame._txBody).paragraphs:
            yield from (Paragraph(line.text, number) for line in paragraph.lines if says_something(line.text))


def _choose_alternatives(tree: etree._Element) -> None:
    """Put what newer programs show in place of the alternatives, which python-pptx doesn't see."""
    for alternatives in list(tree.iter(MC + "AlternateContent")):
        parent = alternatives.getparent()
        chosen = alternatives.find(MC + "Choice")
        if parent is None or chosen is None:
            continue
        for child in reversed(chosen):
            alternatives.addnext(child)
        parent.remove(alternatives)
