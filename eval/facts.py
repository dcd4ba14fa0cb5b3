"""Whether a fact stands in a text: both folded, numbers as whole numbers, words as words."""

import re
from functools import lru_cache

from core.text.normalise import fold

_AR_PREFIX = "(?:[وف]?(?:ال|بال|لل|كال|ب|ل|ك)?)"
_AR_SUFFIX = "(?:ات|ين|ون|ان|ه|ي|ا)?"


def holds(text: str, fact: str) -> bool:
    """True where the fact stands in the text, numbers with or without their thousands separators."""
    return any(_stands(folded(text, merge), folded(fact, merge)) for merge in (True, False))


def numbers(text: str) -> set[str]:
    """Every run of digits of the folded text, thousands separators left out."""
    return set(re.findall(r"\d+", folded(text, merge=True)))


@lru_cache(maxsize=512)  # the same passages are searched for each spelling of each fact
def folded(text: str, merge: bool) -> str:
    """Case, accents, quotes, digits and emphasis folded; with `merge`, separators inside numbers left out."""
    text = fold(re.sub(r"[*_`]", "", text))
    if merge:
        text = re.sub(r"(?<![\d.,])(\d{1,3})((?: \d{3})+)(?!\d)", lambda m: m[1] + m[2].replace(" ", ""), text)
        text = re.sub(r"(?<![\d.,])(\d{1,3})((?:[.,']\d{3})+)(?!\d)", lambda m: m[1] + re.sub("[.,']", "", m[2]), text)
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    if merge:
        text = re.sub(r"(\d)\.(\d*?)0+(?!\d)", lambda m: m[1] + ("." + m[2] if m[2] else ""), text)
    text = re.sub(r"(?<=\d)\.(?!\d)", "", text)
    return re.sub(r"(?<=\d) (?=[a-z%\u0621-\u064a])", "", text)


def _stands(text: str, fact: str) -> bool:
    before, after = r"(?<![a-z])", r"[sx]?(?![a-z])"
    if fact[:1].isdigit():
        before = r"(?<![\d.])"
    elif re.match("[\u0621-\u064a]", fact):
        before = rf"(?<![\u0621-\u064a]){_AR_PREFIX}"
    if fact[-1:].isdigit():
        after = r"(?!\d|\.\d)"
    elif re.search("[\u0621-\u064a]$", fact):
        after = rf"{_AR_SUFFIX}(?![\u0621-\u064a])"
    return re.search(before + re.escape(fact) + after, text) is not None
