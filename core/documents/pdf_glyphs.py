"""The glyphs that a PDF page shows: what each stands for, where it lies, and which of them nobody sees.

pdfminer draws the page for us, glyph by glyph. A file may say what a glyph means beside what its font says
(`ActualText`): browsers and office programs do so for Arabic letters with vowel marks, for ligatures and for brackets
in lines of Arabic. pdfplumber drops that, and takes three times as long because it makes a dictionary of each glyph;
so it gets the page's lines and pictures only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTCurve, LTFigure, LTPage
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.pdfparser import PDFSyntaxError
from pdfminer.utils import decode_text
from pdfplumber.page import Page
from pdfplumber.utils.exceptions import PdfminerException

from core.documents.bidi import glyph_text
from core.documents.text import fold_drawn_forms

_BOLD_NAMES = ("bold", "black", "heavy", "semibold", "demi")
_UNSEEN, _OUTLINED = (3, 7), 2
"""PDF's modes of drawing text: neither filled nor stroked; and both, which is how a font without bold is made bold."""
_LONGEST_MEANING = 12
"""Letters from which what a file says in place of its glyphs is no letter or ligature but a word or a line."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in points from the page's left and upper edges."""


@dataclass(frozen=True, slots=True)  # a long document has millions
class Glyph:
    """One glyph; distances in points from the page's left and upper edges. `base` is the line that it stands on.

    `seen` is unset for white text on white, and for what is written without ink.
    """

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool
    base: float = 0.0
    seen: bool = True

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Drawn:
    """A glyph as the page draws it. `turned` is how it is rotated, in degrees anticlockwise: 0, 90, 180, 270, or -1
    where it slants."""

    glyph: Glyph
    white: bool
    turned: int


class _Meaning:
    """What the file says in place of some glyphs, and those glyphs."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: list[int] = []


class _Canvas(PDFPageAggregator):
    """Takes a page's glyphs for itself and leaves lines and pictures to pdfminer."""

    def __init__(self, manager: Any, page_number: int) -> None:
        super().__init__(manager, pageno=page_number, laparams=None)
        self.chars: list[tuple[LTChar, int, float]] = []  # with the mode of drawing and the rise above the line
        self.meanings: list[_Meaning] = []
        self._open: list[_Meaning | None] = []
        self._mode = 0

    def begin_tag(self, tag: Any, props: Any = None) -> None:
        text = props.get("ActualText") if isinstance(props, dict) else None
        meaning = _Meaning(decode_text(text)) if isinstance(text, bytes) else None
        self._open.append(meaning)
        if meaning is not None:
            self.meanings.append(meaning)

    def end_tag(self) -> None:
        if self._open:
            self._open.pop()

    def render_string(self, textstate: Any, *args: Any) -> None:
        self._mode = textstate.render
        super().render_string(textstate, *args)

    def render_char(
        self,
        matrix: Any,
        font: Any,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: Any,
        graphicstate: Any,
    ) -> float:
        try:
            text = font.to_unichr(cid)
        except PDFUnicodeNotDefined:
            text = f"(cid:{cid})"
        width, place = font.char_width(cid), font.char_disp(cid)
        char = LTChar(matrix, font, fontsize, scaling, rise, str(text), width, place, ncs, graphicstate)
        for meaning in self._open:
            if meaning is not None:
                meaning.places.append(len(self.chars))
        self.chars.append((char, self._mode, rise))
        return float(char.adv)


class RuledPage(Page):
    """pdfplumber's page with lines, pictures and no glyphs: those are in `drawn`."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.pdf, page.page_obj, page.page_number)
        canvas = _Canvas(self.pdf.rsrcmgr, self.page_number)
        try:
            PDFPageInterpreter(self.pdf.rsrcmgr, canvas).process_page(self.page_obj)
        except (PDFSyntaxError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise PdfminerException(error) from error
        self._drawing: LTPage = canvas.get_result()
        self.drawn = _drawn(canvas, self)

    @property
    def layout(self) -> LTPage:
        """What pdfplumber makes its lines, rectangles and pictures of."""
        return self._drawing

    @property
    def has_rules(self) -> bool:
        """Whether anything is drawn that could be a table's border."""
        return any(isinstance(item, LTCurve) for item in items_of(self._drawing))


def items_of(container: Any) -> Iterator[Any]:
    """What pdfminer found drawn, also inside figures."""
    for item in container:
        yield item
        if isinstance(item, LTFigure):
            yield from items_of(item)


def _drawn(canvas: _Canvas, page: Page) -> list[Drawn]:
    drawn = [_one(char, mode, rise, page) for char, mode, rise in canvas.chars]
    gone: set[int] = set()
    for meaning in canvas.meanings:
        places = [place for place in meaning.places if place not in gone]
        if not places or not _is_said_of_letters(meaning.text, [drawn[place].glyph for place in places]):
            continue
        first = drawn[places[0]]
        drawn[places[0]] = replace(first, glyph=_together(meaning.text, [drawn[place].glyph for place in places]))
        gone.update(places[1:])
    return [one for place, one in enumerate(drawn) if place not in gone]


def _one(char: LTChar, mode: int, rise: float, page: Page) -> Drawn:
    a, b, _, _, _, f = char.matrix
    left, top = float(page.mediabox[0]), float(page.mediabox[1])
    height = float(page.height) + top
    turned = (0 if a > 0 else 180) if abs(a) >= abs(b) else (90 if b > 0 else 270)
    if not char.upright and turned in (0, 180) and (abs(b) > 0.05 * abs(a) or turned == 180):
        turned = 180 if turned else -1  # slanted across the page: a watermark
    text, font = char.get_text(), str(char.fontname).lower()
    size = float(char.size) if turned in (0, 180) else float(char.width)
    bold = mode == _OUTLINED or any(name in font for name in _BOLD_NAMES)
    base = height - f - (rise * char.matrix[3])
    box = (left + char.x0, left + char.x1, height - char.y1, height - char.y0)
    glyph = Glyph(" " if text.isspace() else glyph_text(text), *box, size, bold, base, mode not in _UNSEEN)
    return Drawn(glyph, is_white(char.graphicstate.ncolor), turned)


def _is_said_of_letters(text: str, glyphs: Sequence[Glyph]) -> bool:
    """Whether a meaning can take its glyphs' place: it is that of a letter or a ligature, or they say nothing."""
    if len(text) <= _LONGEST_MEANING and len({round(glyph.base / max(1.0, glyph.size)) for glyph in glyphs}) <= 2:
        return not any(character.isspace() for character in text.strip()) or len(glyphs) == 1
    return all(glyph.text.startswith("(cid:") or not glyph.text.isprintable() for glyph in glyphs)


def _together(text: str, glyphs: Sequence[Glyph]) -> Glyph:
    widest = max(glyphs, key=lambda glyph: glyph.x1 - glyph.x0)
    return replace(
        widest,
        text=" " if text.isspace() else fold_drawn_forms(text),
        x0=min(glyph.x0 for glyph in glyphs),
        x1=max(glyph.x1 for glyph in glyphs),
    )


def is_white(colour: Any) -> bool:
    """Whether a colour as pdfminer gives it (grey, RGB or CMYK, 0 to 1) is white."""
    parts = tuple(colour) if isinstance(colour, list | tuple) else (colour,)
    if not all(isinstance(part, int | float) for part in parts):
        return False
    if len(parts) == 4:
        return all(part <= 0.01 for part in parts)
    return len(parts) in (1, 3) and all(part >= 0.99 for part in parts)
