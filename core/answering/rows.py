"""Answers from table rows: the row that the question means, told with its columns' names, or that there is none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answering.intent import Intent
from core.answering.phrases import Phrases
from core.answering.row_naming import cell_quantities
from core.answering.scoring import Scorer
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, canonical, find_quantities, unit_of_name

# Columns of what was: a question that doesn't speak of the past means the other column.
_PAST = frozenset(
    "ancien ancienne actuel actuelle initial initiale avant قديم قديمه حالي حاليه سابق سابقه اولي".split()
)
# … and columns of what everybody pays, beside what the document is about.
_OTHERS = _PAST | frozenset("public publique publics عمومي عموميه عام".split())
# Numbers with these units tell one row from the next; money and shares are what rows say of it.
_KEY_UNITS = frozenset({"mbps", "giga", "go", "month"})
# Of these kinds a table lists all there are, so that one that it doesn't hold doesn't exist.
_LISTED_UNITS = frozenset({"mbps", "giga", "go"})
# Below this a number without unit is rather a count or part of a name (`Wi-Fi 6`) than a tier (`Play 440`).
_SMALLEST_BARE_KEY = 10
_FEWEST_LISTED = 3
_KEY_HIT = 6.0
_PAST_HIT = 0.6
_COLUMN_HIT = 0.5
_COMPARES = frozenset({"difference"})
_SAME_STANDING = 0.97
_NOT_OFFERED = "-—–/ "


@dataclass(frozen=True)
class RowChoice:
    """The rows that fit equally well, in the order of the documents, and their score."""

    units: tuple[Unit, ...]
    score: float


def choose_rows(units: Iterable[Unit], scorer: Scorer) -> RowChoice | None:
    """The rows that hold the numbers asked for and fit best: where two are compared the best row for each, of one
    document, else every number in one row. None where there are none."""
    rows = [unit for unit in units if unit.kind == "row"]
    asked = _keys(scorer.ranking, rows)
    if len(asked) > 1 and scorer.ranking.query.groups & _COMPARES:
        by_document = {
            unit.chunk.document: [o for o in rows if o.chunk.document == unit.chunk.document] for unit in rows
        }
        pairs = [_each(own, asked, scorer) for own in by_document.values()]
        if found := [pair for pair in pairs if pair is not None]:
            return max(found, key=lambda pair: pair.score)
    return _choose(rows, asked, scorer)


@dataclass(frozen=True)
class Listing:
    """The values of one column of a document's tables, smallest first, and the rows that hold them."""

    column: str
    values: tuple[str, ...]
    rows: tuple[Unit, ...]


def list_values(units: Iterable[Unit], scorer: Scorer) -> Listing | None:
    """All tiers of the document that fits best, where tiers are asked for and none in particular (`quels débits`).

    None where the question means one tier, or no table lists three.
    """
    kinds = scorer.intent.units & _LISTED_UNITS
    rows = [unit for unit in units if unit.kind == "row"]
    if not scorer.intent.wants_tiers or len(_keys(scorer.ranking, rows)) == 1:
        return None
    columns: dict[tuple[str, str], list[tuple[str, Unit]]] = {}
    for unit in rows:
        for cell in unit.cells:
            is_tier = any(quantity.unit in kinds for quantity in cell_quantities(cell))
            if is_tier and not _PAST & set(_words(cell.column)):
                columns.setdefault((unit.chunk.document, cell.column), []).append((cell.value, unit))
    long = {key: held for key, held in columns.items() if len({value for value, _ in held}) >= _FEWEST_LISTED}
    if not long:
        return None
    (_, column), held = max(long.items(), key=lambda entry: scorer.of(entry[1][0][1], 0.0))
    first: dict[Decimal, tuple[str, Unit]] = {}
    for value, unit in held:
        first.setdefault(cell_quantities(Cell(column, value))[0].value, (value, unit))
    ascending = [first[value] for value in sorted(first)]
    return Listing(column, tuple(value for value, _ in ascending), tuple(unit for _, unit in ascending))


def _each(rows: Sequence[Unit], asked: Sequence[Quantity], scorer: Scorer) -> RowChoice | None:
    """The best rows of one document for each number; None where one of them has none."""
    choices = [_choose(rows, [quantity], scorer) for quantity in asked]
    found = [choice for choice in choices if choice is not None]
    if len(found) < len(choices):
        return None
    units = dict.fromkeys(unit for choice in found for unit in choice.units)
    return RowChoice(tuple(units), sum(choice.score for choice in found))


def _choose(rows: Sequence[Unit], asked: Sequence[Quantity], scorer: Scorer) -> RowChoice | None:
    past = bool(_PAST & set(_words(scorer.ranking.question.text)))
    scored = []
    for unit in rows:
        hits = [_hit(unit, quantity, past) for quantity in asked]
        # Two numbers name a cell of a matrix by its row and its column: both can't be columns.
        if all(hits) and (len(hits) < 2 or max(hits) > _COLUMN_HIT):
            own = scorer.of_text(unit, numbers=False) + _KEY_HIT * sum(hits)
            scored.append((scorer.of(unit, own), unit))
    if not scored:
        return None
    best = max(score for score, _ in scored)
    return RowChoice(tuple(unit for score, unit in scored if score >= _SAME_STANDING * best), best)


def tell_row(unit: Unit, ranking: Ranking, intent: Intent, words: Phrases, limit: int) -> str:
    """A row as one sentence, `column : value` a cell, as far as the question needs it.

    Of columns that stand for alternatives (`Tarif › HT`, `Tarif › TTC`; `Play 220`, `Play 440`) those that the
    question names are told; what was, or what others pay, only where it is asked for.
    """
    cells = _meant(unit, ranking)
    text = _join(cells, words)
    if len(text) <= limit:
        return text
    asked = ranking.query.quantities
    needed = [
        cell
        for i, cell in enumerate(cells)
        if i == 0
        or any(q.unit in intent.units for q in cell_quantities(cell))
        or any(q.matches(other) for q in cell_quantities(cell) for other in asked)
    ]
    return _join(needed, words)


def _meant(unit: Unit, ranking: Ranking) -> list[Cell]:
    """The cells that the question means, in order."""
    every = list(zip(unit.cells, unit.column_tokens, strict=True))
    told = [(cell, tokens) for cell, tokens in every if _says(cell)]
    if len(told) < 2:
        told = every  # that nothing is offered is the answer
    if columns := _in_column(unit, _keys(ranking, [unit])):
        # A matrix: the row's key and the one cell below the other number.
        return [cell for i, (cell, _) in enumerate(told) if i == 0 or cell in columns]
    words = set(_words(ranking.question.text))
    groups: dict[str, list[tuple[float, Cell]]] = {}
    for i, (cell, tokens) in enumerate(told):
        parent, found, _ = cell.column.rpartition(" › ")
        named = sum(ranking.idf[term.name] for term in ranking.query.terms if term.stands_in(tokens))
        groups.setdefault(parent if found else f"{i}", []).append((named, cell))
    kept = set()
    for members in groups.values():
        best = max(named for named, _ in members)
        meant = [cell for named, cell in members if named == best]
        # Without a name among them: what is, not what was.
        present = [cell for cell in meant if not _OTHERS & set(_words(cell.column)) or _OTHERS & words]
        kept.update(present or meant)
    return [cell for cell, _ in told if cell in kept]


def _says(cell: Cell) -> bool:
    return bool(cell.value.strip(_NOT_OFFERED))


@dataclass(frozen=True)
class Missing:
    """A number of the question that its tables don't hold, those of its kind that they do, and where these stand."""

    asked: Quantity
    existing: tuple[Quantity, ...]
    rows: tuple[Unit, ...]


def missing_value(ranking: Ranking, intent: Intent, units: Sequence[Unit]) -> Missing | None:
    """What the question asks for and the tables list without it; None where it stands or they list nothing of its kind.

    Args:
        units: of the one document that is asked about.
    """
    rows = [unit for unit in units if unit.kind == "row"]
    for asked in ranking.query.quantities:
        asked = replace(asked, unit=asked.unit or _unit_meant(asked, ranking, rows))
        if asked.unit not in _LISTED_UNITS or any(_stands(asked, unit, intent) for unit in units):
            continue
        kind = "mbps" if asked.unit == "giga" else asked.unit
        holding = [
            (unit, quantity)
            for unit in rows
            for quantity in (*unit.quantities, *(q for cell in unit.cells for q in find_quantities(cell.column)))
            if quantity.unit == kind and not quantity.matches(asked)
        ]
        if existing := {quantity.value: quantity for _, quantity in holding}:
            values = tuple(existing[value] for value in sorted(existing))
            return Missing(asked, values, tuple(dict.fromkeys(unit for unit, _ in holding)))
    return None


def show_quantity(quantity: Quantity, words: Phrases) -> str:
    """A quantity for people: `1.2 Gbps`, `480 Mbps`, `6 mois`."""
    if quantity.unit == "giga" or (quantity.unit == "mbps" and quantity.value >= 1000):
        value = quantity.value if quantity.unit == "giga" else quantity.value / 1000
        return f"{canonical(value)} {words.units['gbps']}"
    return f"{canonical(quantity.value)} {words.units.get(quantity.unit, quantity.unit)}".strip()


def _keys(ranking: Ranking, rows: Sequence[Unit]) -> list[Quantity]:
    """The question's numbers that tell one row from the next: tiers and durations, and numbers without unit that
    stand as such in the rows (`le 880`, `Play 440`)."""
    return [
        quantity
        for quantity in ranking.query.quantities
        if quantity.unit in _KEY_UNITS
        or (not quantity.unit and quantity.value >= _SMALLEST_BARE_KEY and any(_names(row, quantity) for row in rows))
    ]


def _unit_meant(asked: Quantity, ranking: Ranking, rows: Sequence[Unit]) -> str:
    """The unit of a bare number beside another one that is a tier: `de 440 vers 1400`; '' where none tells it."""
    if asked.value < _SMALLEST_BARE_KEY:
        return ""
    others = [quantity for quantity in ranking.query.quantities if quantity != asked]
    units = (q.unit for row in rows for q in row.quantities if any(other.matches(q) for other in others))
    return next((unit for unit in units if unit in _LISTED_UNITS), "")


def _stands(asked: Quantity, unit: Unit, intent: Intent) -> bool:
    """True where a unit holds the number; a row that offers nothing for it (`1 400 | /`) doesn't."""
    if unit.kind == "row" and not all(map(_says, unit.cells)):
        offered = intent.units & {quantity.unit for quantity in unit.quantities if not quantity.matches(asked)}
        if intent.units and not offered:
            return False
    return any(asked.matches(quantity) for quantity in unit.quantities) or bool(_in_column(unit, [asked]))


def _names(row: Unit, quantity: Quantity) -> bool:
    """True where a column's name holds the number, or a cell with the unit of a tier or without any does."""
    return any(
        quantity.matches(other)
        for cell in row.cells
        for other in (
            *find_quantities(cell.column),
            *(own for own in cell_quantities(cell) if own.unit in _KEY_UNITS or not own.unit),
        )
    )


def _hit(unit: Unit, asked: Quantity, past: bool) -> float:
    """1 where a cell holds the number, less where only the column of the other time or a column's name does; else 0."""
    best = 0.0
    for cell in unit.cells:
        if any(asked.matches(quantity) for quantity in cell_quantities(cell)):
            right_time = bool(_PAST & set(_words(cell.column))) == past
            best = max(best, 1.0 if right_time else _PAST_HIT)
    return best or (_COLUMN_HIT if _in_column(unit, [asked]) else 0.0)


def _in_column(unit: Unit, asked: Sequence[Quantity]) -> list[Cell]:
    """Cells below a column that is named after one of the numbers (a matrix), as far as they say anything."""
    return [
        cell
        for cell in unit.cells
        if _says(cell) and any(key.matches(quantity) for key in asked for quantity in find_quantities(cell.column))
    ]


def _words(text: str) -> list[str]:
    return [word.removeprefix("ال") for word in fold(text).replace("(", " ").replace(")", " ").split()]


def _join(cells: Sequence[Cell], words: Phrases) -> str:
    told = ((cell.column, _with_unit(cell, words)) for cell in cells)
    return words.separator.join(f"{column} : {value}" if column else value for column, value in told)


def _with_unit(cell: Cell, words: Phrases) -> str:
    """A cell's value; a bare number with the unit that only a distant part of its column's name says."""
    quantities = cell_quantities(cell)
    bare = len(quantities) == 1 and not any(char.isalpha() for char in cell.value)
    if not bare or unit_of_name(cell.column.rpartition(" › ")[2]) or find_quantities(cell.value)[0].unit:
        return cell.value
    unit = words.units.get(quantities[0].unit, "")
    return f"{cell.value} {unit}".strip()
