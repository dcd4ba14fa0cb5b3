"""Ranges that cells consist of: `De 10 001 DA à 20 000 DA`, `> 30 000 DA et ≤ 100 000 DA`, `Plus de 20 000 DA`."""

import re
from dataclasses import dataclass
from decimal import Decimal

from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

_OR_EQUAL = r"(?: ou egale?s?)?"
_OR_EQUAL_AR = "(?: (?:او |و)?يساوي)?"
_MORE = (
    rf"(?:plus d[eu]|superieure?s?{_OR_EQUAL} a|au[ -]dela d[eu]|[>≥]"
    rf"|(?:اكثر|اكبر)(?: من)?{_OR_EQUAL_AR}|[يت]فوق|ما فوق|فوق)"
)
_LESS = rf"(?:moins d[eu]|inferieure?s?{_OR_EQUAL} a|jusqu'a|[<≤]|(?:اقل|اصغر)(?: من)?{_OR_EQUAL_AR}|الي غايه|حتي)"
_WITHIN = re.compile(
    rf"(?:{_MORE}|\bde|\bentre|من|بين)\s*#\s*(?:a|et|-|–|الي|و|حتي)\s*(?:{_LESS})?\s*#|{_MORE}\s*#|{_LESS}\s*#"
)
_BETWEEN = re.compile(
    rf"^\W*(?:de|entre|du|من|بين|ما بين|{_MORE})?\s*#\s*(?:a|et|au|-|–|الي|و|حتي)\s*(?:{_LESS})?\s*#\W*$"
)
_ABOVE = re.compile(rf"^\W*{_MORE}\s*#\W*$")
_BELOW = re.compile(rf"^\W*{_LESS}\s*#\W*$")


@dataclass(frozen=True)
class Range:
    """Numbers of one unit from `low` to `high`; None where it is open. Whether its ends belong to it is left to the
    documents, which repeat or leave out a dinar: of two rows that share an end, either may be meant."""

    low: Decimal | None
    high: Decimal | None
    unit: str

    def holds(self, quantity: Quantity) -> bool:
        """Whether a number of the same unit lies within."""
        above = self.low is None or quantity.value >= self.low
        return quantity.unit == self.unit and above and (self.high is None or quantity.value <= self.high)


def range_of(text: str) -> Range | None:
    """The range that a cell consists of; None where it says anything else."""
    shape, found = _shape(text)
    if _BETWEEN.match(shape) or _ABOVE.match(shape) or _BELOW.match(shape):
        return _range(shape, found)
    return None


def range_within(text: str) -> Range | None:
    """The first range that a sentence speaks of; None where it speaks of none."""
    shape, found = _shape(text)
    if (said := _WITHIN.search(shape)) is None:
        return None
    first = shape[: said.start()].count("#")
    return _range(said[0], found[first : first + said[0].count("#")])


def _shape(text: str) -> tuple[str, list[Quantity]]:
    """The folded text with `#` for each number, and the numbers in order."""
    shape = fold(text)
    found = find_quantities(shape)
    for quantity in reversed(found):
        shape = f"{shape[: quantity.start]}#{shape[quantity.end :]}"
    return shape, list(found)


def _range(shape: str, found: list[Quantity]) -> Range | None:
    """The range that a shape of one or two numbers says; None where these are of different units."""
    unit = next((quantity.unit for quantity in found if quantity.unit), "")
    if any(quantity.unit not in ("", unit) for quantity in found):
        return None
    if len(found) == 2:
        return Range(found[0].value, found[1].value, unit)
    is_above = re.search(rf"{_MORE}\s*#", shape) is not None
    return Range(found[0].value, None, unit) if is_above else Range(None, found[0].value, unit)
