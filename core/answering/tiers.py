"""Which tiers a document's tables offer: all of them where they are asked for, and that an asked one isn't there."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answering.cells import LISTED_UNITS, SMALLEST_BARE_KEY, cells_below, is_offered, row_keys, says_past
from core.answering.intent import Intent
from core.answering.said import cell_quantities
from core.answering.scoring import Scorer
from core.answering.units import Unit
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.numbers import Quantity, find_quantities

_FEWEST_LISTED = 3
_LONGEST_NAME = 30


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
    kinds = scorer.intent.units & LISTED_UNITS
    rows = [unit for unit in units if unit.kind == "row"]
    if not scorer.intent.wants_tiers or len(row_keys(scorer.ranking, rows)) == 1:
        return None
    columns: dict[tuple[str, str], list[tuple[str, Unit]]] = {}
    for unit in rows:
        if len(targets := _targets(unit, kinds)) >= _FEWEST_LISTED:
            # What a matrix leads to is offered; its rows are what the client has already.
            columns.setdefault((unit.chunk.document, _name_of_targets(unit)), []).extend((t, unit) for t in targets)
            continue
        for cell in unit.cells:
            is_tier = any(quantity.unit in kinds for quantity in cell_quantities(cell))
            if is_tier and not says_past(cell.column):
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


def _targets(unit: Unit, kinds: frozenset[str]) -> list[str]:
    """The tiers that a row's columns are named after (`Débit final › 480 Mbps`)."""
    leaves = [cell.column.rpartition(" › ")[2] for cell in unit.cells]
    found = [(leaf, find_quantities(leaf)) for leaf in leaves]
    return [leaf for leaf, quantities in found if len(quantities) == 1 and quantities[0].unit in kinds]


def _name_of_targets(unit: Unit) -> str:
    """What these columns are called together: their common name, or what follows the bar in the table's corner."""
    parent = unit.cells[-1].column.rpartition(" › ")[0]
    return parent or re.split(r"[\\/]", unit.cells[0].column)[-1].strip()


@dataclass(frozen=True)
class Missing:
    """A number of the question that its tables don't hold, those of its kind that they do, and where these stand.

    Each of `existing` comes with the name of its row where it is no name itself (`45 Go` of `Box M`), else with ''.
    """

    asked: Quantity
    existing: tuple[tuple[Quantity, str], ...]
    rows: tuple[Unit, ...]


def missing_value(ranking: Ranking, intent: Intent, units: Sequence[Unit]) -> Missing | None:
    """What the question asks for and the tables list without it; None where it stands or they list nothing of its kind.

    Args:
        units: of the one document that is asked about.
    """
    rows = [unit for unit in units if unit.kind == "row"]
    for asked in ranking.query.quantities:
        asked = replace(asked, unit=asked.unit or _unit_meant(asked, ranking, rows))
        if asked.unit not in LISTED_UNITS or any(_stands(asked, unit, intent) for unit in units):
            continue
        for kind in _kinds(asked, ranking):
            holding = _holding(rows, asked, kind)
            # Of what rows that also tell what is asked (a price): speeds of a cable aren't tiers that are sold.
            telling = [(unit, q) for unit, q in holding if intent.units & {other.unit for other in unit.quantities}]
            holding = telling or holding
            if existing := {q.value: (q, _row_name(unit) if kind == "go" else "") for unit, q in reversed(holding)}:
                values = tuple(existing[value] for value in sorted(existing))
                shown = replace(asked, unit="go") if kind == "go" else asked
                return Missing(shown, values, tuple(dict.fromkeys(unit for unit, _ in holding)))
    return None


def _kinds(asked: Quantity, ranking: Ranking) -> tuple[str, ...]:
    """The units that a number may be written in: `200 giga` is a volume where the question says so, else a speed
    first."""
    if asked.unit != "giga":
        return (asked.unit,)
    return ("go",) if "volume" in ranking.query.groups else ("mbps", "go")


def _row_name(unit: Unit) -> str:
    """What a row is called, as far as that is short and no number."""
    name = unit.cells[0].value
    return name if len(name) <= _LONGEST_NAME and not cell_quantities(unit.cells[0]) else ""


def _holding(rows: Sequence[Unit], asked: Quantity, kind: str) -> list[tuple[Unit, Quantity]]:
    """The other numbers of a kind that rows offer, each with its row."""
    return [
        (unit, quantity)
        for unit in rows
        for cell in unit.cells
        if not says_past(cell.column) and is_offered(cell)
        for quantity in (*cell_quantities(cell), *find_quantities(cell.column))
        if quantity.unit == kind and not quantity.matches(asked)
    ]


def _unit_meant(asked: Quantity, ranking: Ranking, rows: Sequence[Unit]) -> str:
    """The unit of a bare number beside another one that is a tier: `de 440 vers 1400`; '' where none tells it."""
    if asked.value < SMALLEST_BARE_KEY:
        return ""
    others = [quantity for quantity in ranking.query.quantities if quantity != asked]
    units = (q.unit for row in rows for q in row.quantities if any(other.matches(q) for other in others))
    return next((unit for unit in units if unit in LISTED_UNITS), "")


def _stands(asked: Quantity, unit: Unit, intent: Intent) -> bool:
    """True where a unit holds the number; a row that offers nothing for it (`1 400 | /`) doesn't, nor a sentence that
    says nothing of what is asked (`1 400 Mbps n'est pas éligible`)."""
    row = unit.kind == "row"
    wanted = intent.units if row else intent.units - LISTED_UNITS
    told = wanted & {quantity.unit for quantity in unit.quantities if not quantity.matches(asked)}
    if wanted and not told and not (row and all(map(is_offered, unit.cells))):
        return False
    return any(asked.matches(quantity) for quantity in unit.quantities) or bool(cells_below(unit, [asked]))
