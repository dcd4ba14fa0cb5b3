"""What a cell says: its kind, its number in the canonical unit, and where the unit was found."""

from decimal import Decimal

import pytest

from core.documents.cell_values import typed
from core.documents.names_units import NOTHING, said_by_column, said_by_row

ONE = [
    ("2 200 DA", "amount", "2200", "da"),
    ("2.200,00 DA", "amount", "2200", "da"),
    ("7,500 دج", "amount", "7500", "da"),
    ("٢٢٠٠ دج", "amount", "2200", "da"),
    ("دج 2 300", "amount", "2300", "da"),
    ("DA 2 200", "amount", "2200", "da"),
    ("340 ( دج/شهر)", "amount", "340", "da"),
    ("1 315,40 Da", "amount", "1315.4", "da"),
    ("480 Mbps", "speed", "480", "mbps"),
    ("1,5 Gbps", "speed", "1500", "mbps"),
    ("1.5 جيغابت/ثا", "speed", "1500", "mbps"),
    ("جيغابت/ثا2.5", "speed", "2500", "mbps"),
    ("1 536 kbps", "speed", "1.536", "mbps"),
    ("18 Go", "volume", "18", "go"),
    ("24 mois", "duration", "24", "month"),
    ("trois mois", "duration", "3", "month"),
    ("شهرين", "duration", "2", "month"),
    ("8 jours ouvrés", "duration", "8", "day"),
    ("8 أيام عمل", "duration", "8", "day"),
    ("50 %", "percentage", "50", "%"),
    ("%50", "percentage", "50", "%"),
    ("-20 %", "percentage", "-20", "%"),
    ("2,4 GHz", "number", "2400", "mhz"),
    ("6 480*", "number", "6480", ""),
    ("0", "number", "0", ""),
    ("1 Giga", "number", "1", "giga"),
]
RANGES = [
    ("25-40 Gbps", "speed", "25000", "40000", "mbps"),
    ("De 58 à 145 jours", "duration", "58", "145", "day"),
    ("من 58 إلى 145 يوماً", "duration", "58", "145", "day"),
    ("1 000 à 2 000 DA", "amount", "1000", "2000", "da"),
    ("1 000 DA – 2 000 DA", "amount", "1000", "2000", "da"),
    ("Jusqu’à 480 Mbps", "speed", None, "480", "mbps"),
    ("Moins de 58 jours", "duration", None, "58", "day"),
    ("أقل من 26 شهراً", "duration", None, "26", "month"),
    ("Plus de 145 jours", "duration", "145", None, "day"),
    ("26 mois et plus", "duration", "26", None, "month"),
    ("26 شهراً فما فوق", "duration", "26", None, "month"),
]
SIGNS = {
    "not-offered": ["/", "–", "—", "-", "//", "N/A", "Non disponible", "غير متوفر"],
    "yes": ["✓", "✔", "Oui", "OUI", "نعم"],
    "no": ["✗", "Non", "لا"],
    "unlimited": ["illimité", "Illimitée", "غير محدود", "غير محدودة"],
}
# What holds more than a value, or no value: the neighbouring words say what a number of it would mean.
TEXTS = [
    *("Chèque certifié à partir de 41 000 DA", "En option, 260 DA/mois", "480/120 Mbps", "2 x 500 DA", "4G", "Wi-Fi 6"),
    *("23h – 7h", "13h15", "de 9h à 16h", "14/07/2025", "mars 2026", "0555 12 34 56", "0042", "A12", "RB-4G", "2.6.2"),
    *("Rimal Play", "عرض رمال", "120 Mbps : 500 DA", "40-25 Gbps", "10 Mbps - 20 Go"),
]


@pytest.mark.parametrize(("text", "kind", "value", "unit"), ONE, ids=[row[0] for row in ONE])
def test_one_value(text: str, kind: str, value: str, unit: str) -> None:
    cell = typed(text)
    assert (cell.text, cell.kind, cell.value, cell.unit) == (text, kind, Decimal(value), unit)
    assert cell.unit_from == ("cell" if unit else "")


@pytest.mark.parametrize(("text", "kind", "low", "high", "unit"), RANGES, ids=[row[0] for row in RANGES])
def test_ranges_and_limits(text: str, kind: str, low: str | None, high: str | None, unit: str) -> None:
    cell = typed(text)
    ends = tuple(None if end is None else Decimal(end) for end in (low, high))
    assert (cell.kind, (cell.low, cell.high), cell.unit, cell.value) == (kind, ends, unit, None)


@pytest.mark.parametrize(("text", "kind"), [(text, kind) for kind, texts in SIGNS.items() for text in texts])
def test_signs_and_words(text: str, kind: str) -> None:
    assert typed(text, said_by_column("Tarif (DA)")).kind == kind


@pytest.mark.parametrize("text", TEXTS)
def test_what_holds_more_than_a_value_is_text(text: str) -> None:
    cell = typed(text)
    assert (cell.kind, cell.low, cell.high, cell.unit) == ("text", None, None, "")


def test_an_empty_cell() -> None:
    assert typed("", said_by_column("Tarif (DA)")).kind == "empty"


COLUMNS = [
    ("Débit (Mbps)", "440", "speed", "440", "mbps"),
    ("Débit (Gbps)", "1,5", "speed", "1500", "mbps"),
    ("Débit (Mbps)", "1,5 Gbps", "speed", "1500", "mbps"),
    ("Débit", "1 giga", "speed", "1000", "mbps"),
    ("Volume", "1 giga", "volume", "1", "go"),
    ("Tarif mensuel (DA TTC)", "2 200", "amount", "2200", "da"),
    ("سعر البيع (دج مع احتساب كل الرسوم)", "2 200", "amount", "2200", "da"),
    ("Tarif", "2 200", "amount", "2200", ""),
    ("Tarif par mois", "2 200", "amount", "2200", ""),  # paid by the month, no number of months
    ("Mois offerts", "2", "duration", "2", "month"),
    ("Nombre de jours", "2", "duration", "2", "day"),
    ("عدد الأشهر", "2", "duration", "2", "month"),
    ("الأجل (أيام عمل)", "2", "duration", "2", "day"),
    ("Boosts dans la même semaine", "2", "number", "2", ""),
    ("Débit pendant le boost (Mbps) › 880", "2", "number", "2", ""),
    ("Bonus (%)", "8", "percentage", "8", "%"),
    ("Frais (DA TTC)", "Gratuit", "amount", "0", "da"),
    ("المصاريف (دج)", "مجاناً", "amount", "0", "da"),
]


@pytest.mark.parametrize(("name", "text", "kind", "value", "unit"), COLUMNS, ids=[f"{c[0]}: {c[1]}" for c in COLUMNS])
def test_the_column_gives_the_unit(name: str, text: str, kind: str, value: str, unit: str) -> None:
    cell = typed(text, said_by_column(name))
    assert (cell.kind, cell.value, cell.unit) == (kind, Decimal(value), unit)


def test_the_row_gives_the_unit_only_in_brackets() -> None:
    assert typed("3 120", NOTHING, said_by_row("Tarif mensuel (DA TTC)")).unit_from == "row"
    assert typed("3", NOTHING, said_by_row("Boosts par semaine")).unit == ""
    # The cell's own comes first, then the column's.
    assert typed("8 jours", said_by_column("Tarif (DA)"), said_by_row("Délai (mois)")).unit == "day"
    assert typed("8", said_by_column("Tarif (DA)"), said_by_row("Délai (mois)")).unit == "da"


@pytest.mark.parametrize(
    ("text", "name", "tax", "per"),
    [
        ("2 200 DA TTC/mois", "", "TTC", "month"),
        ("2 200 DA HT par mois", "", "HT", "month"),
        ("610 دج/شهريا", "", "", "month"),
        ("2 200", "Abonnement mensuel (DA) › HT", "HT", "month"),
        ("2 200", "السعر الشهري (دج دون احتساب الرسوم)", "HT", "month"),
        ("2 200 DA HT", "Tarif TTC", "HT", ""),
        ("290", "Tarif par jour (DA TTC)", "TTC", "day"),
        ("440 Mbps", "Tarif mensuel (DA TTC)", "", ""),
    ],
)
def test_tax_and_the_time_that_is_paid(text: str, name: str, tax: str, per: str) -> None:
    cell = typed(text, said_by_column(name))
    assert (cell.tax, cell.per) == (tax, per)
