"""How often each kind of thing ended in which way: for statistics, and to see trouble coming."""

from collections import Counter


class Outcomes:
    """Counts since the start, by kind (`message`, `preview`, `update`, …) and outcome (`sent`, `retried`, …)."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()

    def count(self, kind: str, outcome: str) -> None:
        """One more."""
        self._counts[kind, outcome] += 1

    def of(self, kind: str, outcome: str) -> int:
        """How often so far."""
        return self._counts[kind, outcome]

    def all(self) -> dict[str, dict[str, int]]:
        """Every count, by kind and outcome."""
        found: dict[str, dict[str, int]] = {}
        for (kind, outcome), count in sorted(self._counts.items()):
            found.setdefault(kind, {})[outcome] = count
        return found
