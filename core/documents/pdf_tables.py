"""Tables of a PDF page: ruled grids found by pdfplumber, their cells read like lines of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from core.documents.bidi import goes_either_way, order_of_groups, turned_groups
from core.documents.pdf_aligned import Aligned, aligned_tables
from core.documents.pdf_glyphs import Box, Glyph
from core.documents.pdf_lines import lines_of
from core.documents.tables import GridCell
from core.documents.text import clean

_SAME_EDGE = 3.0
"""Points within which two rules are one."""
_FILLED_SHARE = 0.5
_ROWS_BEYOND, _WHOLE_RULES = 2, 3


@dataclass(frozen=True)
class PageTable:
    """A table and where it lies (points: left, top, right, bottom). `edges` are its columns' borders."""

    cells: tuple[GridCell, ...]
    box: Box
    edges: tuple[float, ...]
    whole: bool = True
    """Unset where only some of its rows are drawn, as stripes are."""


def ruled_grids(page: Any) -> list[list[Box]]:
    """The cells of each ruled grid that pdfplumber finds on a page."""
    return [
        [(float(x0), float(y0), float(x1), float(y1)) for x0, y0, x1, y1 in table.cells] for table in page.find_tables()
    ]


def tables_of(grids: Sequence[list[Box]], glyphs: Sequence[Glyph], right_to_left: bool) -> list[PageTable]:
    """The tables among a page's grids, from top to bottom. Frames around pictures and text are none."""
    found = []
    for grid in grids:
        boxes = _with_plain_stripes(grid, glyphs)
        edges, rules = _edges(boxes, 0, 2), _edges(boxes, 1, 3)
        if len(edges) < 3 or len(rules) < 3:
            continue
        cells = [_grid_cell(box, edges, rules, glyphs, right_to_left) for box in boxes]
        if sum(bool(cell.text) for cell in cells) < _FILLED_SHARE * len(cells) or not _has_columns(cells):
            continue
        whole = len(boxes) == len(grid) and len(rules) > _WHOLE_RULES
        found.append(PageTable(tuple(cells), (edges[0], rules[0], edges[-1], rules[-1]), tuple(edges), whole))
    drawn = [table.box for table in found if table.whole]
    free = [glyph for glyph in glyphs if not any(inside(glyph, box) for box in drawn)]
    tables = sorted(_with_aligned(found, aligned_tables(free, right_to_left)), key=lambda table: table.box[1])
    if right_to_left and sum(order_of_groups(line.drawn) for line in lines_of(glyphs, right_to_left)) < 0:
        return [_with_numbers_turned(table) for table in tables]
    return tables


def _with_numbers_turned(table: PageTable) -> PageTable:
    """Where the other numbers of a page run from right to left (`200 2`), so does one that goes either way."""
    cells = [
        replace(cell, text=turned_groups(cell.text)) if goes_either_way(cell.text) else cell for cell in table.cells
    ]
    return replace(table, cells=tuple(cells))


def _with_aligned(ruled: list[PageTable], aligned: Sequence[Aligned]) -> list[PageTable]:
    """Also the tables without rules. One that goes on beyond what is drawn is read by its columns: of stripes only
    those of one colour were found."""
    found = list(ruled)
    for table in aligned:
        within = [other for other in ruled if not other.whole and _overlap(other.box, table.box)]
        outside = sum(not any(other.box[1] <= base <= other.box[3] for other in within) for base in table.bases)
        if len(within) == 1 and outside < _ROWS_BEYOND:
            continue
        found = [other for other in found if other not in within]
        found.append(PageTable(table.cells, table.box, table.edges))
    return found


def _overlap(first: Box, second: Box) -> bool:
    return all(min(first[side + 2], second[side + 2]) > max(first[side], second[side]) for side in (0, 1))


def _with_plain_stripes(boxes: list[Box], glyphs: Sequence[Glyph]) -> list[Box]:
    """Also the cells that nothing is drawn for: where every second row is coloured, the others have no borders."""
    edges, rules = _edges(boxes, 0, 2), _edges(boxes, 1, 3)
    missing = [
        (left, top, right, bottom)
        for top, bottom in pairwise(rules)
        for left, right in pairwise(edges)
        if not any(box[0] <= (left + right) / 2 <= box[2] and box[1] <= (top + bottom) / 2 <= box[3] for box in boxes)
    ]
    if len(edges) < 3 or len(rules) < 2:
        return boxes
    height = rules[1] - rules[0]
    below = rules[-1] + (rules[-1] - rules[-2])
    for top, bottom in ((rules[0] - height, rules[0]), (rules[-1], below)):
        if top == rules[-1] and not missing:
            continue  # below a table drawn whole nothing belongs to it
        row = [(left, top, right, bottom) for left, right in pairwise(edges)]
        held = [[glyph for glyph in glyphs if inside(glyph, box) and not glyph.text.isspace()] for box in row]
        fits = all(
            bool(some) and all(box[0] <= glyph.x0 and glyph.x1 <= box[2] for glyph in some)
            for some, box in zip(held, row, strict=True)
        )
        if fits and len(edges) > 2:
            missing.extend(row)
    return [*boxes, *missing]


def inside(glyph: Glyph, box: Box) -> bool:
    """Whether the middle of a glyph lies in a box (points: left, top, right, bottom)."""
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.top + glyph.bottom) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _edges(boxes: Sequence[Box], low: int, high: int) -> list[float]:
    edges: list[float] = []
    for edge in sorted({box[side] for box in boxes for side in (low, high)}):
        if not edges or edge - edges[-1] > _SAME_EDGE:
            edges.append(edge)
    return edges


def _grid_cell(
    cell: Box,
    edges: list[float],
    rules: list[float],
    glyphs: Sequence[Glyph],
    right_to_left: bool,
) -> GridCell:
    left, right = _nearest(edges, cell[0]), _nearest(edges, cell[2])
    upper, lower = _nearest(rules, cell[1]), _nearest(rules, cell[3])
    held = [glyph for glyph in glyphs if inside(glyph, cell)]
    lines = lines_of(held, right_to_left)
    # In Arabic the first column is the rightmost.
    first = len(edges) - 1 - right if right_to_left else left
    return GridCell(
        clean(" ".join(line.text for line in lines)),
        upper,
        first,
        max(1, lower - upper),
        max(1, right - left),
        bool(lines) and all(line.bold for line in lines),
    )


def _nearest(edges: Sequence[float], value: float) -> int:
    return min(range(len(edges)), key=lambda number: abs(edges[number] - value))


def _has_columns(cells: Sequence[GridCell]) -> bool:
    """At least two rows in which two columns say something."""
    per_row: dict[int, int] = {}
    for cell in cells:
        if cell.text:
            per_row[cell.row] = per_row.get(cell.row, 0) + 1
    return sum(count > 1 for count in per_row.values()) > 1
