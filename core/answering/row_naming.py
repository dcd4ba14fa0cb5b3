"""Does a sentence say which table row its numbers belong to? (`reply.md`, 'What may be displayed', 3)

That a value merely occurs in a table isn't enough: `480 Mbps : 3 400` must not be said of the row of 240. A row is
named by its other cells: those that the sentence says, and, for columns that it doesn't speak of, those that the
question did.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from core.documents.rows import Cell, is_row, parse_row
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, scale_of_name

Row = tuple[Cell, ...]
_SPEEDS = frozenset({"mbps", "giga"})
# What ends the claim of a value on the name that follows it.
_NEXT_CLAIM = re.compile(r"[,;،؛.\n•]|\bet\b|(?<!\w)و")


def cell_quantities(cell: Cell) -> list[Quantity]:
    """Numbers of a cell's value, with the column's unit where they have none of their own."""
    unit, factor = scale_of_name(cell.column)
    return [
        quantity if quantity.unit or not unit else Quantity(quantity.value * factor, unit, quantity.start, quantity.end)
        for quantity in find_quantities(cell.value)
    ]


def rows_named(said: str, texts: Iterable[str], context: str) -> bool:
    """True when each number that comes from table rows alone has a row that is named.

    Args:
        said: the sentence, without citations and step mark.
        texts: the passages it cites.
        context: the question, and what the reply showed before.
    """
    texts = list(texts)
    prose = [q for text in texts for line in text.splitlines() if not is_row(line) for q in find_quantities(line)]
    tables = [_Table(rows) for text in texts for rows in _tables(text)]
    folded = fold(" ".join(texts))
    sentence, before = _Said(said), _Said(context)
    for value in sentence.quantities:
        if any(value.matches(other) for other in prose) or _is_name(said, value, folded):
            continue
        if value.unit in ("", *_SPEEDS) and any(value.matches(other) for other in before.quantities):
            continue
        holding = [(table, row) for table in tables for row in table.holding(value)]
        if holding and not any(table.names(row, value, sentence, before) for table, row in holding):
            return False
    return True


def _tables(text: str) -> list[list[Row]]:
    """The rows of each run of row lines."""
    runs = groupby(text.splitlines(), key=is_row)
    return [[parse_row(line) for line in lines] for rows, lines in runs if rows]


def _is_name(said: str, value: Quantity, texts: str) -> bool:
    """`6` of `Wi-Fi 6`, where the documents write it so."""
    word = re.search(r"[\w-]{2,} ?$", said[: value.start])
    return (
        bool(word) and not value.unit and fold(f"{word[0]}{said[value.start : value.end]}") in texts if word else False
    )


class _Said:
    """A text, with what is asked of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.quantities = find_quantities(text)
        self._words = [_bare(word) for word in re.findall(r"\w+", fold(text))]

    def numbers(self, quantities: Sequence[Quantity]) -> bool:
        return bool(quantities) and all(any(q.matches(other) for other in self.quantities) for q in quantities)

    def share(self, value: str) -> float:
        """How much of a cell's wording is said, 0 to 1."""
        words = [_bare(word) for word in re.findall(r"[^\W\d_]+", fold(value))]
        words = [word for word in words if len(word) > 2] or words
        found = sum(any(said.startswith(word) for said in self._words) for word in words)
        return found / len(words) if words else 0.0

    def position(self, cell: Cell) -> int | None:
        """Where the cell is said first."""
        quantities = cell_quantities(cell)
        if quantities:
            return next((q.start for q in self.quantities if q.matches(quantities[0])), None)
        places = [self.text.lower().find(word.lower()) for word in re.findall(r"[^\W\d_]{3,}", cell.value)]
        return min((place for place in places if place >= 0), default=None)


class _Table:
    """Rows under the same columns."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows

    def holding(self, value: Quantity) -> list[Row]:
        return [row for row in self._rows if any(_holds(cell, value) for cell in row)]

    def names(self, row: Row, value: Quantity, sentence: _Said, context: _Said) -> bool:
        """True when the value, said by the sentence, is said of this row."""
        own = [cell for cell in row if _holds(cell, value)]
        others = [cell for cell in row if not _holds(cell, value)]
        if not others or any(_is_key(row, cell) for cell in own):
            return True  # nothing else could name it, or it is the name itself
        if not any(self._column_said(row, cell, value, sentence, context) for cell in own):
            return False
        rivals = [other for other in self._rows if not any(_holds(cell, value) for cell in other)]
        spoken = {cell.column for other in self._rows for cell in other if self._says(sentence, cell)}
        named = [cell for cell in others if self._says(context if cell.column not in spoken else sentence, cell)]
        columns = {cell.column for cell in own}
        if not named or any(set(named) <= set(rival) and columns & {cell.column for cell in rival} for rival in rivals):
            return False
        return not self._another_named(row, named, rivals, sentence) and self._in_order(row, value, sentence)

    def _says(self, said: _Said, cell: Cell) -> bool:
        """A cell's numbers, all of them, or most of its words, and no cell of its column better."""
        quantities = cell_quantities(cell)
        if quantities:
            return said.numbers(quantities)
        share = said.share(cell.value)
        column = (other for row in self._rows for other in row if other.column == cell.column)
        return share > 0.5 and all(said.share(other.value) <= share for other in column)

    def _column_said(self, row: Row, own: Cell, value: Quantity, sentence: _Said, context: _Said) -> bool:
        """Where columns are told apart by a number (`12 mois`, `24 mois`), the value's own must be said."""
        quantities = find_quantities(own.column)
        other = any(find_quantities(cell.column) and not _holds(cell, value) for cell in row)
        return not quantities or not other or sentence.numbers(quantities) or context.numbers(quantities)

    def _another_named(self, row: Row, named: Sequence[Cell], rivals: Sequence[Row], sentence: _Said) -> bool:
        """True when the sentence says another row's name, and in its column nothing of this row."""
        numbers = [quantity for cell in row for quantity in cell_quantities(cell)]
        for rival in rivals:
            for cell in rival:
                if not _is_key(rival, cell) or not self._says(sentence, cell):
                    continue
                quantities = cell_quantities(cell)
                if quantities and all(any(q.matches(n) for n in numbers) for q in quantities):
                    continue
                if not any(other.column == cell.column and self._says(sentence, other) for other in named):
                    return True
        return False

    def _in_order(self, row: Row, value: Quantity, sentence: _Said) -> bool:
        """Where several rows are named: the value stands after its row's name, right before it, or both are listed."""
        names: dict[int, list[Row]] = {}
        for other in self._rows:
            for cell in other:
                if _is_key(other, cell) and self._says(sentence, cell):
                    place = sentence.position(cell)
                    if place is not None:
                        names.setdefault(place, []).append(other)
        if len(names) < 2 or "=" in sentence.text:
            return True
        places = sorted(names)
        columns = {cell.column for cell in row if _holds(cell, value)}
        cells = [cell for other in self._rows for cell in other if cell.column in columns]
        values = [q for q in sentence.quantities if any(_holds(cell, q) for cell in cells) and q.start not in names]
        if len(values) > 1 and len(values) == len(places) and places[-1] < values[0].start:
            return row in names[places[values.index(value)]]
        before = [place for place in places if place < value.start]
        after = [place for place in places if place > value.start]
        if before and row in names[before[-1]]:
            return True
        if not after or row not in names[after[0]]:
            return False
        between = sentence.text[value.end : after[0]]
        return not _NEXT_CLAIM.search(between) and not find_quantities(between)


def _holds(cell: Cell, value: Quantity) -> bool:
    return any(value.matches(quantity) for quantity in cell_quantities(cell))


def _is_key(row: Row, cell: Cell) -> bool:
    """The first cell names its row, and so does any speed in a table of speeds."""
    if cell == row[0]:
        return True
    units = {quantity.unit for quantity in cell_quantities(cell)}
    return bool(units & _SPEEDS) and any(quantity.unit in _SPEEDS for quantity in cell_quantities(row[0]))


def _bare(word: str) -> str:
    """A folded Arabic word without article and prepositions."""
    return re.sub(r"^(?:وال|بال|لل|ال|[وبل])(?=[\u0621-\u064a]{3})", "", word)
