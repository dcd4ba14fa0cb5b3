"""From `Table` blocks to `TableData`: where each row stands in the chunks, and what its cells say.

The chunks are written by the same `format_row`, in the same order, so every row is found in them; what is known only
beside the other documents (numbers put right, the twin) is taken from the chunks as they are then.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.documents.base import Block, Heading, Table
from core.documents.cell_values import typed
from core.documents.chunk import Chunk
from core.documents.names_units import NOTHING, Named, said_by_column, said_by_row
from core.documents.reversed_thousands import placed_corrections
from core.documents.rows import Slot, clean_cell, clean_name, lay_out
from core.documents.table_data import LEVELS, Column, TableData, TableRow, TypedCell, texts
from core.text.normalise import fold

VERSION = 2
"""Counts up whenever the same blocks would give other tables, so that ingest reads documents again."""

_NUMBERING = frozenset({"n°", "no", "n", "nº", "#", "num", "numero", "رقم", "الرقم", "ر"})
_STATED = frozenset({"amount", "percentage"})
_NUMBERS = re.compile(r"\d+[.)]?")

_Texts = tuple[str | None, ...]
_Cells = tuple[TypedCell | None, ...]


def tables_of(blocks: Sequence[Block], chunks: Sequence[Chunk]) -> tuple[TableData, ...]:
    """The tables of one document that hold anything, in order.

    Args:
        blocks: those that the chunks were made of.
        chunks: all of the document's.

    Raises:
        ValueError: a row stands in no chunk.
    """
    lines = [(line, chunk.ordinal, number) for chunk in chunks for number, line in enumerate(chunk.text.split("\n"))]
    found: list[TableData] = []
    position = 0
    for table, section in _in_sections(blocks):
        header = tuple(map(clean_name, table.header))
        rows: list[TableRow] = []
        for values in table.rows:
            # A row's first cell can't be covered by one to its left.
            said = tuple(
                clean_cell(value or "") if value is not None or not at else None for at, value in enumerate(values)
            )
            line, _ = lay_out(header, said)
            if not line:
                continue
            while position < len(lines) and lines[position][0] != line:
                position += 1
            if position == len(lines):
                raise ValueError(f"{chunks[0].document}: no chunk holds the row {line[:80]}")
            rows.append(TableRow(_untyped(said), *lines[position][1:]))
            position += 1
        if rows:
            data = TableData(
                document=chunks[0].document,
                number=len(found),
                columns=tuple(map(Column, header)),
                rows=tuple(rows),
                caption=table.caption,
                section=section,
                page=table.page,
                ocr=table.ocr,
            )
            found.append(data)
    return beside(found, chunks)


def beside(tables: Sequence[TableData], chunks: Sequence[Chunk]) -> tuple[TableData, ...]:
    """The tables of one document as its chunks show them now: numbers put right or as typed, twin, language."""
    by_ordinal = {chunk.ordinal: chunk for chunk in chunks}
    lines = {ordinal: chunk.text.split("\n") for ordinal, chunk in by_ordinal.items()}
    return tuple(_beside(table, by_ordinal, lines) for table in tables)


def _beside(table: TableData, chunks: dict[int, Chunk], lines: dict[int, list[str]]) -> TableData:
    renamed: dict[str, str] = {}
    said: list[_Texts] = []
    notes: list[dict[int, str]] = []
    for row in table.rows:
        shown = lines[row.chunk][row.line]
        start = sum(len(line) + 1 for line in lines[row.chunk][: row.line])
        _, slots = lay_out(table.header, texts(row.cells))
        values = list(texts(row.cells))
        for slot in slots:
            values[slot.column] = shown[slot.start : slot.end]
            renamed.update((name, shown[at : at + len(name)]) for name, at in slot.names)
        said.append(tuple(values))
        notes.append(dict(_notes(chunks[row.chunk], start, slots)))
    header = tuple(renamed.get(name, name) for name in table.header)
    first = chunks[table.rows[0].chunk]
    columns = [said_by_column(name) for name in header]
    keys = _keys(header, said, columns)
    cells = [_typed(values, columns, keys, noted) for values, noted in zip(said, notes, strict=True)]
    return replace(
        table,
        columns=tuple(Column(name, of.unit, of.tax, of.per) for name, of in zip(header, columns, strict=True)),
        rows=tuple(replace(row, cells=settled) for row, settled in zip(table.rows, _giga_settled(cells), strict=True)),
        keys=keys,
        language=first.language,
        twin=first.twin,
    )


def _in_sections(blocks: Sequence[Block]) -> Iterator[tuple[Table, str]]:
    """Every table with the headings above it."""
    path: list[Heading] = []
    for block in blocks:
        if isinstance(block, Heading):
            path = [*(other for other in path if other.level < block.level), block]
        elif isinstance(block, Table):
            yield block, LEVELS.join(heading.text for heading in path)


def _notes(chunk: Chunk, start: int, slots: Sequence[Slot]) -> Iterator[tuple[int, str]]:
    """What was put right in a row's cells, by column; `start` is the line's offset in the chunk."""
    for shown, offset in placed_corrections(chunk.corrections):
        for slot in slots:
            if slot.start <= offset - start < slot.end:
                yield slot.column, shown


def _keys(header: Sequence[str], rows: Sequence[_Texts], columns: Sequence[Named]) -> int:
    """How many columns from the left tell the rows apart. What the table states, money or a share, tells none."""
    width = len(header)
    stated = [at for at in range(1, width) if any(typed(row[at] or "", columns[at]).kind in _STATED for row in rows)]
    end = stated[0] if stated else width
    numbered = width > 2 and end > 1 and _is_numbering(header[0], [row[0] for row in rows])
    for count in range(2 if numbered else 1, end):
        if len({row[:count] for row in rows}) == len(rows):
            return count
    return end if stated else 2 if numbered else 1


def _is_numbering(name: str, values: Sequence[str | None]) -> bool:
    """A first column that only counts the rows."""
    return fold(name).rstrip(" .") in _NUMBERING and all(value is None or _NUMBERS.fullmatch(value) for value in values)


def _untyped(values: _Texts) -> _Cells:
    return tuple(None if value is None else TypedCell(value, "text" if value else "empty") for value in values)


def _typed(values: _Texts, columns: Sequence[Named], keys: int, notes: dict[int, str]) -> _Cells:
    """A row's cells, understood. The words of its key name what stands beside it, as columns name what is below."""
    key = " ".join(value for value in values[:keys] if value)
    row = said_by_row(key) if typed(key).kind == "text" else NOTHING
    return tuple(
        None
        if value is None
        else replace(typed(value, _above(values, columns, at), row if at >= keys else NOTHING), note=notes.get(at, ""))
        for at, value in enumerate(values)
    )


def _giga_settled(rows: Sequence[_Cells]) -> Iterator[_Cells]:
    """Giga as the other cells of the column tell: speed beside speeds, volume beside volumes."""
    units = [{cell.unit for cell in column if cell is not None} for column in zip(*rows, strict=True)]
    for row in rows:
        yield tuple(
            cell if cell is None or cell.unit != "giga" else _giga_as(cell, units[at]) for at, cell in enumerate(row)
        )


def _giga_as(cell: TypedCell, beside: set[str]) -> TypedCell:
    if "mbps" in beside and "go" not in beside:
        low, high = (None if end is None else end * 1000 for end in (cell.low, cell.high))
        return replace(cell, kind="speed", unit="mbps", low=low, high=high)
    return replace(cell, kind="volume", unit="go") if "go" in beside and "mbps" not in beside else cell


def _above(values: _Texts, columns: Sequence[Named], at: int) -> Named:
    """What the names above a cell say of it: what all the columns agree on that it covers."""
    end = at + 1
    while end < len(values) and values[end] is None:
        end += 1
    first, *others = columns[at:end]
    if any((other.unit, other.factor) != (first.unit, first.factor) for other in others):
        return NOTHING
    tax = first.tax if all(other.tax == first.tax for other in others) else ""
    return replace(first, tax=tax, per=first.per if all(other.per == first.per for other in others) else "")
