"""PDF with text. Glyphs come from pdfminer, ruled tables from pdfplumber; order, lines and paragraphs are made here.

pypdfium2 was tried for the text: it is fifty times as fast, but turns lam-alef round (`االشتراك`) and the order of
Latin words and thousands inside Arabic lines (`Fibre Rimal`, `200 2`); see docs/pdf-comparison.md.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfexceptions import PDFException
from pdfminer.psexceptions import PSException
from pdfplumber.utils.exceptions import MalformedPDFException, PdfminerException

from core.documents.base import Block, Paragraph, Parsed, Picture, Table
from core.documents.garbage import Verdict, judge, turned_round
from core.documents.headings import Title, settle
from core.documents.pdf_furniture import furniture_of, running_titles, without
from core.documents.pdf_glyphs import RuledPage
from core.documents.pdf_layout import blocks_of, body_size, paragraph_gap, title_sizes_of
from core.documents.pdf_lines import PageLines, TextLine, is_right_to_left, lines_of
from core.documents.pdf_notes import with_notes
from core.documents.pdf_pictures import page_picture, picture, pictures_of, shows_something, without_furniture
from core.documents.pdf_seen import drawn_on
from core.documents.pdf_tables import PageTable, inside, ruled_grids, tables_of
from core.documents.pdf_upright import glyphs_of
from core.documents.tables import table_blocks
from core.documents.text import clean, says_something
from core.documents.titles import is_cover_fact
from core.errors import DocumentError

_PAGE_LIMIT = 2000
_COVER_CHARS = 300
_TITLE_CHARS = 160
_ORGANISATION = re.compile(
    r"^(?:la |le )?(?:division|direction|pôle|département|service|مديرية|المديرية|قسم)\b", re.IGNORECASE
)


class PdfReader:
    """Reads .pdf with text; pages without, and pictures between the text, are left to OCR."""

    suffixes: Sequence[str] = (".pdf",)
    version = 3

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        try:
            with pdfplumber.open(path) as pdf:
                if len(pdf.pages) > _PAGE_LIMIT:
                    raise DocumentError("too-large", f"over {_PAGE_LIMIT} pages", "split the document")
                pages = [_Page(page) for page in pdf.pages]
                furniture = furniture_of([page.lines for page in pages])
                for page in pages:
                    page.part(furniture)
                metadata = clean(str(pdf.metadata.get("Title") or ""))
        except (PdfminerException, MalformedPDFException, PDFException, PSException) as error:
            cause = error.args[0] if error.args else error
            if isinstance(cause, PDFPasswordIncorrect | PDFEncryptionError):
                raise DocumentError("encrypted", "protected by a password", _ENCRYPTED_HINT) from error
            message = f"not a readable PDF: {cause or type(cause).__name__}"
            raise DocumentError("corrupt", message, _CORRUPT_HINT) from error
        return _parsed(pages, furniture, metadata, path)


_ENCRYPTED_HINT = "open it with its password and print it to a PDF without one"
_CORRUPT_HINT = "open it in a PDF viewer and save or print it again"


class _Page:
    """What is kept of a page: pdfplumber's own page, ten times as large, is let go at once."""

    def __init__(self, page: Any) -> None:
        page = RuledPage(page)
        self._glyphs = glyphs_of(drawn_on(page))
        self.lines = PageLines(page.page_number, float(page.height), is_right_to_left(self._glyphs))
        self.lines.lines = lines_of(self._glyphs, self.lines.right_to_left)
        seen = [glyph for glyph in self._glyphs if glyph.seen]
        lines = self.lines.lines if len(seen) == len(self._glyphs) else lines_of(seen, self.lines.right_to_left)
        verdict = judge("\n".join(line.text for line in lines))
        self.is_garbage = verdict is Verdict.GARBAGE
        self._is_turned = verdict is Verdict.TURNED
        self.has_text = says_something("".join(glyph.text for glyph in seen)) and not self.is_garbage
        self.is_picture = not self.has_text and (self.is_garbage or shows_something(page))
        self.pictures = pictures_of(page, self._glyphs) if self.has_text else []
        if not self.has_text:
            self.lines.lines = []
        self._grids = ruled_grids(page) if self.has_text and page.has_rules else []
        self.tables: list[PageTable] = []
        page.close()

    def part(self, furniture: Sequence[TextLine]) -> None:
        """Take the furniture out and tell tables from running text."""
        if self.has_text:
            glyphs = [glyph for glyph in without(self._glyphs, self.lines, furniture) if glyph.seen]
            self.tables = tables_of(self._grids, glyphs, self.lines.right_to_left)
            outside = [glyph for glyph in glyphs if not any(inside(glyph, table.box) for table in self.tables)]
            self.lines.lines = lines_of(outside, self.lines.right_to_left)
            if self._is_turned:
                self.lines.lines = [replace(line, text=line.drawn) for line in self.lines.lines]
                self.tables = [
                    replace(table, cells=tuple(replace(cell, text=turned_round(cell.text)) for cell in table.cells))
                    for table in self.tables
                ]


def _parsed(pages: Sequence[_Page], furniture: Sequence[TextLine], metadata: str, path: Path) -> Parsed:
    if not any(page.has_text or page.is_picture for page in pages):
        raise DocumentError("no-text", "its pages are blank", "print the document to PDF again")
    pictures = without_furniture([page.pictures for page in pages])
    title = _take_title(pages, metadata)
    body = body_size([page.lines for page in pages])
    gap = paragraph_gap([page.lines for page in pages])
    sizes = title_sizes_of([page.lines for page in pages], body, gap)
    # What comes again on every page is said once where it dates the document.
    found: list[Block | Title] = [
        Paragraph(text, 1) for text in dict.fromkeys(line.text for line in furniture) if re.search(r"\b20\d\d\b", text)
    ]
    running = running_titles([page.lines for page in pages[1:]])
    named: set[str] = set()
    before: tuple[PageTable, Table] | None = None
    for number, page in enumerate(pages):
        if page.is_picture:
            found.append(page_picture(path, number + 1))
            continue
        parts = [line for line in page.lines.lines if number and line.text in running]
        page.lines.lines = [line for line in page.lines.lines if line not in parts]
        for line in parts:
            if line.text.casefold() not in named:
                found.append(Title(line.text, 1, None, page=number + 1))
        texts = list(blocks_of(page.lines, body, sizes, gap))
        named.update(line.text.casefold() for line in parts)
        named.update(block.text.casefold() for _, block in texts if isinstance(block, Title))
        tables: list[tuple[float, Block | Title]] = []
        for table in page.tables:
            goes_on = before if not tables and not any(top < table.box[1] for top, _ in texts) else None
            blocks = _table(table, number + 1, goes_on)
            tables.extend((table.box[1], block) for block in blocks)
            last = blocks[-1] if blocks else None
            before = (table, last) if isinstance(last, Table) else None
        if texts and page.tables and max(top for top, _ in texts) > page.tables[-1].box[1]:
            before = None
        shown = [(one.box[1], picture(path, number + 1, one)) for one in pictures[number]]
        placed = _merged(texts, sorted([*tables, *shown], key=lambda placed: placed[0]))
        for block in with_notes(block for _, block in placed):
            _append(found, block)
    return Parsed(tuple(settle(found)), title, len(pages))


def _append(found: list[Block | Title], block: Block | Title) -> None:
    """Add a block; a title over two lines of one kind (`Première partie :`, `Vente`) is one title."""
    last = found[-1] if found else None
    if isinstance(block, Title) and isinstance(last, Title):
        both = (last.page, last.style_level) == (block.page, block.style_level)
        if both and len(last.text) + len(block.text) < _TITLE_CHARS and not re.match(r"^\d", block.text):
            glue = " " if last.text.endswith(":") else " – "
            found[-1] = Title(f"{last.text}{glue}{block.text}", block.style_level, None, page=block.page)
            return
    if isinstance(block, Paragraph) and re.fullmatch(r"\W*\d{1,2}\W*", block.text):
        return  # a number drawn on a picture
    if block != last or isinstance(block, Picture):  # else drawn twice, one over the other
        found.append(block)


def _merged(
    texts: list[tuple[float, Block | Title]], tables: list[tuple[float, Block | Title]]
) -> Iterator[tuple[float, Block | Title]]:
    """Tables among the texts, before the first text that stands lower; texts keep their order."""
    for item in texts:
        while tables and tables[0][0] < item[0]:
            yield tables.pop(0)
        yield item
    yield from tables


def _table(table: PageTable, page: int, before: tuple[PageTable, Table] | None) -> list[Block]:
    """The table's blocks; under the header of the page before where it goes on from there."""
    blocks: list[Block] = list(table_blocks(table.cells, "", page))
    if before is None or not blocks or not isinstance(blocks[0], Table):
        return blocks
    earlier, last = before
    same_columns = len(earlier.edges) == len(table.edges) and all(
        abs(left - right) < 4 for left, right in zip(earlier.edges, table.edges, strict=True)
    )
    first = blocks[0]
    if same_columns and len(first.header) == len(last.header) and first.header != last.header:
        rows = (first.header, *first.rows) if any(first.header) else first.rows
        blocks[0] = Table(last.header, rows, last.caption, page)
    return blocks


def _take_title(pages: Sequence[_Page], metadata: str) -> str:
    """The title, taken out of the first page's lines: the largest ones, or the file's own where they say the same.

    A cover says what kind of document it is, then its subject, often in two sizes: both are the title.
    """
    first = pages[0].lines
    lines = [line for line in first.lines if any(map(str.isalpha, line.text)) and not is_cover_fact(line.text)]
    if not lines:
        return metadata if metadata and metadata.upper() != metadata else ""
    largest = max(line.size for line in lines)
    body = body_size([page.lines for page in pages])
    if largest < 1.1 * body and not any(line.bold for line in lines if line.size == largest):
        return ""  # nothing stands out
    is_cover = len(pages) > 1 and sum(len(line.text) for line in lines) < _COVER_CHARS and not pages[0].tables
    least = (0.5 if is_cover else 0.97) * largest
    chosen = [line for line in lines if line.size >= least and not _ORGANISATION.match(line.text)]
    title = clean(" ".join(line.text for line in chosen))
    if not 4 <= len(title) <= _TITLE_CHARS:
        return ""
    first.lines = [line for line in first.lines if line not in chosen]
    first.is_cover = is_cover
    said = metadata and len(metadata) > 5 and all(word in title for word in metadata.split())
    return metadata if said else title
