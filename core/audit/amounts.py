"""When the numbers of two texts disagree, whatever their languages."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.text.numbers import Quantity, canonical

_SPEEDS = frozenset({"mbps", "giga"})
_VOLUMES = frozenset({"go", "giga"})
# Days of a unit of time, as contracts count them: `1 an` is `12 mois`, `48 heures` are two days.
_DAYS = {"day": Decimal(1), "week": Decimal(7), "month": Decimal(30), "year": Decimal(360), "hour": Decimal(1) / 24}
_SHOWN = {"da": "DA", "mbps": "Mbps", "go": "Go", "giga": "giga", "eur": "€", "usd": "$"}


def same(left: Quantity, right: Quantity) -> bool:
    """Whether two numbers may say the same: one without unit may be of any, and `12 mois` are `1 an`."""
    if left.matches(right):
        return True
    if left.unit in _DAYS and right.unit in _DAYS:
        return left.value * _DAYS[left.unit] == right.value * _DAYS[right.unit]
    return _is_date(left) and _is_date(right) and left == right


def spellings(quantity: Quantity) -> tuple[Decimal, ...]:
    """Values that a number that is the same may have, in whatever unit: all that are the same share one of these."""
    if quantity.unit == "giga":
        return quantity.value, quantity.value * 1000
    if quantity.unit in _DAYS:
        return quantity.value, -quantity.value * _DAYS[quantity.unit]
    return (quantity.value,)


def comparable(left: Quantity, right: Quantity) -> bool:
    """Whether two numbers that aren't the same are of one kind, so that one stands in the other's place."""
    units = {left.unit, right.unit}
    if len(units) == 1 or units <= _SPEEDS or units <= _VOLUMES:
        return True
    return units <= _DAYS.keys() or (_is_date(left) and _is_date(right))


def unmatched(left: Sequence[Quantity], right: Sequence[Quantity]) -> tuple[list[Quantity], list[Quantity]]:
    """What each has that the other hasn't, each number counted as often as it stands there.

    Numbers whose unit is written in both texts find each other first, then those without any, then one of each.
    """
    ours, theirs = list(left), list(right)
    for units in (2, 0, 1):
        for quantity in list(ours):
            partner = next(
                (o for o in theirs if bool(quantity.unit) + bool(o.unit) == units and same(quantity, o)), None
            )
            if partner is not None:
                ours.remove(quantity)
                theirs.remove(partner)
    return ours, theirs


def unmatched_in_texts(left: Sequence[Quantity], right: Sequence[Quantity]) -> tuple[list[Quantity], list[Quantity]]:
    """The same for sentences: what is said twice is said once, and a number alone may be a code or a step, unless it
    is the only one in which the two differ."""
    ours, theirs = unmatched(left, right)
    bare = [[q for q in rest if not q.unit and q.value > 1] for rest in (ours, theirs)]
    if all(len(rest) == 1 for rest in bare):
        return _unsaid(ours, right) + bare[0], _unsaid(theirs, left) + bare[1]
    return _unsaid(ours, right), _unsaid(theirs, left)


def _unsaid(quantities: Sequence[Quantity], others: Sequence[Quantity]) -> list[Quantity]:
    return [q for q in quantities if q.unit and not any(other.unit and same(q, other) for other in others)]


def only_in(left: Sequence[Quantity], right: Sequence[Quantity]) -> list[Quantity]:
    """What stands in `left` and nowhere in `right`, however often."""
    return [quantity for quantity in left if not any(same(quantity, other) for other in right)]


@dataclass(frozen=True)
class Clash:
    """Numbers of one kind that stand for each other and differ; and what is left over on either side."""

    pairs: tuple[tuple[Quantity, Quantity], ...]
    left: tuple[Quantity, ...]
    right: tuple[Quantity, ...]


def clash(left: Sequence[Quantity], right: Sequence[Quantity], *, one_measure: bool = False) -> Clash:
    """Pair what differs, in order, kind by kind.

    Args:
        one_measure: both texts tell the same measure (two cells of one column), so a number without unit is of it.
    """
    rest = list(right)
    pairs, alone = [], []
    for quantity in left:
        partner = next(
            (o for o in rest if comparable(quantity, o) or (one_measure and not (quantity.unit and o.unit))), None
        )
        if partner is None:
            alone.append(quantity)
        else:
            rest.remove(partner)
            pairs.append((quantity, partner))
    return Clash(tuple(pairs), tuple(alone), tuple(rest))


def shown(quantities: Sequence[Quantity]) -> str:
    """Numbers for a person: `1 600 DA, 20 Mbps`."""
    return ", ".join(dict.fromkeys(map(_shown, quantities)))


def _shown(quantity: Quantity) -> str:
    number = canonical(quantity.value)
    if _is_date(quantity):
        return f"{number}{quantity.unit}"
    whole, point, decimals = number.partition(".")
    grouped = f"{int(whole):,}".replace(",", " ")
    return f"{grouped}{point}{decimals} {_SHOWN.get(quantity.unit, quantity.unit)}".strip()


def _is_date(quantity: Quantity) -> bool:
    return quantity.unit.startswith("/")
