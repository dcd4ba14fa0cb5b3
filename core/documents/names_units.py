"""What the name of a column or a row says of its numbers: `Tarif mensuel (DA TTC)`, `التدفق (ميغابت/ثا)`.

A column's name gives its unit wherever the unit stands in it, a row's first cell only in brackets: it is a sentence
more often (`Boosts dans la même semaine`).
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from core.documents.table_data import Kind
from core.text.normalise import ascii_digits, fold
from core.text.numbers import scale_of_name
from core.text.units import UNIT, UNIT_OF

_ONE = Decimal(1)
_TIME = frozenset({"day", "week", "month", "year", "hour", "minute", "second"})
KIND_OF: dict[str, Kind] = {
    **dict.fromkeys(("da", "eur", "usd"), "amount"),
    **dict.fromkeys(_TIME, "duration"),
    "mbps": "speed",
    "go": "volume",
    "%": "percentage",
}
"""What a number is, by its unit."""
TAXES = (
    (
        "TTC",
        re.compile(r"\bt\.?t\.?c\b|toutes? taxes? comprises?|(?:مع |ب)(?:احتساب )?(?:جميع |كل )?الرسوم|شامله? الرسوم"),
    ),
    (
        "HT",
        re.compile(r"\bh\.?t\b|hors taxes?|(?:دون|بدون|خارج|غير) (?:احتساب |شامله? )?(?:كل )?(?:ال)?رسوم|خارج الرسم"),
    ),
)
PER = re.compile(
    r"(?:/|\b(?:par|chaque)\b|(?<!\w)(?:في|كل|لكل)(?!\w)|(?<!\w)ل(?=لشهر|ليوم|لسنه))\s*(?:ا?ل)?"
    r"(?:(?P<month>mois|شهر)|(?P<day>jour|يوم)|(?P<year>ans?|annee|سنه|عام)|(?P<week>semaine|اسبوع)"
    r"|(?P<hour>heure|ساعه)|(?P<minute>minute|min|دقيقه))(?!\w)"
    r"|(?:/\s*)?(?<!\w)(?:(?P<month_>mensuel(?:le|les|s)?|(?:ال)?شهري(?:ا|ه)?)"
    r"|(?P<year_>annuel(?:le|les|s)?|(?:ال)?سنوي(?:ا|ه)?))(?!\w)"
)
"""The time that an amount pays, after `fold`; the group's name says which."""
# A unit of time in a name counts what stands below it only here: `Mois offerts`, `Nombre de jours`, `Durée en mois`.
_COUNTED = re.compile(r"^\s*$|(?:\bnombre d[e']s?|\bnb d[e']|\bnb|\ben|عدد)\s*$|[›,:]\s*$")
_MONEY_NAME = re.compile(
    r"\b(?:tarif|prix|montant|frais|cout|redevance)s?\b|(?<!\w)(?:ال)?(?:سعر|اسعار|تسعير|رسم|رسوم|مبلغ|مصاريف)"
)
_SPEED_NAME = re.compile(r"debit|vitesse|تدفق|سرعه")
_VOLUME_NAME = re.compile(r"volume|data|quota|حجم|رصيد الانترنت")
_ARTICLE = re.compile(r"(?<!\w)ال(?=\w)")
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")


@dataclass(frozen=True)
class Named:
    """What a column's or a row's name says of its numbers: unit, the factor to it, tax, the time that they pay, and
    whether they count money, speed or volume, where it names no unit."""

    unit: str = ""
    factor: Decimal = _ONE
    tax: str = ""
    per: str = ""
    counts: str = ""


NOTHING = Named()


def said_by_column(name: str) -> Named:
    """What a column's name says of the numbers below it."""
    return _said(name, *_unit_of(name))


def said_by_row(name: str) -> Named:
    """What a row's first cell says of the numbers beside it; a unit only where it stands in brackets."""
    return _said(name, *scale_of_name(" ".join(_BRACKETS.findall(name))))


def _said(name: str, unit: str, factor: Decimal) -> Named:
    folded = fold(name)
    counted = ((_MONEY_NAME, "amount"), (_SPEED_NAME, "speed"), (_VOLUME_NAME, "volume"))
    counts = next((what for pattern, what in counted if pattern.search(folded)), "")
    unit, value = giga_as(unit, factor, counts)
    return Named(unit, value, tax_in(folded), per_in(folded), counts)


def _unit_of(name: str) -> tuple[str, Decimal]:
    """`scale_of_name`, but for a unit of time that says what is paid for (`Tarif par mois`) or when (`la semaine`)."""
    name = _ARTICLE.sub("", ascii_digits(name))  # `عدد الأشهر`
    unit, factor = scale_of_name(name)
    if unit not in _TIME or scale_of_name(" ".join(_BRACKETS.findall(name)))[0] == unit:
        return unit, factor
    for word in re.finditer(r"[^\s()\[\]/›,:]+", name):
        match = UNIT.fullmatch(word[0])
        if (
            match
            and UNIT_OF[match.lastgroup or ""][0] == unit
            and _COUNTED.search(fold(name[: word.start()] + "¦")[:-1])
        ):
            return unit, factor
    return "", _ONE


def giga_as(unit: str, factor: Decimal, counts: str) -> tuple[str, Decimal]:
    """Giga as speed or volume, where it is known which of the two is counted."""
    if unit == "giga" and counts == "speed":
        return "mbps", factor * 1000
    return ("go", factor) if unit == "giga" and counts == "volume" else (unit, factor)


def tax_in(folded: str) -> str:
    """HT or TTC; '' where neither or both are named."""
    named = [tax for tax, pattern in TAXES if pattern.search(folded)]
    return named[0] if len(named) == 1 else ""


def per_in(folded: str) -> str:
    """The time that an amount pays: month, year, …"""
    found = PER.search(folded)
    return (found.lastgroup or "").rstrip("_") if found else ""
