"""A table row as a sentence."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.answering.cells import asks_others, cells_below, is_offered, is_outbid, row_keys, says_others, says_past
from core.answering.intent import Intent
from core.answering.phrases import Phrases
from core.answering.said import cell_quantities
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.numbers import find_quantities, unit_of_name

_TIMES = frozenset({"day", "week", "month", "year", "hour"})


def tell_row(unit: Unit, ranking: Ranking, intent: Intent, words: Phrases, limit: int) -> str:
    """A row as one sentence, `column : value` a cell, as far as the question needs it.

    Of columns that stand for alternatives (`Tarif › HT`, `Tarif › TTC`; `Play 220`, `Play 440`) those that the
    question names are told; what was, or what others pay, only where it is asked for.
    """
    cells = [_counted(cell, unit, intent) for cell in meant_cells(unit, ranking)]
    text = _join(cells, words)
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
    return _join(needed, words)


def _counted(cell: Cell, unit: Unit, intent: Intent) -> Cell:
    """The bare number of a matrix with the word that says what it counts: above the table only (`Jours déduits`)."""
    quantities = cell_quantities(cell)
    if len(quantities) != 1 or quantities[0].unit or not find_quantities(cell.column):
        return cell
    words = re.findall(r"[^\W\d_]+", f"{unit.introduction} {unit.chunk.section}")
    bare = [re.sub(r"^ال", "", word) for word in words]
    counting = [word for word in bare if len(word) > 1 and unit_of_name(word) in intent.units & _TIMES]
    return replace(cell, value=f"{cell.value} {counting[0].lower()}") if counting else cell


def meant_cells(unit: Unit, ranking: Ranking) -> list[Cell]:
    """The cells that the question means, in order."""
    every = list(zip(unit.cells, unit.column_tokens, strict=True))
    told = [(cell, tokens) for cell, tokens in every if is_offered(cell)]
    if len(told) < 2:
        told = every  # that nothing is offered is the answer
    if columns := cells_below(unit, row_keys(ranking, [unit])):
        # A matrix: the row's key and the one cell below the other number.
        # Where the first column is named after a number too, it is no key.
        keyed = not find_quantities(told[0][0].column)
        return [cell for i, (cell, _) in enumerate(told) if (i == 0 and keyed) or cell in columns]
    all_asked = asks_others(ranking)
    groups: dict[str, list[tuple[float, Cell]]] = {}
    for i, (cell, tokens) in enumerate(told):
        parent, found, _ = cell.column.rpartition(" › ")
        named = sum(ranking.idf[term.name] for term in ranking.query.terms if term.stands_in(tokens))
        groups.setdefault(parent if found else f"{i}", []).append((named, cell))
    kept = set()
    for members in groups.values():
        best = max(named for named, _ in members)
        meant = [cell for named, cell in members if named == best]
        # Without a name among them: what is, not what was.
        present = [cell for cell in meant if all_asked or not says_others(cell.column)]
        kept.update(present or meant)
    own = [cell for cell, _ in told if cell in kept and (all_asked or not is_outbid(cell, unit))]
    return _without_rivals(own, unit, ranking)


def _without_rivals(cells: Sequence[Cell], unit: Unit, ranking: Ranking) -> list[Cell]:
    """The cells without those that hold another value of the kind that is asked for: the caution, not the price, though
    both are dinars. None goes where the question names no column."""
    paths = dict(zip(unit.cells, unit.path_tokens, strict=True))
    words = [term for term in ranking.query.terms if term.kind == "word"]
    named = [cell for cell in cells[1:] if any(term.stands_in(paths[cell]) for term in words)]
    kinds = {quantity.unit for cell in named for quantity in cell_quantities(cell)} - {""}
    asked = ranking.query.quantities
    return [
        cell
        for i, cell in enumerate(cells)
        if i == 0
        or cell in named
        or not kinds & {quantity.unit for quantity in cell_quantities(cell)}
        or any(quantity.matches(key) for quantity in cell_quantities(cell) for key in asked)
    ]


def tell_cells(unit: Unit, columns: Sequence[str], ranking: Ranking, words: Phrases) -> str:
    """A row as its name, the cells that the question's numbers name, and those below some columns."""
    asked = row_keys(ranking, [unit])
    cells = [
        cell
        for i, cell in enumerate(unit.cells)
        if cell.column in columns
        or any(q.matches(key) for q in cell_quantities(cell) for key in asked)
        or (i == 0 and not says_past(cell.column))
    ]
    return _join(cells, words)


def _join(cells: Sequence[Cell], words: Phrases) -> str:
    told = ((cell.column, _with_unit(cell, words)) for cell in cells)
    return words.separator.join(f"{column} : {value}" if column else value for column, value in told)


def _with_unit(cell: Cell, words: Phrases) -> str:
    """A cell's value; a bare number with the unit that only a distant part of its column's name says."""
    quantities = cell_quantities(cell)
    bare = len(quantities) == 1 and not any(char.isalpha() for char in cell.value)
    if not bare or unit_of_name(cell.column.rpartition(" › ")[2]) or find_quantities(cell.value)[0].unit:
        return cell.value
    unit = words.units.get(quantities[0].unit, "")
    return f"{cell.value} {unit}".strip()
