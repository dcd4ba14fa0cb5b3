"""Chunks taken apart into what can be quoted: table rows, list items with what introduces them, sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Literal

from core.answering.checks import quantities_of
from core.answering.disputes import Dispute, Disputes
from core.answering.said import cell_quantities
from core.documents.chunk import Chunk
from core.documents.rows import Cell, is_row, parse_row
from core.text.networks import Networks
from core.text.numbers import Quantity, find_quantities, unit_of_name
from core.text.sentences import split_sentences
from core.text.tokens import Analyser

_MARK = re.compile(r"^\s*(?:[-•*▪➢✓–]\s*|\d{1,2}\s*[.)\-–/]\s*(?=\D)|[a-zأ-ي][.)]\s+)")
_INTRODUCES = (":", "：")
_QUOTES = ("«", "“", '"')
_CLAUSE_END = re.compile(r"[;؛]")
_ORDER = re.compile(r"[A-ZÉ][a-zà-ÿ]{2,}(?:er|ir|re)\s")


@dataclass(frozen=True)
class Unit:
    """A quotable piece of a chunk, in the order of its lines.

    `introduction` is the line that introduces a list item or a table, '' elsewhere and below a mere `NB :`; `cells` are
    a row's, () elsewhere. `tokens` are its own, for a row those of its values; `heading_tokens` those that it shares
    with its neighbours: its introduction, the names of a row's columns; `column_tokens` the latter cell by cell,
    without what several columns share (`Tarif › TTC`), `path_tokens` with it. `disputes` are the contradictions that
    it is one side of; where another document's value stands, that is the value here.
    """

    chunk: Chunk
    kind: Literal["row", "item", "sentence"]
    text: str
    tokens: frozenset[str]
    quantities: tuple[Quantity, ...]
    cells: tuple[Cell, ...] = ()
    introduction: str = ""
    heading_tokens: frozenset[str] = frozenset()
    column_tokens: tuple[frozenset[str], ...] = ()
    path_tokens: tuple[frozenset[str], ...] = ()
    disputes: tuple[Dispute, ...] = ()


class UnitReader:
    """Takes chunks apart, each once: it lives as long as its index version. For one thread."""

    def __init__(self, analyser: Analyser, disputes: Disputes | None = None) -> None:
        self.networks = Networks(analyser)
        self._analyser = analyser
        self._disputes = disputes or Disputes()
        self._units: dict[str, tuple[Unit, ...]] = {}
        self._headed: dict[str, frozenset[str]] = {}
        self._titles: dict[str, frozenset[str]] = {}
        self._own: dict[str, frozenset[str]] = {}

    def units(self, chunk: Chunk) -> tuple[Unit, ...]:
        """Every unit of a chunk, in order."""
        if chunk.id not in self._units:
            self._units[chunk.id] = tuple(
                settled for unit in self._take_apart(chunk) if (settled := self._settled(unit)) is not None
            )
        return self._units[chunk.id]

    def title_tokens(self, chunk: Chunk) -> frozenset[str]:
        """Tokens of what stands above the whole chunk: the document's and the section's titles, and the file's name,
        which may keep a name that the title translates."""
        if chunk.id not in self._titles:
            file = PurePosixPath(chunk.document).stem.replace("_", " ")
            self._titles[chunk.id] = frozenset(self._analyser.tokens(f"{chunk.title}\n{chunk.section}\n{file}"))
        return self._titles[chunk.id]

    def headed_tokens(self, unit: Unit) -> frozenset[str]:
        """Tokens of what stands right above a unit: the section's title and the line that introduces it."""
        above = f"{unit.chunk.section}\n{unit.introduction}"
        if above not in self._headed:
            self._headed[above] = frozenset(self._analyser.tokens(above))
        return self._headed[above]

    def own_tokens(self, chunk: Chunk) -> frozenset[str]:
        """Tokens of the section's title and the text: what tells a chunk from the others of its document."""
        if chunk.id not in self._own:
            self._own[chunk.id] = frozenset(self._analyser.tokens(f"{chunk.section}\n{chunk.text}"))
        return self._own[chunk.id]

    def tokens(self, text: str) -> list[str]:
        """The tokens of any text."""
        return self._analyser.tokens(text)

    def labels(self, text: str) -> list[tuple[str, str]]:
        """The coded nouns of a text (`Palier 06`), as (stem, code)."""
        return self._analyser.labels(text)

    def line(self, chunk: Chunk, text: str) -> Unit:
        """A title or a line of a chunk, to be cited by itself."""
        return self._unit(chunk, "sentence", text)

    def lines(self, chunk: Chunk) -> Iterator[Unit]:
        """The chunk's lines but for rows and blank ones, in order: what introduces steps stands among them, prose as
        its sentences. A step that leaves off before what it quotes goes on with it."""
        pending = ""
        for line in map(str.strip, chunk.text.splitlines()):
            if pending:
                if line.startswith(_QUOTES) and not _MARK.match(line):
                    yield self._unit(chunk, "item", f"{pending} {line}")
                    pending = ""
                    continue
                yield self._unit(chunk, "item", pending)
                pending = ""
            if not line or line.startswith("#") or is_row(line):
                continue
            if is_step(line) and line.endswith(_INTRODUCES):
                pending = line
            elif _MARK.match(line) or line.endswith(_INTRODUCES):
                yield self._unit(chunk, "item", line)
            else:
                for sentence in split_sentences(line):
                    yield self._unit(chunk, "sentence", sentence)
        if pending:
            yield self._unit(chunk, "item", pending)

    def _take_apart(self, chunk: Chunk) -> Iterator[Unit]:
        introduction = ""
        lines = [line.strip() for line in chunk.text.splitlines()]
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            if not line or line.startswith("#"):
                introduction = ""
            elif is_row(line):
                yield self._unit(chunk, "row", line, cells=parse_row(line), introduction=introduction)
            elif is_row(following) and line.endswith(_INTRODUCES):
                introduction = line  # marked or not: `b) Deuxième accès :` above a table
            elif _MARK.match(line):
                yield self._unit(chunk, "item", line, introduction=introduction)
            elif line.endswith(_INTRODUCES) or (_MARK.match(following) and line[-1] not in ".!?؟;؛"):
                introduction = line if len(self._analyser.words(line)) > 1 else ""
            else:
                introduction = ""
                for sentence in split_sentences(line):
                    for clause in _clauses(sentence):
                        yield self._unit(chunk, "sentence", clause)

    def _settled(self, unit: Unit) -> Unit | None:
        """The unit with its disputes, put right by them; None for a row of which it was decided that there is none."""
        if unit.cells:
            disputes = self._disputes.of_row(unit.chunk, unit.text, unit.cells)
        else:
            disputes = self._disputes.of_line(unit.chunk, without_mark(unit.text))
        if any(dispute.kind == "missing row" and dispute.standing == "overruled" for dispute in disputes):
            return None
        for dispute in disputes:
            changed = self._put_right(unit, dispute) if dispute.yields else None
            if changed is not None:
                unit, dispute = changed, replace(dispute, settled=True)
            unit = replace(unit, disputes=(*unit.disputes, dispute))
        return unit

    def _put_right(self, unit: Unit, dispute: Dispute) -> Unit | None:
        """The unit with what the other document says; None where that can't be put in its words."""
        if not unit.cells:
            text = dispute.put_right(unit.text)
            changed = self._unit(unit.chunk, unit.kind, text, introduction=unit.introduction) if text else None
        else:
            own = [place for place, cell in enumerate(unit.cells) if cell.column == dispute.own.column]
            value = dispute.put_right(unit.cells[own[0]].value) if len(own) == 1 else None
            if value is None:
                return None
            cells = [*unit.cells]
            cells[own[0]] = replace(cells[own[0]], value=value)
            changed = self._unit(unit.chunk, "row", unit.text, tuple(cells), unit.introduction)
        return replace(changed, disputes=unit.disputes) if changed else None

    def _unit(
        self,
        chunk: Chunk,
        kind: Literal["row", "item", "sentence"],
        text: str,
        cells: tuple[Cell, ...] = (),
        introduction: str = "",
    ) -> Unit:
        own = " \n ".join(cell.value for cell in cells) if cells else text
        heading = " \n ".join([*(cell.column for cell in cells), introduction])
        return Unit(
            chunk,
            kind,
            text,
            frozenset(self._analyser.tokens(own)),
            _row_quantities(cells) if cells else tuple(quantities_of(text)),
            cells,
            introduction,
            frozenset(self._analyser.tokens(heading)),
            tuple(frozenset(self._analyser.tokens(cell.column.rpartition(" › ")[2])) for cell in cells),
            tuple(frozenset(self._analyser.tokens(cell.column)) for cell in cells),
        )


def _row_quantities(cells: tuple[Cell, ...]) -> tuple[Quantity, ...]:
    """The numbers of a row's values, with the unit of their column or, where the table lies on its side, of the row's
    name (`Tarif mensuel (DA TTC) | 3 120 | 3 490`)."""
    of_row = "" if find_quantities(cells[0].value) else unit_of_name(cells[0].value)
    return tuple(
        replace(quantity, unit=quantity.unit or of_row) for cell in cells for quantity in cell_quantities(cell)
    )


def _clauses(sentence: str) -> list[str]:
    """A sentence that tells several values of one kind one after another (`accès = 4 500 DA ; pose = 2 500 DA`), taken
    apart: each is an answer of its own."""
    clauses = [clause.strip() for clause in _CLAUSE_END.split(sentence) if clause.strip()]
    units = [{quantity.unit for quantity in find_quantities(clause)} - {""} for clause in clauses]
    return clauses if len(clauses) > 1 and set.intersection(*units) else [sentence]


def is_step(line: str) -> bool:
    """True for an item with its mark, and for what French guides write as an order: `Cliquer sur …`."""
    return bool(_MARK.match(line) or _ORDER.match(line))


def without_mark(item: str) -> str:
    """A list item or step without its mark or number."""
    return _MARK.sub("", item).strip()
