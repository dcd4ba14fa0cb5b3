"""A sheet of cells to blocks: its tables with their captions, titles and notes. The same for every spreadsheet."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.documents import flow
from core.documents.base import Block, Heading, ListItem, Paragraph
from core.documents.headings import title_of
from core.documents.markers import typed_marker
from core.documents.regions import Region, bands, clipped, region, side_by_side
from core.documents.tables import GridCell, table_blocks
from core.documents.text import clean, says_something
from core.errors import DocumentError

MOST_CELLS = 200_000
"""Filled cells of one file. More is an extract of a database, not something that people read out to a customer."""
_MOST_PLACES = 2_000_000
"""Of one table, empty ones too."""
_SHEETS_OWN_NAME = re.compile(r"^(?:feuil(?:le)?|sheet|tabelle|hoja|ورقة)\s*\d*$", re.IGNORECASE)
_CAPTION_CHARS = 160
_NOTE_CHARS = 60
_NOTE_STARTS = ("*", "(*", "(1)", "nb", "n.b", "note", "nota", "remarque", "ملاحظ", "تنبيه", "ملحوظ")


class Shown:
    """Which rows (or columns) of a sheet are seen, and where: counted without the hidden ones."""

    def __init__(self, hidden: Sequence[int] = ()) -> None:
        """
        Args:
            hidden: their numbers, from 0, in any order.
        """
        self._hidden = sorted(set(hidden))

    def place(self, start: int, span: int = 1) -> tuple[int, int] | None:
        """First row as seen and number of rows of what covers `span` rows from `start`; None where none is seen."""
        before = bisect_left(self._hidden, start)
        inside = bisect_left(self._hidden, start + span) - before
        return (start - before, span - inside) if inside < span else None


def refuse_extracts(cells: int) -> None:
    """Raise where a file holds too many filled cells.

    Raises:
        DocumentError: too-large.
    """
    if cells > MOST_CELLS:
        raise DocumentError(
            "too-large",
            f"the sheets hold more than {MOST_CELLS} cells",
            "keep what sales people ask about, or split the file",
        )


def cell_text(raw: str) -> str:
    """A cell as one line; lines that would run two numbers together are set apart."""
    return flow.cell_text([clean(line) for line in raw.splitlines()])


def heading_of_sheet(name: str, sheets: int) -> Iterator[Heading]:
    """The sheet's name as a heading; none for the only sheet of a file where nobody gave it a name."""
    if sheets > 1 or not _SHEETS_OWN_NAME.match(name):
        yield Heading(cell_text(name), 1)


def sheet_blocks(cells: Sequence[GridCell], *, gaps_part: bool = True) -> list[Block]:
    """The blocks of one sheet, from its cells in any order; those without text don't count.

    Tables lie apart by an empty row or column; a line alone above a table is its caption, elsewhere a paragraph or,
    where it is strong, a title.

    Args:
        gaps_part: False where an empty column is a column like any other, and not the gap between two tables.

    Raises:
        DocumentError: too-large.
    """
    return [block for band in bands(clipped(cells)) for block in _band(band, gaps_part)]


def _band(band: Region, gaps_part: bool) -> Iterator[Block]:
    """What stands between two empty rows."""
    lines = band.lines()
    above = 0
    while above < len(lines) and _is_alone(lines[above], band):
        above += 1
    heads = [line[0] for line in lines[:above]]
    below = [cell for line in lines[above:] for cell in line]
    parts = side_by_side(region(below)) if below and gaps_part else [region(below)] if below else []
    captions = [cell.text for cell in heads if len(cell.text) <= _CAPTION_CHARS] if len(parts) == 1 else []
    for cell in heads:
        if cell.text not in captions:
            yield from _line(cell)
    if len(parts) == 1:
        yield from _table(parts[0], captions)
        return
    for part in parts:
        for inner in bands(part.cells):
            yield from _band(inner, gaps_part)


def _table(held: Region, captions: list[str]) -> Iterator[Block]:
    if (held.bottom - held.top) * held.width > _MOST_PLACES:
        raise DocumentError("too-large", "a table with too many empty places", "split the sheet into its tables")
    lines, covering = held.lines(), held.covering()
    notes: list[GridCell] = []
    while len(lines) > 2 and covering[lines[-1][0].row] == 1 and _is_note(lines[-1][0], held):
        notes.append(lines.pop()[0])
    many_strong = sum(1 for line in lines if line[0].strong) * 2 > len(lines)
    grid = []
    for number, line in enumerate(lines):
        alone = 0 < number < len(lines) - 1 and covering[line[0].row] == 1 and line[0].col == held.left
        for cell in line:
            # A strong label alone in its row names the rows below it, as one merged over the whole width would.
            whole = alone and cell.strong and not many_strong
            colspan = held.width if whole else cell.colspan
            grid.append(replace(cell, row=cell.row - held.top, col=cell.col - held.left, colspan=colspan))
    yield from table_blocks(grid, " › ".join(dict.fromkeys(captions)))
    for cell in reversed(notes):
        yield Paragraph(cell.text)


def _line(cell: GridCell) -> Iterator[Block]:
    if not says_something(cell.text):
        return
    typed = typed_marker(cell.text)
    if cell.strong and title_of(cell.text, bold=True) is not None:
        yield Heading(cell.text, 2)
    elif typed is not None and not cell.text.startswith("*"):  # the mark of a note
        yield ListItem(typed.rest, typed.marker)
    else:
        yield Paragraph(cell.text)


def _is_alone(line: list[GridCell], held: Region) -> bool:
    """Whether a row is one line of text, and not the title that some of the columns share."""
    cell = line[0]
    shared = cell.colspan > 1 and cell.col > held.left
    return len(line) == 1 and cell.rowspan == 1 and not shared


def _is_note(cell: GridCell, held: Region) -> bool:
    is_first = cell.col == held.left
    return is_first and (len(cell.text) > _NOTE_CHARS or cell.text.casefold().startswith(_NOTE_STARTS))
