"""Table rows as text: one line that names each value's column, so that a row is understandable alone.

    | Débit : 480 Mbps | Tarif : 7 150 DA/mois | Cadeau : — |

A row is written here, and read back here by the extractive answer; the two never disagree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

_SEPARATOR = " | "
_NAME_END = " : "


@dataclass(frozen=True)
class Cell:
    """A value below its column's name ('' where the column has none)."""

    column: str
    value: str


def format_row(header: Sequence[str], values: Sequence[str | None]) -> str:
    """One line for one row; empty cells are left out, spanned columns share one cell (`Fibre / ADSL : 250`).

    Args:
        header: one name a column.
        values: one value a column; None where the value to its left spans this column too.

    Raises:
        ValueError: the row doesn't have one value a column.
    """
    if len(header) != len(values):
        raise ValueError(f"{len(values)} values under {len(header)} columns")
    cells: list[tuple[list[str], str]] = []
    for name, value in zip(header, values, strict=True):
        if value is None and cells:
            cells[-1][0].append(name)
        else:
            cells.append(([name], value or ""))
    parts = []
    for names, value in cells:
        column = " / ".join(dict.fromkeys(filter(None, map(_clean_name, names))))
        text = _clean(value)
        if text:
            parts.append(f"{column}{_NAME_END}{text}" if column and column != text else text)
    return f"| {_SEPARATOR.join(parts)} |" if parts else ""


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


def _clean_name(text: str) -> str:
    """A column's name without the colon that people type after it, which would read as the separator."""
    return _clean(text).rstrip(" :")


def _clean(text: str) -> str:
    """One line, and nothing in it that would read as a separator."""
    return " ".join(text.replace("|", "¦").replace(_NAME_END, ": ").split())
