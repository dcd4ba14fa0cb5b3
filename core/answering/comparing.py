"""What is computed from the cells of a table: the difference of two, the rows with the least, within a bound."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.answering.bounds import LEAST, Bound, Superlative, bounds, superlative
from core.answering.cells import cells_below, is_offered, row_keys, says_past
from core.answering.columns import fitness, pick_columns, row_number
from core.answering.intent import MEASURE_GROUPS
from core.answering.said import cell_quantities
from core.answering.scoring import Scorer
from core.answering.telling import meant_cells
from core.answering.units import Unit
from core.text.numbers import Quantity, find_quantities, without_quantities

_UNIT_OF: dict[Superlative, str] = {"cheapest": "da", "dearest": "da", "fastest": "mbps", "slowest": "mbps"}
# Below this share of what a question says, found in the table and its titles, it asks for more than a superlative.
_EXPLAINED = 0.75
_FEWEST_ROWS = 2
# Words for a tier itself say nothing of which one (`la formule la plus rapide`).
_TIER_GROUPS = frozenset({"plan"})
_Fitness = tuple[float, float, bool]


@dataclass(frozen=True)
class Difference:
    """Two values of one column, the greater first, in one unit."""

    column: str
    more: Quantity
    less: Quantity
    unit: str


@dataclass(frozen=True)
class Pick:
    """The rows that a superlative or a bound leaves, in ascending order of what is compared; `column` holds that.

    Where the table lies on its side, `across` are the columns that are left of its one row.
    """

    superlative: Superlative | None
    column: str
    rows: tuple[Unit, ...]
    across: tuple[str, ...] = ()


def differences(rows: Sequence[Unit], scorer: Scorer) -> list[Difference]:
    """How two rows differ in each of the columns that are asked for, or one row in two of its columns (a table on its
    side); none where they hold no such number."""
    asked = row_keys(scorer.ranking, rows)
    if len(rows) == 2:
        pairs = list(_of_columns(rows[0], rows[1], scorer))
    elif len(rows) == 1 and len(below := cells_below(rows[0], asked)) == 2:
        pairs = [(rows[0].cells[0].value, row_number(rows[0], below[0]), row_number(rows[0], below[1]))]
    else:
        return []
    units = scorer.intent.units or ({"da"} if any(q and q.unit == "da" for _, q, _ in pairs) else set())
    found = []
    for column, one, other in pairs:
        if one is None or other is None or one.unit != other.unit or any(key.matches(one) for key in asked):
            continue
        if not units or one.unit in units:
            less, more = sorted((one, other), key=lambda quantity: quantity.value)
            found.append(Difference(column, more, less, one.unit))
    return found


def _of_columns(one: Unit, other: Unit, scorer: Scorer) -> Iterator[tuple[str, Quantity | None, Quantity | None]]:
    """The numbers of two rows below the columns that the question means, but for the row's name."""
    second = {cell.column: cell for cell in meant_cells(other, scorer.ranking)}
    for cell in meant_cells(one, scorer.ranking):
        if cell != one.cells[0] and cell.column in second:
            yield cell.column, row_number(one, cell), row_number(other, second[cell.column])


def pick_rows(units: Sequence[Unit], scorer: Scorer, named: bool) -> Pick | None:
    """The rows of one table that hold the least or greatest value, or all within the question's bound; None where the
    question asks for neither, for more than that, or no table holds it.

    Args:
        units: of the one document that is asked about.
        named: whether the question names that document: of a whole corpus no table tells the least.
    """
    text = scorer.ranking.asked
    most, limits = superlative(text), bounds(text)
    if not limits and (most is None or not named):
        return None
    if any(limit.quantity.matches(q) for limit in limits for u in units if u.kind != "row" for q in u.quantities):
        return None  # what is written about that very limit answers better
    said = frozenset(scorer.reader.tokens(" ".join([*(most[1:] if most else ()), *(limit.said for limit in limits)])))
    wanted = _UNIT_OF[most[0]] if most else limits[0].unit
    best: tuple[tuple[float, float], str, list[tuple[Quantity, Unit]]] | None = None
    across: tuple[_Fitness, Pick] | None = None
    for table in _tables(units):
        rows, titled, explained = _meant_rows(table, scorer, said)
        if (
            most
            and explained >= _EXPLAINED
            and (found := pick_columns(table, scorer, most[0], wanted, said)) is not None
        ):
            row, columns = found
            own = titled, *fitness(row, row.cells[0].value, scorer, said)
            pick = Pick(most[0], columns[0], (row,), columns)
            across = max(across or (own, pick), (own, pick), key=lambda entry: entry[0])
            continue
        picked = _pick(rows, scorer, limits, wanted) if explained >= _EXPLAINED else None
        if picked is not None:
            score = titled, max(scorer.of_text(row) for _, row in picked[1])
            best = max(best or (score, *picked), (score, *picked), key=lambda found: found[0])
    if best is None:
        return across[1] if across is not None else None
    (titled, _), column, held = best
    if across is not None and across[0] >= (titled, *max(fitness(row, column, scorer, said) for _, row in held)):
        return across[1]
    held.sort(key=lambda pair: pair[0].value)
    if most is None:
        return Pick(None, column, tuple(row for _, row in held))
    extreme = held[0][0] if most[0] in LEAST else held[-1][0]
    return Pick(most[0], column, tuple(row for quantity, row in held if quantity.value == extreme.value))


def told_columns(pick: Pick, scorer: Scorer) -> list[str]:
    """The columns to tell of picked rows: what was compared and the speed that it belongs to; where rows lie within a
    bound also their prices and what is asked for."""
    if pick.across:
        return list(pick.across)
    row = pick.rows[0]
    units = {"mbps", *scorer.intent.units} if pick.superlative else scorer.intent.units | {"da", "mbps"}
    return [pick.column] + [
        cell.column
        for cell in meant_cells(row, scorer.ranking)
        if any(quantity.unit in units for quantity in cell_quantities(cell)) and not says_past(cell.column)
    ]


def _meant_rows(table: Sequence[Unit], scorer: Scorer, said: frozenset[str]) -> tuple[list[Unit], float, float]:
    """The rows of a table that say what the question says besides the superlative or bound and the titles (`VDSL`), the
    share of the question that stands in the titles, and the share that stands anywhere there.

    Where much of it doesn't, the question asks for what a rule says (`le débit minimum pour avoir le modem gratuit`).
    """
    shared = said.union(*(row.heading_tokens | scorer.reader.title_tokens(row.chunk) for row in table))
    terms = [t for t in scorer.ranking.query.terms if t.kind == "word" and t.name not in MEASURE_GROUPS | _TIER_GROUPS]
    titled, explained, whole, rows = 0.0, 0.0, 0.0, list(table)
    for term in terms:
        weight = scorer.ranking.idf[term.name]
        whole += weight
        if term.stands_in(shared):
            titled += weight
            explained += weight
        elif holding := [row for row in rows if term.stands_in(row.tokens)]:
            rows = holding
            explained += weight
    return rows, titled / (whole or 1.0), explained / whole if whole else 1.0


def _tables(units: Sequence[Unit]) -> list[list[Unit]]:
    """The document's rows by the names of their columns, of one section each (it goes on in several chunks)."""
    tables: dict[tuple[str, tuple[str, ...]], list[Unit]] = defaultdict(list)
    for unit in units:
        if unit.kind == "row":
            tables[unit.chunk.section, tuple(cell.column for cell in unit.cells)].append(unit)
    return [rows for rows in tables.values() if len(rows) >= _FEWEST_ROWS]


def _pick(
    rows: Sequence[Unit], scorer: Scorer, limits: Sequence[Bound], wanted: str
) -> tuple[str, list[tuple[Quantity, Unit]]] | None:
    """The column of a table that holds what is wanted, and its values within the limits, each with its row."""
    for limit in limits:
        rows = [row for row in rows if any(limit.allows(q.value) for _, q in _values(row, scorer, limit.unit)[:1])]
    held = [(*found[0], row) for row in rows if (found := _values(row, scorer, wanted))]
    columns = {column for column, _, _ in held}
    return (held[0][0], [(quantity, row) for _, quantity, row in held]) if len(columns) == 1 else None


def _values(row: Unit, scorer: Scorer, unit: str) -> list[tuple[str, Quantity]]:
    """The row's numbers of a unit below the columns that are meant, each as a cell's only one."""
    past = says_past(scorer.ranking.asked)
    found = []
    for cell in meant_cells(row, scorer.ranking):
        if find_quantities(cell.column.rpartition(" › ")[2]):
            continue  # a column that is named after a tier holds what that tier has, not one value a row
        bare = without_quantities(cell.value).strip(" /()")
        old = says_past(cell.column)
        quantity = next(iter(cell_quantities(cell)), None)
        if (
            quantity
            and len(cell_quantities(cell)) == 1
            and quantity.unit == unit
            and old == past
            and is_offered(cell)
            and len(bare) <= len("par mois TTC")
        ):
            found.append((cell.column, quantity))
    return found
