"""Table rows as text: one line that names each value's column, so that a row is understandable alone.

    | Débit : 480 Mbps | Tarif : 7 150 DA/mois | Cadeau : — |

A row is written here, and read back here by the extractive answer; the two never disagree.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_SEPARATOR = " | "
_NAME_END = " : "
_NAME_JOIN = " / "
_BEFORE_COLON = re.compile(r" (?=: )")


@dataclass(frozen=True)
class Cell:
    """A value below its column's name ('' where the column has none)."""

    column: str
    value: str


@dataclass(frozen=True)
class Slot:
    """Where a value that stands in a row's line lies in it. Offsets count from the line's start.

    `column` is the first column that it covers, `start` and `end` enclose the value. `names` are the columns' names as
    the line gives them, each with its offset.
    """

    column: int
    start: int
    end: int
    names: tuple[tuple[str, int], ...]


def format_row(header: Sequence[str], values: Sequence[str | None]) -> str:
    """One line for one row; empty cells are left out, spanned columns share one cell (`Fibre / ADSL : 250`).

    Args:
        header: one name a column.
        values: one value a column; None where the value to its left spans this column too.

    Raises:
        ValueError: the row doesn't have one value a column.
    """
    return lay_out(header, values)[0]


def lay_out(header: Sequence[str], values: Sequence[str | None]) -> tuple[str, tuple[Slot, ...]]:
    """The line of `format_row`, and where in it each value lies."""
    if len(header) != len(values):
        raise ValueError(f"{len(values)} values under {len(header)} columns")
    cells: list[tuple[int, list[str], str]] = []
    for column, (name, value) in enumerate(zip(header, values, strict=True)):
        if value is None and cells:
            cells[-1][1].append(name)
        else:
            cells.append((column, [name], value or ""))
    line = "| "
    slots: list[Slot] = []
    for column, names, value in cells:
        text = clean_cell(value)
        if not text:
            continue
        line += _SEPARATOR if slots else ""
        named = list(dict.fromkeys(filter(None, map(clean_name, names))))
        placed: list[tuple[str, int]] = []
        if named and _NAME_JOIN.join(named) != text:
            for number, name in enumerate(named):
                line += _NAME_JOIN if number else ""
                placed.append((name, len(line)))
                line += name
            line += _NAME_END
        slots.append(Slot(column, len(line), len(line) + len(text), tuple(placed)))
        line += text
    return (f"{line} |" if slots else "", tuple(slots))


def is_row(line: str) -> bool:
    """True for a line that `format_row` wrote."""
    return line.startswith("| ") and line.endswith(" |")


def parse_row(line: str) -> tuple[Cell, ...]:
    """The cells of a line that `format_row` wrote.

    Raises:
        ValueError: the line isn't a row.
    """
    if not is_row(line):
        raise ValueError(f"not a table row: {line[:80]}")
    cells = []
    for part in line[2:-2].split(_SEPARATOR):
        column, found, value = part.partition(_NAME_END)
        cells.append(Cell(column, value) if found else Cell("", part))
    return tuple(cells)


def clean_name(text: str) -> str:
    """A column's name without the colon that people type after it, which would read as the separator."""
    return clean_cell(text).rstrip(" :")


def clean_cell(text: str) -> str:
    """One line, and nothing in it that would read as a separator; what is clean stays as it is."""
    return _BEFORE_COLON.sub("", " ".join(text.replace("|", "¦").split()))
