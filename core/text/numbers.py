"""Numbers and what they count, understood once for documents, questions and answers.

Thousands may be parted by a blank, point, comma or nothing, decimals by point or comma, digits may be Arabic-Indic.
A point or comma followed by exactly three digits parts thousands (`7.500 DA` is 7500), anything else decimals.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from core.text.normalise import ascii_digits

_BLANK = "[ \u00a0\u202f\u2009]"
_NUMBER = re.compile(
    rf"(?<![\d.,])(?:"
    rf"\d{{1,3}}(?:{_BLANK}\d{{3}})+(?:[.,]\d{{1,2}})?(?![\d])"  # 14 200,00
    rf"|\d{{1,3}}(?:\.\d{{3}})+(?:,\d{{1,2}})?(?![\d])"  # 1.000.000,00
    rf"|\d{{1,3}}(?:,\d{{3}})+(?:\.\d{{1,2}})?(?![\d])"  # 1,000,000.00
    rf"|\d+(?:[.,]\d+)?"
    rf")"
)

# unit as counted here → (factor to the canonical unit, canonical unit)
_UNIT_WORDS: tuple[tuple[str, str, str], ...] = (
    (
        "mbps",
        "1",
        r"m(?:é|e)?ga?bi?t?s?(?:\s?/\s?s(?:ec(?:onde)?)?|ps)?|mbp?/?s?|m(?:é|e)gas?|mo/s|ميغا\s?(?:بت|بايت|بيت)?|ميجا\s?(?:بت|بيت)?|ميقا",
    ),
    ("mbps", "1000", r"gbps|gbi?ts?\s?/\s?s(?:ec)?|gb/s|gigabits?|جيغا\s?بت|جيجا\s?بت|غيغا\s?بت"),
    ("giga", "1", r"gigas?|جيغا|جيجا|غيغا|جيقا"),
    ("go", "1", r"go|gb|giga\s?octets?|جيغا\s?بايت"),
    ("go", "1000", r"to|tb|t(?:é|e)ra(?:\s?octets?)?|تيرا\s?(?:بايت|بيت|اوكتي|أوكتي)?"),
    ("da", "1", r"da|dzd|dinars?(?:\s+alg(?:é|e)riens?)?|دج|د\.\s?ج|دينار(?:ا)?(?:\s+جزائري(?:ا)?)?"),
    ("%", "1", r"%|pour\s?cents?|بالمائة|بالمئة|في المائة"),
    ("day", "1", r"jours?|j|يوم(?:ا|ًا)?|أيام|ايام"),
    ("month", "1", r"mois|شهر(?:ا|ًا)?|أشهر|اشهر|شهور"),
    ("year", "1", r"ans?|ann(?:é|e)es?|سنة|سنوات|عام(?:ا|ًا)?|أعوام"),
    ("hour", "1", r"heures?|h|ساعة|ساعات"),
    ("minute", "1", r"minutes?|min|دقيقة|دقائق"),
    ("m", "1", r"m(?:è|e)tres?|m|متر(?:ا|ًا)?"),
)
_UNITS = tuple(
    (unit, Decimal(factor), re.compile(rf"\s?(?:{pattern})(?![a-zà-ÿ\d\u0621-\u064a])", re.IGNORECASE))
    for unit, factor, pattern in _UNIT_WORDS
)


@dataclass(frozen=True)
class Quantity:
    """A number as it stands in a text.

    `value` is in the canonical `unit` (mbps, go, da, %, day, month, year, hour, minute, m; '' where none is written,
    'giga' where the text leaves open whether it means speed or volume). `start` and `end` are offsets into the text,
    the unit included.
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
    text = re.sub(_BLANK, "", text)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", text):
        text = text.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text):
        text = text.replace(",", "")
    return Decimal(text.replace(",", ".")).normalize() + 0


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Every number in the text, in order, with the unit that follows it (or the `%` before it).

    Digits that are part of a name or of a word in Latin letters (`4G`, `802.11ax`, `P2P`, `ch7al`) are no number.
    """
    ascii_text = ascii_digits(text)
    found = []
    for match in _NUMBER.finditer(ascii_text):
        value, unit, end = parse_number(match[0]), "", match.end()
        for name, factor, pattern in _UNITS:
            after = pattern.match(ascii_text, match.end())
            if after and after.end() > end:
                unit, end = name, after.end()
                scaled = value * factor
        if not unit and re.match("[^\\W\\d_]", ascii_text[match.end() : match.end() + 1]):
            continue
        if unit:
            value = scaled.normalize() + 0
        elif ascii_text[max(0, match.start() - 1) : match.start()] == "%":
            unit = "%"
        found.append(Quantity(value, unit, match.start(), end))
    return tuple(found)


def unit_of_name(name: str) -> str:
    """The unit that a column's name gives its numbers (`Débit (Mbps)` → mbps), or ''."""
    for part in re.split(r"[()\[\]/›,:]|\s", ascii_digits(name)):
        for unit, factor, pattern in _UNITS:
            if len(part) > 1 and pattern.fullmatch(part) and factor == 1:
                return unit
    return ""


def canonical(value: Decimal) -> str:
    """A number's one spelling for keys and tokens: no exponent, no trailing zeros."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
