"""A table as data: what each cell means, under which columns and in which row. Kept beside the document's chunks.

A table's rows are the rows of the chunks: `TableData.line` is the line of Markdown that people read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.documents.chunk import Language
from core.documents.rows import format_row

Kind = Literal[
    "amount", "speed", "volume", "duration", "percentage", "number", "unlimited",
    "yes", "no", "not-offered", "text", "empty",
]  # fmt: skip
UnitFrom = Literal["", "cell", "column", "row"]
LEVELS = " › "
"""Between the rows of a header in a column's name."""


@dataclass(frozen=True)
class TypedCell:
    """A cell as its row shows it, and what it says.

    `low` and `high` enclose the number, in `unit` (the canonical units of `core/text/numbers.py`; '' where none is
    written): equal for one number, one of them None for `plus de 145` and `jusqu'à 480 Mbps`. What is free is an amount
    of 0. `unit_from` says where the unit was found. `tax` is HT or TTC, `per` the time that an amount pays (month,
    day, …), each '' where neither cell nor names say it. `note` is set where a number was put right (`200 2 → 2 200`).
    """

    text: str
    kind: Kind
    low: Decimal | None = None
    high: Decimal | None = None
    unit: str = ""
    unit_from: UnitFrom = ""
    tax: str = ""
    per: str = ""
    note: str = ""

    @property
    def value(self) -> Decimal | None:
        """The number, where it is one and no range."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True)
class Column:
    """A column's name (its header rows joined by ' › ', '' where it has none) and what it says of the numbers below."""

    name: str
    unit: str = ""
    tax: str = ""
    per: str = ""

    @property
    def levels(self) -> tuple[str, ...]:
        """The header's rows, the highest first."""
        return tuple(self.name.split(LEVELS)) if self.name else ()


@dataclass(frozen=True)
class TableRow:
    """One cell a column; None where the cell to its left covers this column too.

    `chunk` is the ordinal of the chunk in which the row stands, `line` its line there, counted from 0.
    """

    cells: tuple[TypedCell | None, ...]
    chunk: int
    line: int

    def cell(self, column: int) -> TypedCell:
        """The cell that covers a column."""
        for cell in reversed(self.cells[: column + 1]):
            if cell is not None:
                return cell
        return TypedCell("", "empty")

    def covered(self, column: int) -> range:
        """The columns that the cell in this column covers."""
        first = column
        while first and self.cells[first] is None:
            first -= 1
        last = column + 1
        while last < len(self.cells) and self.cells[last] is None:
            last += 1
        return range(first, last)


@dataclass(frozen=True)
class TableData:
    """One table of one document, as `Table` has it (core/documents/base.py), its cells understood.

    `number` counts the document's tables from 0. `section` holds the headings above it, joined by ' › '; `document`,
    `twin` and `language` are those of its chunks. The first `keys` columns tell the rows apart.
    """

    document: str
    number: int
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    keys: int = 1
    caption: str = ""
    section: str = ""
    page: int | None = None
    language: Language = "fr"
    twin: str | None = None
    ocr: bool = False

    @property
    def header(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(column.name for column in self.columns)

    def key(self, row: TableRow) -> tuple[TypedCell, ...]:
        """The cells that tell a row from the others."""
        return tuple(cell for cell in row.cells[: self.keys] if cell is not None)

    def line(self, row: TableRow) -> str:
        """The row as the chunks have it."""
        return format_row(self.header, texts(row.cells))

    def places(self) -> Iterator[tuple[TableRow, int, TypedCell]]:
        """Every cell that holds something, with its row and its first column."""
        for row in self.rows:
            for column, cell in enumerate(row.cells):
                if cell is not None and cell.kind != "empty":
                    yield row, column, cell


def texts(cells: Sequence[TypedCell | None]) -> tuple[str | None, ...]:
    """What cells say, None where one is covered."""
    return tuple(None if cell is None else cell.text for cell in cells)
