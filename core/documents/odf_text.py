"""One paragraph of an OpenDocument file: its lines, and apart what is anchored in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from core.documents.flow import Line, Piece, lines_of_pieces
from core.documents.odf_package import DRAW, OFFICE, TEXT
from core.documents.odf_styles import OdfStyles

_LEFT_OUT = frozenset(
    {
        *(OFFICE + name for name in ("annotation", "annotation-end")),
        *(TEXT + name for name in ("note-citation", "ruby-text", "tracked-changes", "hidden-paragraph")),
    }
)
_MARKS = {TEXT + "tab": " ", TEXT + "line-break": "\n"}
_MOST_SPACES = 100


@dataclass
class OdfContent:
    """A paragraph taken apart. `shapes` are what is drawn (`draw:*`), `notes` the footnotes and endnotes."""

    lines: list[Line] = field(default_factory=list)
    shapes: list[etree._Element] = field(default_factory=list)
    notes: list[etree._Element] = field(default_factory=list)
    size: float = 0.0

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


def read_paragraph(element: etree._Element, styles: OdfStyles) -> OdfContent:
    """Take a `text:p` or `text:h` apart. Hidden text is left out; what tracking deleted stands elsewhere."""
    content = OdfContent()
    name = element.get(TEXT + "style-name")
    hidden = any(found.get(TEXT + "is-hidden") == "true" for found in element.iter(TEXT + "hidden-paragraph"))
    if hidden or styles.is_hidden("paragraph", name):
        return content
    content.size = styles.size("paragraph", name)
    pieces: list[Piece] = []
    _collect(element, bool(styles.is_bold("paragraph", name)), styles, pieces, content)
    content.lines = lines_of_pieces(pieces)
    return content


def _collect(element: etree._Element, bold: bool, styles: OdfStyles, pieces: list[Piece], content: OdfContent) -> None:
    pieces.append((_plain(element.text), bold))
    for child in element:
        if isinstance(child.tag, str):
            pieces.extend((text, bold) for text in _mark(child))
            _enter(child, bold, styles, pieces, content)
        pieces.append((_plain(child.tail), bold))


def _enter(child: etree._Element, bold: bool, styles: OdfStyles, pieces: list[Piece], content: OdfContent) -> None:
    if child.tag in _LEFT_OUT or child.tag in _MARKS or child.tag == TEXT + "s":
        return
    if child.tag == TEXT + "note":
        content.notes.append(child)
    elif child.tag.startswith(DRAW):
        content.shapes.append(child)
    elif child.tag == TEXT + "hidden-text" and child.get(TEXT + "is-hidden") == "true":
        return
    elif child.tag == TEXT + "span":
        name = child.get(TEXT + "style-name")
        if not styles.is_hidden("text", name):
            own = styles.is_bold("text", name)
            content.size = max(content.size, styles.size("text", name))
            _collect(child, bold if own is None else own, styles, pieces, content)
    else:
        _collect(child, bold, styles, pieces, content)


def _mark(child: etree._Element) -> Iterator[str]:
    if child.tag == TEXT + "s":
        count = child.get(TEXT + "c", "1")
        yield " " * min(int(count) if count.isdigit() else 1, _MOST_SPACES)
    elif child.tag in _MARKS:
        yield _MARKS[child.tag]


def _plain(text: str | None) -> str:
    """Line ends inside the file's text are spaces: a line break has an element of its own."""
    return (text or "").replace("\n", " ")
