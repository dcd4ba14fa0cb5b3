"""A circuit breaker: while the model is down, questions don't wait for it one by one."""

from collections.abc import Callable


class CircuitBreaker:
    """Opens after `failures` calls in a row that failed; `rest_s` seconds later one call may try, and decides.

    Args:
        clock: seconds, monotonic.
    """

    def __init__(self, failures: int, rest_s: float, clock: Callable[[], float]) -> None:
        self._failures = failures
        self._rest_s = rest_s
        self._clock = clock
        self._failed = 0
        self._closed_again_at = 0.0

    def allows(self) -> bool:
        """Whether a call may be made now. A call that tries after a rest holds the others off until it is settled, or
        another rest is over."""
        if self._failed < self._failures:
            return True
        now = self._clock()
        if now < self._closed_again_at:
            return False
        self._closed_again_at = now + self._rest_s
        return True

    def succeeded(self) -> None:
        """The model answered."""
        self._failed = 0

    def failed(self) -> None:
        """It didn't."""
        self._failed += 1
        self._closed_again_at = self._clock() + self._rest_s
