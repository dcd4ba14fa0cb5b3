"""The numbers of a document's raw text, read without any of the product's readers so that the two can be compared."""

import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_LEFT_OUT = {_W + "del", _W + "moveFrom", _FALLBACK}
_BREAKS = {_W + "tab": " \t", _W + "br": "\n", _W + "cr": "\n", _W + "noBreakHyphen": "-"}
_NOTES = ("footnotes", "endnotes")

_BLANK = "[ \u00a0\u202f\u2009]"
_NUMBER = re.compile(
    rf"(?<!\d)\d{{1,3}}(?:(?:{_BLANK}\d{{3}})+|(?:\.\d{{3}})+|(?:,\d{{3}})+|(?:'\d{{3}})+)(?!\d)(?:[.,]\d{{1,2}}(?!\d))?"
    rf"|\d+[.,]\d+|\d+"
)
_FURNITURE_SHARE = 0.5
_MARKS = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")


@dataclass(frozen=True)
class Piece:
    """A paragraph (DOCX) or line (PDF) of the raw text. `kind` says where it stands, `page` counts from 1."""

    text: str
    kind: str
    page: int | None = None


def find_numbers(text: str) -> list[tuple[str, str]]:
    """The numbers of a text, each in one spelling (`2 200`, `2.200` and `٢٢٠٠` are `2200`, `07` is `7`) and as written
    there but for its digits."""
    return [(_spelt(number), number) for number in _NUMBER.findall(folded(text))]


def numbers_in(text: str) -> list[str]:
    """The numbers of a text, each in one spelling."""
    return [number for number, _ in find_numbers(text)]


def runs_in(text: str) -> list[str]:
    """Its runs of digits, one by one, in the same spelling."""
    return [_plain(run) for run in re.findall(r"\d+", folded(text))]


def folded(text: str) -> str:
    text = _MARKS.sub("", text)
    text = "".join(str(unicodedata.digit(c)) if c.isdecimal() and not c.isascii() else c for c in text)
    return text.replace("٫", ".").replace("٬", ",")


def _spelt(number: str) -> str:
    head, mark, tail = re.fullmatch(r"(.*?)(?:([.,])(\d{1,2}|\d{4,}))?", number).groups()  # type: ignore[union-attr]
    whole = _plain(re.sub(r"\D", "", head))
    decimals = (tail or "").rstrip("0")
    return f"{whole}.{decimals}" if mark and decimals else whole


def _plain(run: str) -> str:
    return run.lstrip("0") or "0"


def docx_pieces(path: Path) -> list[Piece]:
    """Every paragraph of the body, its text boxes, the footnotes and endnotes; deleted text is left out."""
    with zipfile.ZipFile(path) as package:
        body = ElementTree.fromstring(package.read("word/document.xml")).find(_W + "body")
        pieces = list(_paragraphs(body, "paragraph")) if body is not None else []
        for name in _NOTES:
            if f"word/{name}.xml" in package.namelist():
                pieces += _paragraphs(ElementTree.fromstring(package.read(f"word/{name}.xml")), "footnote")
    return pieces


def _paragraphs(element: ElementTree.Element, kind: str) -> Iterator[Piece]:
    """The paragraphs below an element, each by itself, with the innermost of what they stand in."""
    for child in element:
        if child.tag in _LEFT_OUT:
            continue
        below = {_W + "tbl": "table", _W + "txbxContent": "text box"}.get(child.tag, kind)
        if child.tag == _W + "p":
            style = child.find(f"{_W}pPr/{_W}pStyle")
            named = style.get(_W + "val", "") if style is not None else ""
            own = "table of contents" if re.match(r"(?:TOC|TM)\d", named) else kind
            shown: list[str] = []
            hidden: list[str] = []
            _texts(child, shown, hidden)
            yield Piece("".join(shown), own)
            if hidden:
                yield Piece("".join(hidden), "hidden text")
        yield from _paragraphs(child, below)


def _texts(element: ElementTree.Element, shown: list[str], hidden: list[str]) -> None:
    for child in element:
        if child.tag in _LEFT_OUT or child.tag == _W + "txbxContent":
            continue
        if child.tag == _W + "t":
            shown.append(child.text or "")
        elif child.tag in _BREAKS:
            shown.append(_BREAKS[child.tag])
        elif child.tag == _W + "r" and child.find(f"{_W}rPr/{_W}vanish") is not None:
            _texts(child, hidden, hidden)
        elif child.tag != _W + "pPr":
            _texts(child, shown, hidden)


def pdf_pieces(path: Path) -> list[Piece]:
    """Every line of every page; what comes on most pages, its numbers aside, is `furniture`."""
    document = pypdfium2.PdfDocument(path)
    try:
        pages = [_page_lines(page) for page in document]
    finally:
        document.close()
    often = _on_most_pages(pages)
    return [
        Piece(line, "furniture" if _mask(line) in often else "line", number)
        for number, lines in enumerate(pages, 1)
        for line in lines
    ]


def _page_lines(page: pypdfium2.PdfPage) -> list[str]:
    text_page = page.get_textpage()
    try:
        return [line for line in str(text_page.get_text_range()).splitlines() if line.strip()]
    finally:
        text_page.close()
        page.close()


def _on_most_pages(pages: Sequence[Sequence[str]]) -> set[str]:
    filled = [lines for lines in pages if lines]
    seen = Counter(mask for lines in filled for mask in {_mask(line) for line in lines})
    return {mask for mask, count in seen.items() if count >= max(2, _FURNITURE_SHARE * len(filled))}


def _mask(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(folded(line).split()))
