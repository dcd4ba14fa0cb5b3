"""Random tables with spans, and what reading one must give back: the same grid, whatever the format."""

from dataclasses import dataclass

from hypothesis import strategies as st

from core.documents.tables import GridCell

_WORDS = ("2 200 DA", "/", "3", "3", "gratuit", "نعم", "60 Mbps", "60 ميغا", "Rimal Play")


@dataclass(frozen=True)
class Grid:
    """Cells below one header row of plain names, and one column of plain labels on the left."""

    cells: tuple[GridCell, ...]
    height: int
    width: int


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """The header and the left column never span, and no row says the same from end to end: what spans mean there is
    decided by `core.documents.tables`, and tested with it."""
    width, height = draw(st.integers(3, 5)), draw(st.integers(3, 5))
    cells = [GridCell(f"Colonne {'ABCDE'[col]}", 0, col) for col in range(width)]
    cells += [GridCell(f"ligne {row}", row, 0) for row in range(1, height)]
    free = {(row, col) for row in range(1, height) for col in range(1, width)}
    for row in range(1, height):
        for col in range(1, width):
            if (row, col) not in free:
                continue
            colspan = draw(st.integers(1, width - col))
            while any((row, col + step) not in free for step in range(colspan)):
                colspan -= 1
            rowspan = draw(st.integers(1, min(3, height - row)))
            places = {(row + down, col + step) for down in range(rowspan) for step in range(colspan)}
            if not places <= free:
                rowspan = 1
                places = {(row, col + step) for step in range(colspan)}
            free -= places
            cells.append(GridCell(draw(st.sampled_from(_WORDS)), row, col, rowspan, colspan))
    return Grid(tuple(cells), height, width)


def expected_rows(grid: Grid) -> tuple[tuple[str, ...], tuple[tuple[str | None, ...], ...]]:
    """Header and rows of the grid, columns that a cell spans None in all but its first. Columns in which no cell
    begins say nothing and are left out."""
    covering = {
        (cell.row + down, cell.col + step): cell
        for cell in grid.cells
        for down in range(cell.rowspan)
        for step in range(cell.colspan)
    }
    header = tuple(covering[0, col].text for col in range(grid.width))
    rows = tuple(
        tuple(
            None if col and covering[row, col] is covering[row, col - 1] else covering[row, col].text
            for col in range(grid.width)
        )
        for row in range(1, grid.height)
    )
    return header, rows


def starts(grid: Grid) -> list[list[GridCell | None]]:
    """Row by row the cell that begins at each place, None where another one covers it."""
    cells = {(cell.row, cell.col): cell for cell in grid.cells}
    return [[cells.get((row, col)) for col in range(grid.width)] for row in range(grid.height)]


def odf_table(grid: Grid, header_rows: int = 1, name: str = "") -> str:
    """The grid as the `table:table` of any OpenDocument file."""
    xml = f'<table:table table:name="{name}">'
    for number, row in enumerate(starts(grid)):
        cells = "".join("<table:covered-table-cell/>" if cell is None else _odf_cell(cell) for cell in row)
        line = f"<table:table-row>{cells}</table:table-row>"
        xml += f"<table:table-header-rows>{line}</table:table-header-rows>" if number < header_rows else line
    return xml + "</table:table>"


def _odf_cell(cell: GridCell) -> str:
    spans = f'table:number-columns-spanned="{cell.colspan}" table:number-rows-spanned="{cell.rowspan}"'
    return f"<table:table-cell {spans}><text:p>{cell.text}</text:p></table:table-cell>"
