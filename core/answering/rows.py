"""The table rows that a question means."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answering.cells import KEY_UNITS, cells_below, row_keys, says_direction, says_past
from core.answering.fitting import fitting, lies_within
from core.answering.intent import MEASURES
from core.answering.said import cell_quantities
from core.answering.scoring import Scorer
from core.answering.units import Unit
from core.documents.names_units import per_in
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

_KEY_HIT = 6.0
_PAST_HIT = 0.6
_COLUMN_HIT = 0.5
_COMPARES = frozenset({"difference"})
_SAME_STANDING = 0.97


@dataclass(frozen=True)
class RowChoice:
    """The rows that fit equally well, in the order of the documents, and their score."""

    units: tuple[Unit, ...]
    score: float


def choose_rows(units: Iterable[Unit], scorer: Scorer) -> RowChoice | None:
    """The rows that hold the numbers asked for and fit best: where two are compared the best row for each, of one
    document, else every number in one row. None where there are none."""
    rows = [unit for unit in units if unit.kind == "row" and says_direction(unit, scorer.ranking)]
    asked = row_keys(scorer.ranking, rows)
    if len(asked) > 1 and scorer.ranking.query.groups & _COMPARES:
        by_document = {
            unit.chunk.document: [o for o in rows if o.chunk.document == unit.chunk.document] for unit in rows
        }
        pairs = [_each(own, asked, scorer) for own in by_document.values()]
        if found := [pair for pair in pairs if pair is not None]:
            return max(found, key=lambda pair: pair.score)
    return _named(rows, scorer) or _choose(rows, asked, scorer)


@dataclass(frozen=True)
class AskedCells:
    """The rows of a coded name (`Wi-Fi 7`) and the columns that the question names besides it (`Garantie`)."""

    rows: tuple[Unit, ...]
    columns: tuple[str, ...]


def asked_cells(units: Iterable[Unit], scorer: Scorer) -> AskedCells | None:
    """The cells that a question names by row and column without asking for a measure; None where it says more than
    its table does, or means no one row."""
    coded = [term for term in scorer.ranking.query.terms if term.kind == "label"]
    words = [term for term in scorer.ranking.query.terms if term.kind == "word"]
    found: dict[Unit, list[str]] = {}
    for unit in units:
        if unit.kind != "row" or not coded:
            continue
        name = frozenset(scorer.reader.tokens(unit.cells[0].value))
        whole = unit.tokens | unit.heading_tokens | scorer.reader.title_tokens(unit.chunk)
        asked = [
            cell.column
            for cell, path in zip(unit.cells[1:], unit.path_tokens[1:], strict=True)
            if any(term.stands_in(path) and not term.stands_in(name) for term in words)
        ]
        if asked and all(term.stands_in(name) for term in coded) and all(term.stands_in(whole) for term in words):
            found[unit] = asked
    own = [row for row in found if row.chunk.language == scorer.ranking.question.language] or list(found)
    return AskedCells((own[0],), tuple(found[own[0]])) if len(own) == 1 else None


def _named(rows: Sequence[Unit], scorer: Scorer) -> RowChoice | None:
    """Rows of one table that the question names word for word (`Box M ou Box L`); None where it doesn't name two."""
    tables: dict[tuple[str, tuple[str, ...]], dict[str, Unit]] = {}
    named = [unit for unit in rows if scorer.named(unit)]
    keys = {fold(unit.cells[0].value) for unit in named}
    for unit in named:
        key = fold(unit.cells[0].value)
        if not any(key != other and f" {key} " in f" {other} " for other in keys):
            table = unit.chunk.document, tuple(cell.column for cell in unit.cells)
            tables.setdefault(table, {}).setdefault(key, unit)
    if not (several := [tuple(found.values()) for found in tables.values() if len(found) > 1]):
        return None
    scored = [(max(scorer.of(unit, scorer.of_text(unit)) for unit in units), units) for units in several]
    score, units = max(scored, key=lambda table: table[0])
    return RowChoice(units, score)


def _each(rows: Sequence[Unit], asked: Sequence[Quantity], scorer: Scorer) -> RowChoice | None:
    """The best rows of one document for each number; None where one of them has none."""
    choices = [_choose(rows, [quantity], scorer) for quantity in asked]
    found = [choice for choice in choices if choice is not None]
    if len(found) < len(choices):
        return None
    units = dict.fromkeys(unit for choice in found for unit in choice.units)
    return RowChoice(tuple(units), sum(choice.score for choice in found))


def _choose(rows: Sequence[Unit], asked: Sequence[Quantity], scorer: Scorer) -> RowChoice | None:
    past = says_past(scorer.ranking.asked)
    scored = []
    for unit in rows:
        hits = [hit(unit, quantity, past) for quantity in asked]
        # Two numbers name a cell of a matrix by its row and its column: both can't be columns.
        if all(hits) and (len(hits) < 2 or max(hits) > _COLUMN_HIT):
            own = scorer.of_text(unit, numbers=False) + _KEY_HIT * (sum(hits) + _is_of_range(unit, scorer))
            scored.append((scorer.of(unit, own), unit))
    if not scored:
        return None
    best = max(score for score, _ in scored)
    alike = _monthly([unit for score, unit in scored if score >= _SAME_STANDING * best], scorer)
    return RowChoice(tuple(fitting(_coded(alike, scorer) or alike, scorer.ranking.query.quantities)), best)


def _is_of_range(row: Unit, scorer: Scorer) -> bool:
    """True for a row whose range an amount of the question lies in."""
    return any(lies_within(row, quantity) for quantity in scorer.ranking.query.quantities if quantity.unit == "da")


def _monthly(rows: Sequence[Unit], scorer: Scorer) -> Sequence[Unit]:
    """Of rows that fit alike those that tell what is paid a month, where a price is asked without its word (`شحال Play
    440`); all of them where none does."""
    said = {term.name for term in scorer.ranking.query.terms}
    if scorer.intent.units != {"da"} or said & MEASURES["price"][0]:
        return rows
    return [row for row in rows if per_in(fold(row.text)) == "month"] or rows


def _coded(rows: Sequence[Unit], scorer: Scorer) -> list[Unit]:
    """The rows that say a coded noun of the question (`palier 3`), however common it is."""
    labels = [term for term in scorer.ranking.query.terms if term.kind == "label"]
    return [unit for unit in rows if any(term.stands_in(unit.tokens) for term in labels)]


def overlooks(unit: Unit, row: Unit, scorer: Scorer) -> bool:
    """True where a row of the same document tells the value of the tier or duration that the question gives, and a
    sentence leaves it out: an example for one month doesn't answer what six months give."""
    tells = scorer.measured(row) == 1.0 or not scorer.intent.units
    return tells and unit.chunk.document in (row.chunk.document, row.chunk.twin) and leaves_out(unit, scorer)


def leaves_out(unit: Unit, scorer: Scorer) -> bool:
    """True where a unit doesn't hold a tier or duration that the question gives."""
    keys = [quantity for quantity in scorer.ranking.query.quantities if quantity.unit in KEY_UNITS]
    return not all(any(key.matches(own) for own in unit.quantities if own.unit) for key in keys)


def hit(unit: Unit, asked: Quantity, past: bool) -> float:
    """1 where a cell holds the number, less where only the column of the other time or a column's name does; else 0."""
    best, below = 0.0, cells_below(unit, [asked])
    for cell in unit.cells:
        if below and find_quantities(cell.column):
            continue  # `Play 440 : 220` is what a column of the kind asked for holds, not the row of 220
        if any(asked.matches(quantity) for quantity in cell_quantities(cell)):
            right_time = says_past(cell.column) == past
            best = max(best, 1.0 if right_time else _PAST_HIT)
    return best or (_COLUMN_HIT if below else 0.0)
