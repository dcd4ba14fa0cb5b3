"""What a table's cell says: an amount, a speed, a duration, yes, not offered; in its own unit or that of its names.

Only a cell that holds nothing besides its value has one: `Chèque à partir de 40 000 DA` is text. Bare numbers
have the unit of their names (names_units.py).
"""

import re
from decimal import Decimal

from core.documents.names_units import KIND_OF, NOTHING, PER, TAXES, Named, giga_as, per_in, tax_in
from core.documents.table_data import Kind, TypedCell, UnitFrom
from core.text.normalise import ascii_digits, fold
from core.text.numbers import Quantity, find_quantities, parse_number, plain
from core.text.units import UNIT, UNIT_OF

_ONE = Decimal(1)
_SIGNS = re.compile(r"[\s/\\–—−_.·*-]+")
"""A cell of nothing else says that there is nothing to have."""
# As `fold` leaves them: without accents, capitals, hamza.
_WORDS: dict[Kind, frozenset[str]] = {
    "yes": frozenset("oui|✓|✔|☑|✅|نعم".split("|")),
    "no": frozenset("non|✗|✘|✕|✖|❌|☒|لا".split("|")),
    "not-offered": frozenset(
        "n/a|na|nd|neant|non disponible|non offert|non offerte|indisponible|non propose|non proposee|non concerne"
        "|غير متوفر|غير متوفره|غير متاح|غير متاحه|غير معني".split("|")
    ),
    "unlimited": frozenset(
        "illimite|illimitee|illimites|illimitees|sans limite|غير محدود|غير محدوده|بلا حدود".split("|")
    ),
}
_FREE = frozenset("gratuit|gratuite|gratuits|gratuites|gratuitement|مجاني|مجانيه|مجانا|بالمجان".split("|"))
_FROM = re.compile(r"plus d[e']|a partir d[e']|au moins|des|min(?:imum)?|>=?|≥|اكثر من|ابتداء من|انطلاقا من|علي الاقل")
_TO = re.compile(r"moins d[e']|jusqu'?a|au plus|(?:au )?max(?:imum)?|<=?|≤|اقل من|حتي|الي غايه|كحد اقصي|علي الاكثر")
_OR_MORE = re.compile(r"(?:et|ou) plus|au moins|(?:au )?min(?:imum)?|فما فوق|فاكثر|علي الاقل|او اكثر|\+")
_OR_LESS = re.compile(r"(?:et|ou) moins|au plus|(?:au )?max(?:imum)?|كحد اقصي|علي الاكثر|او اقل|فاقل")
_BEFORE_RANGE = re.compile(r"|de|du|entre|من|(?:ما )?بين")
_BETWEEN = re.compile(r"[-–—−]|a|au|et|الي|و")
_WORKING = re.compile(r"(?<!\w)(?:ouvre|ouvrable|calendaire|algerien)s?(?!\w)|(?<!\w)(?:عمل|جزائري)(?!\w)")
_MINUS = frozenset("-–−")
_CLOCK = re.compile(r"\d\s?h\s?\d|\d\s?h\b.*\d\s?h\b", re.IGNORECASE)
_CODE = re.compile(r"0\d")  # 0042, 0555 12 34 56
_AROUND = " ()[].,;:*\"'"


def typed(text: str, column: Named = NOTHING, row: Named = NOTHING) -> TypedCell:
    """What one cell says.

    Args:
        text: the cell, in one line.
        column: what its column's name says.
        row: what its row's first cell says.
    """
    if not text:
        return TypedCell("", "empty")
    if _SIGNS.fullmatch(text):
        return TypedCell(text, "not-offered")
    folded = fold(text).strip(_AROUND)
    if folded in _FREE:
        return _free(text, column, row)
    kind = next((kind for kind, words in _WORDS.items() if folded in words), None)
    if kind is not None:
        return TypedCell(text, kind)
    return _number(text, column, row) or TypedCell(text, "text")


def _free(text: str, column: Named, row: Named) -> TypedCell:
    """Nothing to pay: an amount of 0, in the money of the names."""
    places: tuple[tuple[UnitFrom, Named], ...] = (("column", column), ("row", row))
    where, unit = next(((where, said.unit) for where, said in places if KIND_OF.get(said.unit) == "amount"), ("", ""))
    return TypedCell(text, "amount", Decimal(0), Decimal(0), unit, where)


def _number(text: str, column: Named, row: Named) -> TypedCell | None:
    """A number or a range with its unit and nothing besides; None for all else."""
    text_ = ascii_digits(text)
    found = find_quantities(text_)
    if not 1 <= len(found) <= 2 or _CLOCK.search(text_) or any(quantity.unit.startswith("/") for quantity in found):
        return None
    first, last = found[0], found[-1]
    if not last.unit and any(_CODE.match(text_, quantity.start) for quantity in found):
        return None
    before, unit_before = _without_unit(_bare(text_[: first.start]), last.unit)
    after, unit_after = _without_unit(_bare(text_[last.end :]), last.unit)
    if len(found) == 1:
        ends = _ends(before, after, last.value, glued=not text_[: first.start].endswith(" "))
    elif _BEFORE_RANGE.fullmatch(before) and not after and _BETWEEN.fullmatch(_bare(text_[first.end : last.start])):
        ends = _range(text_, first, last)
    else:
        ends = None
    if ends is None:
        return None
    unit, factor = max((last.unit, _ONE), unit_before, unit_after)
    return _measured(text, ends, unit, factor, column, row)


def _bare(part: str) -> str:
    """What stands beside a number, folded, without what the tax, the time paid and working days are written with."""
    folded = fold(part)
    for pattern in (*(pattern for _, pattern in TAXES), PER, _WORKING):
        folded = pattern.sub(" ", folded)
    return " ".join(folded.split()).strip(_AROUND)


def _without_unit(part: str, unit: str) -> tuple[str, tuple[str, Decimal]]:
    """The part without the unit that some write before a number or in brackets (`دج 2 300`, `340 (دج/شهر)`), and that
    unit with its factor; it counts where the number has none."""
    match = UNIT.fullmatch(part) if part else None
    found, factor = UNIT_OF[match.lastgroup or ""] if match else ("", _ONE)
    if not found or found.startswith("/") or unit not in ("", found):
        return part, ("", _ONE)
    return "", (found, factor) if not unit else ("", _ONE)


_Ends = tuple[Decimal | None, Decimal | None]


def _ends(before: str, after: str, value: Decimal, glued: bool) -> _Ends | None:
    """What one number encloses, by the words around it; None where they say anything else."""
    if before in _MINUS and before and glued and not after:
        return -value, -value
    if before in ("", "+") and not after:
        return value, value
    if (_FROM.fullmatch(before) and not after) or (not before and _OR_MORE.fullmatch(after)):
        return value, None
    if (_TO.fullmatch(before) and not after) or (not before and _OR_LESS.fullmatch(after)):
        return None, value
    return None


def _range(text: str, first: Quantity, last: Quantity) -> _Ends | None:
    """Both ends in the unit of the last one, which counts for a first one without unit (`25-40 Gbps`)."""
    low = first.value
    if not first.unit and last.unit:
        written = re.match(r"\d[\d\s.,]*(?<=\d)", text[last.start : last.end])
        if written is None or not parse_number(written[0]):
            return None
        low = plain(low * last.value / parse_number(written[0]))
    elif first.unit != last.unit:
        return None
    return (low, last.value) if low < last.value else None


def _measured(text: str, ends: _Ends, unit: str, factor: Decimal, column: Named, row: Named) -> TypedCell:
    """The number in the unit that it has itself, or that its column's or its row's name gives it."""
    where: UnitFrom = "cell" if unit else "column" if column.unit else "row" if row.unit else ""
    named = column if where == "column" else row
    if where == "cell":
        unit, factor = giga_as(unit, factor, column.counts or row.counts or KIND_OF.get(column.unit or row.unit, ""))
    elif where:
        unit, factor = named.unit, named.factor
    low, high = (None if end is None else plain(end * factor) for end in ends)
    counts = column.counts or row.counts
    kind = KIND_OF.get(unit, "amount" if counts == "amount" and not unit else "number")
    folded = fold(text)
    tax = (tax_in(folded) or column.tax or row.tax) if kind == "amount" else ""
    per = (per_in(folded) or column.per or row.per) if kind == "amount" else ""
    return TypedCell(text, kind, low, high, unit, where, tax, per)
