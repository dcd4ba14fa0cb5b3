"""A table on a slide: from its XML to a grid of cells with true spans."""

from lxml import etree

from core.documents.grid_lines import is_label_and_value
from core.documents.ooxml_charts import A
from core.documents.pptx_text import TextBody
from core.documents.tables import GridCell

_MOST_CELLS = 1000
"""Along one side; a larger span is a file made to fill the memory."""
_YES = ("1", "true")


def grid_cells(table: etree._Element) -> list[GridCell]:
    """Every cell of an `a:tbl` with its place and span. Columns count in the order in which they are read: the file's
    own, from the right where the table runs right to left."""
    properties = table.find(A + "tblPr")
    first_row = properties is not None and properties.get("firstRow") in _YES
    rows = [row.findall(A + "tc") for row in table.findall(A + "tr")]
    first = ["".join(text.text or "" for text in cell.iter(A + "t")) for cell in rows[0]] if rows else []
    first_row = first_row and not is_label_and_value(first)
    cells: list[GridCell] = []
    for number, row in enumerate(rows):
        for col, cell in enumerate(row):
            if cell.get("hMerge") in _YES or cell.get("vMerge") in _YES:
                continue
            rowspan = min(_span(cell, "rowSpan"), len(rows) - number)
            colspan = min(_span(cell, "gridSpan"), len(row) - col)
            body = cell.find(A + "txBody")
            text = TextBody(body) if body is not None else None
            line = text.line() if text is not None else ""
            named = number == 0 and first_row
            strong = named or (text is not None and text.is_bold) or _is_filled(cell)
            cells.append(GridCell(line, number, col, rowspan, colspan, strong))
    return cells


def _span(cell: etree._Element, name: str) -> int:
    value = cell.get(name, "1")
    return min(max(1, int(value)), _MOST_CELLS) if value.isdigit() else 1


def _is_filled(cell: etree._Element) -> bool:
    return cell.find(f"{A}tcPr/{A}solidFill") is not None
