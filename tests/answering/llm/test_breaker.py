from core.answering.llm.breaker import CircuitBreaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> CircuitBreaker:
    breaker = CircuitBreaker(3, 30.0, clock)
    for _ in range(3):
        assert breaker.allows()
        breaker.failed()
    return breaker


def test_opens_after_failures_in_a_row_and_lets_one_try_after_a_rest() -> None:
    clock = Clock()
    breaker = opened(clock)
    assert not breaker.allows()
    clock.now = 30.0
    assert breaker.allows()
    assert not breaker.allows(), "one tries, the others don't wait for it"
    breaker.succeeded()
    assert breaker.allows()


def test_a_try_that_fails_rests_again() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now = 31.0
    assert breaker.allows()
    breaker.failed()
    clock.now = 60.0
    assert not breaker.allows()
    clock.now = 61.0
    assert breaker.allows()


def test_a_try_that_is_never_settled_keeps_nobody_out_for_ever() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now = 30.0
    assert breaker.allows()
    clock.now = 60.0
    assert breaker.allows()


def test_a_success_between_starts_the_count_anew() -> None:
    breaker = CircuitBreaker(2, 30.0, Clock())
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    assert breaker.allows()
