"""Tables of twins, row by row.

Rows are laid beside each other by the numbers that they hold, so neither language nor the order of columns matters;
which column is which is then told by where the rows agree.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.audit.alignment import Pairs
from core.audit.amounts import clash, comparable, only_in, shown, unmatched, unmatched_in_texts
from core.audit.facts import PROSE, DocumentText, Row
from core.audit.finding import Finding, Kind, Place, Relation, Side
from core.audit.pairing import pair_rows
from core.audit.technologies import technologies
from core.documents.rows import Cell
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, parse_number

_SHORT = 40
_NOT_OFFERED = re.compile(r"[-—–/ ]+")
_UNLIMITED = re.compile(r"illimite|غير محدود")
_DIGIT = re.compile(r"\d")


def compare_tables(left: DocumentText, right: DocumentText, relation: Relation) -> Iterator[Finding]:
    """Cells that differ, rows and tables that only one has."""
    pairs = pair_rows(left.rows, right.rows)
    by_tables: dict[tuple[int, int], list[tuple[Row, Row]]] = {}
    for i, j in pairs:
        by_tables.setdefault((left.rows[i].table, right.rows[j].table), []).append((left.rows[i], right.rows[j]))
    for rows in by_tables.values():
        columns = _columns(rows)
        yield from _headers(rows[0], columns, relation)
        for ours, theirs in rows:
            yield from _cells(ours, theirs, columns, relation)
    yield from _only(left, right, {i for i, _ in pairs}, pairs, relation, mirrored=False)
    yield from _only(right, left, {j for _, j in pairs}, [(j, i) for i, j in pairs], relation, mirrored=True)


def _columns(rows: Sequence[tuple[Row, Row]]) -> dict[str, str]:
    """Which right column is which left one, by the rows in which they agree; columns are told by their names."""
    votes: Counter[tuple[str, str]] = Counter()
    for left, right in rows:
        for i, ours in enumerate(left.cells):
            for j, theirs in enumerate(right.cells):
                votes[ours.column, theirs.column] += _vote(left, right, i, j)
    found: dict[str, str] = {}
    for (ours_name, theirs_name), count in sorted(votes.items(), key=lambda entry: -entry[1]):
        if count > 0 and ours_name not in found and theirs_name not in found.values():
            found[ours_name] = theirs_name
    return found


def _vote(left: Row, right: Row, i: int, j: int) -> int:
    ours, theirs = left.quantities[i], right.quantities[j]
    if not ours or not theirs:
        return 0
    only_left, only_right = unmatched(ours, theirs)
    if not only_left and not only_right:
        return 20
    agreeing = len(ours) - len(only_left)
    return 2 * agreeing + any(comparable(a, b) for a in only_left for b in only_right)


def _cells(left: Row, right: Row, columns: dict[str, str], relation: Relation) -> Iterator[Finding]:
    """What differs between two rows of the same thing, cell by cell."""
    yield from _technologies(left, right, relation)
    only_left, only_right = unmatched(left.numbers, right.numbers)
    for i, cell in enumerate(left.cells):
        places = [j for j, other in enumerate(right.cells) if columns.get(cell.column) == other.column]
        if len(places) != 1:
            continue
        j = places[0]
        told = _difference(cell, right.cells[j], left.quantities[i], right.quantities[j])
        if told is None:
            continue
        ours, theirs = told
        # What stands elsewhere in the other row is no difference of the rows: columns were told apart wrongly.
        if (ours or theirs) and not ({*ours} & {*only_left} or {*theirs} & {*only_right}):
            continue
        yield Finding(
            "cell",
            relation,
            _cell_side(left, i, ours),
            _cell_side(right, j, theirs),
            f"{cell.column} / {right.cells[j].column}",
        )


def _cell_side(row: Row, place: int, values: Sequence[Quantity]) -> Side:
    cell = row.cells[place]
    return Side(Place.of(row.chunk), row.text, shown(values) or cell.value, tuple(values), cell.column)


def _headers(rows: tuple[Row, Row], columns: dict[str, str], relation: Relation) -> Iterator[Finding]:
    """Columns that are the same by what stands in them and not by the numbers in their names (`Forfait 750 DA`)."""
    left, right = rows
    for ours, theirs in columns.items():
        found = clash(*unmatched_in_texts(find_quantities(ours), find_quantities(theirs)))
        if found.pairs:
            mine, others = ([pair[side] for pair in found.pairs] for side in (0, 1))
            yield Finding(
                "cell",
                relation,
                Side(Place.of(left.chunk), ours, shown(mine), tuple(mine), ours),
                Side(Place.of(right.chunk), theirs, shown(others), tuple(others), theirs),
                "a column's name",
            )


def _technologies(left: Row, right: Row, relation: Relation) -> Iterator[Finding]:
    """Rows of which each has one cell that does nothing but name technologies, and these differ."""
    ours, theirs = (_named(row) for row in (left, right))
    if len(ours) == len(theirs) == 1 and technologies(ours[0].value) != technologies(theirs[0].value):
        yield Finding(
            "cell",
            relation,
            Side(Place.of(left.chunk), left.text, ours[0].value, column=ours[0].column),
            Side(Place.of(right.chunk), right.text, theirs[0].value, column=theirs[0].column),
            f"{ours[0].column} / {theirs[0].column}",
        )


def _named(row: Row) -> list[Cell]:
    return [
        cell
        for cell, numbers in zip(row.cells, row.quantities, strict=True)
        if not numbers and len(cell.value) <= _SHORT and technologies(cell.value)
    ]


def _difference(
    left: Cell, right: Cell, ours: Sequence[Quantity], theirs: Sequence[Quantity]
) -> tuple[list[Quantity], list[Quantity]] | None:
    """The numbers in which two cells contradict each other; None where they don't."""
    if not ours or not theirs:
        return ([], []) if _one_offers_nothing(left, right, ours, theirs) else None
    if max(len(ours), len(theirs)) >= PROSE:
        found = clash(*unmatched_in_texts(ours, theirs))
    else:
        found = clash(*unmatched(ours, theirs), one_measure=_is_number(left) or _is_number(right))
    if not found.pairs:
        return None
    return [a for a, _ in found.pairs], [b for _, b in found.pairs]


def _is_number(cell: Cell) -> bool:
    """Whether a cell is nothing but one number, so that its column alone says of what."""
    try:
        parse_number(cell.value)
    except ValueError:
        return False
    return True


def _one_offers_nothing(left: Cell, right: Cell, ours: Sequence[Quantity], theirs: Sequence[Quantity]) -> bool:
    """A number here, `/` or `illimité` there."""
    for none, some, other in ((left, ours, theirs), (right, theirs, ours)):
        if not some and other and not _DIGIT.search(none.value):
            text = (right if none is left else left).value
            if _NOT_OFFERED.fullmatch(none.value):
                return True
            if _UNLIMITED.search(fold(none.value)) and not _UNLIMITED.search(fold(text)):
                return True
    return False


def _only(
    here: DocumentText, there: DocumentText, paired: set[int], pairs: Pairs, relation: Relation, *, mirrored: bool
) -> Iterator[Finding]:
    """Rows that one document has and the other has not, as far as their numbers stand nowhere in the other."""
    elsewhere = there.quantities
    tables: dict[int, list[int]] = {}
    for place, row in enumerate(here.rows):
        tables.setdefault(row.table, []).append(place)
    partner = {i: there.rows[j] for i, j in pairs}
    for places in tables.values():
        missing = [place for place in places if place not in paired]
        absent = [place for place in missing if _absent(here.rows[place], elsewhere)]
        matched = [place for place in places if place in paired]
        if not absent:
            continue
        if not matched:
            if 2 * len(absent) > len(places):
                yield _missing([here.rows[place] for place in absent], there, None, relation, mirrored, "missing table")
            continue
        if len(matched) >= 2 or len(matched) == len(places) - 1:
            nearest = partner[min(matched, key=lambda other: abs(other - absent[0]))]
            yield _missing([here.rows[place] for place in absent], there, nearest, relation, mirrored, "missing row")


def _absent(row: Row, elsewhere: Sequence[Quantity]) -> bool:
    numbers = [quantity for quantity in row.numbers if quantity.unit]
    return bool(only_in(numbers, elsewhere))


def _missing(
    rows: Sequence[Row], there: DocumentText, near: Row | None, relation: Relation, mirrored: bool, kind: Kind
) -> Finding:
    """One finding for all rows of a table that the other document lacks, near the row that stands beside them."""
    text = "\n".join(row.text for row in rows)
    ours = Side(Place.of(rows[0].chunk), text, "; ".join(shown(row.numbers) for row in rows))
    theirs = Side(Place.of(near.chunk if near else there.chunks[0]), "", "—")
    left, right = (theirs, ours) if mirrored else (ours, theirs)
    return Finding(kind, relation, left, right, f"{len(rows)} rows" if len(rows) > 1 else rows[0].cells[0].value)
