"""Which groups stand in a reviewer's list, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.learning.groups import Group, Order, in_order

Listing = Literal["complaints", "praised", "accepted", "discarded"]
"""Open ones that were voted down or refused, open ones that were only voted up, and what was decided on."""


@dataclass(frozen=True)
class Listed:
    """Groups in the order to show them; `stale` are ids of those whose pinned answer is no longer given."""

    groups: tuple[Group, ...]
    stale: frozenset[str]


def listed(groups: Sequence[Group], stale: frozenset[str], which: Listing, order: Order) -> Listed:
    """A list's groups. What has a pin that is no longer given stands first, and among the complaints whatever was
    decided on it."""
    wanted = [group for group in groups if _is_of(group, which) or (which == "complaints" and group.id in stale)]
    ordered = sorted(in_order(wanted, order), key=lambda group: group.id not in stale)
    return Listed(tuple(ordered), stale)


def _is_of(group: Group, which: Listing) -> bool:
    if which in ("accepted", "discarded"):
        return group.state == which
    return group.state == "open" and group.is_complaint == (which == "complaints")
