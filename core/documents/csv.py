"""Tables as text (.csv): which encoding, which delimiter, and where titles and tables are."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from core.documents.base import Parsed
from core.documents.plain import decode
from core.documents.sheets import cell_text, refuse_extracts, sheet_blocks
from core.documents.tables import GridCell
from core.errors import DocumentError

_DELIMITERS = ";,\t|"
_SAMPLE_ROWS = 200


class CsvReader:
    """Reads .csv and .tsv, as spreadsheet programs and databases write them."""

    suffixes: Sequence[str] = (".csv", ".tsv")
    version = 1

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        text = decode(path.read_bytes())
        first, _, rest = text.partition("\n")
        if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:  # a line of Excel for itself
            delimiter, text = first.strip()[4], rest
        else:
            delimiter = _delimiter(text)
        cells: list[GridCell] = []
        for number, row in enumerate(_rows(text, delimiter)):
            cells.extend(GridCell(held, number, col) for col, value in enumerate(row) if (held := cell_text(value)))
            refuse_extracts(len(cells))
        blocks = sheet_blocks(cells, gaps_part=False)
        if not blocks:
            raise DocumentError("no-text", "no text in the file", "if it is empty, delete it")
        return Parsed(tuple(blocks))


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    except csv.Error as error:
        hint = "a quote may not be closed: open it in a spreadsheet and save it again"
        raise DocumentError("corrupt", str(error), hint) from error


def _delimiter(text: str) -> str:
    """The mark that parts most rows into the same number of cells; a comma may also part decimals and words."""
    best, score = ",", 0.0
    for mark in filter(text.__contains__, _DELIMITERS):
        widths = Counter(len(row) for row in islice(_rows(text, mark), _SAMPLE_ROWS) if any(map(str.strip, row)))
        total = sum(widths.values())
        width, count = max(((width, count) for width, count in widths.items() if width > 1),
                           key=lambda found: (found[1], found[0]), default=(0, 0))  # fmt: skip
        found = count / total + width / 1000 if count else 0.0
        if found > score:
            best, score = mark, found
    return best
