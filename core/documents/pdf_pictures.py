"""Pictures on the pages of a PDF: which may say something, and the page or the piece of it as an image."""

import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pypdfium2

from core.documents.base import Picture
from core.documents.pdf_glyphs import Box, Glyph
from core.documents.pdf_tables import inside
from core.errors import DocumentError

_SMALL = 0.03
"""Share of the page below which a picture is an ornament."""
_WHOLE = 0.85
"""Share of the page from which a picture lies behind the page's text: a scan with a text layer, or a background."""
_GLYPHS_ON_TOP = 40
"""Letters over a picture from which it is a background too; steps and arrows drawn over a screenshot are fewer."""
_REPEATED = 0.5
"""Share of the pages on which a picture at one place is page furniture."""
_DRAWN = 50
"""Lines and curves from which a page without letters may hold text drawn as outlines."""
_DPI, _FEWEST_DPI = 300, 100
_PIXEL_LIMIT = 14_000_000


@dataclass(frozen=True)
class PagePicture:
    """A picture, and where it lies (points from the page's left and upper edges). `dpi` is its own resolution."""

    box: Box
    dpi: float

    @property
    def place(self) -> tuple[int, ...]:
        """The same for a picture that comes again on other pages."""
        return tuple(round(edge / 4) for edge in self.box)


def pictures_of(page: Any, glyphs: Sequence[Glyph]) -> list[PagePicture]:
    """The pictures of a page of pdfplumber's that are neither ornaments nor behind its text."""
    width, height = float(page.width), float(page.height)
    found = []
    for image in page.images:
        box = (max(0.0, float(image["x0"])), max(0.0, float(image["top"])),
               min(width, float(image["x1"])), min(height, float(image["bottom"])))  # fmt: skip
        share = max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1]) / (width * height)
        if not _SMALL < share < _WHOLE or sum(inside(glyph, box) for glyph in glyphs) >= _GLYPHS_ON_TOP:
            continue
        own = 72.0 * float((image.get("srcsize") or (0, 0))[0]) / max(1.0, box[2] - box[0])
        found.append(PagePicture(box, min(float(_DPI), max(float(_FEWEST_DPI), own))))
    return found


def shows_something(page: Any) -> bool:
    """Whether a page without letters is more than blank: it has a picture, or text drawn as outlines."""
    area = float(page.width) * float(page.height)
    large = any(float(image["width"]) * float(image["height"]) > _SMALL * area for image in page.images)
    return large or len(page.curves) + len(page.lines) + len(page.rects) >= _DRAWN


def without_furniture(pages: Sequence[Sequence[PagePicture]]) -> list[list[PagePicture]]:
    """Each page's pictures but for those that most pages have at the same place."""
    places = Counter(place for page in pages for place in {picture.place for picture in page})
    most = max(3.0, _REPEATED * len(pages))
    return [[picture for picture in page if places[picture.place] < most] for page in pages]


def picture(path: Path, page: int, found: PagePicture) -> Picture:
    """The block; `page` counts from 1."""
    return Picture(partial(render, path, page, found.dpi, found.box), page)


def page_picture(path: Path, page: int) -> Picture:
    """The block of a whole page."""
    return Picture(partial(render, path, page), page, whole_page=True)


def render(path: Path, page: int, dpi: float = _DPI, box: Box | None = None) -> bytes:
    """A page (from 1) or a box of it as a PNG, in so many dots an inch, fewer where that were too many pixels.

    Raises:
        DocumentError: `corrupt`.
    """
    try:
        with pypdfium2.PdfDocument(path) as document:
            drawn = document[page - 1]
            width, height = drawn.get_size()
            left, top, right, bottom = box or (0.0, 0.0, width, height)
            pixels = (right - left) * (bottom - top) * (dpi / 72) ** 2
            scale = dpi / 72 * min(1.0, (_PIXEL_LIMIT / max(1.0, pixels)) ** 0.5)
            crop = (max(0.0, left), max(0.0, height - bottom), max(0.0, width - right), max(0.0, top))
            bitmap = drawn.render(scale=scale, crop=crop, grayscale=True, may_draw_forms=False)
            held = io.BytesIO()
            bitmap.to_pil().save(held, "PNG", compress_level=1)
    except (pypdfium2.PdfiumError, ValueError) as error:
        message = f"page {page} can't be drawn: {error}"
        raise DocumentError("corrupt", message, "open it in a PDF viewer and save or print it again") from error
    return held.getvalue()
