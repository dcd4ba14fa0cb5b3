"""From a grid of cells with spans to `Table` blocks: which rows are header, caption, data, or running text.

The readers say where each cell lies; what the rows mean is decided here, the same for every format.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.documents.base import Paragraph, Table

_CAPTION_CHARS = 160
_HEADER_ROWS = 3
_DIGITS = re.compile(r"\d+(?:[\s.,]\d+)*")


@dataclass(frozen=True, eq=False)
class GridCell:
    """One cell as the file has it. Two cells are the same only when they are the same object, never by their text.

    `row`, `col` count from 0; `strong` is set where it is bold or shaded, `repeated` where the file marks its row as
    a header row.
    """

    text: str
    row: int
    col: int
    rowspan: int = 1
    colspan: int = 1
    strong: bool = False
    repeated: bool = False


_Row = list[GridCell | None]


def table_blocks(cells: Sequence[GridCell], caption: str = "", page: int | None = None) -> list[Table | Paragraph]:
    """The blocks that a grid says, in order. A grid of one cell is running text; an empty one is nothing."""
    rows = _matrix(cells)
    if not rows:
        return []
    if len(rows[0]) == 1 and len(rows) == 1:
        return [Paragraph(_text(rows[0][0]), page)]
    blocks: list[Table | Paragraph] = []
    captions = [caption] if caption else []
    start = 0
    while start < len(rows) - 1 and _is_whole_width(rows[start]):
        line = _text(rows[start][0])
        if len(line) <= _CAPTION_CHARS:
            captions.append(line)
        else:
            blocks.append(Paragraph(line, page))
        start += 1
    rows = rows[start:]
    return blocks + _body(rows, " › ".join(dict.fromkeys(captions)), page)


def _body(rows: list[_Row], caption: str, page: int | None) -> list[Table | Paragraph]:
    depth = _header_depth(rows)
    header = _names(rows[:depth], len(rows[0]))
    header, rows_below, first = _fold_stub(header, rows, depth)
    blocks: list[Table | Paragraph] = []
    gathered: list[tuple[str | None, ...]] = []
    part = ""

    def flush() -> None:
        if gathered:
            blocks.append(Table(header, tuple(gathered), " › ".join(filter(None, (caption, part))), page))
            gathered.clear()

    for row in rows_below:
        cells = row[first:]
        if len(cells) > 1 and _is_whole_width(cells):
            flush()
            line = _text(cells[0])
            if len(line) <= _CAPTION_CHARS and not line.endswith((".", ";", "؛")) and row is not rows_below[-1]:
                part = line
            else:
                blocks.append(Paragraph(line, page))
        elif depth and _repeats(cells, header):
            flush()
            header = tuple(
                _text(cell) if cell is not None and cell.row == _row_of(cells) and _text(cell) else name
                for cell, name in zip(cells, header, strict=True)
            )
        else:
            gathered.append(_values(cells))
    flush()
    return blocks or ([Paragraph(caption, page)] if caption else [])


def _matrix(cells: Sequence[GridCell]) -> list[_Row]:
    """Every place of the grid with the cell that covers it; rows and columns that say nothing left out."""
    height = max((cell.row + cell.rowspan for cell in cells), default=0)
    width = max((cell.col + cell.colspan for cell in cells), default=0)
    grid: list[_Row] = [[None] * width for _ in range(height)]
    for cell in cells:
        for row in range(cell.row, cell.row + cell.rowspan):
            for col in range(cell.col, cell.col + cell.colspan):
                grid[row][col] = cell
    rows = [row for number, row in enumerate(grid) if any(_text(cell) and cell.row == number for cell in row if cell)]
    if not rows:
        return []
    kept = [
        col
        for col in range(width)
        if any(row[col] is not None and (col == 0 or row[col] is not row[col - 1]) for row in rows)
        and any(_text(row[col]) for row in rows)
    ]
    return [[row[col] for col in kept] for row in rows]


def _header_depth(rows: list[_Row]) -> int:
    marked = 0
    while marked < len(rows) and any(cell is not None and cell.repeated for cell in rows[marked]):
        marked += 1
    if len(rows) < 2:
        return 0
    if not 0 < marked < len(rows):
        marked = 1 if marked or _looks_like_header(rows) else 0
    depth = marked
    while 0 < depth < min(_HEADER_ROWS, len(rows) - 1):
        reach = max((_end_row(rows, cell) for row in rows[:depth] for cell in row if cell), default=0)
        if depth < reach <= _HEADER_ROWS and reach < len(rows) and _below_spans(rows, depth):
            depth = reach
        elif reach <= depth and _second_row_names_columns(rows, depth):
            depth += 1
        else:
            break
    return depth


def _end_row(rows: list[_Row], cell: GridCell) -> int:
    return max(number for number, row in enumerate(rows) if any(other is cell for other in row)) + 1


def _below_spans(rows: list[_Row], depth: int) -> bool:
    """Whether the next row still belongs to the header: a title above it spans columns that it names."""
    above = rows[depth - 1]
    return any(
        cell is not None and col > 0 and cell is above[col - 1] and rows[depth][col] is not rows[depth][col - 1]
        for col, cell in enumerate(above)
    ) or all(cell is not None and (cell is above[col] or not _has_digit(cell)) for col, cell in enumerate(rows[depth]))


def _second_row_names_columns(rows: list[_Row], depth: int) -> bool:
    """A second header row under a title that spans columns, where the others were left empty instead of merged."""
    above, below = rows[depth - 1], rows[depth]
    spanned = [col for col, cell in enumerate(above) if _shares(above, col) and cell is not None]
    others = [col for col in range(len(above)) if col not in spanned]
    return (
        bool(spanned)
        and bool(others)
        and all(_text(below[col]) and not _shares(below, col) for col in spanned)
        and all(not _text(below[col]) for col in others)
    )


def _shares(row: _Row, col: int) -> bool:
    cell = row[col]
    return cell is not None and ((col > 0 and row[col - 1] is cell) or (col + 1 < len(row) and row[col + 1] is cell))


def _looks_like_header(rows: list[_Row]) -> bool:
    first, rest = rows[0], rows[1:]
    filled = [cell for cell in first if _text(cell)]
    below = [cell for cell in rest[0] if _text(cell) and cell not in first]
    if all(cell is not None and cell.strong for cell in filled) and not all(
        cell is not None and cell.strong for cell in below
    ):
        return True
    if len(first) == 2 and _is_label_column(rows):
        return False
    alike = sum(1 for col in range(len(first)) if _same_shape(rows, col))
    return alike * 2 < len(first)


def _is_label_column(rows: list[_Row]) -> bool:
    """Two columns of label and value: `Prix | 1 500 DA`, with no row above them that names the columns."""
    labels, values = [row[0] for row in rows], [row[1] for row in rows]
    if any(cell is None for cell in (*labels, *values)):
        return False
    if all(cell.strong for cell in labels if cell) and not any(cell.strong for cell in values if cell):
        return True
    return _has_digit(values[0]) or len(_text(values[0])) > 60


def _same_shape(rows: list[_Row], col: int) -> bool:
    """Whether the first row's cell is a value like those below it: equal but for its figures."""
    shapes = [_DIGITS.sub("0", _text(row[col])).casefold().replace(" ", "") for row in rows[:3]]
    return _has_digit(rows[0][col]) and all(shape == shapes[0] for shape in shapes[1:])


def _names(rows: list[_Row], width: int) -> tuple[str, ...]:
    return tuple(" › ".join(dict.fromkeys(text for row in rows if (text := _text(row[col])))) for col in range(width))


def _fold_stub(header: tuple[str, ...], rows: list[_Row], depth: int) -> tuple[tuple[str, ...], list[_Row], int]:
    """A label that runs down the whole left side names the column beside it: `Débit initial | 120 | …`."""
    below = rows[depth:]
    if depth and len(header) > 2 and len(below) > 1 and rows[0][0] is rows[0][1] and rows[depth - 1][0] is rows[0][0]:
        stub = below[0][0]
        if stub is not None and _text(stub) and all(row[0] is stub and row[1] is not stub for row in below):
            return (f"{header[0]} › {_text(stub)}", *header[2:]), below, 1
    return header, below, 0


def _repeats(cells: _Row, header: tuple[str, ...]) -> bool:
    """A header row that comes again in the middle, perhaps with another name for one column."""
    last = max(cell.row for cell in cells if cell is not None)  # a cell merged from above says nothing here
    own = [(cell, name) for cell, name in zip(cells, header, strict=True) if cell and _text(cell) and cell.row == last]
    equal = sum(1 for cell, name in own if name and _text(cell) == name.split(" › ")[-1])
    return len(own) > 1 and equal >= 2 and equal * 2 >= len(own) and not any(_has_digit(cell) for cell, _ in own)


def _row_of(row: _Row) -> int:
    return max(cell.row for cell in row if cell is not None)


def _values(cells: _Row) -> tuple[str | None, ...]:
    return tuple(
        None if col and cell is not None and cell is cells[col - 1] else _text(cell) for col, cell in enumerate(cells)
    )


def _is_whole_width(row: _Row) -> bool:
    return len(row) > 1 and row[0] is not None and all(cell is row[0] for cell in row)


def _has_digit(cell: GridCell | None) -> bool:
    return any(character.isdigit() for character in _text(cell))


def _text(cell: GridCell | None) -> str:
    return cell.text if cell is not None else ""
