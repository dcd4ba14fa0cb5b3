"""Which cell of a row that is told answers: the one that `/sources` marks. None is better than a wrong one."""

from collections.abc import Sequence

from core.answering.cells import asks_others, asks_then_and_now, cells_below, is_amount, others_pay, row_keys
from core.answering.intent import MEASURES, Intent
from core.answering.said import cell_quantities
from core.answering.telling import meant_cells
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, without_quantities

_LONGEST_BESIDE = 24
"""Letters beside a value that still are of it: `par mois TTC`, `* Nombre de mois`."""
_FEES = frozenset({"fees", "connection_fees"})
# Beside a price these say how often it is paid.
_TIMES = frozenset({"day", "week", "month", "year"})


def answering_column(unit: Unit, ranking: Ranking, intent: Intent) -> str | None:
    """The column of the one cell of a row that holds what is asked; None where none or several do: two values are
    asked for, or one of a table on its side without saying of which column."""
    if asks_then_and_now(ranking):
        return None
    keys = row_keys(ranking, [unit])
    named = _named(unit, ranking)
    below = cells_below(unit, keys)
    cells = below or [
        cell
        for cell in meant_cells(unit, ranking)
        if (value := _one_value(cell)) is not None
        and (
            value.unit in intent.units
            or (not value.unit and (named[cell] or ("da" in intent.units and is_amount(cell))))
        )
        and not any(value.matches(key) for key in keys)
        and not _is_given(value, ranking)
    ]
    present = cells if asks_others(ranking) else [cell for cell in cells if not others_pay(cell, unit)] or cells
    if len(present) != 1:
        rest = present or [cell for cell in unit.cells[1:] if _may_answer(cell, unit, ranking, intent)]
        most = max((named[cell] for cell in rest), default=0.0)
        present = [cell for cell in rest if most and named[cell] == most]
    if len(present) != 1 or _asks_two(unit, ranking, keys):
        return None
    [cell] = present
    if _told_beside(cell, unit, ranking):
        return None
    return None if find_quantities(cell.column) and cell not in below else cell.column


def _told_beside(cell: Cell, unit: Unit, ranking: Ranking) -> bool:
    """True where a fee is asked for of which another cell speaks (`Avantages: installation offerte`), and this one's
    column doesn't."""
    fees = [term for term in ranking.query.terms if term.name in _FEES]
    path = unit.path_tokens[unit.cells.index(cell)]
    others = [fold(other.value) for other in unit.cells if other is not cell]
    return any(
        not term.stands_in(path)
        and any(all(stem in value for stem in words) for words in term.alternatives for value in others)
        for term in fees
    )


def _named(unit: Unit, ranking: Ranking) -> dict[Cell, float]:
    """How far the question's words name each cell's column."""
    words = [term for term in ranking.query.terms if term.kind == "word"]
    paths = zip(unit.cells, unit.path_tokens, strict=True)
    return {cell: sum(ranking.idf[term.name] for term in words if term.stands_in(path)) for cell, path in paths}


def _one_value(cell: Cell) -> Quantity | None:
    """The number of a cell that says little else; None of prose."""
    found = cell_quantities(cell)
    alone = len(without_quantities(cell.value).strip()) <= _LONGEST_BESIDE
    return found[0] if len(found) == 1 and alone else None


def _is_given(value: Quantity, ranking: Ranking) -> bool:
    """True for the number of what the question names: `Palier 5`."""
    return not value.unit and any(value.matches(quantity) for quantity in ranking.query.quantities)


def _may_answer(cell: Cell, unit: Unit, ranking: Ranking, intent: Intent) -> bool:
    """False for a cell that holds another kind of value, what the question gives, or what others pay."""
    given = any(_is_given(quantity, ranking) for quantity in cell_quantities(cell))
    of_others = others_pay(cell, unit) and not asks_others(ranking)
    return not _holds_another(cell, intent) and not given and not of_others


def _holds_another(cell: Cell, intent: Intent) -> bool:
    """True where all that a cell holds is of another kind than what is asked for."""
    units = {quantity.unit for quantity in cell_quantities(cell)}
    return bool(intent.units and units) and not units & (intent.units | {""})


def _asks_two(unit: Unit, ranking: Ranking, keys: Sequence[Quantity]) -> bool:
    """True where the question asks for two measures, and different cells tell them."""
    groups = ranking.query.groups
    said = {term.name for term in ranking.query.terms}
    # `بشحال` asks a price and is no term; the parts of `débit montant` aren't asked for one by one.
    asked = {
        measure: groups & own
        for measure, (own, _) in MEASURES.items()
        if said & own or (measure == "price" and groups & own and "q_how_many" in groups)
    }
    if "price" in asked and asked.get("duration", frozenset()) <= _TIMES:
        asked.pop("duration", None)
    told = [cells for measure, own in asked.items() if (cells := _cells_of(measure, own, unit, ranking, keys))]
    return any(not one & other for one in told for other in told)


def _cells_of(
    measure: str, groups: frozenset[str], unit: Unit, ranking: Ranking, keys: Sequence[Quantity]
) -> set[Cell]:
    """The cells whose column a measure's words name, else those that hold its unit; not what tells the row."""
    terms = [term for term in ranking.query.terms if term.name in groups]
    cells = {
        cell: path
        for cell, path in zip(unit.cells[1:], unit.path_tokens[1:], strict=True)
        if not others_pay(cell, unit)
        and not any(key.matches(quantity) for key in keys for quantity in cell_quantities(cell))
    }
    named = {cell for cell, path in cells.items() if any(term.stands_in(path) for term in terms)}
    return named or {
        cell
        for cell in cells
        if (value := _one_value(cell)) is not None and value.unit and value.unit in MEASURES[measure][1]
    }
