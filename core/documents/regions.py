"""Where the tables of a sheet lie: groups of filled cells with an empty row or column around them."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from core.documents.tables import GridCell

Span = Callable[[GridCell], tuple[int, int]]


def rows(cell: GridCell) -> tuple[int, int]:
    """First row and the row after the last one."""
    return cell.row, cell.row + cell.rowspan


def columns(cell: GridCell) -> tuple[int, int]:
    """First column and the column after the last one."""
    return cell.col, cell.col + cell.colspan


@dataclass(frozen=True)
class Region:
    """Cells (at least one) and the rectangle around them; `bottom` and `right` are outside of it."""

    cells: list[GridCell]
    top: int
    bottom: int
    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left

    def lines(self) -> list[list[GridCell]]:
        """The cells that begin in each row, by column; rows in which none begins are left out."""
        ordered = sorted(self.cells, key=lambda cell: (cell.row, cell.col))
        return [list(line) for _, line in groupby(ordered, key=lambda cell: cell.row)]

    def covering(self) -> Counter[int]:
        """How many cells cover each row."""
        return Counter(row for cell in self.cells for row in range(*rows(cell)))


def region(cells: Iterable[GridCell]) -> Region:
    """The region of these cells."""
    held = list(cells)
    return Region(
        held,
        min(cell.row for cell in held),
        max(rows(cell)[1] for cell in held),
        min(cell.col for cell in held),
        max(columns(cell)[1] for cell in held),
    )


def cut(cells: Iterable[GridCell], span: Span) -> list[Region]:
    """Groups with at least one empty row between them; or column, by `span`."""
    groups: list[list[GridCell]] = []
    end = -1
    for cell in sorted(cells, key=span):
        start, stop = span(cell)
        if not groups or start > end:
            groups.append([])
        groups[-1].append(cell)
        end = max(end, stop)
    return [region(group) for group in groups]


def bands(cells: Iterable[GridCell]) -> list[Region]:
    """What lies between empty rows. One empty row inside a table, before a row of values, doesn't part it."""
    joined: list[list[GridCell]] = []
    before: Region | None = None
    for band in cut(cells, rows):
        if before is not None and _goes_on(before, band):
            joined[-1].extend(band.cells)
        else:
            joined.append(list(band.cells))
        before = band
    return [region(band) for band in joined]


def side_by_side(held: Region) -> list[Region]:
    """The tables between empty columns. A column alone beside a table of the same height belongs to it."""
    parts = cut(held.cells, columns)
    if all(part.width == 1 for part in parts):
        return parts
    joined = [parts[0]]
    for part in parts[1:]:
        before = joined[-1]
        same_height = (before.top, before.bottom) == (part.top, part.bottom)
        if same_height and min(before.width, part.width) == 1:
            joined[-1] = region([*before.cells, *part.cells])
        else:
            joined.append(part)
    return joined


def clipped(cells: Iterable[GridCell]) -> list[GridCell]:
    """The cells that hold text, none wider or taller than what the sheet holds: some are merged to its very edge."""
    filled = [cell for cell in cells if cell.text]
    last_row = max((cell.row for cell in filled), default=0)
    last_col = max((cell.col for cell in filled), default=0)
    kept = []
    for cell in filled:
        rowspan, colspan = min(cell.rowspan, last_row - cell.row + 1), min(cell.colspan, last_col - cell.col + 1)
        same = (rowspan, colspan) == (cell.rowspan, cell.colspan)
        kept.append(cell if same else replace(cell, rowspan=rowspan, colspan=colspan))
    return kept


def _goes_on(above: Region, below: Region) -> bool:
    if below.top - above.bottom != 1 or above.width < 2 or (above.left, above.right) != (below.left, below.right):
        return False
    first = below.lines()[0]
    has_value = any(character.isdigit() for cell in first[1:] for character in cell.text)
    return has_value and not all(cell.strong for cell in first)
