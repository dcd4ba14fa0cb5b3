"""The page that an extractive answer is written on: sentences with their numbered sources, up to a length."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.answering.base import Draft
from core.answering.cell_sentence import tell_cell
from core.answering.coded import MissingCode, Untold
from core.answering.comparing import Difference, Pick, told_columns
from core.answering.headings import Heading
from core.answering.marking import answering_column
from core.answering.noting import Note, grounds, narrowed, note
from core.answering.phrases import Phrases
from core.answering.plans import Plan, plan_line
from core.answering.quantities import grouped, show_quantity
from core.answering.rows import AskedCells
from core.answering.same_rows import Headed
from core.answering.scoring import Scorer
from core.answering.telling import tell_cells, tell_row
from core.answering.tiers import Listing, Missing
from core.answering.units import Unit, without_mark
from core.documents.chunk import Chunk
from core.documents.rows import is_row
from core.text.numbers import Quantity
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
        self._cells: dict[int, str] = {}
        self._notes: dict[int, list[tuple[int, Note]]] = {}
        self._narrowed: dict[int, dict[int, str]] = {}
        self._noted: set[str] = set()

    def tell(self, text: str, *units: Unit, column: str | None = None) -> bool:
        """Add a sentence that is made of units, with their sources, and what other documents say instead; False where
        it doesn't fit. `column` names the cell of its rows that answers."""
        told = [(unit, [dispute for dispute in unit.disputes if dispute.concerns(text)]) for unit in units]
        rests = [grounds(text, unit.chunk, disputes) for unit, disputes in told]
        found = {dispute.finding: note(dispute, self.words) for _, disputes in told for dispute in disputes}
        notes = [line for finding, line in found.items() if line is not None and finding not in self._noted]
        chunks = list(dict.fromkeys(chunk for rest in rests for chunk in rest.chunks))
        if not self._add(text, chunks, notes, narrowed(rests)):
            return False
        self._noted.update(found)
        for unit, disputes in told:
            for witness in (dispute.other for dispute in disputes if dispute.settled):
                self._cite(witness.chunk, witness.text, witness.column)
            if unit.cells and sum(other.chunk == unit.chunk for other in units) == 1:
                self._cite(unit.chunk, unit.text, column or next((d.own.column for d in disputes), None))
        for line in notes:
            self._cite(line.chunk, line.row, line.cell)
        return True

    def _add(self, text: str, chunks: Sequence[Chunk], notes: Sequence[Note], parts: Mapping[str, str]) -> bool:
        """Add a sentence with its sources; the first one is cut to fit, a later one that doesn't fit is refused."""
        label = " " + "".join(f"[{self._number(chunk)}]" for chunk in chunks)
        # The line that says where to read on must fit too, and what other documents say.
        room = self._limit - len(self.words.read_on) - 1 - self._length - len(label)
        room -= sum(len(line.text) + 1 for line in notes)
        if len(text) > room:
            if self._sentences:
                return False
            text = cut(text, room)
        place = len(self._sentences)
        self._notes[place] = [(self._number(line.chunk), line) for line in notes]
        self._narrowed[place] = {self._number(chunk): parts[chunk.id] for chunk in chunks if chunk.id in parts}
        self._sentences.append(text + label)
        self._length += len(text) + len(label) + 1 + sum(len(line.text) + 1 for line in notes)
        return True

    def _number(self, chunk: Chunk) -> int:
        """The number that cites a chunk."""
        if chunk not in self._sources:
            self._sources.append(chunk)
        return self._sources.index(chunk) + 1

    def _cite(self, chunk: Chunk, row: str | None, column: str | None) -> None:
        """Note the row of a source that the answer rests on, and the cell in it; the first one stays."""
        number = self._number(chunk)
        if row is None or not is_row(row) or number in self._rows:
            return
        self._rows[number] = row
        if column:
            self._cells[number] = column

    def row(self, unit: Unit, scorer: Scorer, titled: bool = True, heading: Heading | None = None) -> bool:
        """Add a table row, below its document's title and what tells its table from others, as the row that the answer
        rests on."""
        column = answering_column(unit, scorer.ranking, scorer.intent)
        told = self._told(unit, column, scorer)
        beside: list[Unit] = []
        if heading is not None:
            told = f"{self._shown(heading, scorer)} — {told}"
            beside = [scorer.reader.line(heading.chunk, heading.text)] if heading.chunk != unit.chunk else []
        # Of two tables of a section the line above tells which: said where the question does.
        elif titled and len(unit.introduction) <= _INTRODUCTION_CHARS and scorer.introduced(unit):
            told = f"{without_mark(unit.introduction).rstrip(' :：')} — {told}"
        return self.tell(f"{unit.chunk.title} — {told}" if titled else f"- {told}", unit, *beside, column=column)

    def _told(self, unit: Unit, column: str | None, scorer: Scorer) -> str:
        """A row by the cell that answers, as a sentence, else by its cells."""
        return tell_cell(unit, column, scorer.ranking, self.words) or tell_row(
            unit, scorer.ranking, scorer.intent, self.words, _ROW_CHARS
        )

    def _shown(self, heading: Heading, scorer: Scorer) -> str:
        """A heading, in the other language as a quotation."""
        own = heading.chunk.language == scorer.ranking.question.language
        return heading.text if own else f"« {heading.text} »"

    def rows(self, rows: Sequence[Headed], scorer: Scorer) -> Draft:
        """Rows that fit equally well, each document's title once."""
        title = ""
        for headed in rows[:_MAX_ROWS]:
            if not self.row(headed.row, scorer, headed.row.chunk.title != title, headed.heading):
                self.tail = self.words.read_on
                break
            title = headed.row.chunk.title
        return self.draft()

    def compared(self, units: Sequence[Unit], found: Sequence[Difference], scorer: Scorer) -> Draft:
        """The rows that are compared, as far as they are, and the arithmetic with a citation of each."""
        columns = [difference.column for difference in found]
        if len(units) == 1:
            self.row(units[0], scorer)
        else:
            self._told_cells(units, columns, scorer)
        for difference in found:
            of = f" ({difference.column})" if len(found) > 1 else ""
            more, less = (grouped(one.value, difference.unit) for one in (difference.more, difference.less))
            value = difference.more.value - difference.less.value
            template = self.words.difference if value else self.words.same_value
            result = grouped(value or difference.more.value, difference.unit)
            unit = self.words.units.get(difference.unit, difference.unit)
            told = template.format(of=of, more=more, less=less, result=f"{result} {unit}".strip())
            self.tell(told, *units, column=difference.column)
        return self.draft()

    def picked(self, pick: Pick, scorer: Scorer) -> Draft:
        """The rows that a superlative or a bound leaves."""
        if pick.superlative:
            self._introduce(self.words.extremes[pick.superlative])
        self._told_cells(pick.rows[:_MAX_ROWS], told_columns(pick, scorer), scorer)
        if len(pick.rows) > _MAX_ROWS:
            self.tail = self.words.read_on
        return self.draft()

    def offers(self, value: Quantity | None, prices: Sequence[tuple[Unit, str | None]], scorer: Scorer) -> Draft:
        """The price of each offer that has a value, or its lowest one (its row and the price's column), below
        what introduces them."""
        words = self.words
        self._introduce(words.lowest if value is None else words.several.format(value=show_quantity(value, words)))
        for unit, column in prices[:_MAX_ROWS]:
            told = self._told(unit, column, scorer)
            if not self.tell(f"- {unit.chunk.title} — {told}", unit, column=column):
                self.tail = self.words.read_on
                break
        if len(prices) > _MAX_ROWS:
            self.tail = self.words.read_on
        return self.draft()

    def plan(self, plan: Plan) -> Draft:
        """What the rows of a plan's column say of it."""
        for place, row in enumerate(plan.rows):
            before = "- " if place else f"{row.chunk.title} — "
            self.tell(before + plan_line(row, plan.column), row, column=plan.column)
        return self.draft()

    def cells(self, asked: AskedCells, scorer: Scorer) -> Draft:
        """The cells that the question names by row and column."""
        self._told_cells(asked.rows, asked.columns, scorer)
        return self.draft()

    def _told_cells(self, units: Sequence[Unit], columns: Sequence[str], scorer: Scorer) -> None:
        """Add rows as far as some columns tell them, each document's title once."""
        title = ""
        for unit in units:
            told = tell_cell(unit, columns[0], scorer.ranking, self.words) if len(columns) == 1 else None
            told = told or tell_cells(unit, columns, scorer.ranking, self.words)
            told = f"- {told}" if unit.chunk.title == title else f"{unit.chunk.title} — {told}"
            if not self.tell(told, unit, column=columns[0] if columns else None):
                self.tail = self.words.read_on
                break
            title = unit.chunk.title

    def _introduce(self, line: str) -> None:
        self._sentences.append(line)
        self._length += len(line) + 1

    def listing(self, introduction: str, items: Sequence[Unit]) -> None:
        """Add a list as far as it fits, below what introduces it."""
        if introduction:
            self._introduce(introduction)
        first = len(self._sentences)
        for item in items:
            if not self.tell(f"- {without_mark(item.text)}", item):
                self.tail = self.words.read_on
                break
        self._move_to_end(first)

    def _move_to_end(self, first: int) -> None:
        """Let what is said of a whole list, from one sentence on, stand at its end."""
        held = [pair for place in range(first, len(self._sentences)) for pair in self._notes[place]]
        of_list = [pair for pair in held if pair[1].stands == "end"]
        for place in range(first, len(self._sentences)):
            self._notes[place] = [pair for pair in self._notes[place] if pair not in of_list]
        if of_list:
            self._notes[len(self._sentences) - 1] += of_list

    def tiers(self, listing: Listing) -> Draft:
        """Tell all values of a column, with a citation of every chunk that holds one."""
        title = listing.rows[0].chunk.title
        self.tell(f"{title} — {listing.column} : {', '.join(listing.values)}", *listing.rows, column=listing.column)
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
        self.tell(self.words.only_told.format(name=name, title=title, columns=columns), row.row)
        return replace(self.draft(), reason="no-such-value")

    def _refuse(self, asked: str, existing: Sequence[str], rows: Sequence[Unit]) -> Draft:
        said = self.words.no_such_value.format(value=asked, title=rows[0].chunk.title)
        self.tell(f"{said}. {self.words.existing.format(values=', '.join(existing))}", *rows)
        return replace(self.draft(), reason="no-such-value")

    def draft(self) -> Draft:
        """What was collected."""
        return Draft(
            tuple(self._sentences),
            tuple(self._sources),
            self._limit,
            self._rows,
            tail=self.tail,
            cells=self._cells,
            notes=self._notes,
            narrowed=self._narrowed,
        )
