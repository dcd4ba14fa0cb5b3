"""A table of an OpenDocument file: from its XML to a grid of cells with true spans."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lxml import etree

from core.documents.grid_lines import columns_of, is_label_and_value
from core.documents.odf_package import TABLE
from core.documents.odf_styles import OdfStyles
from core.documents.tables import GridCell

_MOST_ROWS, _MOST_COLUMNS = 10_000, 1000
_MOST_CELLS = 200_000
"""What repetition may make of a table; more is a file made to fill the memory."""
_SAME_BORDER_CM = 0.53
_GROUPS = frozenset(TABLE + name for name in ("table-row-group", "table-rows", "table-header-rows"))

CellText = Callable[[etree._Element], tuple[str, bool]]
"""Text of a `table:table-cell` and whether all of it is bold."""


def rows_of(table: etree._Element, is_header: bool = False) -> Iterator[tuple[etree._Element, bool]]:
    """Its rows, each with whether it is marked as a header row."""
    for child in table:
        if child.tag == TABLE + "table-row":
            yield child, is_header
        elif child.tag in _GROUPS:
            yield from rows_of(child, is_header or child.tag == TABLE + "table-header-rows")


def cells_of(row: etree._Element) -> list[etree._Element]:
    """Its cells, without the places that a span covers."""
    return list(row.findall(TABLE + "table-cell"))


def grid_cells(table: etree._Element, cell_text: CellText, styles: OdfStyles) -> list[GridCell]:
    """Every cell of a `table:table` with its place and span, columns in the file's order: the logical one."""
    cells: list[GridCell] = []
    at = 0
    apart = _first_row_has_its_own_colour(table, styles)
    named = apart or table.get(TABLE + "use-first-row-styles") == "true"
    for row, is_header in rows_of(table):
        found = list(_row_cells(row, at, is_header, cell_text, None if apart else styles))
        is_named = at == 0 and named and not is_label_and_value([cell.text for cell in found])
        if is_named:
            found = [replace(cell, strong=True) for cell in found]
        cells.extend(found)
        at += 1
        # Sheets end in a million empty rows; only filled ones come again.
        if any(cell.text for cell in found):
            for _ in range(_count(row, "number-rows-repeated", _MOST_ROWS) - 1):
                if len(cells) + len(found) > _MOST_CELLS:
                    return cells
                cells.extend(replace(cell, row=at, rowspan=1) for cell in found)
                at += 1
    columns = columns_of(
        list(_widths(table, styles)), [(cell.col, cell.col + cell.colspan) for cell in cells], _SAME_BORDER_CM
    )
    return [_settled(cell, at, columns) for cell in cells]


def _first_row_has_its_own_colour(table: etree._Element, styles: OdfStyles) -> bool:
    """Whether every cell is coloured, those of the first row as no others: the bands that programs give a table."""
    colours = [{_colour(row, cell, styles) for cell in cells_of(row)} for row, _ in rows_of(table)]
    others = set().union(*colours[1:])
    return len(colours) > 1 and "" not in others | colours[0] and not others & colours[0]


def _colour(row: etree._Element, cell: etree._Element, styles: OdfStyles) -> str:
    return styles.colour(cell.get(TABLE + "style-name") or row.get(TABLE + "default-cell-style-name"))


def _settled(cell: GridCell, height: int, columns: Sequence[int]) -> GridCell:
    col = columns[cell.col]
    colspan = max(1, columns[cell.col + cell.colspan] - col)
    rowspan = min(cell.rowspan, height - cell.row)
    return replace(cell, col=col, rowspan=rowspan, colspan=colspan)


def _widths(table: etree._Element, styles: OdfStyles) -> Iterator[float]:
    for column in table.iter(TABLE + "table-column"):
        width = styles.column_cm(column.get(TABLE + "style-name"))
        yield from [width] * _count(column, "number-columns-repeated", _MOST_COLUMNS)


def _row_cells(
    row: etree._Element, number: int, is_header: bool, cell_text: CellText, styles: OdfStyles | None
) -> Iterator[GridCell]:
    """The cells of one row. `styles` is None where colours tell the rows from each other, not cells from others."""
    col = 0
    for element in row:
        if element.tag not in (TABLE + "table-cell", TABLE + "covered-table-cell"):
            continue
        if col >= _MOST_COLUMNS:
            return
        times = _count(element, "number-columns-repeated", _MOST_COLUMNS)
        if element.tag == TABLE + "table-cell":
            text, bold = cell_text(element)
            rowspan = _count(element, "number-rows-spanned", _MOST_ROWS)
            colspan = _count(element, "number-columns-spanned", _MOST_COLUMNS)
            strong = bold or (styles is not None and bool(_colour(row, element, styles)))
            for step in range(times if text else 1):
                yield GridCell(text, number, col + step, rowspan, colspan, strong, is_header)
        col += times


def _count(element: etree._Element, name: str, most: int) -> int:
    value = element.get(TABLE + name, "1")
    return min(max(1, int(value)), most) if value.isdigit() else 1
