"""A plan that a question names by its price (`Idoom Fixe 750 DA`), in a table with a plan a column: what it comes to.

The price stands in the column's name (`Forfait 750 DA/mois`), or in a row of what everybody pays; the rows of monthly
amounts tell what is paid, not those of call rates or of a bonus.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answering.bounds import bounds
from core.answering.intent import MEASURES, Intent, counts_a_noun
from core.answering.said import cell_quantities
from core.answering.units import Unit, UnitReader
from core.documents.names_units import per_in, said_by_column
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities
from core.text.query import Term

_FEWEST_PLANS = 2
# Every partner's name may say these.
_ANY_PARTNER = frozenset({"institution", "convention"})
# What any row may say beside its own: `2 jours offerts au paiement`, `remise sur le forfait`.
_BESIDE = MEASURES["price"][0] | frozenset("payment plan subscription".split())
_LAST_WORD = re.compile(r"([^\W\d_]{3,})[^\w]*$")


@dataclass(frozen=True)
class Plan:
    """The column of a plan, and the rows that tell what is asked of it."""

    column: str
    rows: tuple[Unit, ...]


def asked_plan(ranking: Ranking, intent: Intent, units: Sequence[Unit], reader: UnitReader) -> Plan | None:
    """What a plan costs, and its reduction where that is asked for; None where the question names no plan by its price,
    another partner, or something else of the plan.

    Args:
        units: of the one document that is asked about.
    """
    if (price := _asked_price(ranking, intent)) is None or not _is_of(ranking, units, reader):
        return None
    tables = _tables(units)
    for rows in tables:
        others = {other[0].chunk.section for other in tables} - {rows[0].chunk.section}
        column = _column(rows, price)
        if column is not None and (price.unit or _is_named(price, rows[0], others, ranking, reader)):
            return _plan(rows, column, ranking, reader)
    return None


def lacks_plan(ranking: Ranking, intent: Intent, units: Sequence[Unit], reader: UnitReader) -> bool:
    """True where none of the plans of the document that is asked about has the question's price. Plans that are named
    by theirs are seen to elsewhere (`missing_keys.py`)."""
    price = _asked_price(ranking, intent)
    if price is None or not price.unit or not _is_of(ranking, units, reader):
        return False
    if any(price.matches(quantity) for unit in units for quantity in unit.quantities):
        return False
    return any(_has_plans(rows) and all(map(_name, rows)) for rows in _tables(units))


def _asked_price(ranking: Ranking, intent: Intent) -> Quantity | None:
    """The one number of a question that asks what is paid; None where it has another unit than money."""
    asks_value = intent.units & {"da", "%"} or not (intent.units or counts_a_noun(ranking.query, ranking.asked))
    if intent.shape != "value" or not asks_value or bounds(ranking.asked) or len(ranking.query.quantities) != 1:
        return None
    [price] = ranking.query.quantities
    return price if price.unit in ("da", "") else None


def _tables(units: Sequence[Unit]) -> list[list[Unit]]:
    """The rows of each section below the same columns: a table may go on in the next chunk."""
    tables: dict[tuple[str, tuple[str, ...]], list[Unit]] = {}
    for unit in units:
        if unit.kind == "row":
            tables.setdefault((unit.chunk.section, tuple(cell.column for cell in unit.cells)), []).append(unit)
    return list(tables.values())


def _is_of(ranking: Ranking, units: Sequence[Unit], reader: UnitReader) -> bool:
    """True where the question names the partner whose document it is: what another's people pay differs."""
    partner = frozenset(reader.tokens(units[0].chunk.partner)) if units else frozenset()
    named = [term for term in ranking.query.terms if term.kind != "number" and term.name not in _ANY_PARTNER]
    return not partner or any(term.stands_in(partner) for term in named)


def _is_named(price: Quantity, row: Unit, others: Iterable[str], ranking: Ranking, reader: UnitReader) -> bool:
    """True where the word before a number without unit says that it is a plan of this table: `fixe 500`."""
    before = _LAST_WORD.search(ranking.asked[: price.start])
    word = frozenset(reader.tokens(before[1])) if before else frozenset()
    own = row.heading_tokens | frozenset(reader.tokens(row.chunk.section))
    return bool(word & own) and not any(word & frozenset(reader.tokens(section)) for section in others)


def _column(rows: Sequence[Unit], price: Quantity) -> str | None:
    """The one plan of that price; None where the table has none, or its columns are no plans."""
    if not _has_plans(rows):
        return None
    names = [cell.column for cell in _values(rows[0])]
    named = {name for name in names if any(price.matches(quantity) for quantity in find_quantities(name))}
    held = {
        cell.column
        for row in _paid(rows)
        for cell in _values(row)
        if any(price.matches(quantity) for quantity in cell_quantities(cell))
    }
    found = named or {name for name in held if all(map(_name, rows))}  # else nothing told would say whose value it is
    return found.pop() if len(found) == 1 else None


def _has_plans(rows: Sequence[Unit]) -> bool:
    """True for a table of several columns that no measure names, with what is paid for each."""
    names = [cell.column for cell in _values(rows[0])]
    return len(names) >= _FEWEST_PLANS and not any(said_by_column(name).counts for name in names) and bool(_paid(rows))


def _plan(rows: Sequence[Unit], column: str, ranking: Ranking, reader: UnitReader) -> Plan | None:
    told = [row for row in rows if row in _paid(rows)]
    if "discount" in ranking.query.groups:
        reduced = [row for row in rows if _is_share(_cell(row, column))]
        if len(reduced) != 1:
            return None
        told = [row for row in rows if row in told or row in reduced]
    rest = [row for row in rows if row not in told]
    words = [term for term in ranking.query.terms if term.kind == "word" and term.name not in _BESIDE]
    if any(_speaks_of(term, rest, column, reader) and not _speaks_of(term, told, column, reader) for term in words):
        return None
    return Plan(column, tuple(told))


def _speaks_of(term: Term, rows: Sequence[Unit], column: str, reader: UnitReader) -> bool:
    """True where rows say a word of what they tell of a plan, or their titles do."""
    return any(
        term.stands_in(reader.title_tokens(row.chunk) | frozenset(reader.tokens(f"{_name(row)}\n{column}")))
        or term.stands_in(frozenset(reader.tokens(_cell(row, column).value)))
        for row in rows
    )


def _paid(rows: Sequence[Unit]) -> list[Unit]:
    """The rows that hold a monthly amount for each plan."""
    return [row for row in rows if all(_is_monthly(cell) for cell in _values(row))]


def _is_monthly(cell: Cell) -> bool:
    found = cell_quantities(cell)
    return len(found) == 1 and found[0].unit == "da" and per_in(fold(cell.value)) == "month"


def _is_share(cell: Cell) -> bool:
    found = cell_quantities(cell)
    return len(found) == 1 and found[0].unit == "%"


def _values(row: Unit) -> list[Cell]:
    return [cell for cell in row.cells if cell.column]


def _cell(row: Unit, column: str) -> Cell:
    return next(cell for cell in row.cells if cell.column == column)


def _name(row: Unit) -> str:
    """What a row says is measured; '' where its table has no such column."""
    return row.cells[0].value if not row.cells[0].column else ""


def plan_line(row: Unit, column: str) -> str:
    """A row of a plan as `row — plan : value`."""
    return " — ".join(filter(None, (_name(row), f"{column} : {_cell(row, column).value}")))
