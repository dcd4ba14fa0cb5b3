"""How often something happened, and how sure that is."""

from dataclasses import dataclass

_Z = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Rate:
    """`count` of `of` cases, with Wilson's 95 % interval, which is honest for few cases and for shares near 0 and 1."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """0 to 1; 0 of no cases."""
        return self.count / self.of if self.of else 0.0

    @property
    def low(self) -> float:
        """Lower end of the interval, 0 to 1."""
        return self._bounds()[0]

    @property
    def high(self) -> float:
        """Upper end of the interval, 0 to 1; 1 of no cases."""
        return self._bounds()[1]

    def _bounds(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        spread = _Z**2 / self.of
        middle = (self.share + spread / 2) / (1 + spread)
        half = (self.share * (1 - self.share) * spread + spread**2 / 4) ** 0.5 / (1 + spread)
        return (0.0 if not self.count else middle - half), (1.0 if self.count == self.of else middle + half)

    def __str__(self) -> str:
        return f"{self.count} of {self.of} ({self.share:.1%}, {self.low:.1%} to {self.high:.1%})"
