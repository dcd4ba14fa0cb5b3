"""The text of a shape on a slide: its paragraphs with the bullets, numbers and weight that the layouts give them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from core.documents.base import Block
from core.documents.flow import Line, Piece, blocks_of_lines, cell_text, lines_of_pieces
from core.documents.headings import Title
from core.documents.markers import plain_bullet
from core.documents.numbering import Marker, spell
from core.documents.ooxml_charts import A
from core.documents.text import says_something

_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_FORMS = {"arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman",
          "romanUc": "upperRoman"}  # fmt: skip
_AUTO = re.compile(r"^([a-zA-Z]+?(?:Lc|Uc)?)(Db)?(ParenBoth|ParenR|Period|Plain|Minus)$")
_MOST_LEVELS = 9


@dataclass(frozen=True)
class TextParagraph:
    """One `a:p`: its lines, the marker before it, and its largest letters in points (0 if unknown)."""

    lines: list[Line]
    marker: Marker | None
    size: float

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


class TextBody:
    """A `p:txBody` or `a:txBody`. `styles` are the list styles it inherits from, the nearest first: elements with
    `a:lvl1pPr`, `a:lvl2pPr`, …"""

    def __init__(self, body: etree._Element, styles: Sequence[etree._Element] = ()) -> None:
        own = body.find(A + "lstStyle")
        self._styles = [*([own] if own is not None else []), *styles]
        self._counts: dict[int, tuple[str, int]] = {}
        self.paragraphs = [found for p in body.findall(A + "p") if (found := self._read(p)).lines]

    def blocks(self, page: int) -> Iterator[Block | Title]:
        """The blocks of a text box. A bold line is a title only above others: alone it is a word in large letters."""
        for number, paragraph in enumerate(self.paragraphs):
            if not says_something(paragraph.text):
                continue
            below = self.paragraphs[number + 1 : number + 2]
            titled = paragraph.marker is None and below and not all(line.bold for line in below[0].lines)
            lines = paragraph.lines if titled else [Line(line.text, False) for line in paragraph.lines]
            yield from blocks_of_lines(lines, paragraph.marker, None, page)

    def line(self) -> str:
        """All of it as one line, as in a cell."""
        return cell_text(
            [f"{one.marker.text} {one.text}" if one.marker is not None else one.text for one in self.paragraphs]
        )

    @property
    def is_bold(self) -> bool:
        return bool(self.paragraphs) and all(line.bold for one in self.paragraphs for line in one.lines)

    @property
    def size(self) -> float:
        return max((one.size for one in self.paragraphs), default=0.0)

    def _read(self, p: etree._Element) -> TextParagraph:
        own = p.find(A + "pPr")
        level = min(int(own.get("lvl", "0")) if own is not None else 0, _MOST_LEVELS - 1)
        styles = [found for style in self._styles if (found := style.find(f"{A}lvl{level + 1}pPr")) is not None]
        chain = [*([own] if own is not None else []), *styles]
        defaults = [found for style in styles if (found := style.find(A + "defRPr")) is not None]
        pieces: list[Piece] = []
        size = 0.0
        for child in p:
            if child.tag == A + "br":
                pieces.append(("\n", False))
            elif child.tag == A + "r" or (child.tag == A + "fld" and child.get("type") != "slidenum"):
                run = child.find(A + "rPr")
                around = [*([run] if run is not None else []), *defaults]
                text = (child.findtext(A + "t") or "").replace("\v", "\n")
                pieces.append((text, _first(around, "b") in ("1", "true")))
                size = max(size, float(_first(around, "sz") or 0) / 100) if text.strip() else size
            elif isinstance(child.tag, str) and child.tag not in (A + "pPr", A + "endParaRPr"):
                pieces.extend((text.text or "", False) for text in child.iter(_MATH_TEXT))
        lines = lines_of_pieces(pieces)
        return TextParagraph(lines, self._marker(chain, level) if lines else None, size)

    def _marker(self, chain: Sequence[etree._Element], level: int) -> Marker | None:
        bullet = next(
            (found for properties in chain for found in properties
             if found.tag in (A + "buNone", A + "buChar", A + "buAutoNum", A + "buBlip")),
            None,
        )  # fmt: skip
        for deeper in [other for other in self._counts if other > level]:
            del self._counts[deeper]
        if bullet is None or bullet.tag != A + "buAutoNum":
            self._counts.pop(level, None)
            if bullet is None or bullet.tag == A + "buNone":
                return None
            return Marker(plain_bullet(bullet.get("char", "-")[:1] or "-"), level, True)
        form, start = bullet.get("type", ""), int(bullet.get("startAt", "1"))
        before, count = self._counts.get(level, ("", start - 1))
        count = count + 1 if before == form else start
        self._counts[level] = (form, count)
        return Marker(_numbered(count, form), level, False)


def _numbered(count: int, form: str) -> str:
    """A number as PowerPoint shows it; its names are such as `alphaLcParenBoth`."""
    found = _AUTO.match(form)
    spelled = spell(count, _FORMS.get(found.group(1), "decimal") if found else "decimal")
    around = {"ParenBoth": f"({spelled})", "ParenR": f"{spelled})", "Plain": spelled, "Minus": f"{spelled}-"}
    return around.get(found.group(3) if found else "", f"{spelled}.")


def _first(properties: Sequence[etree._Element], name: str) -> str | None:
    return next((value for one in properties if (value := one.get(name)) is not None), None)
