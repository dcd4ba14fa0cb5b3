"""The one cell that answers, as a sentence in the asker's language: `440 Mbps : 2 970 DA TTC par mois`.

Value, unit, tax and the time paid are read from the cell and its names (`core/documents/cell_values.py`), so that they
can be said in either language; what a row is called is said as the document writes it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.answering.cells import row_keys, says_past
from core.answering.phrases import Phrases
from core.answering.quantities import grouped, show_quantity
from core.answering.row_naming import rows_named
from core.answering.said import cell_quantities
from core.answering.units import Unit
from core.documents.cell_values import typed
from core.documents.names_units import NOTHING, PER, TAXES, said_by_column, said_by_row
from core.documents.rows import Cell
from core.documents.table_data import TypedCell
from core.retrieval import Ranking
from core.text.normalise import count_letters, fold
from core.text.numbers import Quantity, find_quantities

_SPOKEN = frozenset({"amount", "speed", "volume", "duration"})
# Names of columns that say no more than the value does: `Tarif mensuel (DA TTC) › Nouveau`.
_PRICE_NAMES = frozenset(
    "tarif tarifs tarification prix abonnement redevance montant cout nouveau nouvelle nouveaux da dinars de du d l en"
    " سعر اسعار تسعيره تسعيرات ثمن مبلغ اشتراك جديد جديده دج دينار".split()
)
_CONDITION = re.compile(r"engagement|validit|condition|categorie|duree|التزام|صلاحي|شرط|شروط|فئه|مده")
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_MONEY = frozenset({"price", "amount", "dinar"})
_LONGEST_KEY = 60
_LONGEST_NAME = 12
_LONGEST_CONDITION = 80


@dataclass(frozen=True)
class _Told:
    """The parts of a sentence: what it is about besides the document, the measure's name, whether the value says by
    itself what it is (`2 970 DA par mois`), the value."""

    subject: str
    name: str
    is_plain: bool
    value: str
    conditions: tuple[str, ...] = ()


def tell_cell(unit: Unit, column: str | None, ranking: Ranking, words: Phrases) -> str | None:
    """The row's cell below `column` as a sentence without the document's title; None where the row is better told cell
    by cell: the value is no single measure, or what names it can't be said in the asker's language.
    """
    cell = next((cell for cell in unit.cells if cell.column == column), None)
    if cell is None or _asks_for_more(unit, cell, ranking):
        return None
    told = _on_its_side(unit, cell, words) or _below_its_column(unit, cell, ranking, words)
    if told is None:
        return None
    return next((line for line in _lines(told, unit, ranking, words) if _is_named(line, unit, ranking)), None)


def _lines(told: _Told, unit: Unit, ranking: Ranking, words: Phrases) -> Iterator[str]:
    """The ways to say it, the best one first."""
    if told.is_plain and _sayable(told.subject, unit, ranking):
        plain = words.cell.format(subject=told.subject, value=told.value)
        yield words.list_separator.join((plain, *told.conditions))
        yield plain
    if _sayable(f"{told.subject} {told.name}", unit, ranking):
        named = words.labelled_cell.format(subject=told.subject, label=told.name, value=told.value)
        yield words.list_separator.join((named, *told.conditions))
        yield named


def _asks_for_more(unit: Unit, told: Cell, ranking: Ranking) -> bool:
    """True where the question names another column of the row too: `volume et validité`. What only says that money is
    asked for (`combien coûte la caution`) names none."""
    is_amount = any(quantity.unit == "da" for quantity in cell_quantities(told))
    words = [term for term in ranking.query.terms if term.kind == "word" and not (is_amount and term.name in _MONEY)]
    paths = dict(zip(unit.cells, unit.path_tokens, strict=True))
    own = {term.name for term in words if term.stands_in(paths[told])}
    return any(
        any(term.name not in own and term.stands_in(path) for term in words)
        for cell, path in paths.items()
        if cell is not told and cell is not unit.cells[0] and cell_quantities(cell)
    )


def _below_its_column(unit: Unit, cell: Cell, ranking: Ranking, words: Phrases) -> _Told | None:
    """A row that its first cells name; the column says what is measured."""
    if find_quantities(cell.column):
        return None  # a matrix: two numbers name the cell, and its column's name is one of them
    value = _value(typed(cell.value, said_by_column(cell.column)), words)
    keys = _keys(unit, cell, ranking)
    if value is None or not keys:
        return None
    subject = words.list_separator.join(_key(key, words) for key in keys)
    conditions = tuple(_conditions(unit, [cell, *keys], ranking, words))
    return _Told(subject, *_named(cell.column, cell_quantities(cell)[0].unit == "da"), value, conditions)


def _on_its_side(unit: Unit, cell: Cell, words: Phrases) -> _Told | None:
    """A row that is a measure of money; its columns are tiers: `Play 440`."""
    first = unit.cells[0]
    if cell is first or not find_quantities(cell.column):
        return None
    names = said_by_row(first.value)
    value = _value(typed(cell.value, NOTHING, names), words)
    if value is None or names.counts != "amount":
        return None
    return _Told(cell.column.rpartition(" › ")[2], *_named(first.value, is_amount=True), value)


def _value(cell: TypedCell, words: Phrases) -> str | None:
    """`2 970 DA TTC par mois`, `3 mois`; None of what is no single measure with a unit."""
    if cell.kind not in _SPOKEN or not cell.value or not cell.unit:
        return None
    quantity = Quantity(cell.value, cell.unit, 0, 0)
    if cell.kind != "amount":
        return show_quantity(quantity, words)
    parts = [grouped(cell.value, cell.unit), words.units.get(cell.unit, cell.unit)]
    parts += [words.times[cell.per]] if words.times_first and cell.per in words.times else []
    parts += [words.taxes[cell.tax]] if cell.tax in words.taxes else []
    parts += [words.times[cell.per]] if not words.times_first and cell.per in words.times else []
    return " ".join(parts)


def _keys(unit: Unit, cell: Cell, ranking: Ranking) -> list[Cell]:
    """The cells that name the row: those that the question's numbers are, else the first one that isn't of the past."""
    asked = row_keys(ranking, [unit])
    others = [other for other in unit.cells if other is not cell and other.value.strip()]
    present = [other for other in others if not says_past(other.column)] or others
    matching = [o for o in present if any(q.matches(key) for q in cell_quantities(o) for key in asked)]
    named = [other for other in present[:1] if not cell_quantities(other) and other not in matching]
    keys = [*named, *matching] or present[:1]
    return [key for key in keys if len(key.value) <= _LONGEST_KEY]


def _key(cell: Cell, words: Phrases) -> str:
    """What a row is called: `440 Mbps`, `Box M`."""
    said = typed(cell.value, said_by_column(cell.column))
    return show_quantity(Quantity(said.value, said.unit, 0, 0), words) if said.value and said.unit else cell.value


def _named(name: str, is_amount: bool) -> tuple[str, bool]:
    """What a column's name says is measured, and whether an amount needs no more than itself to say that: below
    `Tarif mensuel (DA TTC) › Nouveau`."""
    parent, _, leaf = name.rpartition(" › ")
    shown = leaf if parent and _says_price_only(parent) and not _says_price_only(leaf) else name
    return _without_brackets(shown), is_amount and _says_price_only(name)


def _says_price_only(name: str) -> bool:
    folded = fold(_BRACKETS.sub(" ", name))
    for pattern in (*(pattern for _, pattern in TAXES), PER):
        folded = pattern.sub(" ", folded)
    return {word.removeprefix("ال") for word in re.findall(r"[^\W\d_]+", folded)} <= _PRICE_NAMES


def _without_brackets(name: str) -> str:
    """A column's name without the unit in brackets."""
    return " ".join(_BRACKETS.sub(" ", name).split())


def _conditions(unit: Unit, told: Iterable[Cell], ranking: Ranking, words: Phrases) -> Iterator[str]:
    """Commitment, validity, category: what a price or a speed must not be told without."""
    if unit.chunk.language != ranking.question.language:
        return
    known = list(told)
    for cell in unit.cells:
        short = len(cell.column) + len(cell.value) <= _LONGEST_CONDITION
        if cell not in known and short and cell.value.strip(" /-—–") and _CONDITION.search(fold(cell.column)):
            yield words.cell.format(subject=_without_brackets(cell.column), value=_key(cell, words))


def _sayable(names: str, unit: Unit, ranking: Ranking) -> bool:
    """False where the document's own words would stand in a sentence of the other language; a Latin name may."""
    if unit.chunk.language == ranking.question.language:
        return True
    latin, arabic = count_letters(names)
    return latin <= _LONGEST_NAME if ranking.question.language == "ar" else not arabic


def _is_named(line: str, unit: Unit, ranking: Ranking) -> bool:
    """Whether the sentence says which row its numbers are of (`reply.md`)."""
    return rows_named(line, [unit.chunk.content], ranking.asked)
