"""The page that an extractive answer is written on: sentences with their numbered sources, up to a length."""

from collections.abc import Sequence
from dataclasses import replace

from core.answering.base import Draft
from core.answering.coded import MissingCode, Untold
from core.answering.comparing import Difference, Pick, told_columns
from core.answering.phrases import Phrases
from core.answering.rows import AskedCells, RowChoice
from core.answering.scoring import Scorer
from core.answering.telling import show_number, show_quantity, tell_cells, tell_row
from core.answering.tiers import Listing, Missing
from core.answering.units import Unit, without_mark
from core.documents.chunk import Chunk
from core.text.sentences import cut

_ROW_CHARS = 320
_MAX_ROWS = 8
_INTRODUCTION_CHARS = 80


class Page:
    """Collects sentences up to a length and numbers their sources; `tail` is a line that states nothing."""

    def __init__(self, words: Phrases, limit: int) -> None:
        self.words = words
        self.tail = ""
        self._limit = limit
        self._length = 0
        self._sentences: list[str] = []
        self._sources: list[Chunk] = []
        self._rows: dict[int, str] = {}

    def add(self, text: str, *chunks: Chunk) -> bool:
        """Add a sentence with its sources; the first one is cut to fit, a later one that doesn't fit is refused."""
        self._sources += [chunk for chunk in chunks if chunk not in self._sources]
        label = " " + "".join(f"[{self._sources.index(chunk) + 1}]" for chunk in chunks)
        # The line that says where to read on must fit too.
        room = self._limit - len(self.words.read_on) - 1 - self._length - len(label)
        if len(text) > room:
            if self._sentences:
                return False
            text = cut(text, room)
        self._sentences.append(text + label)
        self._length += len(text) + len(label) + 1
        return True

    def row(self, unit: Unit, scorer: Scorer, titled: bool = True) -> bool:
        """Add a table row, below its document's title, as the row that the answer rests on."""
        told = tell_row(unit, scorer.ranking, scorer.intent, self.words, _ROW_CHARS)
        # Of two tables of a section the line above tells which: said where the question does.
        if titled and len(unit.introduction) <= _INTRODUCTION_CHARS and scorer.introduced(unit):
            told = f"{without_mark(unit.introduction).rstrip(' :：')} — {told}"
        added = self.add(f"{unit.chunk.title} — {told}" if titled else f"- {told}", unit.chunk)
        if added:
            self._rows.setdefault(self._sources.index(unit.chunk) + 1, unit.text)
        return added

    def rows(self, choice: RowChoice, scorer: Scorer) -> Draft:
        """Rows that fit equally well, each document's title once."""
        title = ""
        for unit in choice.units[:_MAX_ROWS]:
            if not self.row(unit, scorer, titled=unit.chunk.title != title):
                self.tail = self.words.read_on
                break
            title = unit.chunk.title
        return self.draft()

    def compared(self, units: Sequence[Unit], found: Sequence[Difference], scorer: Scorer) -> Draft:
        """The rows that are compared, as far as they are, and the arithmetic with a citation of each."""
        columns = [difference.column for difference in found]
        if len(units) == 1:
            self.row(units[0], scorer)
        else:
            self._cells(units, columns, scorer)
        chunks = list(dict.fromkeys(unit.chunk for unit in units))
        for difference in found:
            of = f" ({difference.column})" if len(found) > 1 else ""
            more, less = show_number(difference.more), show_number(difference.less)
            value = difference.more.value - difference.less.value
            template = self.words.difference if value else self.words.same_value
            result = show_number(replace(difference.more, value=value or difference.more.value))
            unit = self.words.units.get(difference.unit, difference.unit)
            self.add(template.format(of=of, more=more, less=less, result=f"{result} {unit}".strip()), *chunks)
        return self.draft()

    def picked(self, pick: Pick, scorer: Scorer) -> Draft:
        """The rows that a superlative or a bound leaves."""
        if pick.superlative:
            self._introduce(self.words.extremes[pick.superlative])
        self._cells(pick.rows[:_MAX_ROWS], told_columns(pick, scorer), scorer)
        if len(pick.rows) > _MAX_ROWS:
            self.tail = self.words.read_on
        return self.draft()

    def cells(self, asked: AskedCells, scorer: Scorer) -> Draft:
        """The cells that the question names by row and column."""
        self._cells(asked.rows, asked.columns, scorer)
        return self.draft()

    def _cells(self, units: Sequence[Unit], columns: Sequence[str], scorer: Scorer) -> None:
        """Add rows as far as some columns tell them, each document's title once."""
        title = ""
        for unit in units:
            told = tell_cells(unit, columns, scorer.ranking, self.words)
            if not self.add(f"- {told}" if unit.chunk.title == title else f"{unit.chunk.title} — {told}", unit.chunk):
                self.tail = self.words.read_on
                break
            title = unit.chunk.title
            self._rows.setdefault(self._sources.index(unit.chunk) + 1, unit.text)

    def _introduce(self, line: str) -> None:
        self._sentences.append(line)
        self._length += len(line) + 1

    def listing(self, introduction: str, items: Sequence[Unit]) -> None:
        """Add a list as far as it fits, below what introduces it."""
        if introduction:
            self._introduce(introduction)
        for item in items:
            if not self.add(f"- {without_mark(item.text)}", item.chunk):
                self.tail = self.words.read_on
                break

    def tiers(self, listing: Listing) -> Draft:
        """Tell all values of a column, with a citation of every chunk that holds one."""
        chunks = list(dict.fromkeys(row.chunk for row in listing.rows))
        self.add(f"{chunks[0].title} — {listing.column} : {', '.join(listing.values)}", *chunks)
        return self.draft()

    def no_such_value(self, missing: Missing) -> Draft:
        """Say that the asked value doesn't exist, and which do, with a citation of every chunk that lists them."""
        values = [
            show_quantity(quantity, self.words) + (f" ({name})" if name else "") for quantity, name in missing.existing
        ]
        return self._refuse(show_quantity(missing.asked, self.words), values, missing.rows)

    def no_such_code(self, missing: MissingCode) -> Draft:
        """The same of a coded noun that names no row."""
        return self._refuse(missing.asked, missing.existing, missing.rows)

    def untold(self, row: Untold) -> Draft:
        """Say what the row tells that is named: not what is asked."""
        title, columns = row.row.chunk.title, ", ".join(row.columns)
        name = row.name if isinstance(row.name, str) else show_quantity(row.name, self.words)
        self.add(self.words.only_told.format(name=name, title=title, columns=columns), row.row.chunk)
        return replace(self.draft(), reason="no-such-value")

    def _refuse(self, asked: str, existing: Sequence[str], rows: Sequence[Unit]) -> Draft:
        chunks = list(dict.fromkeys(row.chunk for row in rows))
        said = self.words.no_such_value.format(value=asked, title=chunks[0].title)
        self.add(f"{said}. {self.words.existing.format(values=', '.join(existing))}", *chunks)
        return replace(self.draft(), reason="no-such-value")

    def draft(self) -> Draft:
        """What was collected."""
        return Draft(tuple(self._sentences), tuple(self._sources), self._limit, self._rows, tail=self.tail)
