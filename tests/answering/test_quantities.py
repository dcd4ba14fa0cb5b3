from decimal import Decimal

import pytest

from core.answering.quantities import grouped


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        ("7150", "da", "7\u202f150"),
        ("1799.50", "da", "1\u202f799,50"),
        ("3283.33", "da", "3\u202f283,33"),
        ("0.5", "da", "0,50"),
        ("1500.00", "da", "1\u202f500"),
        ("1.5", "gbps", "1.5"),
        ("12.5", "%", "12.5"),
    ],
)
def test_numbers_for_people(value: str, unit: str, shown: str) -> None:
    assert grouped(Decimal(value), unit) == shown
