"""Answers from table rows: the row that the question means, told with its columns' names, or that there is none."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.answering.checks import cell_quantities
from core.answering.intent import Intent
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, canonical

# Columns of what was: a question that doesn't speak of the past means the other column.
_PAST_COLUMN = frozenset("ancien actuel initial avant precedent قديم حالي سابق قبل اول".split())
_PAST_GROUPS = frozenset("modernisation speed_increase plan_change".split())
_UNIT_NAMES = {"mbps": "Mbps", "go": "Go", "month": "mois", "day": "jours", "da": "DA"}
# Numbers with these units tell one row from the next; money and shares are what rows say.
_KEY_UNITS = frozenset({"mbps", "giga", "go", "month"})


@dataclass(frozen=True)
class RowChoice:
    """Rows that fit best, best first, and their common score; `exact` when all asked numbers stand in them."""

    units: tuple[Unit, ...]
    score: float
    exact: bool


def choose_rows(units: Sequence[Unit], ranking: Ranking, intent: Intent, weight: Sequence[float]) -> RowChoice | None:
    """The rows that fit the question best, at most three of equal standing.

    Args:
        units: of all passages; only rows count.
        weight: how much each passage counts, by its place.
    """
    asked = [quantity for quantity in ranking.query.quantities if quantity.unit in _KEY_UNITS or not quantity.unit]
    scored = []
    for unit in units:
        if unit.kind != "row":
            continue
        hits = sum(_key_hit(unit, quantity, ranking) for quantity in asked)
        words = sum(
            ranking.idf[term.name]
            for term in ranking.query.terms
            if term.kind != "number" and term.stands_in(unit.tokens)
        )
        measured = bool(intent.units) and any(q.unit in intent.units for q in _values(unit, asked))
        score = weight[unit.passage] * (4.0 * hits + words + (2.0 if measured else 0.0))
        if intent.units and not measured:
            score *= 0.5
        scored.append((score, hits >= 0.7 * len(asked), unit))
    if not scored:
        return None
    best = max(score for score, _, _ in scored)
    chosen = [(exact, unit) for score, exact, unit in scored if score >= 0.95 * best][:3]
    return RowChoice(tuple(unit for _, unit in chosen), best, all(exact for exact, _ in chosen))


def tell_row(unit: Unit, ranking: Ranking, intent: Intent, separator: str, limit: int) -> str:
    """A row as one sentence: `column : value` a cell; those that the question doesn't need go when it is too long."""
    cells = [cell for cell in unit.cells if cell.value.strip("-—–/ ")]
    text = _join(cells, separator)
    if len(text) <= limit:
        return text
    asked = ranking.query.quantities
    needed = [
        cell
        for i, cell in enumerate(cells)
        if i == 0
        or any(q.unit in intent.units for q in cell_quantities(cell))
        or any(q.matches(other) for q in cell_quantities(cell) for other in asked)
    ]
    return _join(needed or cells[:2], separator)


def missing_value(ranking: Ranking, units: Sequence[Unit]) -> tuple[Quantity, tuple[Quantity, ...]] | None:
    """The number of the question that no passage holds, with the values of that unit that the rows do have.

    None where every key number stands somewhere, or where the rows hold fewer than two values of its unit: then the
    table isn't one of that kind of value.
    """
    present = [quantity for unit in units for quantity in unit.quantities]
    for asked in ranking.query.quantities:
        if asked.unit not in _KEY_UNITS or any(asked.matches(quantity) for quantity in present):
            continue
        unit_name = "mbps" if asked.unit == "giga" else asked.unit
        values = {
            quantity.value: quantity
            for unit in units
            if unit.kind == "row"
            for cell in unit.cells
            for quantity in cell_quantities(cell)
            if quantity.unit == unit_name
        }
        if len(values) >= 2:
            return asked, tuple(values[value] for value in sorted(values))
    return None


def show_quantity(quantity: Quantity) -> str:
    """A quantity for people: `1.2 Gbps`, `480 Mbps`, `6 mois`."""
    if quantity.unit == "mbps" and quantity.value >= 1000:
        return f"{canonical(quantity.value / 1000)} Gbps"
    if quantity.unit == "giga":
        return f"{canonical(quantity.value)} Gbps"
    return f"{canonical(quantity.value)} {_UNIT_NAMES.get(quantity.unit, quantity.unit)}".strip()


def _key_hit(unit: Unit, asked: Quantity, ranking: Ranking) -> float:
    """1 where a cell holds the asked number, less where only a column of what was does; 0 where none."""
    best = 0.0
    for cell in unit.cells:
        if any(asked.matches(quantity) for quantity in cell_quantities(cell)):
            past = _is_past(cell) and not ranking.query.groups & _PAST_GROUPS and not _speaks_of_past(ranking)
            best = max(best, 0.7 if past else 1.0)
    return best


def _is_past(cell: Cell) -> bool:
    return bool(_PAST_COLUMN & set(_words(cell.column)))


def _speaks_of_past(ranking: Ranking) -> bool:
    return bool(_PAST_COLUMN & set(_words(ranking.question.text)))


def _words(text: str) -> list[str]:
    return [word.removeprefix("ال") for word in fold(text).replace("(", " ").replace(")", " ").split()]


def _values(unit: Unit, asked: Sequence[Quantity]) -> list[Quantity]:
    """The row's numbers besides those that the question gave."""
    return [quantity for quantity in unit.quantities if not any(quantity.matches(other) for other in asked)]


def _join(cells: Sequence[Cell], separator: str) -> str:
    return separator.join(f"{cell.column} : {cell.value}" if cell.column else cell.value for cell in cells)
