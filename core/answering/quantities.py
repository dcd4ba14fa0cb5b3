"""Numbers and quantities as people read them."""

from decimal import Decimal

from core.answering.phrases import Phrases
from core.text.numbers import Quantity, canonical


def grouped(value: Decimal, unit: str) -> str:
    """A number for people, thousands parted, centimes in two digits: `7 150` DA, `1 799,50` DA, `1.5` Gbps."""
    whole, point, decimals = canonical(value).partition(".")
    if point and unit == "da":
        point, decimals = ",", decimals.ljust(2, "0")
    return f"{int(whole):,}".replace(",", "\u202f") + point + decimals


def show_quantity(quantity: Quantity, words: Phrases) -> str:
    """A quantity for people: `590 DA`, `1.2 Gbps`, `1 To`, `1 jour`, `6 mois`, `4 أيام`."""
    value, unit = quantity.value, quantity.unit
    if unit == "giga" or (unit == "mbps" and value >= 1000):
        value, unit = value if unit == "giga" else value / 1000, "gbps"
    if unit == "go" and value >= 1000:
        value, unit = value / 1000, "to"
    few = words.units_of_few.get(unit) if value in range(words.few[0], words.few[1] + 1) else None
    return f"{grouped(value, unit)} {few or words.units.get(unit, unit)}".strip()
