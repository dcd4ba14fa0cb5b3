"""Which numbers of a line can only be a number typed in reverse (`200 2` for `2 200`); `reversed_thousands.py` decides.

What stays: a number that is legal as typed (`100 200`), parts of a longer row of digits (`021 71 20`, `100 200 50`),
decimals, dates and references, and what counts time, speed or anything but money, unless it fills its cell.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from core.documents.rows import is_row
from core.text.normalise import LETTER_LATIN, ascii_digits
from core.text.numbers import Quantity, find_quantities, unit_of_name
from core.text.units import UNIT, UNIT_OF

MONEY = frozenset({"da", "eur", "usd"})

_BLANK = "[ \u00a0\u202f\u2009]"
_REVERSED = re.compile(
    rf"(?<![\d.,/:+*#×%_{LETTER_LATIN}\-–])(?<!\d{_BLANK})"
    rf"(?:\d{{3}}{_BLANK}[1-9]\d?|0\d\d(?:{_BLANK}\d{{3}})*{_BLANK}[1-9]\d{{0,2}})"
    rf"(?!\d|{_BLANK}\d|[.,/:×*–-]\d|{_BLANK}?[×*]|[.)]\s*\S)"  # `200 2) …`: the 2 marks an item
)
_PERHAPS = re.compile(rf"\d{{3}}{_BLANK}\d")
_GROUP_END = re.compile(f"({_BLANK})")
# `Bonus 500 1 DA/min`: the second is a price of its own.
_PER_MINUTE = re.compile(r"\s*/\s*(?:min|(?:ال)?دقيق|د(?![\u0620-\u064a]))", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_CELL_END, _NAME_END, _NAME_JOIN = " | ", " : ", " / "


@dataclass(frozen=True)
class Suspect:
    """A number as typed and as it may be meant, at an offset of its line.

    Both spellings are of the same length. `unit` is that of the number or its column, '' where none is written.
    `column` is the name of the column whose cell it fills alone, None elsewhere.
    """

    start: int
    typed: str
    right: str
    unit: str
    column: str | None

    @property
    def value(self) -> Decimal:
        """What it would be worth."""
        return Decimal(re.sub(_BLANK, "", ascii_digits(self.right)))


def suspects(line: str) -> Iterator[Suspect]:
    """Every number of a chunk's line that may be reversed."""
    # What most lines lack is told ten times faster than what is looked for.
    found = list(_REVERSED.finditer(ascii_digits(line))) if _PERHAPS.search(line) else []
    if not found:
        return
    spelt = [
        Suspect(match.start(), line[match.start() : match.end()], _reverse(line[match.start() : match.end()]), "", None)
        for match in found
    ]
    right = turned(line, spelt)
    quantities = {quantity.start: quantity for quantity in find_quantities(right)}
    for suspect in spelt:
        quantity = quantities.get(suspect.start)
        if quantity is None or quantity.value != suspect.value:
            continue
        column, start, end = _segment(line, suspect.start)
        unit = quantity.unit or _unit_before(right[start : suspect.start]) or unit_of_name(column or "")
        is_ordinal = not quantity.unit and quantity.end != suspect.start + len(suspect.right)
        if (unit and unit not in MONEY) or is_ordinal or _PER_MINUTE.match(line, quantity.end):
            continue
        alone = _is_alone(right, start, end, quantity)
        if unit or alone:
            yield Suspect(suspect.start, suspect.typed, suspect.right, unit, column if alone else None)


def name_at(line: str, position: int) -> tuple[str, int] | None:
    """The column's name in which a position of a row lies, and where in it; None elsewhere."""
    column, start, end = _segment(line, position)
    if column is not None or not is_row(line):
        return None
    join = line.rfind(_NAME_JOIN, start, position)
    start = start if join < 0 else join + len(_NAME_JOIN)
    return line[start:end].partition(_NAME_JOIN)[0], position - start


def turned(text: str, suspected: Iterable[Suspect]) -> str:
    """The text with these of its numbers put right."""
    for suspect in suspected:
        text = text[: suspect.start] + suspect.right + text[suspect.start + len(suspect.right) :]
    return text


def _reverse(typed: str) -> str:
    return "".join(reversed(_GROUP_END.split(typed)))


def _segment(line: str, position: int) -> tuple[str | None, int, int]:
    """What the position stands in: a cell's value with its column's name, or the line (None)."""
    if not is_row(line):
        return None, 0, len(line)
    start = line.rfind(_CELL_END, 0, position)
    start = 2 if start < 0 else start + len(_CELL_END)
    end = line.find(_CELL_END, position)
    end = len(line) - 2 if end < 0 else end
    name_end = line.find(_NAME_END, start, end)
    if name_end < 0:
        return "", start, end
    if position < name_end:
        return None, start, name_end  # within a column's name
    return line[start:name_end], name_end + len(_NAME_END), end


def _unit_before(text: str) -> str:
    """The unit that some write before their numbers (`دج 2 300`)."""
    found = UNIT.fullmatch(text.split()[-1]) if text.strip() else None
    return UNIT_OF[found.lastgroup or ""][0] if found else ""


def _is_alone(right: str, start: int, end: int, quantity: Quantity) -> bool:
    """Whether cell or line hold this number and its unit, and no other number."""
    before, after = right[start : quantity.start], right[quantity.end : end]
    named = _LETTER.search(before) and not UNIT.fullmatch(before.strip())
    if named or (not quantity.unit and _LETTER.search(after)):
        return False
    return len(find_quantities(right[start:end])) == 1
