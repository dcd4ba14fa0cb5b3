"""One paragraph of a word-processing document: its lines as accepted, its text boxes and pictures apart."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from core.documents.docx_package import MC, W
from core.documents.docx_styles import Styles, attribute, switched_on
from core.documents.markers import plain_bullet
from core.documents.text import clean

_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/picture}pic"
_OLD_PICTURE = "{urn:schemas-microsoft-com:vml}imagedata"
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
# Deleted or moved away, hidden machinery, and what is not running text.
_LEFT_OUT = frozenset(
    W + name
    for name in ("del", "moveFrom", "pPr", "rPr", "instrText", "delText", "delInstrText", "rt", "sdtPr", "sdtEndPr",
                 "footnoteReference", "endnoteReference", "commentReference", "annotationRef")
)  # fmt: skip
_MARKS = {W + "tab": " ", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-", W + "softHyphen": ""}
_BOLD_SHARE = 0.9


@dataclass(frozen=True)
class Line:
    """What stands between two line breaks; `bold` where nearly all of it is."""

    text: str
    bold: bool


@dataclass
class Content:
    """A paragraph taken apart. `boxes` are text boxes (`w:txbxContent`) anchored in it, `pictures` a count."""

    lines: list[Line] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    pictures: int = 0

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


def children(element: etree._Element) -> Iterator[etree._Element]:
    """The children that count: of alternatives for old programs only the first, content controls seen through."""
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag == MC + "AlternateContent":
            chosen = child.find(MC + "Choice")
            chosen = chosen if chosen is not None else child.find(MC + "Fallback")
            yield from children(chosen) if chosen is not None else ()
        elif child.tag == W + "sdt":
            held = child.find(W + "sdtContent")
            yield from children(held) if held is not None else ()
        elif child.tag in (W + "ins", W + "moveTo", W + "customXml", W + "smartTag"):
            yield from children(child)
        else:
            yield child


def read_paragraph(paragraph: etree._Element, styles: Styles) -> Content:
    """Take a `w:p` apart. Deleted and hidden text is left out, inserted text kept."""
    content = Content()
    bold_by_style = styles.is_bold(attribute(paragraph, "pPr/pStyle"))
    pieces: list[tuple[str, bool]] = []
    _collect(paragraph, bold_by_style, pieces, content)
    line: list[tuple[str, bool]] = []
    for text, bold in [*pieces, ("\n", False)]:
        first, *others = text.split("\n")
        line.append((first, bold))
        for other in others:
            if whole := clean("".join(part for part, _ in line)):
                content.lines.append(Line(whole, _is_bold(line)))
            line = [(other, bold)]
    return content


def _collect(element: etree._Element, bold: bool, pieces: list[tuple[str, bool]], content: Content) -> None:
    for child in children(element):
        if child.tag in _LEFT_OUT:
            continue
        if child.tag in (W + "t", _MATH_TEXT):
            pieces.append((child.text or "", bold))
        elif child.tag == W + "br" and child.get(W + "type") in ("page", "column"):
            pieces.append(("\n", bold))
        elif child.tag in _MARKS:
            pieces.append((_MARKS[child.tag], bold))
        elif child.tag == W + "sym":
            code = int(child.get(W + "char", "0"), 16)
            pieces.append((plain_bullet(chr(code)) if code >= 0xF000 else chr(code), bold))
        elif child.tag == W + "txbxContent":
            content.boxes.append(child)
        elif child.tag in (_PICTURE, _OLD_PICTURE):
            content.pictures += 1
        elif child.tag == W + "r":
            properties = child.find(W + "rPr")
            if not switched_on(properties, "vanish"):
                own = switched_on(properties, "b", "bCs")
                _collect(child, bold if own is None else own, pieces, content)
        else:
            _collect(child, bold, pieces, content)


def _is_bold(line: list[tuple[str, bool]]) -> bool:
    total = sum(_letters(text) for text, _ in line)
    return total > 0 and sum(_letters(text) for text, bold in line if bold) >= _BOLD_SHARE * total


def _letters(text: str) -> int:
    return sum(1 for character in text if character.isalnum())
