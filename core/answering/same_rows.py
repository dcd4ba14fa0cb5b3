"""The same row in two tables of one document: `480 Mbps` of the employees and of their parents. What stands above the
tables tells whose it is; a price that is another's is wrong, so where the question doesn't say whose, all are told.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from core.answering.cells import row_keys, says_past
from core.answering.headings import Heading, above, joined
from core.answering.intent import LISTS, MEASURE_GROUPS
from core.answering.marking import answering_column
from core.answering.material import Material
from core.answering.meant import meant_units
from core.answering.rows import hit
from core.answering.said import cell_quantities
from core.answering.scoring import Scorer
from core.answering.units import Unit
from core.documents.chunk import Chunk
from core.documents.rows import Cell
from core.text.normalise import fold
from core.text.query import Term

# What weighs less, as the trade's everyday words do, doesn't tell tables apart; nor, of few chunks, what weighs less
# than this share of the most telling word.
_EVERYDAY = 1.5
_TELLING = 0.5
# A question above a table (`Quels sont les détails de l'offre ?`) says less of it than any other line.
_ASKED = ("?", "؟")
_LONGEST = 120
_ASKS = MEASURE_GROUPS | LISTS


@dataclass(frozen=True)
class Headed:
    """A row that is told, and what tells its table from the others that hold it; None where there is but one."""

    row: Unit
    heading: Heading | None = None


def told_apart(rows: Sequence[Unit], material: Material, scorer: Scorer) -> tuple[list[Headed], list[Unit]]:
    """The rows to tell in place of those that were chosen, and the same ones of tables that are not meant."""
    told: list[Headed] = []
    left: list[Unit] = []
    for document in dict.fromkeys(row.chunk.document for row in rows):
        units = meant_units(material.units_of(document), scorer.ranking, scorer.reader)
        known: set[Unit] = set()
        for row in rows:
            if row.chunk.document != document or row in known:
                continue
            rivals = _rivals(row, units, scorer)
            if not rivals:
                told.append(Headed(row))
                continue
            same = [unit for unit in units if unit == row or unit in rivals]
            known.update(same)
            tables = _SameRow(same, units, material.chunks(document), scorer)
            meant = tables.meant()
            told += [Headed(unit, tables.heading(unit)) for unit in meant]
            left += [unit for unit in same if unit not in meant]
    return told, left


def _rivals(row: Unit, everything: Sequence[Unit], scorer: Scorer) -> list[Unit]:
    """The rows of other tables that the question names as well as this one, with another value of what is asked."""
    table = next((own for own in _tables(everything) if row in own), [])
    ranking = scorer.ranking
    keys, past = row_keys(ranking, [row]), says_past(ranking.asked)
    said = [term for term in ranking.query.terms if term.kind != "number" and term.stands_in(row.tokens)]
    coded = any(term.kind == "label" for term in said)
    return [
        other
        for other in everything
        if other.kind == "row"
        and other not in table
        and all(hit(other, key, past) >= hit(row, key, past) for key in keys)
        and all(term.stands_in(other.tokens) for term in said)
        and (keys or coded or fold(other.cells[0].value) == fold(row.cells[0].value))
        and _tells_another(row, other, scorer)
    ]


def _tables(everything: Sequence[Unit]) -> Iterator[list[Unit]]:
    """The rows of each table; one that goes on in the next chunk is one."""
    table: list[Unit] = []
    for unit, following in pairwise([*everything, None]):
        if unit is None or unit.kind != "row":
            continue
        table.append(unit)
        if following is None or _table(following) != _table(unit):
            yield table
            table = []


def _table(unit: Unit) -> tuple[str, ...]:
    columns = (cell.column for cell in unit.cells)
    return (unit.chunk.section, unit.introduction, *columns) if unit.kind == "row" else ()


def _tells_another(row: Unit, other: Unit, scorer: Scorer) -> bool:
    """True where the cells that answer, else those below the same columns, hold different values."""
    answering = [_answering(unit, scorer) for unit in (row, other)]
    if all(answering):
        (own, path), (its, path_of_other) = (found for found in answering if found)
        return bool(path & path_of_other) and _value(own) != _value(its)
    below = dict(zip(other.path_tokens, other.cells, strict=True))
    both = [(cell, below[path]) for cell, path in zip(row.cells, row.path_tokens, strict=True) if path in below]
    return 2 * len(both) > len(row.cells) and any(_value(own) != _value(its) for own, its in both)


def _answering(unit: Unit, scorer: Scorer) -> tuple[Cell, Set[str]] | None:
    """The cell that holds a value of the kind that is asked for, and the tokens of its column's names."""
    column = answering_column(unit, scorer.ranking, scorer.intent)
    for cell, path in zip(unit.cells, unit.path_tokens, strict=True):
        if cell.column == column and any(quantity.unit in scorer.intent.units for quantity in cell_quantities(cell)):
            return cell, path
    return None


def _value(cell: Cell) -> object:
    """What a cell says, however it is written."""
    return [(quantity.value, quantity.unit) for quantity in cell_quantities(cell)] or fold(cell.value)


class _SameRow:
    """Tables of one document that hold the same row.

    Args:
        same: that row of each, in the order of the document.
    """

    def __init__(
        self, same: Sequence[Unit], everything: Sequence[Unit], chunks: Sequence[Chunk], scorer: Scorer
    ) -> None:
        self._scorer = scorer
        self._same = same
        ends = [table[-1] for unit in same[:-1] for table in _tables(everything) if unit in table]
        self._above = {unit: above(unit, end, chunks) for end, unit in zip([None, *ends], same, strict=True)}
        self._headings = {
            unit: frozenset(self._tokens(heading.text for heading in own.headings)) for unit, own in self._above.items()
        }

    def _tokens(self, texts: Iterable[str]) -> list[str]:
        return self._scorer.reader.tokens("\n".join(texts))

    def meant(self) -> list[Unit]:
        """The rows whose tables' headings say most of the question; where these say the same, the sentences do."""
        for with_sentences in (False, True):
            said = {unit: self._said(unit, with_sentences) for unit in self._same}
            left = [unit for unit, own in said.items() if not any(own < other for other in said.values())]
            if len(left) < len(self._same):
                return left
        return [*self._same]

    def _said(self, unit: Unit, with_sentences: bool) -> frozenset[str]:
        """The telling terms of the question that a row or what stands above it says."""
        tokens = self._headings[unit] | unit.tokens | unit.heading_tokens
        if with_sentences:
            tokens |= frozenset(self._tokens(self._above[unit].sentences))
        return frozenset(term.name for term in self._telling(unit) if term.stands_in(tokens))

    def _telling(self, unit: Unit) -> list[Term]:
        """The question's words but everyday ones, those of the document's title and those that ask."""
        ranking, title = self._scorer.ranking, frozenset(self._tokens([unit.chunk.title]))
        terms = [
            term
            for term in ranking.query.terms
            if term.kind != "number" and term.name not in ranking.unknown | _ASKS and not term.stands_in(title)
        ]
        least = min(_EVERYDAY, _TELLING * max((ranking.idf[term.name] for term in terms), default=0.0))
        return [term for term in terms if ranking.idf[term.name] >= least]

    def heading(self, unit: Unit) -> Heading | None:
        """What stands above a row and not above the others: right above it, or farther up."""
        others = [tokens for other, tokens in self._headings.items() if other != unit]
        known = frozenset().union(*others, unit.tokens, self._tokens([unit.chunk.title]))
        own = [heading for heading in self._above[unit].headings if not known.issuperset(self._tokens([heading.text]))]
        own = [heading for heading in own if not heading.text.endswith(_ASKED)] or own
        near = joined([heading for heading in own if heading.chunk.id == unit.chunk.id] or own[:1])
        return own[0] if near is not None and len(near.text) > _LONGEST else near
