"""Does a sentence say which table row its numbers belong to? (`reply.md`, 'What may be displayed', 3)

That a value merely occurs in a table isn't enough: `480 Mbps : 3 400` must not be said of the row of 240. A row is
named by its other cells: those that the sentence says, and, for columns that it doesn't speak of, those that the
question did.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from core.answering.said import Row, Said
from core.answering.said import cell_quantities as cell_quantities
from core.documents.rows import Cell, is_row, parse_row
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

_SPEEDS = frozenset({"mbps", "giga"})
# What ends the claim of a value on the name that follows it.
_NEXT_CLAIM = re.compile(r"[,;،؛.\n•]|\bet\b|(?<!\w)و")


def rows_named(said: str, texts: Iterable[str], context: str) -> bool:
    """True when each number that comes from table rows alone has a row that is named.

    Args:
        said: the sentence, without citations and step mark.
        texts: the passages it cites.
        context: the question, and what the reply showed before.
    """
    texts = list(texts)
    said = _below_title(said, texts)
    prose = [q for text in texts for line in text.splitlines() if not is_row(line) for q in find_quantities(line)]
    tables = [_Table(rows) for text in texts for rows in _tables(text)]
    folded = fold(" ".join(texts))
    columns = {cell.column for table in tables for row in table.rows for cell in row if cell.column}
    sentence, before = Said(said, columns), Said(context, columns)
    for value in sentence.quantities:
        if _is_name(said, value, folded) or (
            not sentence.column(value) and any(_same(value, other) for other in prose)
        ):
            continue
        if value.unit in ("", *_SPEEDS) and any(value.matches(other) for other in before.quantities):
            continue
        holding = [(table, row) for table in tables for row in table.rows if sentence.holds(row, value)]
        if holding and not any(table.names(row, value, sentence, before) for table, row in holding):
            return False
    return True


def _below_title(said: str, texts: Sequence[str]) -> str:
    """What is said below the title that a told row begins with: its numbers (`paliers 110, 220 et 440`) name the
    sheet, no row of it."""
    titles = (f"{text.splitlines()[0]} — " for text in texts if text)
    return next((said.removeprefix(title) for title in titles if said.startswith(title)), said)


def _same(value: Quantity, prose: Quantity) -> bool:
    """A number of a table isn't vouched for by any bare number elsewhere, as of a date."""
    return value.matches(prose) and (bool(prose.unit) or not value.unit)


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


class _Table:
    """Rows under the same columns."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self._first_units = {quantity.unit for row in rows for quantity in cell_quantities(row[0])}

    def names(self, row: Row, value: Quantity, sentence: Said, context: Said) -> bool:
        """True when the value, said by the sentence, is said of this row."""
        own = [cell for cell in row if sentence.is_in(cell, value)]
        others = [cell for cell in row if cell not in own]
        if not others or any(self._names_itself(row, cell, value, sentence) for cell in own):
            return True  # nothing else could name it, or it is the name itself
        if not any(self._column_said(row, cell, value, sentence, context) for cell in own):
            return False
        if all(find_quantities(cell.column) for cell in row):
            return True  # no cell names the row: its columns' numbers name each value
        rivals = [other for other in self.rows if not sentence.holds(other, value)]
        spoken = {cell.column for other in self.rows for cell in other if self._says(sentence, cell)}
        named = [cell for cell in others if self._says(context if cell.column not in spoken else sentence, cell)]
        columns = {cell.column for cell in own}
        if not named or any(set(named) <= set(rival) and columns & {cell.column for cell in rival} for rival in rivals):
            return False
        return not self._another_named(row, named, rivals, sentence) and self._in_order(row, value, sentence)

    def _names_itself(self, row: Row, own: Cell, value: Quantity, sentence: Said) -> bool:
        """The first cell does, a speed that is listed among others or said without one of another column, and what is
        listed with all else of its column."""
        if own == row[0] or (sentence.lists(value) and self._lists_column(own, sentence)):
            return True
        keys = tuple(cell for other in self.rows for cell in other if self._is_key(other, cell))
        speeds = [quantity for quantity in sentence.quantities if sentence.holds(keys, quantity)]
        column = tuple(self._column(own))
        alone = all(sentence.holds(column, speed) for speed in speeds)
        return self._is_key(row, own) and (alone or sentence.lists(value))

    def _lists_column(self, own: Cell, sentence: Said) -> bool:
        """True where all numbers of a cell's column are said and none of another: that claims nothing of any row."""
        column = tuple(self._column(own))
        held = [q for q in sentence.quantities if any(sentence.holds(row, q) for row in self.rows)]
        return all(map(sentence.numbers, column)) and all(sentence.holds(column, q) for q in held)

    def _is_key(self, row: Row, cell: Cell) -> bool:
        """The first cell names its row, and so does any speed in a table of speeds."""
        if cell == row[0]:
            return True
        if not self._first_units & _SPEEDS or find_quantities(cell.column):
            return False  # no speeds, or a column told from the next by its number: that one holds values
        return bool({quantity.unit for quantity in cell_quantities(cell)} & self._first_units & _SPEEDS)

    def _says(self, said: Said, cell: Cell) -> bool:
        """A cell's numbers, all of them, or most of its words, and no cell of its column better."""
        if quantities := cell_quantities(cell):
            # `145 jours` isn't said by `de 58 à 145 jours`.
            return said.numbers(cell) and not any(
                said.numbers(other) and len(cell_quantities(other)) > len(quantities) for other in self._column(cell)
            )
        share = said.share(cell.value)
        return share > 0.5 and all(said.share(other.value) <= share for other in self._column(cell))

    def _column(self, cell: Cell) -> list[Cell]:
        return [other for row in self.rows for other in row if other.column == cell.column]

    def _column_said(self, row: Row, own: Cell, value: Quantity, sentence: Said, context: Said) -> bool:
        """Where columns are told apart by a number (`12 mois`, `24 mois`), the value's own must be said."""
        quantities = find_quantities(own.column)
        other = any(find_quantities(cell.column) and not sentence.is_in(cell, value) for cell in row)
        said = [*(quantity for quantity in sentence.quantities if quantity != value), *context.quantities]
        return not other or all(any(q.matches(one) for one in said) for q in quantities)

    def _another_named(self, row: Row, named: Sequence[Cell], rivals: Sequence[Row], sentence: Said) -> bool:
        """True when the sentence says another row's name, and in its column nothing of this row."""
        numbers = [quantity for cell in row for quantity in cell_quantities(cell)]
        for rival in rivals:
            for cell in rival:
                if not self._is_key(rival, cell) or not self._says(sentence, cell):
                    continue
                quantities = cell_quantities(cell)
                if quantities and all(any(q.matches(n) for n in numbers) for q in quantities):
                    continue
                if not any(other.column == cell.column and self._says(sentence, other) for other in named):
                    return True
        return False

    def _in_order(self, row: Row, value: Quantity, sentence: Said) -> bool:
        """Where several rows are named: the value stands after its row's name, right before it, or both are listed."""
        own = [quantity for cell in row if sentence.is_in(cell, value) for quantity in find_quantities(cell.column)]
        in_columns = {q.start for q in sentence.quantities if any(q.matches(other) for other in own)}
        names: dict[int, list[Row]] = {}
        for other in self.rows:
            for cell in other:
                if self._is_key(other, cell) and self._says(sentence, cell):
                    place = sentence.position(cell)
                    if place is not None and place not in in_columns:
                        names.setdefault(place, []).append(other)
        if len(names) < 2 or "=" in sentence.text:
            return True
        places = sorted(names)
        columns = {cell.column for cell in row if sentence.is_in(cell, value)}
        cells = [cell for other in self.rows for cell in other if cell.column in columns]
        values = [q for q in sentence.quantities if sentence.holds(tuple(cells), q) and q.start not in names]
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
