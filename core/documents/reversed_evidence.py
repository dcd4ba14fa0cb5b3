"""What confirms that a number was typed in reverse: its column, the lines like its own, the document's twin."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from core.documents.chunk import Chunk
from core.documents.reversed_suspects import MONEY, Suspect, turned
from core.documents.rows import is_row, parse_row
from core.documents.twins import likeness
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, unit_of_name

_LEAST_NEIGHBOURS = 2
_REACH = 3
"""How many times greater or smaller than its neighbours a number may be."""
_LIKE_LINE = 0.5
"""Share of figures from which a line of the twin says the same as a line."""
_THOUSAND = 1000


class Neighbours:
    """The numbers of one document by the place they fill: a column of a section's tables, or the same words of a
    chunk's lines.

    A column is known by its name, for its table may go on in the next chunk.
    """

    def __init__(self) -> None:
        self._values: dict[tuple[object, ...], list[Decimal]] = {}
        self._mixed: set[tuple[object, ...]] = set()
        """Places that hold something other than one number of four digits or more: they confirm nothing."""

    def add(self, chunk: Chunk, line: str, suspected: Sequence[Suspect]) -> None:
        """Take up a line's numbers but for those that are suspected themselves."""
        if is_row(line):
            self._add_row(chunk, line, suspected)
            return
        doubted = {suspect.start for suspect in suspected}
        for place, quantity in _places(chunk, turned(line, suspected)):
            if quantity.start not in doubted:
                self._add(place, [quantity])

    def confirm(self, chunk: Chunk, line: str, suspect: Suspect) -> bool:
        """Whether enough numbers stand where this one does, all of its size."""
        place: tuple[object, ...] | None
        if is_row(line):
            place = (chunk.section, suspect.column) if suspect.column else None
        else:
            right = turned(line, [suspect])
            place = next((place for place, found in _places(chunk, right) if found.start == suspect.start), None)
        values = self._values.get(place, []) if place and place not in self._mixed else []
        return len(values) >= _LEAST_NEIGHBOURS and min(values) / _REACH <= suspect.value <= max(values) * _REACH

    def _add_row(self, chunk: Chunk, line: str, suspected: Sequence[Suspect]) -> None:
        doubted = Counter(suspect.column for suspect in suspected)
        for cell in parse_row(line):
            if doubted[cell.column]:
                doubted[cell.column] -= 1
            else:
                self._add((chunk.section, cell.column), find_quantities(cell.value))

    def _add(self, place: tuple[object, ...], quantities: Sequence[Quantity]) -> None:
        if len(quantities) > 1 or any(q.value < _THOUSAND or q.unit not in {"", *MONEY} for q in quantities):
            self._mixed.add(place)
        self._values.setdefault(place, []).extend(quantity.value for quantity in quantities)


def _places(chunk: Chunk, line: str) -> Iterator[tuple[tuple[object, ...], Quantity]]:
    """The numbers of running text, each with the chunk, the line's words and which of its numbers it is."""
    quantities = find_quantities(line)
    words = []
    end = 0
    for quantity in quantities:
        words.append(line[end : quantity.start])
        end = quantity.end
    pattern = fold("#".join([*words, line[end:]]))
    for number, quantity in enumerate(quantities):
        yield (chunk.ordinal, pattern, number), quantity


class TwinFigures:
    """The figures of a document's twin, line by line, and the amounts of money that it states."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines: list[Counter[Decimal]] = []
        self._money: set[Decimal] = set()
        for line in lines:
            found = list(_figures(line))
            self._lines.append(Counter(value for value, _ in found))
            self._money.update(value for value, unit in found if unit in MONEY)

    def confirmed(self, line: str, suspected: Sequence[Suspect]) -> frozenset[Suspect]:
        """Those that stand in a line of the twin with the other figures of their own, or that it states as money."""
        if not suspected:
            return frozenset()
        found = {
            suspect
            for suspect in suspected
            if suspect.unit in MONEY and suspect.value in self._money and _last(suspect) not in self._money
        }
        typed = _counted(line)
        for other in self._lines:
            stated = [suspect for suspect in suspected if suspect.value in other]
            right = _counted(turned(line, stated))
            besides = right & other - Counter(suspect.value for suspect in stated)
            if stated and besides and likeness(right, other) >= max(_LIKE_LINE, likeness(typed, other)):
                found.update(stated)
        return frozenset(found)


def _last(suspect: Suspect) -> Decimal:
    """The second number, were they two."""
    return Decimal(suspect.typed.split()[-1])


def _counted(line: str) -> Counter[Decimal]:
    return Counter(value for value, _ in _figures(line))


def _figures(line: str) -> Iterator[tuple[Decimal, str]]:
    """Every number of a line with its unit, or the one of its column's name."""
    if not is_row(line):
        yield from ((quantity.value, quantity.unit) for quantity in find_quantities(line))
        return
    for cell in parse_row(line):
        unit = unit_of_name(cell.column)
        yield from ((quantity.value, quantity.unit) for quantity in find_quantities(cell.column))
        yield from ((quantity.value, quantity.unit or unit) for quantity in find_quantities(cell.value))
