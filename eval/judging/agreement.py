"""How far two judges agree on the same things."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Item = tuple[str, str, str]
"""A question's id, the kind of verdict, and which one of that kind."""


@dataclass(frozen=True)
class Agreement:
    """Over `count` verdicts that both gave: the share that is the same, and Cohen's kappa, None where it isn't defined
    (both always say the same one thing)."""

    count: int
    same: float
    kappa: float | None


def agreement(one: Sequence[bool], other: Sequence[bool]) -> Agreement:
    """Of at least one pair of verdicts, in the same order.

    Cohen's kappa: (p_o - p_e) / (1 - p_e), with p_o the share of equal verdicts and p_e the share that would be equal
    if each judge kept its share of yes and said it at random.
    """
    count = len(one)
    same = sum(a == b for a, b in zip(one, other, strict=True)) / count
    yes, other_yes = sum(one) / count, sum(other) / count
    by_chance = yes * other_yes + (1 - yes) * (1 - other_yes)
    return Agreement(count, same, None if by_chance == 1 else (same - by_chance) / (1 - by_chance))


def by_kind(one: Mapping[Item, bool], other: Mapping[Item, bool]) -> dict[str, Agreement]:
    """The agreement on what both judged, by kind of verdict, and `all`; kinds that they share nothing of are left
    out."""
    both = [item for item in one if item in other]
    kinds = dict.fromkeys(item[1] for item in both)
    found = {kind: [item for item in both if item[1] == kind] for kind in kinds}
    if len(found) > 1:
        found["all"] = both
    return {
        kind: agreement([one[item] for item in items], [other[item] for item in items]) for kind, items in found.items()
    }


def mean_difference(
    one: Mapping[str, Mapping[str, float]], other: Mapping[str, Mapping[str, float]], metric: str
) -> tuple[float, int] | None:
    """The mean absolute difference of a metric over the questions where both judges have it, and how many there are.

    Args:
        one, other: by question id and metric.
    """
    pairs: list[Any] = [
        (figures[metric], other[name][metric])
        for name, figures in one.items()
        if metric in figures and metric in other.get(name, {})
    ]
    return (sum(abs(a - b) for a, b in pairs) / len(pairs), len(pairs)) if pairs else None
