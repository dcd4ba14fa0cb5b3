"""One paragraph of a word-processing document: its lines as accepted, and apart what is anchored in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lxml import etree

from core.documents.docx_package import MC, W
from core.documents.docx_styles import Styles, attribute, switched_on
from core.documents.flow import Line, Piece, lines_of_pieces
from core.documents.markers import plain_bullet

_DRAWINGS = frozenset(
    {
        "{http://schemas.openxmlformats.org/drawingml/2006/picture}pic",
        "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart",
        "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds",
        "{urn:schemas-microsoft-com:vml}imagedata",
    }
)
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
# Deleted or moved away, hidden machinery, and what is not running text.
_LEFT_OUT = frozenset(
    W + name
    for name in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText", "delInstrText", "rt", "sdtPr", "sdtEndPr",
                 "commentReference", "annotationRef")
)  # fmt: skip
_NOTES = {W + "footnoteReference": "footnote", W + "endnoteReference": "endnote"}
_MARKS = {
    **{W + "tab": " ", W + "ptab": " ", W + "br": "\n", W + "cr": "\n"},
    **{W + "noBreakHyphen": "-", W + "softHyphen": ""},
}
_FROM_SYMBOL_FONT = {
    **{0xF0A3: "≤", 0xF0B3: "≥", 0xF0B1: "±", 0xF0B4: "×", 0xF0B8: "÷", 0xF0B0: "°", 0xF0B9: "≠", 0xF0BB: "≈"},
    **{0xF0AE: "→", 0xF0DE: "⇒", 0xF0A5: "∞", 0xF057: "Ω", 0xF06D: "μ", 0xF0A0: "€"},
}


@dataclass
class Content:
    """A paragraph taken apart.

    `boxes` are text boxes (`w:txbxContent`) anchored in it, `drawings` the elements of pictures, charts and diagrams,
    `notes` the kind (footnote, endnote) and id of the notes that it refers to.
    """

    lines: list[Line] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    drawings: list[etree._Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


def children(element: etree._Element) -> Iterator[etree._Element]:
    """The children that count: of alternatives for old programs only the first, content controls seen through, but
    not their prompts to type something."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag == MC + "AlternateContent":
            chosen = child.find(MC + "Choice")
            chosen = chosen if chosen is not None else child.find(MC + "Fallback")
            yield from children(chosen) if chosen is not None else ()
        elif child.tag == W + "sdt":
            held = child.find(W + "sdtContent")
            if held is not None and not switched_on(child.find(W + "sdtPr"), "showingPlcHdr"):
                yield from children(held)
        elif child.tag in (W + "ins", W + "moveTo", W + "customXml", W + "smartTag"):
            yield from children(child)
        else:
            yield child


def whole_paragraphs(parent: etree._Element) -> Iterator[list[etree._Element]]:
    """The children one by one, paragraphs between which the mark was deleted together."""
    joined: list[etree._Element] = []
    for child in children(parent):
        if child.tag != W + "p":
            if joined:
                yield joined
            joined = []
            yield [child]
            continue
        joined.append(child)
        properties = child.find(f"{W}pPr/{W}rPr")
        if properties is None or (properties.find(W + "del") is None and properties.find(W + "moveFrom") is None):
            yield joined
            joined = []
    if joined:
        yield joined


def read_paragraph(paragraphs: Sequence[etree._Element], styles: Styles) -> tuple[etree._Element, Content]:
    """Take `w:p` elements that are one paragraph apart. Deleted and hidden text is left out, inserted text kept.

    Returns: the element whose properties are the paragraph's (the first that still holds text), and the content.
    """
    content = Content()
    pieces: list[Piece] = []
    owner = paragraphs[-1]
    for paragraph in reversed(paragraphs):
        before: list[Piece] = []
        _Collector(before, content, styles).collect(paragraph, bool(styles.is_bold(attribute(paragraph, "pPr/pStyle"))))
        owner = paragraph if any(text.strip() for text, _ in before) else owner
        pieces = before + pieces
    content.lines = lines_of_pieces(pieces)
    return owner, content


class _Collector:
    """One walk through a `w:p`. Keeps where fields begin: what stands before their separator is code."""

    def __init__(self, pieces: list[Piece], content: Content, styles: Styles) -> None:
        self._styles = styles
        self._pieces = pieces
        self._content = content
        self._fields: list[int] = []

    def collect(self, element: etree._Element, bold: bool) -> None:
        for child in children(element):
            if child.tag in _LEFT_OUT:
                continue
            if child.tag in (W + "t", _MATH_TEXT):
                self._pieces.append((child.text or "", bold))
            elif child.tag in _MARKS:
                self._pieces.append((_MARKS[child.tag], bold))
            elif child.tag == W + "sym":
                self._pieces.append((self._symbol(child), bold))
            elif child.tag == W + "fldChar":
                self._field(child.get(W + "fldCharType", ""))
            elif child.tag == W + "txbxContent":
                self._content.boxes.append(child)
            elif child.tag in _DRAWINGS:
                self._content.drawings.append(child)
            elif child.tag in _NOTES:
                self._content.notes.append((_NOTES[child.tag], child.get(W + "id", "")))
            elif child.tag == W + "r":
                properties = child.find(W + "rPr")
                if not switched_on(properties, "vanish"):
                    own = switched_on(properties, "b", "bCs")
                    if own is None:
                        own = self._styles.is_bold(attribute(properties, "rStyle"))
                    self.collect(child, bold if own is None else own)
            else:
                self.collect(child, bold)

    def _field(self, kind: str) -> None:
        """A field inside another's code leaves its result there: drop everything up to the separator."""
        if kind == "begin":
            self._fields.append(len(self._pieces))
        elif kind == "separate" and self._fields:
            del self._pieces[self._fields[-1] :]
            self._fields[-1] = -1
        elif kind == "end" and self._fields and (start := self._fields.pop()) >= 0:
            del self._pieces[start:]

    def _symbol(self, element: etree._Element) -> str:
        try:
            code = int(element.get(W + "char", ""), 16)
        except ValueError:
            return ""
        if element.get(W + "font", "").casefold() == "symbol" and code | 0xF000 in _FROM_SYMBOL_FONT:
            return _FROM_SYMBOL_FONT[code | 0xF000]
        if not 0xF000 <= code <= 0xF0FF:
            return chr(code) if 0x20 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF else ""
        shown = plain_bullet(chr(code))
        # An ornament inside the text is no dash: before a number it would be a minus.
        return shown if shown != "-" or not any(text.strip() for text, _ in self._pieces) else " "
