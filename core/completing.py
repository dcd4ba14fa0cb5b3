"""Puts a follow-up's values into an earlier question: what it names takes the place of its like, the rest is taken
over."""

import re
from collections.abc import Sequence

from core.kinds import ASKED, CONDITION, CUSTOMER, DEALING, DEVICE, NAME, NUMBER, TOPIC, WORD, Part
from core.likeness import Said, counterparts, first_name, value_as

_DETERMINER = re.compile(r"\b(?:une?|les?|la|des)\s+$", re.IGNORECASE)
_LAST_WORD = re.compile(r"\S+\s+$")
_LONGEST_CODE = 3  # letters: `XL`
# Behind somebody of a trade: still in it. Nobody else is.
_IN_WORK = re.compile(r"\s*(?:en (?:activité|exercice)|actifs?|(?:في حالة (?:ال)?نشاط|(?:ال)?ناشطين))\b", re.IGNORECASE)
_COMMAS = ",،;؛"


def completed(said: Said, questions: Sequence[Said]) -> str:
    """The question that a follow-up means, by the latest of the questions that has something like its values.

    Args:
        questions: at least one, the latest first.
    """
    before = next((question for question in questions if _continues(said, question)), questions[0])
    return _asked_anew(said, before) if said.of(ASKED) else _with_values(said, before)


def _continues(said: Said, question: Said) -> bool:
    """Whether a value of the follow-up has its like in the question."""
    return bool(said.of(ASKED)) or any(counterparts(part, question) for part in said.parts)


def _asked_anew(said: Said, before: Said) -> str:
    """Another thing asked of the same: the follow-up, then the earlier question without what it asked."""
    gone = [_whole_clause(part, before) for part in before.of(ASKED)]
    asked = said.text
    for part in reversed(said.parts):
        if part.kind != ASKED and (likest := counterparts(part, before)[:1]):
            gone.append((_end_before(likest[0], before), likest[0].end))
            asked = asked[: part.start] + value_as(part, likest[0], said, before) + asked[part.end :]
    rest = before.text
    for start, end in sorted(gone, reverse=True):
        rest = f"{rest[:start]} {rest[end:]}"
    return " ".join(f"{asked} {rest}".split())


def _whole_clause(part: Part, text: Said) -> tuple[int, int]:
    """From where to where what asked goes: with its clause behind a comma, where that says nothing else."""
    begin = max(text.text.rfind(comma, 0, part.start) for comma in _COMMAS)
    ends = [place for comma in _COMMAS if (place := text.text.find(comma, part.end)) >= 0]
    end = min(ends, default=len(text.text))
    others = [other for other in text.parts if begin <= other.start < end and other.kind not in (ASKED, TOPIC)]
    return (_end_before(part, text), part.end) if begin < 0 or others else (begin, end)


def _with_values(said: Said, before: Said) -> str:
    """The earlier question with the follow-up's values in the places of their like; what has none comes at the end."""
    changes: list[tuple[int, int, str]] = []
    left: list[Part] = []
    named = _named_span(said)
    values = [part for part in said.parts if not (named and named.start <= part.start < named.end)]
    if named:
        changes += _places_of_name(named, said, before)
        left += [] if changes else [named]
    for part in values:
        if likest := counterparts(part, before)[:1]:
            changes.append(_exchange(part, likest[0], said, before))
        else:
            left.append(part)
    whole = before.text
    for start, end, value in sorted(changes, reverse=True):
        whole = whole[:start] + value + whole[end:]
    return " ".join(f"{whole} {_tail(said, left)}".split())


def _named_span(said: Said) -> Part | None:
    """The name that the follow-up says, as one part, with the words around it that belong to it."""
    parts = said.of(NAME, WORD, TOPIC, "technology")
    if not any(part.kind == NAME for part in parts):
        return None
    return Part(NAME, tuple(s for part in parts for s in part.stems), parts[0].start, parts[-1].end)


def _places_of_name(named: Part, said: Said, before: Said) -> list[tuple[int, int, str]]:
    """Where a name goes: beside a word that both say (`box L`, `box XL`), else in the place of the name before, else of
    the customers that the offer was for. A name says for whom, too: earlier customers go."""
    value = said.text[named.start : named.end]
    own = [part for part in said.parts if named.start <= part.start < named.end]
    if len(own) == 1 and (alike := [part for part in before.of(NAME) if _series(part) == _series(named) != ""]):
        return [(alike[0].start, alike[0].end, value)]
    for shared in own[:-1]:
        for known, after in zip(before.parts, before.parts[1:], strict=False):
            if known.stems == shared.stems and after.kind not in (ASKED, NUMBER, CUSTOMER):
                return [(known.start, after.end, said.text[shared.start : own[-1].end])]
    customers = [] if said.of(CUSTOMER) else list(before.of(CUSTOMER))
    if run := first_name(before):
        if len(own) == 1 and _is_code(value) and _is_code(before.text[run[-1].start : run[-1].end]):
            run = run[-1:]
        return [(run[0].start, run[-1].end, value), *((_end_before(part, before), part.end, "") for part in customers)]
    return [(_end_before(customers[0], before), customers[0].end, f" {value}")] if customers else []


def _series(name: Part) -> str:
    """The letters of a code with digits (`ax` of `AX30`), '' for any other name."""
    word = "".join(name.stems)
    return re.sub(r"\d", "", word) if any(char.isdigit() for char in word) else ""


def _is_code(word: str) -> bool:
    return len(word) <= _LONGEST_CODE or any(char.isdigit() for char in word)


def _end_before(part: Part, text: Said) -> int:
    """Where what stands before a part ends: function words between (`pour les`) belong to the part."""
    return max((other.end for other in text.parts if other.end <= part.start), default=0)


def _exchange(part: Part, place: Part, said: Said, before: Said) -> tuple[int, int, str]:
    """The stretch that a value takes the place of, and what stands there then: with its own article, if both have one,
    or its own `with` or `without`, or behind the Arabic letter that says `for`; what was sold or returned goes with the
    dealing, and that an employee is in work with the employee."""
    value, start, end = value_as(part, place, said, before), place.start, place.end
    theirs, ours = _DETERMINER.search(before.text[:start]), _DETERMINER.search(said.text[: part.start])
    if part.kind == CONDITION:
        theirs, ours = _LAST_WORD.search(before.text[:start]), _LAST_WORD.search(said.text[: part.start])
    if theirs and ours:
        start, value = theirs.start(), ours[0] + value
    if place.kind == CUSTOMER and before.text.startswith("ل", start):
        value = re.sub("^ال", "لل", value)
    if part.kind == DEALING and (sold := [other for other in before.of(DEVICE) if other.start > end]):
        end = sold[0].end
    if part.kind == CUSTOMER and (in_work := _IN_WORK.match(before.text, end)):
        end = in_work.end()
    return start, end, value


def _tail(said: Said, left: Sequence[Part]) -> str:
    """What found no place, with the preposition before it; a follow-up that found none at all goes in whole."""
    if len(left) and not (len(said.parts) - sum(len(part.stems) or 1 for part in left)):
        return said.text
    return " ".join(said.text[_end_before(part, said) : part.end].strip() for part in left)
