"""What the tables of one document tell of each tier that they tell apart: a speed, a formula, a recharge.

A tier stands in a row, or in a column where the table lies on its side (`Play 220 | Play 440` over `Tarif mensuel`);
what several tables say of it comes together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from core.answering.cells import says_past
from core.documents.chunk import Chunk
from core.documents.rows import Cell
from core.documents.table_data import LEVELS, TableData, TableRow, TypedCell
from core.text.normalise import fold

Key = tuple[tuple[str, Decimal | str], ...]
"""What tells a tier from the others: (unit, number) or ('', folded words), one a key column."""

_NUMBERED = frozenset({"speed", "volume"})
_UPLOADS = ("montant", "upload", "رفع", "صاعد")
_FEWEST = 2
"""Columns and rows of a table on its side."""


@dataclass(frozen=True)
class Value:
    """One cell: the measure it tells, what it says, and the row of the chunk that it is cited by."""

    measure: str
    cell: TypedCell
    section: str
    chunk: Chunk
    line: str

    def column_in(self, cells: Sequence[Cell]) -> str | None:
        """Its column in the row that it is cited by: on its side a table has the measure before the row."""
        if any(cell.column == self.measure for cell in cells):
            return self.measure
        return next((cell.column for cell in cells if cell.value == self.cell.text), None)


@dataclass
class Tier:
    """A tier, its name as the cell that names it (with the unit of its column) and its values in the tables' order."""

    name: TypedCell
    keys: set[Key]
    values: list[Value] = field(default_factory=list)


def read_tiers(tables: Sequence[TableData], chunks: Mapping[int, Chunk]) -> tuple[Tier, ...]:
    """The tiers of one document, in order.

    Args:
        chunks: those that are indexed, by ordinal. A row that they don't hold as it is was read anew since: left out.
    """
    found: list[Tier] = []
    for table in tables:
        rows = [row for row in table.rows if _stands(table, row, chunks)]
        for tier in _across(table, rows, chunks) if _on_its_side(table, rows) else _down(table, rows, chunks):
            known = next((other for other in found if other.keys & tier.keys), None)
            if known is None:
                found.append(tier)
            else:
                known.keys |= tier.keys
                known.values += [value for value in tier.values if value not in known.values]
    return tuple(found)


def _stands(table: TableData, row: TableRow, chunks: Mapping[int, Chunk]) -> bool:
    chunk = chunks.get(row.chunk)
    lines = chunk.text.split("\n") if chunk is not None else []
    return row.line < len(lines) and lines[row.line] == table.line(row)


def _on_its_side(table: TableData, rows: Sequence[TableRow]) -> bool:
    """True where each row holds values of one kind, and the columns don't: the rows are measures."""
    if table.keys != 1 or min(len(table.columns), len(rows)) < _FEWEST:
        return False
    across = [{_kind(cell) for cell in row.cells[1:] if cell is not None} - {""} for row in rows]
    down = [{_kind(row.cell(at)) for row in rows} - {""} for at in range(1, len(table.columns))]
    return all(len(kinds) <= 1 for kinds in across) and all(len(kinds) > 1 for kinds in down)


def _kind(cell: TypedCell) -> str:
    """What must be alike where cells tell one measure; '' for what may stand in any column or row."""
    says_kind = cell.unit or (cell.kind == "number" and cell.value != 0)
    return f"{cell.kind}/{cell.unit}" if says_kind else ""


def _down(table: TableData, rows: Sequence[TableRow], chunks: Mapping[int, Chunk]) -> Iterator[Tier]:
    """A tier a row."""
    every = range(len(table.columns))
    present = [at for at in every if not says_past(table.columns[at].name)] or every
    keys = _key_columns(table, rows, present)
    speeds = _single_speeds(table, rows, present)
    said = Counter(_key(row, keys) for row in rows)
    for row in rows:
        names = [row.cell(at) for at in keys]
        if any(cell.kind in ("empty", "not-offered") for cell in names) or said[_key(row, keys)] > 1:
            continue  # nothing tells it from another row
        own = {_key(row, keys)}
        if (speed := speeds.get(row)) is not None:
            own.add((_part(speed),))
        yield Tier(
            _joined(names),
            own,
            [
                Value(table.columns[at].name, cell, table.section, chunks[row.chunk], table.line(row))
                for at, cell in enumerate(row.cells)
                if at in present and at not in keys and cell is not None and cell.kind != "empty"
            ],
        )


def _key_columns(table: TableData, rows: Sequence[TableRow], present: Sequence[int]) -> list[int]:
    """The columns that tell the rows apart: the new one where the first is the old one, and with a repeated name
    (`Fibre`) the first other one beside which no row is named twice, a speed before a text."""
    keys = list(range(table.keys))
    if says_past(table.columns[0].name):
        unit = _units(rows, 0)
        keys = [at for at in present if at not in keys and unit and _units(rows, at) == unit][:1] or keys
    if _distinct(rows, keys):
        return keys
    kinds = {at: {row.cell(at).kind for row in rows} for at in present if at not in keys}
    others = [at for kind in ("speed", "volume", "text") for at in kinds if kind in kinds[at]]
    return next(([*keys, at] for at in others if _distinct(rows, [*keys, at])), keys)


def _units(rows: Sequence[TableRow], at: int) -> set[str]:
    return {row.cell(at).unit for row in rows} - {""}


def _distinct(rows: Sequence[TableRow], keys: Sequence[int]) -> bool:
    return len({_key(row, keys) for row in rows}) == len(rows)


def _key(row: TableRow, keys: Sequence[int]) -> Key:
    return tuple(_part(row.cell(at)) for at in keys)


def _across(table: TableData, rows: Sequence[TableRow], chunks: Mapping[int, Chunk]) -> Iterator[Tier]:
    """A tier a column."""
    speed_row = next((row for row in rows if _is_speed(row.cells[0], row.cell(1))), None)
    speeds = [speed_row.cell(at) for at in range(1, len(table.columns))] if speed_row is not None else []
    distinct = len({cell.value for cell in speeds}) == len(speeds)
    for at in range(1, len(table.columns)):
        name = TypedCell(table.columns[at].name.rpartition(LEVELS)[2], "text")
        own: set[Key] = {(_part(name),)}
        if speeds and distinct and speeds[at - 1].value is not None:
            own.add((_part(speeds[at - 1]),))
        yield Tier(
            name,
            own,
            [
                Value(row.cell(0).text, row.cell(at), table.section, chunks[row.chunk], table.line(row))
                for row in rows
                if row.cell(at).kind != "empty"
            ],
        )


def _single_speeds(table: TableData, rows: Sequence[TableRow], present: Sequence[int]) -> dict[TableRow, TypedCell]:
    """The download speed of each row, where one column holds it and no two rows have the same."""
    names = [TypedCell(column.name, "text") for column in table.columns]
    columns = [at for at in present if rows and all(_is_speed(names[at], row.cell(at)) for row in rows)]
    if len(columns) != 1:
        return {}
    held = {row: row.cell(columns[0]) for row in rows}
    return held if len({cell.value for cell in held.values()}) == len(held) else {}


def _is_speed(name: TypedCell | None, cell: TypedCell) -> bool:
    folded = fold(name.text) if name is not None else ""
    return cell.kind == "speed" and cell.value is not None and not any(word in folded for word in _UPLOADS)


def _part(cell: TypedCell) -> tuple[str, Decimal | str]:
    if cell.kind in _NUMBERED and cell.value is not None:
        return cell.unit, cell.value
    return "", fold(cell.text)


def _joined(cells: Sequence[TypedCell]) -> TypedCell:
    """The name of a row: one cell as it is, several as one text."""
    return cells[0] if len(cells) == 1 else TypedCell(", ".join(cell.text for cell in cells), "text")
