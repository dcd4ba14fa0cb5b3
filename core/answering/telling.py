"""A table row as a sentence."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.answering.cells import OTHERS, PAST, cells_below, column_words, is_offered, row_keys
from core.answering.intent import Intent
from core.answering.phrases import Phrases
from core.answering.said import cell_quantities
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.numbers import Quantity, canonical, find_quantities, unit_of_name

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
        return [cell for i, (cell, _) in enumerate(told) if i == 0 or cell in columns]
    words = set(column_words(ranking.question.text))
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
        present = [cell for cell in meant if not OTHERS & set(column_words(cell.column)) or OTHERS & words]
        kept.update(present or meant)
    return _without_rivals([cell for cell, _ in told if cell in kept], unit, ranking)


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
        or (i == 0 and not PAST & set(column_words(cell.column)))
    ]
    return _join(cells, words)


def show_number(quantity: Quantity) -> str:
    """The bare number, thousands parted: `7 150`."""
    return (
        f"{quantity.value:,f}".replace(",", "\u202f")
        if quantity.value == int(quantity.value)
        else canonical(quantity.value)
    )


def show_quantity(quantity: Quantity, words: Phrases) -> str:
    """A quantity for people: `1.2 Gbps`, `480 Mbps`, `1 To`, `6 mois`."""
    if quantity.unit == "giga" or (quantity.unit == "mbps" and quantity.value >= 1000):
        value = quantity.value if quantity.unit == "giga" else quantity.value / 1000
        return f"{canonical(value)} {words.units['gbps']}"
    if quantity.unit == "go" and quantity.value >= 1000:
        return f"{canonical(quantity.value / 1000)} {words.units['to']}"
    return f"{canonical(quantity.value)} {words.units.get(quantity.unit, quantity.unit)}".strip()


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
