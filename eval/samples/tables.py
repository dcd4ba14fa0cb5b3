"""A sample document's tables as Word writes them: merged cells, header rows that repeat, right-to-left columns."""

from __future__ import annotations

from typing import Any, Final

from docx.document import Document as DocxDocument
from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
from docx.enum.text import WD_PARAGRAPH_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt
from docx.table import Table, _Cell

from eval.samples.lettering import LANGUAGES, Lettering, set_child

#: Tables of up to so many rows are kept on one page.
WHOLE_TABLE: Final = 9


def add_table(document: DocxDocument, value: dict[str, Any], letters: Lettering, width: float) -> None:
    """Add a table of ``rows``, all of one length, ``width`` centimetres wide; ``head`` of them are header rows."""
    rows: list[list[Any]] = value["rows"]
    head: int = value.get("head", 1)
    table = document.add_table(len(rows), len(rows[0]), style="Table Grid")
    if letters.rtl:
        _set_right_to_left(table)
    _set_widths(table, value.get("widths"), width)
    for r, row in enumerate(rows):
        if r < head:
            set_child(table.rows[r]._tr.get_or_add_trPr(), "w:tblHeader")
        for c, content in enumerate(row):
            if content in ("<", "^"):
                continue
            cell = table.cell(r, c)
            last_row, last_column = _extent(rows, r, c)
            if (last_row, last_column) != (r, c):
                cell = cell.merge(table.cell(last_row, last_column))
            # ``[fr, ar]`` gives one of the two.
            text = content[LANGUAGES.index(letters.language)] if isinstance(content, list) else content
            _write_cell(cell, letters.text(text), letters, header=r < head, centred=r < head or c > 0)
            if r + 1 < len(rows) <= WHOLE_TABLE:
                cell.paragraphs[0].paragraph_format.keep_with_next = True


def _write_cell(cell: _Cell, text: str, letters: Lettering, *, header: bool, centred: bool) -> None:
    """Write one cell's text; header cells are bold on a tint."""
    paragraph = cell.paragraphs[0]
    letters.fill(paragraph, f"**{text}**" if header and text else text)
    paragraph.paragraph_format.space_after = Pt(1)
    paragraph.paragraph_format.space_before = Pt(1)
    cell.vertical_alignment = WD_CELL_VERTICAL_ALIGNMENT.CENTER
    if centred:
        paragraph.alignment = WD_PARAGRAPH_ALIGNMENT.CENTER
    if not header:
        return
    shade = OxmlElement("w:shd")
    shade.set(qn("w:val"), "clear")
    shade.set(qn("w:color"), "auto")
    shade.set(qn("w:fill"), "DCE8EE")
    cell._tc.get_or_add_tcPr().insert_element_before(shade, "w:vAlign")


def _set_right_to_left(table: Table) -> None:
    """Let the first column stand at the right."""
    table._tbl.tblPr.insert_element_before(
        OxmlElement("w:bidiVisual"),
        "w:tblStyleRowBandSize",
        "w:tblStyleColBandSize",
        "w:tblW",
        "w:jc",
        "w:tblLayout",
        "w:tblLook",
    )


def _set_widths(table: Table, shares: list[float] | None, width: float) -> None:
    """Spread the page's width over the columns, evenly or by ``shares``."""
    weights = shares or [1.0] * len(table.columns)
    table.autofit = False
    for column, weight in zip(table.columns, weights, strict=True):
        column.width = Cm(width * weight / sum(weights))
        for cell in column.cells:
            cell.width = column.width


def _extent(rows: list[list[Any]], row: int, column: int) -> tuple[int, int]:
    """Return the last row and column of the merged cell that starts here."""
    last_column = column
    while last_column + 1 < len(rows[row]) and rows[row][last_column + 1] == "<":
        last_column += 1
    last_row = row
    while last_row + 1 < len(rows) and rows[last_row + 1][column] == "^":
        last_row += 1
    return last_row, last_column
