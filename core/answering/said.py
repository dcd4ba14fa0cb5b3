"""What a text says of a table's cells: their numbers, and enough of their words."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from core.documents.rows import Cell
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, scale_of_name
from core.text.stem import without_article

Row = tuple[Cell, ...]
_LISTED = re.compile(r"[\s\u2066-\u2069]*(?:[,،;/•]|\bet\b|\bou\b|و|أو)[\s\u2066-\u2069]*")


@lru_cache(maxsize=8192)  # a check asks the same cells again and again
def cell_quantities(cell: Cell) -> tuple[Quantity, ...]:
    """Numbers of a cell's value, with the column's unit where they have none of their own."""
    unit, factor = scale_of_name(cell.column)
    return tuple(
        quantity if quantity.unit or not unit else Quantity(quantity.value * factor, unit, quantity.start, quantity.end)
        for quantity in find_quantities(cell.value)
    )


class Said:
    """A text, with what is asked of it. A number that a column's name introduces (`Tarif : 5`) is of that column."""

    def __init__(self, text: str, columns: Iterable[str]) -> None:
        self.text = text
        self.quantities = find_quantities(text)
        self._words = [without_article(word) for word in re.findall(r"\w+", fold(text))]
        self._columns = dict.fromkeys(self.quantities, "")
        for column in sorted(columns, key=len):
            for name in re.finditer(rf"{re.escape(column)}\s*:\s*", text, re.IGNORECASE):
                self._introduce(name, column)

    def _introduce(self, name: re.Match[str], column: str) -> None:
        """Note the number that a column's name introduces; one within the name is of no cell."""
        for quantity in self.quantities:
            if quantity.start == name.end():
                self._columns[quantity] = column
            elif name.start() <= quantity.start < name.end():
                self._columns[quantity] = "a column's name"

    def column(self, quantity: Quantity) -> str:
        """The name of the column that introduces one of its numbers, or ''."""
        return self._columns[quantity]

    def means(self, quantity: Quantity, column: str) -> bool:
        """False where the text says that the number is of another column."""
        named = self._columns[quantity]
        return not named or named == column

    def holds(self, row: Row, quantity: Quantity) -> bool:
        return any(self.is_in(cell, quantity) for cell in row)

    def is_in(self, cell: Cell, quantity: Quantity) -> bool:
        return self.means(quantity, cell.column) and any(quantity.matches(q) for q in cell_quantities(cell))

    def numbers(self, cell: Cell) -> bool:
        """True when every number of the cell is said, and one at least."""
        quantities = cell_quantities(cell)
        meant = [quantity for quantity in self.quantities if self.means(quantity, cell.column)]
        return bool(quantities) and all(any(q.matches(other) for other in meant) for q in quantities)

    def lists(self, quantity: Quantity) -> bool:
        """True for one of several numbers in a row: `120 Mbps, 240 Mbps et 1 Gbps`."""
        pairs = [(one, other) for one, other in pairwise(self.quantities) if quantity in (one, other)]
        return any(_LISTED.fullmatch(self.text[one.end : other.start]) for one, other in pairs)

    def share(self, value: str) -> float:
        """How much of a cell's wording is said, 0 to 1; its short words (`Box M`) as they are."""
        words = [without_article(word) for word in re.findall(r"[^\W\d_]+", fold(value))]
        found = sum(
            any(said == word or (len(word) > 2 and said.startswith(word)) for said in self._words) for word in words
        )
        return found / len(words) if words else 0.0

    def position(self, cell: Cell) -> int | None:
        """Where the cell is said first."""
        quantities = cell_quantities(cell)
        if quantities:
            return next((q.start for q in self.quantities if self.is_in(cell, q)), None)
        places = [self.text.lower().find(word.lower()) for word in re.findall(r"[^\W\d_]{3,}", cell.value)]
        return min((place for place in places if place >= 0), default=None)
