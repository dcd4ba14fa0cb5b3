"""Tables of a PDF page that nothing is drawn around, or only lines between rows or stripes: their columns are aligned.

Web pages print so. What spans columns can't be told there from what stands above one of them, but for a header over
two names; a row stays whole, each value in its column.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.documents.markers import typed_marker
from core.documents.pdf_glyphs import Box, Glyph
from core.documents.pdf_lines import TextLine, lines_of
from core.documents.tables import GridCell

_LEAST_ROWS = 3
_ROW_GAP = 2.6
"""White space between two rows, in font sizes, from which they are no longer of one table."""
_LONGEST_CELLS = {2: 25, 3: 40}
"""Mean characters of the cells from which two or three columns are columns of running text."""
_CLOSE_GAP = 0.4
"""The same, for a line of one cell."""
_CLOSE = 0.75
"""Share of the usual distance between two rows below which a line belongs to the rows around it."""

Row = list[TextLine]
Columns = list[tuple[float, float]]


@dataclass(frozen=True)
class Aligned:
    """A table by alignment: its cells, where it lies, the borders of its columns, and what each row stands on."""

    cells: tuple[GridCell, ...]
    box: Box
    edges: tuple[float, ...]
    bases: tuple[float, ...]


def aligned_tables(glyphs: Sequence[Glyph], right_to_left: bool) -> list[Aligned]:
    """The tables among these glyphs that can be told by their columns, from top to bottom."""
    found = []
    for run in _runs(_rows_of(lines_of(glyphs, right_to_left))):
        columns = _columns(run)
        if _is_table(run, columns):
            found.append(_table(run, columns, right_to_left))
    return found


def _rows_of(lines: Sequence[TextLine]) -> list[Row]:
    rows: list[Row] = []
    for line in sorted(lines, key=lambda line: line.base):
        if rows and abs(rows[-1][0].base - line.base) < 0.3 * min(rows[-1][0].size, line.size):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.x0) for row in rows]


def _runs(rows: Sequence[Row]) -> list[list[Row]]:
    """Stretches of rows with several cells; a row with one may stand between them."""
    runs: list[list[Row]] = []
    run: list[Row] = []
    for row in rows:
        if run and _goes_on(run, row):
            run.append(row)
            continue
        runs.append(run)
        run = [row]
    runs.append(run)
    return [_trimmed(run) for run in runs if len(run) >= _LEAST_ROWS]


def _trimmed(run: list[Row]) -> list[Row]:
    """Without the rows of one cell at its ends: what stands above or below a table is text."""
    start, end = 0, len(run)
    while start < end and len(run[start]) == 1 and not _is_between(run, start, 1):
        start += 1
    while end > start and len(run[end - 1]) == 1:
        end -= 1
    return run[start:end]


def _is_between(run: list[Row], place: int, step: int) -> bool:
    """Whether a row of one cell is the upper half of a header: it stands beside the row after it, not above it."""
    after = run[place + step] if 0 <= place + step < len(run) else None
    if after is None or len(after) < 2 or run[place][0].size > 1.1 * after[0].size:
        return False
    line = run[place][0]
    apart = all(line.x1 < other.x0 or other.x1 < line.x0 for other in after)
    return apart and after[0].base - line.base < 1.4 * line.size


def _goes_on(run: Sequence[Row], row: Row) -> bool:
    """Whether a row belongs to the run above it. One cell alone must stand close: a second line, or beside two rows."""
    last = run[-1][0]
    white = (row[0].base - row[0].size - last.base) / last.size
    if abs(row[0].size - last.size) > 0.15 * last.size:
        return False
    return white < (_ROW_GAP if len(row) > 1 and (len(run) > 1 or len(run[0]) > 1) else _CLOSE_GAP)


def _columns(run: Sequence[Row]) -> Columns:
    """Where cells stand one below the other (left and right end of each column)."""
    lines = [line for row in run for line in row if not any(_covers_several(line, other) for other in run)]
    columns: Columns = []
    for line in sorted(lines, key=lambda line: line.x0):
        if columns and line.x0 < columns[-1][1]:
            columns[-1] = (columns[-1][0], max(columns[-1][1], line.x1))
        else:
            columns.append((line.x0, line.x1))
    return columns


def _covers_several(line: TextLine, row: Row) -> bool:
    return sum(min(line.x1, other.x1) > max(line.x0, other.x0) for other in row if other is not line) > 1


def _is_table(run: Sequence[Row], columns: Columns) -> bool:
    if len(columns) < 2:
        return False
    full = [row for row in run if len(row) >= max(2, 0.6 * len(columns))]
    if len(full) < _LEAST_ROWS or len(full) * 2 < len(run):
        return False
    cells = [line for row in run for line in row]
    longest = _LONGEST_CELLS.get(len(columns), _LONGEST_CELLS[3])
    if sum(len(line.text) for line in cells) > longest * len(cells) or len({round(line.size) for line in cells}) > 2:
        return False
    # What stands before list items is no column.
    return not all(_is_marker(row[0].text) or _is_marker(row[-1].text) for row in full)


def _is_marker(text: str) -> bool:
    return len(text) < 5 and typed_marker(f"{text} x") is not None and not text.isdigit()


def _table(run: Sequence[Row], columns: Columns, right_to_left: bool) -> Aligned:
    edges = [columns[0][0], *((left[1] + right[0]) / 2 for left, right in pairwise(columns)), columns[-1][1]]
    last = len(columns) - 1
    bases = [row[0].base for row in run]
    full = [number for number, row in enumerate(run) if len(row) >= max(2, 0.6 * len(columns))]
    pitch = median(bases[lower] - bases[upper] for upper, lower in pairwise(full))
    cells: list[GridCell] = []
    kept: list[float] = []
    hanging: list[tuple[TextLine, int, int]] = []
    for number, row in enumerate(run):
        placed = [(line, *_span(line, columns)) for line in row]
        if _hangs(run, number, columns, pitch):
            hanging.extend(placed)  # a cell that spans the row above and the one below
            continue
        if kept and bases[number] - kept[-1] < _CLOSE * pitch and not hanging and len(row) < len(columns):
            cells = _continued(cells, placed, len(kept) - 1)
            continue
        for line, first, width in hanging:
            cells.append(GridCell(line.text, len(kept) - 1, first, 2, width, line.bold))
        hanging = []
        cells.extend(GridCell(line.text, len(kept), first, 1, width, line.bold) for line, first, width in placed)
        kept.append(bases[number])
    if right_to_left:
        cells = [
            GridCell(cell.text, cell.row, last - cell.col - cell.colspan + 1, cell.rowspan, cell.colspan, cell.strong)
            for cell in cells
        ]
    lines = [line for row in run for line in row]
    box = (edges[0], min(line.top for line in lines), edges[-1], max(line.bottom for line in lines))
    return Aligned(tuple(_with_header_spans(cells)), box, tuple(edges), tuple(kept))


def _span(line: TextLine, columns: Columns) -> tuple[int, int]:
    """The first column that a line stands in, and how many."""
    held = [number for number, (left, right) in enumerate(columns) if min(line.x1, right) > max(line.x0, left)]
    return held[0], len(held)


def _hangs(run: Sequence[Row], number: int, columns: Columns, pitch: float) -> bool:
    if not 0 < number < len(run) - 1:
        return False
    above, row, below = run[number - 1 : number + 2]
    if max(row[0].base - above[0].base, below[0].base - row[0].base) > _CLOSE * pitch:
        return False
    taken = {_span(line, columns)[0] for line in (*above, *below)}
    return taken.isdisjoint(_span(line, columns)[0] for line in row)


def _continued(cells: list[GridCell], placed: Sequence[tuple[TextLine, int, int]], row: int) -> list[GridCell]:
    """The cells with lines of text that go on in them."""
    more = {first: line for line, first, _ in placed}
    result = [
        GridCell(f"{cell.text} {more.pop(cell.col).text}", row, cell.col, cell.rowspan, cell.colspan, cell.strong)
        if cell.row == row and cell.col in more
        else cell
        for cell in cells
    ]
    return result + [GridCell(line.text, row, first, 1, 1, line.bold) for first, line in more.items()]


def _with_header_spans(cells: list[GridCell]) -> list[GridCell]:
    """A title in the first row over two names in the second spans both, where nothing else stands above them."""
    first = {cell.col: cell for cell in cells if cell.row == 0}
    second = {cell.col for cell in cells if cell.row == 1}
    covered = {col + at for col, cell in first.items() for at in range(cell.colspan)}
    spans = {
        col: 2
        for col, cell in first.items()
        if cell.colspan == cell.rowspan == 1 and {col, col + 1} <= second and col + 1 not in covered
    }
    return [
        GridCell(cell.text, 0, cell.col, 1, 2, cell.strong) if cell.row == 0 and cell.col in spans else cell
        for cell in cells
    ]
