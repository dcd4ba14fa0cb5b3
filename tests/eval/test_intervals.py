import numpy as np
import pytest

from eval.intervals import SEED, estimate, median, p95
from eval.paired import difference, holm, mcnemar, sign_flips


def test_the_interval_of_a_share_is_that_of_its_distribution() -> None:
    found = estimate([1.0] * 80 + [0.0] * 20)
    assert (found.value, found.count) == (0.8, 100)
    assert (found.low, found.high) == pytest.approx((0.72, 0.87), abs=0.02)  # 0.8 ± 1.96 × 0.04


def test_the_same_values_have_the_same_interval() -> None:
    assert estimate([1.0, 0.0, 1.0, 1.0]) == estimate([1.0, 0.0, 1.0, 1.0])


def test_one_value_and_values_alike_have_no_width() -> None:
    assert (estimate([0.5]).low, estimate([0.5]).high) == (0.5, 0.5)
    assert estimate([1.0] * 9).low == 1.0


def test_other_statistics_have_intervals_too() -> None:
    values = list(np.random.default_rng(1).exponential(10, 400))
    assert estimate(values, median).low < 10 * np.log(2) < estimate(values, median).high
    assert estimate(values, p95).low < 10 * np.log(20) < estimate(values, p95).high


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    draws = np.random.default_rng(SEED).binomial(1, 0.7, (150, 60)).astype(float)
    intervals = [estimate(row) for row in draws]
    assert 0.88 <= np.mean([found.low <= 0.7 <= found.high for found in intervals]) <= 0.99


@pytest.mark.parametrize(
    ("won", "lost", "p"), [(0, 0, 1.0), (5, 5, 1.0), (8, 1, 0.0390625), (6, 0, 0.03125), (0, 5, 0.0625)]
)
def test_mcnemar_is_the_exact_binomial_test(won: int, lost: int, p: float) -> None:
    assert mcnemar(np.array([1.0] * won + [-1.0] * lost + [0.0] * 20)) == pytest.approx(p)


def test_sign_flips_agree_with_the_exact_count_and_see_no_difference_where_there_is_none() -> None:
    assert sign_flips(np.array([0.5] * 8)) == pytest.approx(2 / 2**8, abs=0.003)
    assert sign_flips(np.array([0.5, -0.5, 0.25, -0.25, 0.0])) > 0.9
    assert sign_flips(np.zeros(5)) == 1.0


def test_a_difference_is_tested_pair_by_pair() -> None:
    # The same shares in both cases; only who changed tells them apart.
    alike = difference([1.0] * 10 + [0.0] * 10, [1.0] * 10 + [1.0] * 6 + [0.0] * 4)
    mixed = difference([1.0] * 10 + [0.0] * 10, [0.0] * 4 + [1.0] * 6 + [1.0] * 10)
    assert (alike.a, alike.b) == (mixed.a, mixed.b) == (0.5, 0.8)
    assert alike.p == pytest.approx(0.03125)
    assert mixed.p > 0.1
    assert alike.low > 0


def test_holm_corrects_for_the_number_of_tests() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]
