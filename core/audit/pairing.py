"""Which rows of two tables tell of the same thing, by the numbers that they hold, whatever the order of columns."""

from collections import Counter
from collections.abc import Sequence

from core.audit.alignment import Pairs, align, gaps, match_rest
from core.audit.amounts import unmatched
from core.audit.facts import Row
from core.text.numbers import Quantity

_KEYS = frozenset({"mbps", "go", "giga"})
_KEY_WEIGHT = 2.0
_LEAST, _LEAST_REORDERED = 0.45, 0.6


def pair_rows(left: Sequence[Row], right: Sequence[Row]) -> Pairs:
    """The rows that tell of the same thing."""
    pairs = align(left, right, _likeness, _LEAST)
    pairs += match_rest(left, right, pairs, _likeness, _LEAST_REORDERED)
    for ours, theirs in gaps(_ordered(pairs), (len(left), len(right))):
        free_left = [i for i in ours if i not in {i for i, _ in pairs}]
        free_right = [j for j in theirs if j not in {j for _, j in pairs}]
        if len(free_left) == len(free_right):
            pairs += [
                (i, j) for i, j in zip(free_left, free_right, strict=True) if _same_shape(left, right, i, j, pairs)
            ]
    return sorted(pairs)


def _ordered(pairs: Pairs) -> Pairs:
    """The pairs without those that cross others."""
    kept: Pairs = []
    for i, j in sorted(pairs):
        if not kept or j > kept[-1][1]:
            kept.append((i, j))
    return kept


def _likeness(left: Row, right: Row) -> float:
    """Share of what both rows hold; what tells one row from the next counts more."""
    ours, theirs = left.numbers, right.numbers
    if left.values.isdisjoint(right.values):
        return 0.0
    only_left, only_right = unmatched(ours, theirs)
    whole = max(_weight(ours), _weight(theirs))
    numbers = (whole - max(_weight(only_left), _weight(only_right))) / whole
    names = left.names | right.names
    return numbers + (0.1 * len(left.names & right.names) / len(names) if names else 0.0)


def _weight(quantities: Sequence[Quantity]) -> float:
    return sum(_KEY_WEIGHT if quantity.unit in _KEYS else 1.0 for quantity in quantities)


def _same_shape(left: Sequence[Row], right: Sequence[Row], i: int, j: int, pairs: Pairs) -> bool:
    """Whether rows at the same place of the same table hold the same kinds of numbers, and agree on speeds or on
    something else."""
    ours, theirs = left[i], right[j]
    tables = {(left[a].table, right[b].table) for a, b in pairs}
    if (ours.table, theirs.table) not in tables or not ours.numbers or _kinds(ours) != _kinds(theirs):
        return False
    only_left, only_right = unmatched(ours.numbers, theirs.numbers)
    agree_on_keys = not any(quantity.unit in _KEYS for quantity in (*only_left, *only_right))
    return agree_on_keys or len(only_left) < len(ours.numbers)


def _kinds(row: Row) -> Counter[str]:
    return Counter("mbps" if quantity.unit == "giga" else quantity.unit for quantity in row.numbers)
