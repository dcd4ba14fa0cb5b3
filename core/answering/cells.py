"""What the cells of a table row say to a question: which ones tell the row, what was, what isn't offered."""

from collections.abc import Sequence

from core.answering.said import cell_quantities
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

# Columns of what was: a question that doesn't speak of the past means the other column.
PAST = frozenset("ancien ancienne actuel actuelle initial initiale avant قديم قديمه حالي حاليه سابق سابقه اولي".split())
# … and columns of what everybody pays, beside what the document is about.
OTHERS = PAST | frozenset("public publique publics عمومي عموميه عام".split())
# Numbers with these units tell one row from the next; money and shares are what rows say of it.
KEY_UNITS = frozenset({"mbps", "giga", "go", "month"})
# Of these kinds a table lists all there are, so that one that it doesn't hold doesn't exist.
LISTED_UNITS = frozenset({"mbps", "giga", "go"})
# Below this a number without unit is rather a count or part of a name (`Wi-Fi 6`) than a tier (`Play 440`).
SMALLEST_BARE_KEY = 10
_UPLOAD = "upload"
_NOT_OFFERED = "-—–/ "


def row_keys(ranking: Ranking, rows: Sequence[Unit]) -> list[Quantity]:
    """The question's numbers that tell one row from the next: tiers and durations, and numbers without unit that
    stand as such in the rows (`le 880`, `Play 440`)."""
    return [
        quantity
        for quantity in ranking.query.quantities
        if quantity.unit in KEY_UNITS
        or (not quantity.unit and quantity.value >= SMALLEST_BARE_KEY and any(_names(row, quantity) for row in rows))
    ]


def says_direction(unit: Unit, ranking: Ranking) -> bool:
    """False where the question asks for the upload and the unit doesn't say that it tells that: a mere speed is that of
    the download."""
    asked = [term for term in ranking.query.terms if term.name == _UPLOAD]
    return all(term.stands_in(unit.tokens | unit.heading_tokens) for term in asked)


def is_offered(cell: Cell) -> bool:
    """False for `/` and `—`."""
    return bool(cell.value.strip(_NOT_OFFERED))


def cells_below(unit: Unit, asked: Sequence[Quantity]) -> list[Cell]:
    """Cells below a column that is named after one of the numbers (a matrix), as far as they say anything."""
    return [
        cell
        for cell in unit.cells
        if is_offered(cell) and any(key.matches(quantity) for key in asked for quantity in find_quantities(cell.column))
    ]


def _names(row: Unit, quantity: Quantity) -> bool:
    """True where a column's name holds the number, or a cell with the unit of a tier or without any does."""
    return any(
        quantity.matches(other)
        for cell in row.cells
        for other in (
            *find_quantities(cell.column),
            *(own for own in cell_quantities(cell) if own.unit in KEY_UNITS or not own.unit),
        )
    )


def column_words(text: str) -> list[str]:
    """Folded words, Arabic ones without their article."""
    return [word.removeprefix("ال") for word in fold(text).replace("(", " ").replace(")", " ").split()]
