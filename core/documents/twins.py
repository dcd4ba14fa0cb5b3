"""The same document in the other language, found by folder, name, the figures that both state, and their facts."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from core.documents.chunk import Language
from core.documents.dates import agree
from core.documents.partners import partner_code
from core.documents.version_numbers import version_key
from core.text.normalise import ascii_digits, fold

_FIGURES, _NAME, _FOLDER, _ONLY_PAIR = 0.45, 0.35, 0.2, 0.25
# What both say of themselves; a copied reference or date must not make a pair alone.
_REFERENCE, _DATE, _PARTNER, _VERSION = 0.15, 0.05, 0.2, 0.05
_LEAST_SCORE = 0.4
_COMPARED = 20
"""Each document is compared with so many of the other language, those that share most of what few have."""
_COMMON = 60
"""What more documents have than this tells none from the others."""

_NUMBER = re.compile(r"\d+(?:[ .,]\d{3})*(?:[.,]\d+)?")
_Key = TypeVar("_Key")
_REFERENCE_LANGUAGE = re.compile(r"[/-](?:fr|ar)(?=[/-]|$)")
_REFERENCE_NUMBER = re.compile(r"(\d+)[/-]((?:19|20)\d\d)$")
_WORD = re.compile(r"[a-z]+|\d+|[\u0620-\u064a]+")
# What a name says about its language rather than about its subject, folded.
_LANGUAGE_MARKS = frozenset(
    "fr ar arabe francais francaise arabic french version en vf va "
    "النسخه العربيه الفرنسيه نسخه بالعربيه بالفرنسيه".split()
)


@dataclass(frozen=True)
class Facts:
    """What is compared of one document: its path below DATA_DIR, its language, the figures in its text, and what it
    says of itself (`date` is ISO)."""

    document: str
    language: Language
    figures: Mapping[str, int]
    reference: str = ""
    version: str = ""
    date: str | None = None
    partner: str = ""


def figures_of(text: str) -> Counter[str]:
    """The numbers of a text with how often each stands there; thousands separators don't matter."""
    return Counter(re.sub(r"[ .,]", "", number) for number in _NUMBER.findall(ascii_digits(text)))


def find_twins(documents: Sequence[Facts]) -> dict[str, str]:
    """The twin of each document that has one, both ways.

    The pairs that agree most are made first, as long as they agree enough; ties go to the first names. Conventions of
    different partners (`K`, `L`) are never a pair.
    """
    twins: dict[str, str] = {}
    scores = _scores(sorted(documents, key=lambda facts: facts.document))
    for left, right in sorted(scores, key=lambda pair: (-scores[pair], pair)):
        if left not in twins and right not in twins:
            twins[left], twins[right] = right, left
    return twins


def _scores(documents: Sequence[Facts]) -> dict[tuple[str, str], float]:
    """How far French and Arabic documents agree, for the pairs that may be twins."""
    names = {facts.document: Counter(_words(PurePosixPath(facts.document).stem)) for facts in documents}
    folders = {facts.document: _folder(facts.document) for facts in documents}
    in_folder = Counter((folders[facts.document], facts.language) for facts in documents)
    scores: dict[tuple[str, str], float] = {}
    for left, right in _likely(documents, names, folders):
        folder, other = folders[left.document], folders[right.document]
        total = _FIGURES * likeness(left.figures, right.figures)
        total += _NAME * likeness(names[left.document], names[right.document]) + _facts_score(left, right)
        if folder == other:
            total += _FOLDER
            if in_folder[folder, "fr"] == in_folder[folder, "ar"] == 1:
                total += _ONLY_PAIR
        if total >= _LEAST_SCORE and not _different_partners(left, right):
            scores[left.document, right.document] = total
    return scores


def _likely(
    documents: Sequence[Facts], names: Mapping[str, Mapping[str, int]], folders: Mapping[str, str]
) -> Iterator[tuple[Facts, Facts]]:
    """French documents with the Arabic ones that share most with them, rare things counting more."""
    having: dict[tuple[str, str], list[Facts]] = {}
    shown = {facts.document: _marks(facts, names[facts.document], folders[facts.document]) for facts in documents}
    for facts in documents:
        if facts.language == "ar":
            for mark in shown[facts.document]:
                having.setdefault(mark, []).append(facts)
    few = sum(facts.language == "ar" for facts in documents) <= _COMPARED
    for facts in documents:
        if facts.language != "fr":
            continue
        weights: Counter[str] = Counter()
        known: dict[str, Facts] = {}
        for mark in shown[facts.document]:
            others = having.get(mark, ())
            if few or len(others) <= _COMMON:
                known.update((other.document, other) for other in others)
                weights.update({other.document: round(1000 / len(others)) for other in others})
        yield from ((facts, known[name]) for name, _ in sorted(weights.items(), key=_heaviest)[:_COMPARED])


def _heaviest(weighed: tuple[str, int]) -> tuple[int, str]:
    return -weighed[1], weighed[0]


def _marks(facts: Facts, name: Mapping[str, int], folder: str) -> Iterator[tuple[str, str]]:
    yield "folder", folder
    yield "reference", reference_number(facts.reference)
    yield "code", partner_code(facts.partner)
    yield from (("name", word) for word in name)
    yield from (("figure", figure) for figure in facts.figures)


def _facts_score(left: Facts, right: Facts) -> float:
    total = 0.0
    if (number := reference_number(left.reference)) and number == reference_number(right.reference):
        total += _REFERENCE
    if left.date and right.date and agree(left.date, right.date):
        total += _DATE
    if version_key(left.version) and version_key(left.version) == version_key(right.version):
        total += _VERSION
    if (code := partner_code(left.partner)) and code == partner_code(right.partner):
        total += _PARTNER
    return total


def _different_partners(left: Facts, right: Facts) -> bool:
    ours, theirs = partner_code(left.partner), partner_code(right.partner)
    return bool(ours and theirs and ours != theirs)


def reference_number(reference: str) -> str:
    """What the references of twins have in common: number and year, `144/2025`; where they hold none, all but the
    language. Folded."""
    bare = _REFERENCE_LANGUAGE.sub("", fold(reference))
    match = _REFERENCE_NUMBER.search(bare)
    return f"{int(match[1])}/{match[2]}" if match else bare


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
