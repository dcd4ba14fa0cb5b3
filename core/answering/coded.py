"""A coded noun of the question (`palier 9`, `catégorie D`) that names no row, or one whose row says nothing asked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.answering.cells import row_keys, says_direction, says_past
from core.answering.intent import Intent
from core.answering.said import cell_quantities
from core.answering.units import Unit, UnitReader
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity
from core.text.query import Term

# Fewer coded rows are no list of all there are; a longer cell is prose that mentions a code.
_FEWEST_CODES = 2
_LONGEST_NAME = 30
_LONGEST_CODE = 2


@dataclass(frozen=True)
class MissingCode:
    """A coded noun as the question writes it, what the document's rows name of its kind, and these rows."""

    asked: str
    existing: tuple[str, ...]
    rows: tuple[Unit, ...]


@dataclass(frozen=True)
class Untold:
    """What names a row, and the names of its other columns: none of them says what is asked."""

    name: str | Quantity
    columns: tuple[str, ...]
    row: Unit


def missing_code(ranking: Ranking, units: Sequence[Unit], reader: UnitReader) -> MissingCode | None:
    """The first coded noun of the question that stands nowhere in the document, where rows list others of its kind.

    Args:
        units: of the one document that is asked about.
    """
    for term in _coded(ranking):
        asked = _code(term)
        if any(term.stands_in(unit.tokens | unit.heading_tokens | reader.title_tokens(unit.chunk)) for unit in units):
            continue
        found = [(name, code, unit) for unit in _rows(units) for name, code in _names(unit, term, reader)]
        codes = {code for _, code, _ in found}
        if len(codes) < _FEWEST_CODES or asked in codes or not all(_alike(asked, code) for code in codes):
            continue
        names = tuple(dict.fromkeys(name for name, _, _ in found))
        return MissingCode(_as_asked(term, ranking, reader), names, tuple(dict.fromkeys(unit for *_, unit in found)))
    return None


def untold(ranking: Ranking, intent: Intent, units: Sequence[Unit], reader: UnitReader) -> Untold | None:
    """The row that a coded noun names, where the document tells no value at all of the measure asked for; the row that
    a number names, where the upload is asked for and nothing says it."""
    rows = _rows(units)
    if not any(says_direction(unit, ranking) for unit in units):
        for key in row_keys(ranking, rows):
            for row in rows:
                holding = {cell.value: q for cell in row.cells for q in cell_quantities(cell) if key.matches(q)}
                if holding:
                    return Untold(next(iter(holding.values())), _others(row, set(holding)), row)
    if not intent.units or any(quantity.unit in intent.units for unit in units for quantity in unit.quantities):
        return None
    for term in _coded(ranking):
        for unit in rows:
            named = {name for name, code in _names(unit, term, reader) if code == _code(term)}
            if named and not _tells_number(unit, named):
                return Untold(min(named), _others(unit, named), unit)
    return None


def _others(unit: Unit, named: set[str]) -> tuple[str, ...]:
    """The names of a row's other columns, but for those of what was."""
    others = (cell.column for cell in unit.cells if cell.value not in named and not says_past(cell.column))
    return tuple(dict.fromkeys(filter(None, others)))


def _coded(ranking: Ranking) -> list[Term]:
    return [term for term in ranking.query.terms if term.kind == "label"]


def _rows(units: Iterable[Unit]) -> list[Unit]:
    return [unit for unit in units if unit.kind == "row"]


def _code(term: Term) -> str:
    return term.name.rpartition("_")[2]


def _alike(code: str, other: str) -> bool:
    """Both numbers, or both single letters: two letters behind a noun may be any word (`paiement my`)."""
    return (code.isdigit() and other.isdigit()) or (code.isalpha() and len(code) == len(other) == 1)


def _names(unit: Unit, term: Term, reader: UnitReader) -> Iterator[tuple[str, str]]:
    """The row's cells that are named after the term's noun in either language (`Palier 06`, a bare `06` below
    `Palier`), each with its code."""
    nouns = {token.rpartition("_")[0] for alternative in term.alternatives for token in alternative}
    for cell, column in zip(unit.cells, unit.column_tokens, strict=True):
        bare = fold(cell.value).strip().lstrip("0")
        if column and column <= nouns and bare.isalnum() and len(bare) <= _LONGEST_CODE:
            yield cell.value, bare
        elif len(cell.value) <= _LONGEST_NAME:
            yield from ((cell.value, code) for noun, code in reader.labels(cell.value) if noun in nouns)


def _as_asked(term: Term, ranking: Ranking, reader: UnitReader) -> str:
    """The noun and its code as the question writes them."""
    words = ranking.asked.split()
    pairs = (f"{noun} {code.strip('?!.,;:؟،')}" for noun, code in pairwise(words))
    return next((pair for pair in pairs if term.name in (f"{noun}_{code}" for noun, code in reader.labels(pair))), "")


def _tells_number(unit: Unit, named: set[str]) -> bool:
    """True where a cell holds a number whose unit stands nowhere: it may be the value asked for."""
    return any(
        not quantity.unit and not any(str(quantity.value) in name for name in named) for quantity in unit.quantities
    )
