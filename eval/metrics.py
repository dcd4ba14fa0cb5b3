"""What a reply is worth against a labelled question. One row of figures a question; shares over rows.

Facts are compared folded (case, accents, digits, thousands separators), numbers as whole numbers, words as words.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from core.text.normalise import fold

_FIGURES = ("hit1", "hit3", "mrr", "facts", "wrong", "refused")
_AR_PREFIX = "(?:[وف]?(?:ال|بال|لل|كال|ب|ل|ك)?)"
_AR_SUFFIX = "(?:ات|ين|ون|ان|ه|ي|ا)?"


def figures(question: Mapping[str, Any], reply: Mapping[str, Any]) -> dict[str, float]:
    """The figures that this question has, each 0 or 1 (`mrr` between)."""
    refused = reply["kind"] == "refusal"
    row = {"refused": float(refused)}
    if question["expected"] == "refuse":
        return row
    rank = _rank(question["documents"], reply.get("candidates", ()))
    row |= {"hit1": float(rank == 1), "hit3": float(0 < rank <= 3), "mrr": 1 / rank if rank else 0.0}
    text = reply.get("text", "")
    if facts := question.get("must_include"):
        row["facts"] = float(not refused and all(any(holds(text, way) for way in ways) for ways in facts))
    if others := question.get("must_not_include"):
        row["wrong"] = float(not refused and any(holds(text, other) for other in others))
    return row


def shares(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Mean of each figure over the rows that have it."""
    found: dict[str, list[float]] = {}
    for row in rows:
        for name, value in row.items():
            found.setdefault(name, []).append(value)
    return {name: sum(found[name]) / len(found[name]) for name in _FIGURES if name in found}


def holds(text: str, fact: str) -> bool:
    """True where the fact stands in the text, numbers with or without their thousands separators."""
    return any(_stands(_folded(text, merge), _folded(fact, merge)) for merge in (True, False))


def _rank(documents: Iterable[str], candidates: Iterable[Mapping[str, Any]]) -> int:
    """Place of the first right document among the documents of the ranking, from 1; 0 where none is."""
    right = {_path(document) for document in documents}
    seen: set[str] = set()
    for candidate in candidates:
        document = _path(candidate["document"])
        if document in right:
            return len(seen) + 1
        seen.add(document)
    return 0


def _path(path: str) -> str:
    return unicodedata.normalize("NFC", path)


def _folded(text: str, merge: bool) -> str:
    folded = re.sub(r"[*_`]", "", fold(text))
    if merge:
        folded = re.sub(r"(?<![\d.,])(\d{1,3})((?: \d{3})+)(?!\d)", lambda m: m[1] + m[2].replace(" ", ""), folded)
        folded = re.sub(
            r"(?<![\d.,])(\d{1,3})((?:[.,']\d{3})+)(?!\d)", lambda m: m[1] + re.sub("[.,']", "", m[2]), folded
        )
    folded = re.sub(r"(?<=\d),(?=\d)", ".", folded)
    if merge:
        folded = re.sub(r"(\d)\.(\d*?)0+(?!\d)", lambda m: m[1] + ("." + m[2] if m[2] else ""), folded)
    folded = re.sub(r"(?<=\d)\.(?!\d)", "", folded)
    return re.sub(r"(?<=\d) (?=[a-z%\u0621-\u064a])", "", folded)


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
