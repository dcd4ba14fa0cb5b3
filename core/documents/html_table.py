"""A table of a web page: from its rows to a grid of cells with true spans."""

from collections.abc import Callable, Iterator

from lxml.html import HtmlElement

from core.documents.tables import GridCell
from core.errors import DocumentError

_PARTS = ("thead", "tbody", "tfoot")
_MOST_COLUMNS = 1000
_MOST_PLACES = 1_000_000

CellText = Callable[[HtmlElement], tuple[str, bool]]
"""Text of a cell and whether all of it is bold."""


def rows_of(table: HtmlElement) -> list[HtmlElement]:
    """Its rows as shown: those of the head first, those of the foot last."""
    held: dict[str, list[HtmlElement]] = {part: [] for part in _PARTS}
    for child in table:
        if child.tag == "tr":
            held["tbody"].append(child)
        elif child.tag in _PARTS:
            held[child.tag].extend(row for row in child if row.tag == "tr")
    return [row for part in _PARTS for row in held[part]]


def cells_of(row: HtmlElement) -> list[HtmlElement]:
    """Its cells in the order of the file, which is the order of reading whatever the direction."""
    return [cell for cell in row if cell.tag in ("td", "th")]


def grid_cells(table: HtmlElement, is_hidden: Callable[[HtmlElement], bool], cell_text: CellText) -> list[GridCell]:
    """Every cell with its place and span.

    Raises:
        DocumentError: too-large.
    """
    rows = [row for row in rows_of(table) if not is_hidden(row)]
    taken: set[tuple[int, int]] = set()
    cells: list[GridCell] = []
    for number, row in enumerate(rows):
        in_head = row.getparent() is not None and row.getparent().tag == "thead"
        col = 0
        for cell in cells_of(row):
            if is_hidden(cell):
                continue
            while (number, col) in taken:
                col += 1
            rowspan = min(_span(cell, "rowspan") or len(rows), len(rows) - number)  # 0: down to the end
            colspan = min(_span(cell, "colspan") or 1, _MOST_COLUMNS)
            colspan = next((width for width in range(1, colspan) if (number, col + width) in taken), colspan)
            if len(taken) + rowspan * colspan > _MOST_PLACES:
                raise DocumentError("too-large", "a table with too many places", "split the page")
            taken.update((number + down, col + across) for down in range(rowspan) for across in range(colspan))
            text, bold = cell_text(cell)
            cells.append(GridCell(text, number, col, rowspan, colspan, bold or cell.tag == "th", in_head))
            col += colspan
    return _narrowed(cells)


def _narrowed(cells: list[GridCell]) -> list[GridCell]:
    """Spans wider than anything below them, cut to the width of the table: pages write colspan=100 for 'all of it'."""
    width = max((cell.col + 1 for cell in cells), default=1)
    narrow = [cell for cell in cells if cell.colspan == 1 or cell.col + cell.colspan <= width]
    width = max(width, *(cell.col + cell.colspan for cell in narrow)) if narrow else width
    return list(_cut(cells, width))


def _cut(cells: list[GridCell], width: int) -> Iterator[GridCell]:
    for cell in cells:
        over = cell.col + cell.colspan > width
        yield (
            cell
            if not over
            else GridCell(
                cell.text, cell.row, cell.col, cell.rowspan, max(1, width - cell.col), cell.strong, cell.repeated
            )
        )


def _span(cell: HtmlElement, name: str) -> int:
    written = (cell.get(name) or "1").strip()
    return int(written) if written.isdecimal() and len(written) < 6 else 1
