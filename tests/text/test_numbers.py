"""Values and units in every spelling that documents, questions and models use."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.numbers import Quantity, canonical, find_quantities, parse_number, scale_of_name, unit_of_name


def _read(text: str) -> list[str]:
    return [canonical(quantity.value) + quantity.unit for quantity in find_quantities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7500 DA", ["7500da"]),
        ("7 500 DA", ["7500da"]),
        ("7\u00a0500\u00a0DA", ["7500da"]),
        ("7\u202f500\u202fDA", ["7500da"]),
        ("7.500 DA", ["7500da"]),
        ("7,500 DA", ["7500da"]),
        ("7500DA", ["7500da"]),
        ("7 500,00 DA", ["7500da"]),
        ("7.500,00 dinars algériens", ["7500da"]),
        ("1,000,000.50 DZD", ["1000000.5da"]),
        ("٧٥٠٠ دج", ["7500da"]),
        ("٧٬٥٠٠ د.ج", ["7500da"]),
        ("7 500 دينار جزائري", ["7500da"]),
        ("\u20667 500\u2069 دج", ["7500da"]),
        ("12 €", ["12eur"]),
        ("120 Mbps", ["120mbps"]),
        ("2 000 MHz", ["2000mhz"]),
        ("2,4 GHz ou 5 GHz", ["2400mhz", "5000mhz"]),
        ("500 ميغا هرتز", ["500mhz"]),
        ("120Mbps", ["120mbps"]),
        ("120 Mb/s", ["120mbps"]),
        ("120 Mbit/s", ["120mbps"]),
        ("120 Mbits", ["120mbps"]),
        ("120 mega", ["120mbps"]),
        ("120 mégas", ["120mbps"]),
        ("120 mégabits par seconde", ["120mbps"]),
        ("120M", ["120mbps"]),
        ("120 ميغا", ["120mbps"]),
        ("120 ميغابت/ثا", ["120mbps"]),
        ("١٢٠ ميقا", ["120mbps"]),
        ("1,5 Gbps", ["1500mbps"]),
        ("1.5 Gbit/s", ["1500mbps"]),
        ("2 جيغابت", ["2000mbps"]),
        ("512 kbps", ["0.512mbps"]),
        ("1 giga", ["1giga"]),
        ("1 جيغا", ["1giga"]),
        ("١٫٥ جيغا", ["1.5giga"]),
        ("100 Go", ["100go"]),
        ("2 To", ["2000go"]),
        ("500 Mo", ["0.5go"]),
        ("15 jours", ["15day"]),
        ("30j", ["30day"]),
        ("15 يومًا", ["15day"]),
        ("3 أيام", ["3day"]),
        ("12 mois", ["12month"]),
        ("14 شهراً", ["14month"]),
        ("2 semaines", ["2week"]),
        ("2 ans", ["2year"]),
        ("36 ساعة", ["36hour"]),
        ("12h30", ["12hour", "30"]),
        ("50 m", ["50m"]),
        ("1,5 km", ["1500m"]),
        ("5 %", ["5%"]),
        ("%5", ["5%"]),
        ("٥٪", ["5%"]),
        ("10 بالمائة", ["10%"]),
        ("0,5", ["0.5"]),
        ("0.500", ["0.5"]),
    ],
)
def test_value_and_unit(text: str, expected: list[str]) -> None:
    assert _read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("de 60 à 120 Mbps", ["60", "120mbps"]),
        ("60-120 Mbps", ["60", "120mbps"]),
        ("60–120", ["60", "120"]),
        ("120, 240, 480 Mbps et 1 Gbps", ["120", "240", "480mbps", "1000mbps"]),
        ("Azur,120 Mbps", ["120mbps"]),
        ("100/50 Mbps", ["100", "50mbps"]),
        ("23 mars 2026", ["23/3", "2026/3"]),
        ("23 مارس 2026", ["23/3", "2026/3"]),
        ("23/03/2026", ["23/3", "2026/3"]),
        ("23.03.2026", ["23/3", "2026/3"]),
        ("2026-03-23", ["2026/3", "23/3"]),
        ("1er avril", ["1/4"]),
        ("0555 12 34 56", ["555123456"]),
        ("021.65.43.21", ["21654321"]),
        ("0555 12.34-56", ["555123456"]),
        ("*610#", ["610"]),
        ("Wi-Fi 6", ["6"]),
        ("version 2.6.2", ["2", "6", "2"]),
        ("réf. 041-2026", ["41", "2026"]),
        ("3e mois", ["3"]),
        ("1ère année", ["1"]),
        ("Palier 3\nJours ouvrés", ["3"]),
        ("120\nDA", ["120"]),
        ("en 2026 j'ai", ["2026"]),
        ("12. 3, 4.", ["12", "3", "4"]),
        ("douze mois", ["12month"]),
        ("dix-sept jours", ["17day"]),
        ("كل شهرين", ["2month"]),
        ("في أجل يومين", ["2day"]),
        ("ثلاثة أشهر", ["3month"]),
        ("خمسة عشر يوما", ["15day"]),
    ],
)
def test_numbers_in_sentences(text: str, expected: list[str]) -> None:
    assert _read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "4G",
        "ch7al",
        "n7eb",
        "802.11ax",
        "P2P",
        "XGS-PON",
        "deux offres",
        "cent vingt jours",
        "خمسة وعشرين يوما",
        "",
        "²",
    ],
)
def test_no_number(text: str) -> None:
    assert find_quantities(text) == ()


def test_offsets_hold_the_number_and_its_unit() -> None:
    text = "Azur : 7 150 DA, ٣ أيام, le 23 mars 2026 et شهرين"
    assert [text[q.start : q.end] for q in find_quantities(text)] == ["7 150 DA", "٣ أيام", "23 mars", "2026", "شهرين"]


_THOUSANDS = {
    "plain": "",
    "space": " ",
    "no-break space": "\u00a0",
    "narrow no-break space": "\u202f",
    "point": ".",
    "comma": ",",
    "Arabic mark": "٬",
}


def _written(whole: int, cents: int, mark: str, digits: Callable[[str], str]) -> str:
    text = f"{whole:,}".replace(",", mark)
    if cents:
        decimal = "." if mark in (",", "٬") else ","
        text += f"{decimal}{cents:02d}"
    return digits(text)


def _arabic(text: str) -> str:
    return text.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))


@pytest.mark.parametrize("digits", [str, _arabic], ids=["ASCII", "Arabic-Indic"])
@pytest.mark.parametrize("mark", _THOUSANDS.values(), ids=_THOUSANDS.keys())
@given(whole=st.integers(1, 10**9), cents=st.integers(0, 99), unit=st.sampled_from(["", " DA", "\u202fدج", " Mbps"]))
def test_every_spelling_reads_back(whole: int, cents: int, unit: str, mark: str, digits: Callable[[str], str]) -> None:
    text = _written(whole, cents, mark, digits)
    value = Decimal(whole) + Decimal(cents) / 100
    assert parse_number(text) == value
    assert [quantity.value for quantity in find_quantities(f"Prix : {text}{unit}.")] == [value]


@given(st.decimals(0, 10**40, places=3, allow_nan=False))
def test_canonical_has_one_spelling(value: Decimal) -> None:
    text = canonical(value)
    assert Decimal(text) == value
    assert "e" not in text.lower() and not ("." in text and text.endswith("0"))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        *zip("deux trois quatre cinq six sept huit neuf dix onze douze treize".split(), range(2, 14), strict=True),
        *zip("quatorze quinze seize dix-sept dix-huit dix-neuf vingt".split(), range(14, 21), strict=True),
        *(("vingt-quatre", 24), ("trente", 30), ("trente-six", 36), ("quarante", 40), ("quarante-cinq", 45)),
        *(("quarante-huit", 48), ("soixante", 60), ("soixante-douze", 72), ("quatre-vingt-dix", 90)),
        *zip("ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة".split(), range(3, 11), strict=True),
        *(("أحد عشر", 11), ("إحدى عشرة", 11), ("اثني عشر", 12), ("إثنا عشر", 12), ("ثلاثة عشر", 13)),
        *(("عشرين", 20), ("أربعة وعشرين", 24), ("ثلاثون", 30), ("ستة وثلاثين", 36), ("أربعين", 40)),
        *(("ثمانية وأربعين", 48), ("ستين", 60), ("تسعين", 90)),
    ],
)
@pytest.mark.parametrize("case", [str.lower, str.upper], ids=["lower", "UPPER"])
def test_numbers_in_words(words: str, value: int, case: Callable[[str], str]) -> None:
    assert _read(case(f"{words} mois")) == [f"{value}month"]


# `0000-01-01 …` is a date, and read as one.
@given(
    st.from_regex(r"\A0[0-9]{1,3}(?:[ .\u00a0\u202f-][0-9]{2}){3,4}\Z").filter(
        lambda text: not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text)
    )
)
def test_telephone_numbers_are_one_number_however_they_are_parted(text: str) -> None:
    assert [quantity.value for quantity in find_quantities(text)] == [Decimal(re.sub(r"\D", "", text))]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    found = find_quantities(text)
    assert all(0 <= q.start < q.end <= len(text) for q in found)
    assert list(found) == sorted(found, key=lambda q: q.start)


@pytest.mark.parametrize("text", ["", "prix", "1 2", "12 DA", "1,2,3", "-"])
def test_parse_number_wants_one_number(text: str) -> None:
    with pytest.raises(ValueError, match="not a number"):
        parse_number(text)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1,5 Gbps", "1500 Mbps", True),
        ("1 giga", "1 Gbps", True),
        ("1 giga", "1000 Mbps", True),
        ("1 giga", "1 Go", True),
        ("7 500", "7.500 DA", True),
        ("23/03/2026", "23 مارس", True),
        ("12 mois", "douze mois", True),
        ("120 Mbps", "120 DA", False),
        ("2 mois", "2 semaines", False),
        ("500 Mo", "500 Mbps", False),
        ("7 150 €", "7 150 DA", False),
        ("1 Go", "1 Gbps", False),
        ("23 mars", "23 avril", False),
        ("15 jours", "15/03/2026", False),
        ("15", "1.5", False),
    ],
)
def test_same_value_and_unit(one: str, other: str, same: bool) -> None:
    first, second = find_quantities(one)[0], find_quantities(other)[0]
    assert first.matches(second) is same
    assert second.matches(first) is same


@pytest.mark.parametrize(
    ("column", "unit", "factor"),
    [
        ("Débit (Mbps)", "mbps", 1),
        ("Débit (Gbps)", "mbps", 1000),
        ("Tarif mensuel (DA TTC) › Nouveau", "da", 1),
        ("Tarif DA/mois", "da", 1),
        ("Tarif 12 mois (DA)", "da", 1),
        ("Mois de connexion offerts", "month", 1),
        ("Remise (%)", "%", 1),
        ("التدفق (ميغابت/ثا)", "mbps", 1),
        ("التسعيرة الشهرية (دج مع احتساب كل الرسوم)", "da", 1),
        ("Débit pendant le boost (Mbps) › 220", "", 1),
        ("Mars", "", 1),
        ("Prestation", "", 1),
        ("", "", 1),
    ],
)
def test_unit_of_a_column(column: str, unit: str, factor: int) -> None:
    assert scale_of_name(column) == (unit, factor)
    assert unit_of_name(column) == unit


def test_long_numbers_keep_every_digit() -> None:
    one, other = "89213" + "0" * 30 + "1", "89213" + "0" * 30 + "2"
    assert not find_quantities(one)[0].matches(find_quantities(other)[0])


def test_a_quantity_is_plain_data() -> None:
    assert find_quantities("5 DA") == (Quantity(Decimal(5), "da", 0, 4),)
