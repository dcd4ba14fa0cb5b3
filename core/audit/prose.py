"""Sentences and list items of twins: laid beside each other by what no language changes, then their numbers compared.

What tells that two lines say the same: numbers, names in Latin letters, words of one meaning (`synonyms.yaml`), their
length, and their place in the document.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.audit.alignment import align
from core.audit.amounts import clash, only_in, shown, unmatched_in_texts
from core.audit.facts import DocumentText, Line
from core.audit.finding import Finding, Place, Relation, Side
from core.documents.dates import find_dates
from core.text.numbers import Quantity
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser

_NUMBERS, _NAMES, _MEANING, _LENGTH, _ITEM, _FAR = 1.0, 0.6, 0.8, 0.3, 0.1, 1.0
_LEAST = 0.4
_SURE = 0.55
"""Below this, numbers aside, two lines aren't said to contradict each other."""
_MISTYPED = re.compile(r"\d[oO](?![a-z])|\d[oO][%M]")
_TIME = frozenset({"day", "month", "year"})
_TOLD_MISSING = _TIME | {"da", "%", "mbps", "go"}


@dataclass(frozen=True)
class _Said:
    line: Line
    meanings: frozenset[str]


class ProseComparison:
    """Compares the prose of twins."""

    def __init__(self, analyser: Analyser, synonyms: Synonyms) -> None:
        self._analyser = analyser
        self._synonyms = synonyms

    def compare(self, left: DocumentText, right: DocumentText, relation: Relation) -> Iterator[Finding]:
        """Numbers that contradict each other in lines that say the same, and numbers that only one document has."""
        ours, theirs = self._said(left), self._said(right)
        for i, j in align(ours, theirs, _likeness, _LEAST):
            if _meaning(ours[i], theirs[j]) >= _SURE:
                yield from _compare(ours[i].line, theirs[j].line, left, right, relation)

    def _said(self, document: DocumentText) -> list[_Said]:
        return [_Said(line, self.meanings(line.text)) for line in document.lines if not _is_heading(line)]

    def meanings(self, text: str) -> frozenset[str]:
        """What the text says, whatever its language: groups of synonyms."""
        return frozenset(match.group for match in self._synonyms.find(self._analyser.all_words(text)))


def _is_heading(line: Line) -> bool:
    """Whether a line is the document's own reference, date and version, which are compared as such (`heads.py`)."""
    chunk = line.chunk
    if chunk.ordinal:
        return False
    said = find_dates(line.text)
    return bool(chunk.reference and chunk.reference in line.text) or bool(said and chunk.date in said)


def _likeness(left: _Said, right: _Said) -> float:
    numbers = _dice(left.line.quantities, right.line.quantities)
    return _NUMBERS * numbers + _meaning(left, right)


def _meaning(left: _Said, right: _Said) -> float:
    """How well two lines fit but for their numbers."""
    ours, theirs = left.line, right.line
    fit = _NAMES * _share(ours.names, theirs.names) + _MEANING * _share(left.meanings, right.meanings)
    fit += _LENGTH * min(len(ours.text), len(theirs.text)) / max(len(ours.text), len(theirs.text))
    fit += _ITEM * (ours.item == theirs.item)
    return fit - _FAR * abs(ours.where - theirs.where)


def _share(left: frozenset[str], right: frozenset[str]) -> float:
    either = len(left) + len(right)
    return 2 * len(left & right) / either if either else 0.0


def _dice(left: Sequence[Quantity], right: Sequence[Quantity]) -> float:
    if not left and not right:
        return 0.0
    ours, theirs = only_in(left, right), only_in(right, left)
    return 1 - (len(ours) + len(theirs)) / (len(left) + len(right))


def _compare(left: Line, right: Line, here: DocumentText, there: DocumentText, relation: Relation) -> Iterator[Finding]:
    ours, theirs = unmatched_in_texts(left.quantities, right.quantities)
    # What the other says in another line of the same section is no contradiction.
    found = clash(only_in(ours, _around(right, there)), only_in(theirs, _around(left, here)))
    if found.pairs:
        yield _finding(left, right, [mine for mine, _ in found.pairs], [other for _, other in found.pairs], relation)
        return
    if lost := only_in(_telling(found.left, right), there.quantities):
        yield _finding(left, right, lost, [], relation)
    if gained := only_in(_telling(found.right, left), here.quantities):
        yield _finding(left, right, [], gained, relation)


def _telling(quantities: Sequence[Quantity], other: Line) -> list[Quantity]:
    """Those whose absence says something: `un mois` needs no figure, and `3o%` is one that isn't understood."""
    if _MISTYPED.search(other.text):
        return []
    return [q for q in quantities if q.unit in _TOLD_MISSING and not (q.value == 1 and q.unit in _TIME)]


def _around(line: Line, document: DocumentText) -> tuple[Quantity, ...]:
    """The numbers that the prose of the section says."""
    same_section = (other for other in document.lines if other.chunk.section == line.chunk.section)
    return tuple(quantity for other in same_section for quantity in other.quantities)


def _finding(
    left: Line, right: Line, ours: Sequence[Quantity], theirs: Sequence[Quantity], relation: Relation
) -> Finding:
    return Finding(
        "number" if ours and theirs else "missing",
        relation,
        Side(Place.of(left.chunk), left.text, shown(ours) or "—", tuple(ours)),
        Side(Place.of(right.chunk), right.text, shown(theirs) or "—", tuple(theirs)),
    )
