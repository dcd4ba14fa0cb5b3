import pytest

from core.rates import Rate


@pytest.mark.parametrize(
    ("rate", "low", "high"),
    [(Rate(0, 100), 0.0, 0.037), (Rate(5, 100), 0.0215, 0.1118), (Rate(10, 10), 0.7225, 1.0), (Rate(0, 0), 0.0, 1.0)],
)
def test_the_interval_is_wilsons(rate: Rate, low: float, high: float) -> None:
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=2e-4)
    assert rate.low <= rate.share <= rate.high


def test_it_reads_as_count_share_and_interval() -> None:
    assert str(Rate(5, 100)) == "5 of 100 (5.0%, 2.2% to 11.2%)"
