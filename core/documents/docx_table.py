"""A table of a word-processing document: from its XML to a grid of cells with true spans."""

from collections.abc import Callable
from dataclasses import replace

from lxml import etree

from core.documents.docx_package import W
from core.documents.docx_styles import attribute, switched_on
from core.documents.docx_text import children
from core.documents.grid_lines import columns_of
from core.documents.tables import GridCell
from core.documents.text import language_by_script

# Columns drawn by hand miss each other by some millimetres; borders nearer than this (twentieths of a point) are one.
_SAME_BORDER = 300
_MOST_COLUMNS = 63
"""Word's own limit. A larger span is a file made to fill the memory."""

_LINE = 240
"""Twentieths of a point: the height of a line of text."""

CellText = Callable[[etree._Element], tuple[str, bool]]
"""Text of a `w:tc` and whether all of it is bold."""


def rows_of(table: etree._Element) -> list[etree._Element]:
    """Its rows, without those deleted."""
    return [
        row for row in children(table) if row.tag == W + "tr" and row.find(f"{W}trPr/{W}del") is None
    ]  # fmt: skip


def cells_of(row: etree._Element) -> list[etree._Element]:
    """Its cells without those deleted, as they are read (the rightmost first where the table runs right to left)."""
    return [
        cell for cell in children(row) if cell.tag == W + "tc" and cell.find(f"{W}tcPr/{W}cellDel") is None
    ]  # fmt: skip


def hangs_below(table: etree._Element) -> bool:
    """Whether the table floats so far below its anchor, the next paragraph, that this stands above it on the page."""
    place = table.find(f"{W}tblPr/{W}tblpPr")
    if place is None or place.get(W + "vertAnchor") != "text" or place.get(W + "tblpYSpec") is not None:
        return False
    return int(place.get(W + "tblpY") or 0) >= _LINE


def grid_cells(table: etree._Element, cell_text: CellText) -> list[GridCell]:
    """Every cell of a `w:tbl` with its place and span; vertically merged cells are one."""
    placed = _place(table)
    columns = _columns(table, placed)
    above: dict[int, int] = {}  # first column → position in `cells` of the cell that a merge goes on from
    cells: list[GridCell] = []
    for number, row in enumerate(placed):
        here: dict[int, int] = {}
        is_header = switched_on(row.properties, "tblHeader") is True
        for element, start, end in row.cells:
            col, colspan = columns[start], max(1, columns[end] - columns[start])
            merge = _merge(element)
            if merge == "continue" and col in above:
                cells[above[col]] = _taller(cells[above[col]], number)
                here[col] = above[col]
                continue
            text, bold = cell_text(element)
            strong = bold or _is_shaded(element)
            if merge:
                here[col] = len(cells)
            cells.append(GridCell(text, number, col, 1, colspan, strong, is_header))
        above = here
    return _mirrored(cells) if _names_rows_at_the_right(table, cells) else cells


def _names_rows_at_the_right(table: etree._Element, cells: list[GridCell]) -> bool:
    """Whether an Arabic table that runs from left to right is read from the right all the same: beside an empty corner
    its last column holds a name for every row."""
    width = max((cell.col + cell.colspan for cell in cells), default=0)
    if width < 3 or switched_on(table.find(W + "tblPr"), "bidiVisual"):
        return False
    top, below = [cell for cell in cells if cell.row == 0], [cell for cell in cells if cell.row > 0]
    last = [cell for cell in below if cell.col + cell.colspan == width]
    corner = [cell for cell in top if cell.col + cell.colspan == width]
    return (
        all(cell.colspan == 1 for cell in (*corner, *last))
        and [bool(cell.text) for cell in top] == [True] * (width - 1) + [False]
        and len(last) == len({cell.row for cell in below}) > 1
        and all(language_by_script(cell.text) == "ar" and not any(map(str.isdigit, cell.text)) for cell in last)
    )


def _mirrored(cells: list[GridCell]) -> list[GridCell]:
    width = max(cell.col + cell.colspan for cell in cells)
    turned = [replace(cell, col=width - cell.col - cell.colspan) for cell in cells]
    return sorted(turned, key=lambda cell: (cell.row, cell.col))


class _Row:
    def __init__(self, element: etree._Element, cells: list[tuple[etree._Element, int, int]]) -> None:
        self.properties = element.find(W + "trPr")
        self.cells = cells


def _place(table: etree._Element) -> list[_Row]:
    """Each row's cells with the numbers of the grid lines between which they stand."""
    placed = []
    for row in rows_of(table):
        at = min(int(attribute(row, "trPr/gridBefore") or 0), _MOST_COLUMNS)
        cells: list[tuple[etree._Element, int, int]] = []
        for cell in cells_of(row):
            span = min(max(1, int(attribute(cell, "tcPr/gridSpan") or 1)), _MOST_COLUMNS)
            beside = cell.find(f"{W}tcPr/{W}hMerge")
            if beside is not None and beside.get(W + "val") != "restart" and cells:
                cells[-1] = (cells[-1][0], cells[-1][1], at + span)
            else:
                cells.append((cell, at, at + span))
            at += span
        placed.append(_Row(row, cells))
    return placed


def _merge(cell: etree._Element) -> str:
    """How the cell is merged with those above and below: restart, continue, or '' for not at all. A merge that was
    tracked counts as accepted."""
    tracked = attribute(cell, "tcPr/cellMerge", "vMerge")
    if tracked is not None:
        return "restart" if tracked == "rest" else "continue"
    merge = cell.find(f"{W}tcPr/{W}vMerge")
    if merge is None:
        return ""
    return "restart" if merge.get(W + "val") == "restart" else "continue"


def _columns(table: etree._Element, rows: list[_Row]) -> list[int]:
    """The column that begins at each grid line; lines that nearly meet begin the same one."""
    widths = [int(float(column.get(W + "w") or 0)) for column in table.findall(f"{W}tblGrid/{W}gridCol")]
    return columns_of(widths, [(start, end) for row in rows for _, start, end in row.cells], _SAME_BORDER)


def _taller(cell: GridCell, last_row: int) -> GridCell:
    return GridCell(
        cell.text, cell.row, cell.col, last_row - cell.row + 1, cell.colspan, cell.strong, cell.repeated
    )  # fmt: skip


def _is_shaded(cell: etree._Element) -> bool:
    fill = attribute(cell, "tcPr/shd", "fill")
    return fill is not None and fill.lower() not in ("auto", "ffffff")
