"""Versions of one sheet: which documents are the same one at other times, and which of them is the newest.

A wrong newer version hides the right document, so much must agree: language, family, partner, the name or the title
once versions, dates and copy marks are gone, and the text; and the dates or versions must say an order.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from pathlib import PurePosixPath

from core.documents.chunk import Language
from core.documents.dates import agree, without_dates
from core.documents.partners import partner_code, partner_key, same_partner
from core.documents.version_numbers import version_key, without_versions
from core.text.normalise import fold
from core.text.units import MONTH_NAMES

# Share of the shorter text's phrases that the other one has too, by what else agrees.
_NAME_AND_TITLE, _NAME, _PARTNER, _TITLE = 0.3, 0.5, 0.6, 0.8
_PHRASE_WORDS = 3
_COMPARED = 8
"""In a group of like names each sheet is compared with the first of so many series at most."""

_WORD = re.compile(r"[a-z]+|\d+[a-z]*|[\u0620-\u064a]+")
_COPY = re.compile(r"\(\d{1,2}\)|\bcop(?:ie|y)\b(?:\s*\d{1,2}\b)?|(?<!\d)\d{8}(?!\d)")
_MONTH = re.compile(rf"(?<![a-z\u0621-\u064a])(?:{MONTH_NAMES})(?![a-z\u0621-\u064a])")
# What says when or for whom a sheet was made rather than what it is about; folded.
_NOISE = frozenset(
    "le la les l d de du des un une et en a au aux pour sur par fiche argumentaire nouvelle nouveau nouvelles nouveaux "
    "new mise jour maj actualisation actualise revise revisee finish final finale ok version v fr ar arabe francais "
    "francaise definitif definitive valide corrige corrigee archive archives ancien ancienne anciens anciennes old "
    "الجديد الجديده جديد جديده تحيين تحديث نسخه النسخه العربيه الفرنسيه نهائي نهائيه ارشيف و".split()
)


@dataclass(frozen=True)
class Sheet:
    """What is compared of one document; `document` is its path below DATA_DIR, `date` ISO."""

    document: str
    language: Language
    family: str
    title: str
    version: str
    date: str | None
    dated_by_file: bool
    partner: str
    text: str


@dataclass(frozen=True)
class Series:
    """`newer` and `older` by document: the nearest ones; `notes` by document, for the report."""

    newer: Mapping[str, str]
    older: Mapping[str, str]
    notes: Mapping[str, str]


def find_series(sheets: Iterable[Sheet]) -> Series:
    """The nearest older and newer version of each sheet that has one."""
    newer: dict[str, str] = {}
    older: dict[str, str] = {}
    notes: dict[str, str] = {}
    for members in _together(sorted(sheets, key=lambda sheet: sheet.document)):
        steps = list(_steps(members))
        for before, after in pairwise(steps):
            newer.update((sheet.document, after[0].document) for sheet in before)
            older.update((sheet.document, before[0].document) for sheet in after)
            if _by_date(before[0], after[0]) * _by_version(before[0], after[0]) < 0:
                notes[after[0].document] = (
                    f"version: dated {after[0].date}, after {before[0].document}, but numbered before it"
                )
    return Series(newer, older, notes)


def _together(sheets: Sequence[Sheet]) -> list[list[Sheet]]:
    """The sheets of each series that has several, in the order of their names."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, sheet in enumerate(sheets):
        for key in _keys(sheet):
            groups.setdefault(key, []).append(place)
    phrases = _Phrases(sheets)
    root = list(range(len(sheets)))
    for places in groups.values():
        firsts: list[int] = []
        for place in places:
            for first in firsts[-_COMPARED:]:
                if _root(root, first) == _root(root, place):
                    break
                if _same_sheet(sheets[first], sheets[place], phrases.shared(first, place)):
                    root[_root(root, place)] = _root(root, first)
                    break
            else:
                firsts.append(place)
    series: dict[int, list[Sheet]] = {}
    for place, sheet in enumerate(sheets):
        series.setdefault(_root(root, place), []).append(sheet)
    return [members for members in series.values() if len(members) > 1]


def _root(root: list[int], place: int) -> int:
    while root[place] != place:
        place = root[place]
    return place


def _keys(sheet: Sheet) -> Iterator[tuple[str, ...]]:
    """Under what a sheet meets others that may be versions of it."""
    partner = partner_code(sheet.partner) or partner_key(sheet.partner)
    for kind, words in (("name", _name(sheet)), ("title", _title(sheet))):
        if words:
            yield (kind, sheet.language, sheet.family, partner, *sorted(words))
    if partner:
        yield ("partner", sheet.language, sheet.family, partner)


def _same_sheet(left: Sheet, right: Sheet, shared: float) -> bool:
    """Whether two sheets that met are one at two times; `shared` is the share of text that they have in common."""
    if not same_partner(left.partner, right.partner) or not _order(left, right):
        return False
    if not left.partner and _folder(left) != _folder(right):
        return False  # the same sheet of two towns
    names, titles = _name(left) == _name(right), _title(left) == _title(right)
    if names and titles:
        return shared >= _NAME_AND_TITLE
    if names:
        return shared >= _NAME
    return shared >= (_PARTNER if left.partner else _TITLE)


def _name(sheet: Sheet) -> frozenset[str]:
    return _core(PurePosixPath(sheet.document).stem)


def _title(sheet: Sheet) -> frozenset[str]:
    return _core(sheet.title)


def _folder(sheet: Sheet) -> frozenset[str]:
    return _core(" ".join(PurePosixPath(sheet.document).parent.parts[1:]))


def _core(text: str) -> frozenset[str]:
    """The words that say what a sheet is about: versions, dates, copies, languages and small words gone."""
    bare = _COPY.sub(" ", fold(without_dates(without_versions(text.replace("_", " ")))))
    return frozenset(_WORD.findall(_MONTH.sub(" ", bare))) - _NOISE


def _steps(members: Sequence[Sheet]) -> Iterator[list[Sheet]]:
    """From the oldest to the newest; those between which nothing tells an order stand together."""
    step: list[Sheet] = []
    for sheet in sorted(members, key=cmp_to_key(_order)):
        if step and _order(step[-1], sheet):
            yield step
            step = []
        step.append(sheet)
    yield step


def _order(left: Sheet, right: Sheet) -> int:
    """Below 0 where the first is older, above where the second is, 0 where nothing tells. A date decides before a
    version, unless only a file's properties say it: copying changes these."""
    by_date, by_version = _by_date(left, right), _by_version(left, right)
    weak = left.dated_by_file or right.dated_by_file
    return (by_version or by_date) if weak else (by_date or by_version)


def _by_date(left: Sheet, right: Sheet) -> int:
    if not left.date or not right.date or agree(left.date, right.date):
        return 0
    return -1 if left.date < right.date else 1


def _by_version(left: Sheet, right: Sheet) -> int:
    ours, theirs = version_key(left.version), version_key(right.version)
    if not ours or not theirs or ours == theirs:
        return 0
    return -1 if ours < theirs else 1


class _Phrases:
    """The phrases of the texts, taken apart when first asked for. Figures don't count: they are what changes."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self._sheets = sheets
        self._known: dict[int, frozenset[int]] = {}

    def shared(self, left: int, right: int) -> float:
        """Share of the shorter one's phrases that the other has."""
        ours, theirs = self._of(left), self._of(right)
        return len(ours & theirs) / max(1, min(len(ours), len(theirs)))

    def _of(self, place: int) -> frozenset[int]:
        if place not in self._known:
            words = re.findall(r"[a-z]+|[\u0620-\u064a]+", fold(self._sheets[place].text))
            self._known[place] = frozenset(
                hash(tuple(words[start : start + _PHRASE_WORDS])) for start in range(max(1, len(words) - 2))
            )
        return self._known[place]
