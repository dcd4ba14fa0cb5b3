"""Ruled tables of an image to blocks: which grids are tables, which of them are read well enough to be told."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.documents.base import Paragraph, Table
from core.documents.ocr.cells import CellText, read_cells
from core.documents.ocr.grids import BoxedCell, Grid
from core.documents.ocr.imaging import ink_of, runs_of
from core.documents.ocr.lines import cell_lines, cut_out, ink_height
from core.documents.ocr.program import Deadline, Tesseract
from core.documents.ocr.rules import Grey, Rules
from core.documents.tables import GridCell, table_blocks

UNREADABLE = {False: "(illisible)", True: "(غير مقروء)"}
"""What stands for what was not read well enough, by whether the text around runs from right to left."""
_FILLED_SHARE = 0.6
_DOUBTFUL_SHARE = 0.25
"""Share of a table's cells that may be unreadable before it is told as unread."""
_TABLE_SHARE = 0.85
"""Share of a picture's edges that must lie within its tables. The rest of a screenshot is menus and buttons."""
_DARKER = 12
_MARGIN = 3


def is_picture_of_tables(grids: Sequence[Grid], rules: Rules) -> bool:
    """Whether a picture is one of tables, and not a screenshot that has one among other things."""
    if not grids or not any(grid.rows >= 3 for grid in grids):
        return False
    edges = rules.horizontal_edges | rules.vertical_edges
    inside = np.zeros_like(edges)
    for grid in grids:
        left, top, right, bottom = grid.box
        inside[max(0, top - _MARGIN) : bottom + _MARGIN, max(0, left - _MARGIN) : right + _MARGIN] = True
    return float((edges & inside).sum()) >= _TABLE_SHARE * float(edges.sum())


@dataclass(frozen=True)
class ReadTable:
    """The blocks of one grid, and how many of its cells say something and how many of those weren't read."""

    blocks: tuple[Table | Paragraph, ...]
    filled: int
    doubtful: int
    right_to_left: bool


def read_table(grey: Grey, grid: Grid, tesseract: Tesseract, deadline: Deadline) -> ReadTable | None:
    """A grid as a table; None where it is none, or too little of it can be read.

    A cell that is read doubtfully says so instead: a wrong price is worse than none. Doubts about the first row, which
    names the columns, are doubts about everything below.

    Raises:
        DocumentError: `timeout` or `ocr-failed`.
    """
    grid = _with_parted_header(grey, grid)
    if _has_lost_rule(grey, grid):
        return None
    texts, right_to_left = read_cells(grey, grid, tesseract, deadline)
    pairs = list(zip(grid.cells, texts, strict=True))
    filled = [(cell, text) for cell, text in pairs if text.text or text.is_doubtful]
    doubtful = [(cell, text) for cell, text in filled if text.is_doubtful]
    if len(filled) < _FILLED_SHARE * len(pairs) or not _has_columns(filled):
        return None
    if len(doubtful) > _DOUBTFUL_SHARE * len(filled) or any(cell.row == 0 for cell, _ in doubtful):
        return None
    usual = _usual_grey(grey, grid)
    cells = [_grid_cell(cell, text, grid, right_to_left, _is_dark(grey, cell, usual)) for cell, text in pairs]
    blocks = tuple(replace(block, ocr=True) for block in table_blocks(cells))
    return ReadTable(blocks, len(filled), len(doubtful), right_to_left)


def _has_lost_rule(grey: Grey, grid: Grid) -> bool:
    """Whether a row is rather two, their rule too faint: each of its cells has several lines, all as many."""
    counts = Counter(line.cell for line in cell_lines(grey, grid))
    rows: dict[int, list[int]] = {}
    for number, cell in enumerate(grid.cells):
        if cell.rowspan == 1 and counts[number]:
            rows.setdefault(cell.row, []).append(counts[number])
    return any(len(row) > 1 and len(row) * 2 > grid.columns and min(row) == max(row) > 1 for row in rows.values())


def _has_columns(filled: Sequence[tuple[BoxedCell, CellText]]) -> bool:
    """At least two rows in which two columns say something."""
    return sum(count > 1 for count in Counter(cell.row for cell, _ in filled).values()) > 1


def _grid_cell(cell: BoxedCell, text: CellText, grid: Grid, right_to_left: bool, strong: bool) -> GridCell:
    # In Arabic the first column is the rightmost.
    col = grid.columns - cell.col - cell.colspan if right_to_left else cell.col
    said = UNREADABLE[right_to_left] if text.is_doubtful else text.text
    return GridCell(said, cell.row, col, cell.rowspan, cell.colspan, strong)


def _usual_grey(grey: Grey, grid: Grid) -> float:
    return float(np.median([_background(grey, cell) for cell in grid.cells]))


def _background(grey: Grey, cell: BoxedCell) -> float:
    left, top, right, bottom = cell.box
    return float(np.median(grey[top:bottom, left:right])) if bottom > top and right > left else 255.0


def _is_dark(grey: Grey, cell: BoxedCell, usual: float) -> bool:
    """Shaded otherwise than most of the table: the mark of a header."""
    return _background(grey, cell) < usual - _DARKER


def _with_parted_header(grey: Grey, grid: Grid) -> Grid:
    """The first row parted where its cells have no rule between them, only white: rules in the colour of the cells."""
    cells: list[BoxedCell] = []
    for cell in grid.cells:
        cells += _parted(grey, cell, grid.borders) if cell.row == 0 and cell.colspan > 1 else [cell]
    return replace(grid, cells=tuple(cells))


def _parted(grey: Grey, cell: BoxedCell, borders: Sequence[int]) -> list[BoxedCell]:
    left, top, right, bottom = cell.box
    ink = ink_of(cut_out(grey, cell.box))
    height = ink_height(ink)
    words: list[tuple[int, int]] = []
    for start, end in runs_of(np.array(np.any(ink, axis=0))):
        if words and start - words[-1][1] < height:
            words[-1] = (words[-1][0], end)
        else:
            words.append((start, end))
    inner = borders[cell.col : cell.col + cell.colspan - 1]
    edges = [left, *inner, right]
    parts = [BoxedCell(cell.row, cell.col + number, cell.rowspan, 1, (edges[number], top, edges[number + 1], bottom))
             for number in range(cell.colspan)]  # fmt: skip
    crossed = any(left + start < border < left + end for border in inner for start, end in words)
    held = [any(part.box[0] <= left + (start + end) // 2 < part.box[2] for start, end in words) for part in parts]
    return [cell] if crossed or not all(held) else parts
