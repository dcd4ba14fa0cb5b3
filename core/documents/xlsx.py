"""Spreadsheets (.xlsx, .xlsm), read by openpyxl: what a person sees in the sheets, below their number formats."""

import re
import warnings
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from core.documents.base import Block, Parsed
from core.documents.number_formats import shown_date, shown_number, shown_text
from core.documents.sheets import Shown, cell_text, heading_of_sheet, sheet_blocks
from core.documents.tables import GridCell
from core.documents.titles import title_from_name
from core.documents.xlsx_package import Workbook
from core.errors import DocumentError

if TYPE_CHECKING:  # a tenth of the time of an ingest that has nothing to read; imported where it reads
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet


class XlsxReader:
    """Reads .xlsx, .xlsm and templates. Hidden sheets, rows and columns, comments, headers and footers are left out."""

    suffixes: Sequence[str] = (".xlsx", ".xlsm", ".xltx", ".xltm")
    version = 1

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        from openpyxl import load_workbook

        with Workbook(path) as package:
            package.refuse_entities()
            notes = package.inspected()
            title, changed = package.title(), package.modified()
            drawings, unread = package.drawings()
        notes.extend(unread)
        blocks: list[Block] = []
        # A file object, as openpyxl refuses by the name, and a workbook may bear that of an old one.
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what openpyxl would lose on saving; nothing is saved
            workbook = load_workbook(file, data_only=True)
        for sheet in workbook.worksheets:
            if sheet.sheet_state != "visible":
                notes.append(f"hidden sheet « {sheet.title} » left out")
                continue
            walk = _Sheet(sheet)
            held = [*drawings.get(sheet.title, ()), *sheet_blocks(list(walk.cells()))]
            notes.extend(walk.notes())
            if held:
                blocks.extend([*heading_of_sheet(sheet.title, len(workbook.worksheets)), *held])
        if not blocks:
            raise DocumentError("no-text", "; ".join(("no text in the sheets", *notes)), "if it is empty, delete it")
        return Parsed(tuple(blocks), title or title_from_name(path.name), None, tuple(notes), changed)


class _Sheet:
    """One pass over one sheet."""

    def __init__(self, sheet: "Worksheet") -> None:
        self._sheet = sheet
        last = sheet.max_column
        hidden_rows = [number - 1 for number, row in sheet.row_dimensions.items() if row.hidden]
        hidden_columns = [
            number - 1
            for column in sheet.column_dimensions.values()
            if column.hidden and column.min and column.max
            for number in range(column.min, min(column.max, last) + 1)
        ]
        self._hidden = len(hidden_rows), len(hidden_columns)
        self._rows, self._columns = Shown(hidden_rows), Shown(hidden_columns)
        self._spans = {
            (area.min_row, area.min_col): (area.max_row - area.min_row + 1, area.max_col - area.min_col + 1)
            for area in sheet.merged_cells.ranges
        }
        self._header_rows = set(_header_rows(sheet))
        self._strong: dict[int, bool] = {}
        self._errors = 0

    def notes(self) -> Iterator[str]:
        rows, columns = self._hidden
        if rows or columns:
            yield f"sheet « {self._sheet.title} »: {rows} hidden rows and {columns} hidden columns left out"
        if self._errors:
            yield f"sheet « {self._sheet.title} »: {self._errors} cells with an error instead of a value"

    def cells(self) -> Iterator[GridCell]:
        from openpyxl.cell.cell import Cell

        # Not iter_rows, which makes a cell for every place up to the farthest one.
        for _, cell in sorted(self._sheet._cells.items()):
            # Cells that a merged one covers are of another class, without a value.
            if not isinstance(cell, Cell) or cell.value is None:
                continue
            rowspan, colspan = self._spans.get((cell.row, cell.column), (1, 1))
            down = self._rows.place(cell.row - 1, rowspan)
            across = self._columns.place(cell.column - 1, colspan)
            if down is None or across is None:
                continue
            if cell.data_type == "e":
                self._errors += 1
                continue
            yield GridCell(
                _shown(cell), down[0], across[0], down[1], across[1], self._is_strong(cell),
                cell.row in self._header_rows,
            )  # fmt: skip

    def _is_strong(self, cell: "Cell") -> bool:
        style = cell.style_id
        if style not in self._strong:
            fill = cell.fill
            white = fill.fgColor is not None and fill.fgColor.rgb in ("FFFFFFFF", "00FFFFFF")
            self._strong[style] = bool(cell.font.b) or (fill.fill_type is not None and not white)
        return self._strong[style]


def _header_rows(sheet: "Worksheet") -> Iterator[int]:
    """Rows that the file itself calls headers: of its tables, and those that carry filter buttons."""
    for table in sheet.tables.values():
        first = int(re.sub(r"\D", "", table.ref.split(":")[0]))
        yield from range(first, first + (1 if table.headerRowCount is None else table.headerRowCount))
    if sheet.auto_filter.ref:
        yield int(re.sub(r"\D", "", sheet.auto_filter.ref.split(":")[0]) or 0)


def _shown(cell: "Cell") -> str:
    value, code = cell.value, cell.number_format or "General"
    if isinstance(value, bool):
        return "VRAI" if value else "FAUX"
    if isinstance(value, int | float):
        return cell_text(shown_number(value, code))
    if isinstance(value, datetime | date | time | timedelta):
        return cell_text(shown_date(value, code))
    return cell_text(shown_text(str(value), code))
