"""Codes of products (`DIR-825`, `AC23`): a row of another one is no answer, however like the codes are."""

import re
from collections.abc import Sequence

from core.answering.base import Draft
from core.answering.coded import MissingCode
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.language import is_arabizi
from core.text.normalise import fold
from core.text.numbers import find_quantities

_CODE = re.compile(
    r"(?<![\w-])(?:[A-Za-z]{2,5}-?[A-Za-z]?\d{2,5}[A-Za-z]{0,2}|[A-Z]{1,5}-?[A-Z]?\d{1,5}[A-Z]{0,2})(?![\w-]|[.,]\d)"
    r"|(?<![\w-])[A-Z]{2,5} \d{2,4}(?![\w-]|[.,]\d| ?[A-Za-z%])"
)
# Names of what is everywhere, and of versions and places in a document.
_NO_PRODUCTS = frozenset(
    "adsl vdsl lte ftth fttx ont wifi ip ipv usb rj cat sim v g h a t n p art page palier tva nd".split()
)
# A device's `V12`; in a question it is rather an offer's version.
_NONE_IN_ROWS = _NO_PRODUCTS - {"v"}
_FEWEST = 2
_LONGEST_NAME = 60
_MOST_NAMES = 12


def product_codes(text: str, none: frozenset[str] = _NO_PRODUCTS) -> list[str]:
    """The codes of products in a text, as typed; what begins with one of `none` is no product's."""
    taken = [(q.start, q.end) for q in find_quantities(text) if q.unit]
    return [
        match[0]
        for match in _CODE.finditer(text)
        if _series(match[0]) not in none
        and not any(start < match.end() and match.start() < end for start, end in taken)
        and not (is_arabizi(text) and match[0].islower())
    ]


def with_codes(units: Sequence[Unit], ranking: Ranking) -> list[Unit]:
    """Without the rows of other products, where the question names one by its code that a row has."""
    codes = product_codes(ranking.asked)
    named = {unit for unit in units if unit.kind == "row" and any(_holds(unit.text, code) for code in codes)}
    return [unit for unit in units if unit.kind != "row" or unit in named] if named else list(units)


def missing_product(ranking: Ranking, units: Sequence[Unit]) -> MissingCode | None:
    """The first code of the question that stands nowhere in the document, where its rows tell products apart by such
    codes.

    Args:
        units: of the one document that is asked about.
    """
    for code in product_codes(ranking.asked):
        if any(_holds(f"{unit.chunk.title}\n{unit.chunk.section}\n{unit.text}", code) for unit in units):
            continue
        column = _column_of_codes(code, units)
        rows = _of_that_kind(code, [unit for unit, _ in column], ranking) if column else []
        names = tuple(dict.fromkeys(cell.value for unit, cell in column if unit in rows))
        if len(names) >= _FEWEST:
            return MissingCode(code, names[:_MOST_NAMES], tuple(rows))
    return None


def lacks_product(ranking: Ranking, draft: Draft) -> bool:
    """True where no passage of an answer has a product's code that the question gives: it tells of another."""
    text = "\n".join(f"{chunk.title}\n{chunk.section}\n{chunk.text}" for chunk in draft.sources)
    return any(not _holds(text, code) for code in product_codes(ranking.asked))


def tells_product(ranking: Ranking, draft: Draft) -> bool:
    """True where an answer tells of every product whose code the question gives, whatever else it calls it."""
    codes = product_codes(ranking.asked)
    return bool(codes) and all(_holds("\n".join(draft.sentences), code) for code in codes)


def _column_of_codes(code: str, units: Sequence[Unit]) -> list[tuple[Unit, Cell]]:
    """The cells of the columns that name products by codes, with their rows; rather those with the code's letters."""
    columns: dict[str, list[tuple[Unit, Cell]]] = {}
    for unit in units:
        for cell in unit.cells:
            if len(cell.value) <= _LONGEST_NAME and product_codes(cell.value, _NONE_IN_ROWS):
                columns.setdefault(fold(cell.column), []).append((unit, cell))
    return max(columns.values(), key=lambda held: (_has_series(code, held), len(held)), default=[])


def _has_series(code: str, held: Sequence[tuple[Unit, Cell]]) -> bool:
    return any(_series(own) == _series(code) for _, cell in held for own in product_codes(cell.value))


def _of_that_kind(code: str, rows: Sequence[Unit], ranking: Ranking) -> list[Unit]:
    """The rows that say what the question calls the product (`répéteur`), or have its letters; all where none does."""
    same = [row for row in rows if any(_series(own) == _series(code) for own in product_codes(row.text))]
    words = [term for term in ranking.query.terms if term.kind == "word" and not term.stands_in(_said_by_all(rows))]
    called = [row for row in rows if any(term.stands_in(row.tokens) for term in words)]
    return next((own for own in (same, called) if len(own) >= _FEWEST), list(rows))


def _said_by_all(rows: Sequence[Unit]) -> frozenset[str]:
    return frozenset.intersection(*(row.tokens | row.heading_tokens for row in rows))


def _holds(text: str, code: str) -> bool:
    """True where a text has the code, with hyphens and blanks or without."""
    signs = map(re.escape, re.sub(r"[ -]", "", fold(code)))
    return bool(re.search(rf"(?<![a-z\d]){'[ -]?'.join(signs)}(?![a-z\d])", fold(text)))


def _series(code: str) -> str:
    """The letters that a code begins with."""
    return re.split(r"[^a-z]", fold(code), maxsplit=1)[0]
