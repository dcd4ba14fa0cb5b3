"""A document as the audit compares it: the rows of its tables, its lines of prose, its lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby, pairwise

from core.audit.amounts import spellings
from core.documents.chunk import Chunk
from core.documents.rows import Cell, is_row, parse_row
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, scale_of_name

_MARK = re.compile(r"^\s*(?:[-•*▪➢✓●]\s*|\d{1,2}\s*[.)\-–/]\s*(?=\D)|[a-zأ-ي][.)]\s+)")
_NO_UNIT = ("", Decimal(1))
PROSE = 3
"""A cell with so many numbers is a text; its numbers may be said twice (`خمسة (05) أيام`)."""
# What a row's name may say of its numbers (`Tarif (DA)`); a name that holds a month rather tells one row from the next.
_UNITS_OF_ROWS = frozenset({"da", "eur", "usd", "%", "mbps", "go"})
_IN_BRACKETS = re.compile(r"\((\d+)\)")
_LATIN_WORD = re.compile(r"(?<![a-z\d])[a-z][a-z\d]{2,}(?![a-z])")


@dataclass(frozen=True)
class Row:
    """A table's row. `table` counts the document's tables from 0, `quantities` are those of each cell's value, with the
    unit of the column, or of the row's name where the table lies on its side."""

    chunk: Chunk
    table: int
    text: str
    cells: tuple[Cell, ...]
    quantities: tuple[tuple[Quantity, ...], ...]
    names: frozenset[str]

    @cached_property
    def numbers(self) -> tuple[Quantity, ...]:
        """All of them."""
        return tuple(quantity for cell in self.quantities for quantity in cell)

    @cached_property
    def values(self) -> frozenset[Decimal]:
        """What rows must share to have any number in common, whatever its unit."""
        return frozenset(value for quantity in self.numbers for value in spellings(quantity))


@dataclass(frozen=True)
class Line:
    """A paragraph or a list item (`item`), without its mark. `words` are its letters' count, `names` its words in Latin
    letters: names of products are written so in both languages. `where` is its place in the document, from 0 to 1."""

    chunk: Chunk
    text: str
    item: bool
    quantities: tuple[Quantity, ...]
    names: frozenset[str]
    where: float


@dataclass(frozen=True)
class Items:
    """A list: what introduces it (the section's last title or the line before) and its items.

    `lengths` is how many items a reader may count: those below an item that ends with a colon may be its parts.
    """

    chunk: Chunk
    introduction: str
    lines: tuple[str, ...]
    lengths: frozenset[int]


@dataclass(frozen=True)
class DocumentText:
    """All of a document."""

    chunks: tuple[Chunk, ...]
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    lists: tuple[Items, ...]

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """Every number of it, those in the names of columns and in titles too."""
        texts = [line for chunk in self.chunks for line in (chunk.section, *chunk.text.splitlines())]
        return (*(q for row in self.rows for q in row.numbers), *(q for text in texts for q in find_quantities(text)))


def read_document(chunks: Sequence[Chunk]) -> DocumentText:
    """Take a document apart; chunks whose text was recognised in a picture are left out: a misread figure is no
    contradiction."""
    held = tuple(chunk for chunk in chunks if not chunk.ocr)
    return DocumentText(held, tuple(_rows(held)), tuple(_lines(held)), tuple(_lists(held)))


def _rows(chunks: Sequence[Chunk]) -> Iterator[Row]:
    """Rows that follow each other belong to one table, over the ends of chunks too, until other columns come."""
    table = -1
    columns: frozenset[str] = frozenset()
    for chunk in chunks:
        follows = False
        for line in chunk.text.splitlines():
            if not is_row(line):
                follows = follows and not line.strip()
                continue
            cells = parse_row(line)
            own = frozenset(cell.column for cell in cells)
            if not (own & columns if (follows or _continues(chunk, chunks)) else False):
                table += 1
            columns, follows = own, True
            yield _row(chunk, table, line, cells)


def _continues(chunk: Chunk, chunks: Sequence[Chunk]) -> bool:
    """Whether the chunk stands below the same title as the one before it."""
    place = chunks.index(chunk)
    return place > 0 and chunks[place - 1].section == chunk.section


def _row(chunk: Chunk, table: int, line: str, cells: tuple[Cell, ...]) -> Row:
    label = cells[0].value
    of_row = _NO_UNIT if find_quantities(label) else scale_of_name(label)
    if of_row[0] not in _UNITS_OF_ROWS:
        of_row = _NO_UNIT
    found = tuple(tuple(_quantities(cell, of_row)) for cell in cells)
    return Row(chunk, table, line, cells, found, names_of(" ".join(cell.value for cell in cells)))


def _quantities(cell: Cell, of_row: tuple[str, Decimal]) -> Iterator[Quantity]:
    """A cell's numbers. Where one has no unit behind it, that before it holds (`دج2 200`), then the column's, then the
    row's; texts with several numbers keep them as they are."""
    found = _numbers(cell.value)
    before = scale_of_name(cell.value)
    if before[0] not in _UNITS_OF_ROWS:
        before = _NO_UNIT
    unit, factor = next((told for told in (before, scale_of_name(cell.column)) if told[0]), of_row)
    for quantity in found:
        if quantity.unit or not unit or len(found) >= PROSE:
            yield quantity
        else:
            yield replace(quantity, value=quantity.value * factor, unit=unit)


def _lines(chunks: Sequence[Chunk]) -> Iterator[Line]:
    """Paragraphs and items, and the titles of sections, each where it begins."""
    total = sum(len(chunk.text) for chunk in chunks) or 1
    done = 0
    titles: list[str] = []
    for chunk in chunks:
        parts = chunk.section.split(" › ") if chunk.section else []
        for place, title in enumerate(parts):
            if parts[: place + 1] != titles[: place + 1]:
                yield _line(chunk, title, title, done / total)
        titles = parts
        for line in chunk.text.splitlines():
            done += len(line) + 1
            bare = _MARK.sub("", line).strip()
            if bare and not is_row(line):
                yield _line(chunk, line.strip(), bare, done / total)


def _line(chunk: Chunk, line: str, bare: str, where: float) -> Line:
    return Line(chunk, bare, bare != line, _numbers(bare), names_of(bare), where)


def _numbers(text: str) -> tuple[Quantity, ...]:
    """A text's numbers; `ستة (06) أشهر` are six months."""
    return find_quantities(" ".join(_IN_BRACKETS.sub(r" \1 ", text).split()))


def _lists(chunks: Sequence[Chunk]) -> Iterator[Items]:
    for chunk in chunks:
        before = chunk.section.rpartition(" › ")[2]
        lines = [line.strip() for line in chunk.text.splitlines() if line.strip()]
        for is_item, held in groupby(lines, key=lambda line: bool(_MARK.match(line)) and not is_row(line)):
            if is_item:
                yield from _parted(chunk, before, [_MARK.sub("", line).strip() for line in held])
            else:
                before = list(held)[-1]


def _parted(chunk: Chunk, introduction: str, lines: Sequence[str]) -> Iterator[Items]:
    """A list that begins with an item that ends with a colon is as many lists as it has such items."""
    if not lines[0].endswith(":"):
        yield Items(chunk, introduction, tuple(lines), frozenset({len(lines), _without_parts(lines)}))
        return
    starts = [place for place, line in enumerate(lines) if line.endswith(":")]
    for start, end in pairwise((*starts, len(lines))):
        if items := tuple(lines[start + 1 : end]):
            yield Items(chunk, lines[start], items, frozenset({len(items)}))


def _without_parts(lines: Sequence[str]) -> int:
    """Items up to the first that ends with a colon, and those that do."""
    first = next((place for place, line in enumerate(lines) if line.endswith(":")), len(lines))
    return first + sum(line.endswith(":") for line in lines)


def names_of(text: str) -> frozenset[str]:
    """Words in Latin letters that may stand in an Arabic text too: names, references."""
    return frozenset(_LATIN_WORD.findall(fold(text)))
