"""A number that the question gives and no row or column is named after: the months paid, the plan of 1 000 dinars.

Tiers of speed and volume are seen to before (`tiers.missing_value`); here nothing is known of the kind but that the
tables tell their rows, or their columns, apart by it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from core.answering.base import Draft
from core.answering.cells import LISTED_UNITS, SMALLEST_BARE_KEY, is_price, says_past
from core.answering.fitting import lies_within
from core.answering.intent import Intent
from core.answering.said import cell_quantities
from core.answering.tiers import Missing
from core.answering.units import Unit, UnitReader
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, without_quantities

_KEYS = frozenset({"da", "month", "day"})
_FEWEST_KEYS = 3
_FEWEST_OF_SERIES = 2
_LONGEST_NAME = 30
# A number between two others, or beyond one, has its row without standing in it.
# More is a telephone or an account number.
_LARGEST_BARE_KEY = 100_000
_BOUNDS = re.compile(
    r"[<>≤≥]|\b(?:moins|plus|superieure?|inferieure?|jusqu|entre|au dela|a partir|minimum|maximum)\b"
    r"|اقل|اكثر|اكبر|اصغر|فوق|حتي|بين|الي غايه|يتجاوز|فما|يساوي"
)
_NAME_BEFORE = re.compile(r"([^\W\d_]{3,})(?:\s+(?:de|a|à|من))?[^\w]*$")
_WORD_BEFORE = re.compile(r"([^\W\d_]{3,})[^\w]*$")


def missing_key(ranking: Ranking, intent: Intent, units: Sequence[Unit], reader: UnitReader) -> Missing | None:
    """What the question's number isn't among; None where it stands in the document, or names nothing there.

    Args:
        units: of the one document that is told.
    """
    if intent.shape == "procedure":
        return None
    rows = [unit for unit in units if unit.kind == "row"]
    if (missing := _missing_in_series(ranking, rows, reader)) is not None:
        return missing
    for asked in ranking.query.quantities:
        if asked.unit in LISTED_UNITS or any(_holds(unit, asked) for unit in units):
            continue
        for held in (*_columns(rows), *_names(rows)):
            units_held = {quantity.unit for _, quantity in held}
            values = {quantity.value: quantity for _, quantity in held}
            if len(units_held) == 1 and len(values) >= _FEWEST_KEYS and _is_meant(asked, ranking, held, reader):
                existing = tuple((values[value], "") for value in sorted(values))
                return Missing(asked, existing, tuple(dict.fromkeys(unit for unit, _ in held)))
    return None


def _missing_in_series(ranking: Ranking, rows: Sequence[Unit], reader: UnitReader) -> Missing | None:
    """A bare number behind a name that rows share but for their own number (`Kit de 2`, `Kit de 3`), in no row's."""
    keys = [(unit, unit.cells[0], frozenset(reader.tokens(unit.cells[0].value))) for unit in rows if unit.cells]
    series: dict[frozenset[str], list[tuple[Unit, Quantity]]] = {}
    for unit, number in _single((unit, cell) for unit, cell, _ in keys):
        name = frozenset(reader.tokens(without_quantities(unit.cells[0].value)))
        if name and not number.unit:
            series.setdefault(name, []).append((unit, number))
    text = ranking.asked
    question = frozenset(reader.tokens(text))
    for asked in ranking.query.quantities:
        before = _NAME_BEFORE.search(text[: asked.start])
        if asked.unit or not before:
            continue
        for name, held in series.items():
            named = [q.value for _, cell, tokens in keys if name <= tokens for q in cell_quantities(cell)]
            values = {number.value: number for _, number in held}
            is_meant = name <= question and bool(name & set(reader.tokens(before[1])))
            if is_meant and len(values) >= _FEWEST_OF_SERIES and asked.value not in named:
                existing = tuple((values[value], "") for value in sorted(values))
                return Missing(asked, existing, tuple(dict.fromkeys(unit for unit, _ in held)))
    return None


def lacks_tier(ranking: Ranking, draft: Draft) -> bool:
    """True where the question names a speed or volume that no passage of an answer holds: it tells of another."""
    held = [
        quantity
        for chunk in draft.sources
        for quantity in find_quantities(f"{chunk.title}\n{chunk.section}\n{chunk.text}")
    ]
    return any(
        asked.unit in LISTED_UNITS
        and not any(asked.matches(other) or (not other.unit and other.value == asked.value) for other in held)
        for asked in ranking.query.quantities
    )


def lacks_amount(ranking: Ranking, intent: Intent, units: Sequence[Unit]) -> bool:
    """True where the question gives a price and asks something else of it (`recharge de 1 000 DA, combien de Go`), and
    the document that is told knows no such price."""
    if "da" in intent.units:
        return False
    amounts = [quantity for quantity in ranking.query.quantities if quantity.unit == "da"]
    return any(
        not any(_holds(unit, amount) or (unit.kind == "row" and lies_within(unit, amount)) for unit in units)
        for amount in amounts
    )


def _holds(unit: Unit, asked: Quantity) -> bool:
    held = (*unit.quantities, *(q for cell in unit.cells for q in find_quantities(cell.column)))
    return any(asked.matches(other) or (other.value == asked.value and not other.unit) for other in held)


def _columns(rows: Iterable[Unit]) -> Iterator[list[tuple[Unit, Quantity]]]:
    """The columns of a document whose cells each hold one number, all of them different; prices tell no rows apart."""
    columns: dict[tuple[tuple[str, ...], str], list[tuple[Unit, Cell]]] = {}
    for unit in rows:
        names = tuple(cell.column for cell in unit.cells)
        for place, cell in enumerate(unit.cells):
            if not says_past(cell.column) and (place == 0 or not is_price(cell)):
                columns.setdefault((names, cell.column), []).append((unit, cell))
    for held in columns.values():
        found = _single(held)
        if len({quantity.value for _, quantity in found}) == len(held):
            yield found


def _names(rows: Iterable[Unit]) -> Iterator[list[tuple[Unit, Quantity]]]:
    """The numbers that the columns of a table are named after (`Forfait 250 DA | Forfait 500 DA`)."""
    for unit in rows:
        named = [(unit, Cell("", cell.column)) for cell in unit.cells if find_quantities(cell.column)]
        yield _single([(row, cell) for row, cell in named if len(cell.value) <= _LONGEST_NAME])


def _single(held: Iterable[tuple[Unit, Cell]]) -> list[tuple[Unit, Quantity]]:
    """Each row's number; none at all where one is a bound."""
    found = []
    for unit, cell in held:
        quantities = cell_quantities(cell)
        if _BOUNDS.search(fold(f"{cell.column} {cell.value}")):
            return []
        if len(quantities) == 1:
            found.append((unit, quantities[0]))
    return found


def _is_meant(asked: Quantity, ranking: Ranking, held: Sequence[tuple[Unit, Quantity]], reader: UnitReader) -> bool:
    """True where the number is of the kind that is held; a bare one behind a word that the table is called by (`idoom
    fixe 1500`), or these numbers (`play 1400` among `Play 220`)."""
    unit, kind = held[0][0], held[0][1].unit
    if asked.unit:
        return asked.unit == kind and kind in _KEYS
    before = _WORD_BEFORE.search(ranking.asked[: asked.start])
    if not SMALLEST_BARE_KEY <= asked.value <= _LARGEST_BARE_KEY or _is_year(asked) or not before:
        return False
    word = set(reader.tokens(before[1]))
    if kind in _KEYS:
        return bool(word & reader.own_tokens(unit.chunk))
    return not kind and any(word & path for path in unit.path_tokens if path)


def _is_year(asked: Quantity) -> bool:
    return 1990 <= asked.value < 2100
