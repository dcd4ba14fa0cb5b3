"""What in an earlier question is like what a follow-up says, and so gives way to it."""

import re
from dataclasses import dataclass
from decimal import Decimal

from core.kinds import CUSTOMER, NAME, NUMBER, TOPIC, WORD, Part
from core.text.normalise import LETTER_AR, ascii_digits
from core.text.numbers import canonical, parse_number

WHOM = "whom"
"""Kind of a word behind `pour` that nothing else is known of."""
# Who somebody is by their home, their trade, their standing; one of these gives way to its like first.
_ROLES = tuple(
    frozenset(groups.split())
    for groups in (
        "tenant residential",
        "professional company small_company start_up institution school",
        "student retired employee active_staff",
        "gamer",
    )
)
_TRADE = _ROLES[1]
# From how many times the other number on, two are no speeds in the same unit.
_TOO_MANY_GIGA = 10
_TOO_FEW_MEGA = 20
_NUMBER = re.compile(r"[\d\s.,]*\d")


@dataclass(frozen=True)
class Said:
    """A text and what it says."""

    text: str
    parts: tuple[Part, ...]

    def of(self, *kinds: str) -> tuple[Part, ...]:
        """The parts of these kinds, in order."""
        return tuple(part for part in self.parts if part.kind in kinds)


def counterparts(part: Part, question: Said) -> tuple[Part, ...]:
    """What a value takes the place of: the likest first."""
    if part.kind == NUMBER:
        return _like_numbers(part, question)
    if part.kind == NAME:
        run = first_name(question)
        return run or question.of(CUSTOMER)
    if part.kind in (TOPIC, WORD):
        return ()
    if part.kind == CUSTOMER:
        return _like_customers(part, question)
    if part.kind == WHOM:
        return question.of(CUSTOMER) or question.of(WORD)[-1:]
    return question.of(part.kind)


def _like_customers(part: Part, question: Said) -> tuple[Part, ...]:
    """Customers of the same role first. One that a name follows (`établissement B`) is named so: it gives way only to
    another of its trade."""
    named = {one.start for one, other in zip(question.parts, question.parts[1:], strict=False) if other.kind == NAME}
    likes = [
        other
        for other in question.of(CUSTOMER)
        if _role(other) == _role(part) or not (other.group in _TRADE and other.start in named)
    ]
    return tuple(sorted(likes, key=lambda other: _role(other) != _role(part)))


def _role(part: Part) -> int:
    return next((place for place, groups in enumerate(_ROLES) if part.group in groups), -1)


def are_of_one_role(part: Part, other: Part) -> bool:
    """Whether two customers are told apart by the same thing, so that nobody is both."""
    return _role(part) == _role(other)


def _like_numbers(part: Part, question: Said) -> tuple[Part, ...]:
    """Numbers of the same unit or, where one leaves it open, of any; those that it makes sense beside first, then those
    behind the same preposition, then the last ones (`de 110 vers 880`)."""

    def likeness(number: Part) -> tuple[bool, bool, bool, int]:
        is_alike = _unit(number) == _unit(part)
        return is_alike, _fits(part, number, question), bool(part.before) and number.before == part.before, number.start

    open_or_same = [n for n in question.of(NUMBER) if _unit(n) == _unit(part) or not (_unit(n) and _unit(part))]
    return tuple(sorted(open_or_same, key=likeness, reverse=True))


def _fits(part: Part, place: Part, question: Said) -> bool:
    """Whether a number without a unit makes sense in that of its like: 240 giga don't, where 1.5 stood, nor 1 mega
    beside 480."""
    if not (part.quantity and place.quantity) or part.quantity.unit or _unit(place) != "mbps":
        return True
    value, other = part.quantity.value, _written(place, question)
    if _is_giga(place, other):
        return value < _TOO_MANY_GIGA * max(other, Decimal(1))
    return value * _TOO_FEW_MEGA > other


def _is_giga(place: Part, written: Decimal) -> bool:
    return place.quantity is not None and (place.quantity.unit == "giga" or place.quantity.value > written)


def _written(part: Part, text: Said) -> Decimal:
    """The number as it stands there, whatever it counts."""
    digits = _NUMBER.match(ascii_digits(text.text[part.start : part.end]))
    return parse_number(digits[0]) if digits else Decimal(0)


def value_as(part: Part, place: Part, said: Said, before: Said) -> str:
    """The value as the earlier question would write it: a number without a unit takes over that of its like, or the
    next one that makes sense."""
    value = said.text[part.start : part.end]
    if not (part.quantity and place.quantity and place.quantity.unit) or part.quantity.unit:
        return value
    stood = ascii_digits(before.text[place.start : place.end])
    unit = _NUMBER.sub("", stood, count=1)
    if not _fits(part, place, before):
        is_arabic = re.search(f"[{LETTER_AR}]", unit)
        mega, giga = (" ميغا", " جيغا") if is_arabic else (" mega", " giga")
        unit = mega if _is_giga(place, _written(place, before)) else giga
    return canonical(part.quantity.value) + unit


def _unit(part: Part) -> str:
    unit = part.quantity.unit if part.quantity else ""
    return "mbps" if unit == "giga" else unit


def first_name(question: Said) -> tuple[Part, ...]:
    """The first name in a question: parts side by side that documents are called by (`Box 4G`)."""
    run: list[Part] = []
    for part in question.parts:
        if part.kind == NAME or (part.is_named and part.kind in (TOPIC, "technology")):
            run.append(part)
        elif any(known.kind == NAME for known in run):
            break
        else:
            run = []
    return tuple(run) if any(part.kind == NAME for part in run) else ()
