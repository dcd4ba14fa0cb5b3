"""The same document in the other language, found by folder, name and the figures that both state."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from core.documents.chunk import Language
from core.text.normalise import ascii_digits, fold

_FIGURES, _NAME, _FOLDER, _ONLY_PAIR = 0.45, 0.35, 0.2, 0.25
_LEAST_SCORE = 0.4

_NUMBER = re.compile(r"\d+(?:[ .,]\d{3})*(?:[.,]\d+)?")
_Key = TypeVar("_Key")
_WORD = re.compile(r"[a-z]+|\d+|[\u0620-\u064a]+")
# What a name says about its language rather than about its subject, folded.
_LANGUAGE_MARKS = frozenset(
    "fr ar arabe francais francaise arabic french version en vf va "
    "النسخه العربيه الفرنسيه نسخه بالعربيه بالفرنسيه".split()
)


@dataclass(frozen=True)
class Facts:
    """What is compared of one document: its path below DATA_DIR, its language, the figures in its text."""

    document: str
    language: Language
    figures: Mapping[str, int]


def figures_of(text: str) -> Counter[str]:
    """The numbers of a text with how often each stands there; thousands separators don't matter."""
    return Counter(re.sub(r"[ .,]", "", number) for number in _NUMBER.findall(ascii_digits(text)))


def find_twins(documents: Sequence[Facts]) -> dict[str, str]:
    """The twin of each document that has one, both ways.

    A pair is made when each is the other's best match and they agree enough; ties go to the first name.
    """
    names = {facts.document: _words(PurePosixPath(facts.document).stem) for facts in documents}
    folders = {facts.document: _folder(facts.document) for facts in documents}
    ordered = sorted(documents, key=lambda facts: facts.document)
    french = [facts for facts in ordered if facts.language == "fr"]
    arabic = [facts for facts in ordered if facts.language == "ar"]
    in_folder = Counter((folders[facts.document], facts.language) for facts in documents)

    def score(left: Facts, right: Facts) -> float:
        folder, other = folders[left.document], folders[right.document]
        alike = likeness(Counter(names[left.document]), Counter(names[right.document]))
        total = _FIGURES * likeness(left.figures, right.figures) + _NAME * alike
        if folder == other:
            total += _FOLDER
            if in_folder[folder, "fr"] == in_folder[folder, "ar"] == 1:
                total += _ONLY_PAIR
        return total

    scores = {(left.document, right.document): score(left, right) for left in french for right in arabic}
    best_arabic = {
        left.document: max(arabic, key=lambda right: scores[left.document, right.document]).document
        for left in french if arabic
    }  # fmt: skip
    best_french = {
        right.document: max(french, key=lambda left: scores[left.document, right.document]).document
        for right in arabic if french
    }  # fmt: skip
    twins: dict[str, str] = {}
    for left, right in best_arabic.items():
        if best_french[right] == left and scores[left, right] >= _LEAST_SCORE:
            twins[left], twins[right] = right, left
    return twins


def likeness(left: Mapping[_Key, int], right: Mapping[_Key, int]) -> float:
    """Share of what both have among what either has, each counted as often as it stands there."""
    either = sum(max(left.get(key, 0), right.get(key, 0)) for key in left.keys() | right.keys())
    both = sum(min(count, right.get(key, 0)) for key, count in left.items())
    return both / either if either else 0.0


def _words(name: str) -> list[str]:
    return [word for word in _WORD.findall(fold(name)) if word not in _LANGUAGE_MARKS]


def _folder(document: str) -> str:
    """The folder without language marks, so that `FR/x` and `AR/x` lie beside each other."""
    return "/".join(" ".join(_words(part)) for part in PurePosixPath(document).parent.parts)
