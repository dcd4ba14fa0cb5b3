"""What the cells of a table row say to a question: which ones tell the row, what was, what isn't offered."""

import re
from collections.abc import Sequence

from core.answering.said import cell_quantities
from core.answering.units import Unit
from core.documents.names_units import said_by_column
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

# Columns of what was: a question that doesn't speak of the past means the other column.
_PAST = frozenset(
    "ancien ancienne actuel actuelle initial initiale avant قديم قديمه حالي حاليه سابق سابقه اولي".split()
)
# … and columns of what everybody pays, beside what the document is about.
_OTHERS = _PAST | frozenset("public publique publics عمومي عموميه عام".split())
# … whose own column stands beside it: then a price that says nothing of that is everybody's (`Tarif (DA/mois)`).
_PREFERRED = frozenset(
    "preferentiel preferentielle preferentiels preferentielles convention conventionne remise reduit "
    "تفضيلي تفضيليه مخفض مخفضه تخفيض".split()
)
# Numbers with these units tell one row from the next; money and shares are what rows say of it.
KEY_UNITS = frozenset({"mbps", "giga", "go", "month"})
# Of these kinds a table lists all there are, so that one that it doesn't hold doesn't exist.
LISTED_UNITS = frozenset({"mbps", "giga", "go"})
# Below this a number without unit is rather a count or part of a name (`Wi-Fi 6`) than a tier (`Play 440`).
SMALLEST_BARE_KEY = 10
# `combien coûtait`, `شحال كان`: asked of what was.
_ASKS_PAST = re.compile(
    r"\b(?:combien|quel(?:le)?|cb|ch7al) (?:\w+ ){0,2}?(?:etait|coutait|payait|valait)\b"
    r"|(?:شحال|بشحال|كم|بكم|قداش|ما|واش) (?:\w+ ){0,2}?(?:كان|كانت|كلف|كلفت)(?!\w)"
)
_THEN = r"(?:\banci?en(?:ne)?s?|\bactuel(?:le)?s?|\bavant|القديم|الحالي|السابق|قبل)"
_NOW = r"(?:\bnouve(?:au|lle)s?|\bapres|الجديد|بعد)"
_AND = r"[^.?!؟]{0,25}?(?:\b(?:et|puis)\b|[/,،+]|(?<!\w)و(?=\w))[^.?!؟]{0,15}?"
_THEN_AND_NOW = re.compile(rf"{_THEN}{_AND}{_NOW}|{_NOW}{_AND}{_THEN}")
_UPLOAD = "upload"
_NOT_OFFERED = "-—–/ "


def row_keys(ranking: Ranking, rows: Sequence[Unit]) -> list[Quantity]:
    """The question's numbers that tell one row from the next: tiers and durations, and numbers without unit that
    stand as such in the rows (`le 880`, `Play 440`), as do years (`Licence 2 ans`)."""
    return [
        quantity
        for quantity in ranking.query.quantities
        if quantity.unit in KEY_UNITS
        or (not quantity.unit and quantity.value >= SMALLEST_BARE_KEY and any(_names(row, quantity) for row in rows))
        or (quantity.unit == "year" and any(_begins_with(row, quantity) for row in rows))
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


def _begins_with(row: Unit, quantity: Quantity) -> bool:
    """True where the cell that a row begins with holds the number."""
    return bool(row.cells) and any(quantity.matches(own) for own in cell_quantities(row.cells[0]))


def says_past(text: str) -> bool:
    """True for a column of what was, and for a question that speaks of it."""
    return bool(_PAST & set(_bare_words(text)))


def says_others(text: str) -> bool:
    """True for a column of what was or of what everybody pays, and for a question that speaks of either."""
    return bool(_OTHERS & set(_bare_words(text)))


def others_pay(cell: Cell, unit: Unit) -> bool:
    """True for a cell of what was or of what everybody pays."""
    return says_others(cell.column) or is_outbid(cell, unit)


def is_outbid(cell: Cell, unit: Unit) -> bool:
    """True for a price beside which the row has a preferential one."""
    return (
        is_price(cell)
        and not says_preferred(cell.column)
        and any(says_preferred(other.column) and is_amount(other) for other in unit.cells)
    )


def asks_then_and_now(ranking: Ranking) -> bool:
    """True for a question that asks what was and what is: one cell doesn't answer it."""
    asked = fold(ranking.asked)
    return bool(_ASKS_PAST.search(asked) or _THEN_AND_NOW.search(asked))


def asks_others(ranking: Ranking) -> bool:
    """True for a question that speaks of what was or what everybody pays, or asks for a reduction or a difference."""
    beside = bool(ranking.query.groups & {"discount", "difference"})
    return says_others(ranking.asked) or asks_then_and_now(ranking) or beside


def says_preferred(text: str) -> bool:
    """True for a column of a price that only the document's own people pay."""
    return bool(_PREFERRED & set(_bare_words(text)))


def is_price(cell: Cell) -> bool:
    """True for a cell that holds an amount of money."""
    return any(quantity.unit == "da" for quantity in cell_quantities(cell))


def is_amount(cell: Cell) -> bool:
    """True for a price, and for a number without unit below a column that is named after one (`Tarif préférentiel`)."""
    bare = any(not quantity.unit for quantity in cell_quantities(cell))
    return is_price(cell) or (bare and said_by_column(cell.column).counts == "amount")


def _bare_words(text: str) -> list[str]:
    """Folded words, Arabic ones without their article."""
    return [word.removeprefix("ال") for word in fold(text).replace("(", " ").replace(")", " ").split()]
