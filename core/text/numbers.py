"""Numbers and what they count, understood once for documents, questions and answers.

Thousands may be parted by a blank, point, comma or nothing, decimals by point or comma, digits may be Arabic-Indic.
A point or comma followed by exactly three digits parts thousands (`7.500 DA` is 7500), anything else decimals.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from core.text.normalise import ascii_digits
from core.text.units import DUAL, MONTH_BEFORE, UNIT, UNIT_OF, WORD

_BLANK = "[ \u00a0\u202f\u2009]"
_DIGITS = re.compile(r"\d+")
_TELEPHONE = r"0\d{1,3}(?:[ .\u00a0\u202f-]\d{2}){3,4}"  # 0555 12 34 56
_NUMBER = re.compile(
    rf"(?<!\d)(?:"
    rf"{_TELEPHONE}(?!\d)"
    rf"|[1-9]\d{{0,2}}(?:{_BLANK}\d{{3}})+(?:[.,]\d{{1,2}})?(?!\d)"  # 14 200,00
    rf"|[1-9]\d{{0,2}}(?:\.\d{{3}})+(?:,\d{{1,2}})?(?!\d)"  # 1.000.000,00
    rf"|[1-9]\d{{0,2}}(?:,\d{{3}})+(?:\.\d{{1,2}})?(?!\d)"  # 1,000,000.00
    rf"|\d+(?=(?:\.\d+){{2}})|(?<=\d\.)\d+"  # the parts of 2.6.2
    rf"|\d+(?:[.,]\d+)?"
    rf")"
)
_DATE = re.compile(
    r"(?<![\d/.-])(?:(?P<day>0?[1-9]|[12]\d|3[01])(?P<sep>[/.-])(?P<month>0?[1-9]|1[0-2])(?P=sep)(?P<year>\d{4})"
    r"|(?P<iso_year>\d{4})-(?P<iso_month>0[1-9]|1[0-2])-(?P<iso_day>0[1-9]|[12]\d|3[01]))(?!\d|[/.-]\d)"
)
# How many characters before a year its month may begin.
_MONTH_REACH = 12
_POINT_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?")
_COMMA_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_IS_TELEPHONE = re.compile(_TELEPHONE)
_BLANKS = re.compile(_BLANK)
_LETTER = re.compile(r"[^\W\d_]")
_TIME = frozenset({"day", "week", "month", "year", "hour", "minute"})
_ONE = Decimal(1)
_ORDINAL = re.compile(r"(?:ers?|[èe]res?|res?|[èée]mes?|es?|nde?s?)(?![\w'])", re.IGNORECASE)


@dataclass(frozen=True)
class Quantity:
    """A number as it stands in a text, in digits or, before a unit of time, in words (`trois mois`, `شهرين`).

    `value` is in the canonical `unit` (mbps, go, da, eur, usd, %, day, week, month, year, hour, minute, second, m; ''
    where none is written, 'giga' where the text leaves open whether it means speed or volume, '/3' for the day and the
    year of a date in March). `start` and `end` are offsets into the text, the unit included.
    """

    value: Decimal
    unit: str
    start: int
    end: int

    def matches(self, other: "Quantity") -> bool:
        """Same value and same unit; a number without a written unit matches any unit of the same value."""
        if not self.unit or not other.unit:
            return self.value == other.value
        units = {self.unit, other.unit}
        if units == {"giga", "mbps"}:
            return _as_mbps(self) == _as_mbps(other)
        if units == {"giga", "go"}:
            return self.value == other.value
        return len(units) == 1 and self.value == other.value


def _as_mbps(quantity: Quantity) -> Decimal:
    return quantity.value * 1000 if quantity.unit == "giga" else quantity.value


def parse_number(text: str) -> Decimal:
    """The value of one written number (`14 200,00`, `1.000.000`, `٧٥٠٠`, `1,5`).

    Raises:
        ValueError: the text isn't one number.
    """
    text = ascii_digits(text).strip()
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"not a number: {text!r}")
    return _value(text)


def _value(number: str) -> Decimal:
    """The value of what `_NUMBER` matched."""
    if number.isdecimal():
        return Decimal(number)
    if _IS_TELEPHONE.fullmatch(number):
        return Decimal(re.sub(r"\D", "", number))
    text = _BLANKS.sub("", number)
    if _POINT_THOUSANDS.fullmatch(text):
        text = text.replace(".", "").replace(",", ".")
    elif _COMMA_THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    return plain(Decimal(text.replace(",", ".")))


def plain(value: Decimal) -> Decimal:
    """The value without trailing zeros, whatever its length (`normalize` would round to 28 digits)."""
    return Decimal(canonical(value))


@lru_cache(maxsize=8192)  # one answer asks a few hundred sentences and cells for their numbers, each dozens of times
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Every number in the text, in order, with the unit that follows it (or the `%` before it).

    Digits at the head of a word in Latin letters are part of a name (`4G`, `802.11ax`, `P2P`, `ch7al`), no number,
    unless the letters are a unit or make it an ordinal (`3e`).
    """
    text = ascii_digits(text)
    # Numbers and dates begin where a run of digits does; to try elsewhere too would take most of the time.
    starts = [run.start() for run in _DIGITS.finditer(text)]
    dates = [date for start in starts if (date := _DATE.match(text, start))]
    in_dates = {index for date in dates for index in range(*date.span())}
    found = [quantity for date in dates for quantity in _parts(date)]
    found += _spelt(text)
    end = 0
    for start in starts:
        if start < end or not (number := _NUMBER.match(text, start)):
            continue
        end = number.end()
        if start not in in_dates and (quantity := _quantity(text, number)):
            found.append(quantity)
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def _quantity(text: str, number: re.Match[str]) -> Quantity | None:
    """The number with its unit, or None where its digits are part of a name."""
    unit, factor, end = _unit_at(text, number.end())
    if not unit:
        if ordinal := _ORDINAL.match(text, end):
            end = ordinal.end()
        elif _LETTER.match(text, end):
            return None
        unit = _unit_before(text, number)
    value = _value(number[0])
    return Quantity(value if factor == 1 else plain(value * factor), unit, number.start(), end)


def _unit_at(text: str, position: int) -> tuple[str, Decimal, int]:
    """The unit that begins at the position ('' where none does), its factor and its end."""
    if match := UNIT.match(text, position):
        return *UNIT_OF[match.lastgroup or ""], match.end()
    return "", _ONE, position


def _unit_before(text: str, number: re.Match[str]) -> str:
    """`%` of `%5`, and the month that a year follows."""
    start = number.start()
    if text.endswith("%", 0, start):
        return "%"
    if len(number[0]) == 4 and (month := MONTH_BEFORE.search(text[max(0, start - _MONTH_REACH) : start])):
        return f"/{(month.lastgroup or '').removeprefix('m')}"
    return ""


def _parts(date: re.Match[str]) -> Iterator[Quantity]:
    """Day and year of a date in digits, each with the month as unit, as in `23 mars 2026`."""
    prefix = "" if date["day"] else "iso_"
    month = int(date[f"{prefix}month"])
    for part in ("day", "year"):
        start, end = date.span(prefix + part)
        yield Quantity(Decimal(int(date[prefix + part])), f"/{month}", start, end)


def _spelt(text: str) -> Iterator[Quantity]:
    """Numbers in words before a unit of time, and Arabic duals (`شهرين`)."""
    if "ن" in text:  # the last letter of every dual
        for match in DUAL.finditer(text):
            unit = match.lastgroup or ""
            yield Quantity(Decimal(2), unit, match.start(unit), match.end())
    for match in WORD.finditer(text):
        unit, _, end = _unit_at(text, match.end())
        if unit in _TIME:
            value = (match.lastgroup or "").removeprefix("n")
            yield Quantity(Decimal(value), unit, match.start(), end)


def without_quantities(text: str) -> str:
    """The text with a blank for each of its numbers, units included."""
    for quantity in reversed(find_quantities(text)):
        text = text[: quantity.start] + " " + text[quantity.end :]
    return text


def unit_of_name(name: str) -> str:
    """The unit that a column's name gives its numbers (`Débit (Mbps)` → mbps), or ''."""
    return scale_of_name(name)[0]


def scale_of_name(name: str) -> tuple[str, Decimal]:
    """The unit that a column's name gives its numbers, and the factor to it (`Débit (Gbps)` → mbps, 1000).

    What stands in brackets comes first: `Tarif 12 mois (DA)` holds dinars.
    """
    name = ascii_digits(name)
    if re.search(r"›[\s\d]*\d\s*$", name):
        return "", _ONE  # `Débit (Mbps) › 220`: the unit is that of the name's own number
    name = without_quantities(name)
    for part in [*re.findall(r"[(\[]([^()\[\]]*)[)\]]", name), name]:
        for word in re.split(r"[()\[\]/›,:]|\s", part):
            match = UNIT.fullmatch(word)
            if match and (len(word) > 1 or word == "%"):
                unit, factor = UNIT_OF[match.lastgroup or ""]
                if not unit.startswith("/"):
                    return unit, factor
    return "", _ONE


def canonical(value: Decimal) -> str:
    """A number's one spelling for keys and tokens: no exponent, no trailing zeros."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
