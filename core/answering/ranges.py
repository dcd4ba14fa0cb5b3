"""Rows that are told apart by ranges (`De 10 001 DA à 20 000 DA`, `Plus de 20 000 DA`) and what lies in one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.answering.units import Unit
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

_BETWEEN = re.compile(r"^\W*(?:de|entre|du|من|بين|ما بين)?\s*#\s*(?:a|et|au|-|–|الي|و|حتي)\s*#\W*$")
_ABOVE = re.compile(r"^\W*(?:plus d[eu]|superieure?s? a|au[ -]dela d[eu]|>|اكثر من|اكبر من|يفوق|ما فوق|فوق)\s*#\W*$")
_BELOW = re.compile(r"^\W*(?:moins d[eu]|inferieure?s? a|jusqu'a|<|اقل من|اصغر من|الي غايه|حتي)\s*#\W*$")
_FEWEST = 2


@dataclass(frozen=True)
class Range:
    """Numbers of one unit from `low` to `high`; None where it is open. Whether its ends belong to it is left to the
    documents, which repeat or leave out a dinar: of two rows that share an end, either may be meant."""

    low: Decimal | None
    high: Decimal | None
    unit: str

    def holds(self, quantity: Quantity) -> bool:
        """Whether a number lies within."""
        above = self.low is None or quantity.value >= self.low
        return above and (self.high is None or quantity.value <= self.high)


def range_of(text: str) -> Range | None:
    """The range that a cell consists of; None where it says anything else."""
    folded = fold(text)
    found = find_quantities(folded)
    shape = folded
    for quantity in reversed(found):
        shape = f"{shape[: quantity.start]}#{shape[quantity.end :]}"
    unit = next((quantity.unit for quantity in found if quantity.unit), "")
    if any(quantity.unit not in ("", unit) for quantity in found):
        return None
    if len(found) == 2 and _BETWEEN.match(shape):
        return Range(found[0].value, found[1].value, unit)
    if len(found) == 1 and _ABOVE.match(shape):
        return Range(found[0].value, None, unit)
    if len(found) == 1 and _BELOW.match(shape):
        return Range(None, found[0].value, unit)
    return None


def fitting(rows: Sequence[Unit], asked: Iterable[Quantity]) -> Sequence[Unit]:
    """The rows without those whose first cell is a range that a number of the question doesn't lie in; all of them
    where it lies in none."""
    ranges = {row: held for row in rows if (held := range_of(row.cells[0].value)) is not None}
    for quantity in asked:
        own = {row: held for row, held in ranges.items() if quantity.unit and held.unit == quantity.unit}
        within = [row for row, held in own.items() if held.holds(quantity)]
        if len(own) >= _FEWEST and within:
            # `Plus de 20 000` doesn't hold 20 000, where `10 001 à 20 000` does.
            closed = [row for row in within if None not in (own[row].low, own[row].high)]
            return closed or within
    return rows
