"""Rows and items that are told apart by ranges, and those of them that a number lies in."""

from collections.abc import Iterable, Sequence

from core.answering.units import Unit
from core.text.numbers import Quantity
from core.text.ranges import Range, range_of, range_within

_FEWEST = 2


def fitting(units: Sequence[Unit], asked: Iterable[Quantity]) -> Sequence[Unit]:
    """The units without those that are of a range (a row by its first cell, an item by what it says) which a number of
    the question doesn't lie in; all of them where it lies in none."""
    ranges = {unit: held for unit in units if (held := _range(unit)) is not None}
    for quantity in asked:
        own = {unit: held for unit, held in ranges.items() if quantity.unit and held.unit == quantity.unit}
        within = [unit for unit, held in own.items() if held.holds(quantity)]
        if len(own) >= _FEWEST and within:
            # `Plus de 20 000` doesn't hold 20 000, where `10 001 à 20 000` does.
            closed = [unit for unit in within if None not in (own[unit].low, own[unit].high)]
            return closed or within
    return units


def lies_within(row: Unit, amount: Quantity) -> bool:
    """True for a row that is of a range which an amount lies in, and so is named by it."""
    held = range_of(row.cells[0].value) if row.cells else None
    return held is not None and held.holds(amount)


def _range(unit: Unit) -> Range | None:
    return range_of(unit.cells[0].value) if unit.kind == "row" else range_within(unit.text)
