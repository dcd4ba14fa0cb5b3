"""Whether a passage that a model put in order still says what was read: no figure, date or name lost, moved or new."""

import re
import unicodedata
from collections import Counter
from typing import Literal

from core.documents.chunk import Language
from core.documents.rows import is_row
from core.text.normalise import ascii_digits, count_letters, fold
from core.text.number_words import number_word
from core.text.numbers import find_quantities

Unfaithful = Literal[
    "empty", "number-lost", "number-added", "numbers-moved", "name-lost", "name-added", "length", "form"
]

_LONGEST, _SHORTEST = 1.3, 0.6
"""Letters of the new text, as a share of the old one's: cutting and telling more are no mending."""
_DIGITS = re.compile(r"\d+")
_STEP = re.compile(r"^\s*\d{1,2}[.)]\s")
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ\d][\w+&'’-]*")
_STARTS = re.compile(r"(?:^|[.:;!?•«(—–-]\s*)$")


def unfaithful(old: str, new: str, language: Language) -> Unfaithful | None:
    """Why a passage's new text can't take the place of the old one; None where it can.

    Quantities (value and unit) and runs of digits must be the same, as often, in the same order, as must be numbers in
    letters. The names of the old text must stand in the new one, and no name in the new one that the old one lacks.
    """
    if not new.strip():
        return "empty"
    if any(is_row(line) or line.startswith(("#", "```")) for line in new.splitlines()):
        return "form"
    if fault := _numbers_fault(old, new):
        return fault
    if not _names(old, language) <= _words(new):
        return "name-lost"
    if not _names(new, language) <= _words(old):
        return "name-added"
    letters = sum(count_letters(new)) / max(1, sum(count_letters(old)))
    return None if _SHORTEST <= letters <= _LONGEST else "length"


def _numbers_fault(old: str, new: str) -> Unfaithful | None:
    before, after = _numbers(old), _numbers(new)
    if Counter(before) - Counter(after):
        return "number-lost"
    if Counter(after) - Counter(before):
        return "number-added"
    return "numbers-moved" if before != after or _quantities(old) != _quantities(new) else None


def _numbers(text: str) -> list[str]:
    """Runs of digits, odd digits (`½`, `²`) and numbers in letters, as they come; a step's mark is no number.

    Dates and prices are runs of digits too: `14/07/2026` are three, in this order.
    """
    lines = [_STEP.sub("", line) for line in ascii_digits(text).splitlines()]
    found: list[str] = []
    for token in re.findall(r"\d+|[^\W\d]+|\S", "\n".join(lines)):
        odd = len(token) == 1 and unicodedata.category(token) in ("No", "Nl")
        if number := token if token.isdecimal() or odd else number_word(fold(token)):
            found.append(number)
    return found


def _quantities(text: str) -> list[tuple[str, str]]:
    """Values with their units, as they come: with the digits the same, another unit is another quantity. A line may
    have been broken between the two."""
    bare = " ".join(_STEP.sub("", line) for line in text.splitlines())
    return [(str(quantity.value.normalize()), quantity.unit) for quantity in find_quantities(bare)]


def _names(text: str, language: Language) -> set[str]:
    """Names in Latin letters: in an Arabic text all Latin words; in a French one those with a capital within a
    sentence, with several capitals, or with a digit."""
    names = set()
    for line in text.splitlines():
        for word in _LATIN.finditer(line):
            if _DIGITS.fullmatch(word[0]):
                continue
            starts = bool(_STARTS.search(line[: word.start()]))
            inner = sum(char.isupper() for char in word[0][1:]) or any(char.isdigit() for char in word[0])
            if language == "ar" or inner or (word[0][0].isupper() and not starts):
                names.add(fold(word[0]))
    return names


def _words(text: str) -> set[str]:
    return {fold(word) for word in _LATIN.findall(text)}
