"""Which of a sheet's versions a question means: the one that it names by number or date, else the newest."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from core.documents.chunk import Chunk
from core.documents.dates import agree, find_dates, without_dates
from core.documents.version_numbers import find_versions, version_key, without_versions

K = TypeVar("K")


class SheetVersions:
    """The sheets of one index version that stand in it in several versions."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._facts = {chunk.document: chunk for chunk in chunks}
        self._newer = {
            document: chunk.newer
            for document, chunk in self._facts.items()
            if chunk.newer is not None and chunk.newer in self._facts
        }
        # Two copies may come after one sheet, so the way to it counts from both sides.
        beside: dict[str, set[str]] = {}
        for document, chunk in self._facts.items():
            for other in {chunk.newer, chunk.older} & self._facts.keys():
                if other is not None:
                    beside.setdefault(document, set()).add(other)
                    beside.setdefault(other, set()).add(document)
        self._series: dict[str, frozenset[str]] = {}
        for document in sorted(beside):
            if document not in self._series:
                series = _reachable(document, beside)
                self._series.update(dict.fromkeys(series, series))
        older = (series - self.newest(series) for series in set(self._series.values()))
        self._older = frozenset().union(*older)
        self._by_number: dict[tuple[int, ...], set[str]] = {}
        self._by_date: dict[str, set[str]] = {}
        for document in self._series:
            facts = self._facts[document]
            self._by_number.setdefault(version_key(facts.version), set()).add(document)
            if facts.date is not None:
                self._by_date.setdefault(facts.date, set()).add(document)
        self._numbers = self._by_number.keys() - {()}

    def not_meant(self, question: str) -> frozenset[str]:
        """The documents of which a question means another version."""
        numbered = self._of(self._by_number, map(version_key, find_versions(question)))
        dated = self._of(self._by_date, self._own_dates(find_dates(question)))
        out = set(self._older)
        for series in {self._series[document] for document in numbered | dated}:
            out -= series
            out |= series - self.newest(series & numbered or series & dated)
        return frozenset(out)

    def without_named(self, question: str) -> str:
        """The question without the versions and dates by which it means a version: what is asked of that one need not
        stand beside its date."""
        if any(version_key(version) in self._numbers for version in find_versions(question)):
            question = without_versions(question)
        if self._own_dates(find_dates(question)):
            question = without_dates(question)
        return question

    def newest(self, documents: Iterable[str]) -> frozenset[str]:
        """Those of the documents after which none of the others comes."""
        among = frozenset(documents)
        return frozenset(document for document in among if not self._comes_before_one(document, among))

    def _comes_before_one(self, document: str, among: frozenset[str]) -> bool:
        following = self._newer.get(document)
        while following is not None:
            if following in among:
                return True
            following = self._newer.get(following)
        return False

    def _own_dates(self, dates: Sequence[str]) -> list[str]:
        """The dates of sheets that a question's may be."""
        return [own for own in self._by_date if any(agree(own, date) for date in dates)] if dates else []

    @staticmethod
    def _of(documents: Mapping[K, set[str]], keys: Iterable[K]) -> set[str]:
        return set().union(*(documents.get(key, ()) for key in keys))


def _reachable(start: str, beside: dict[str, set[str]]) -> frozenset[str]:
    found, waiting = {start}, [start]
    while waiting:
        new = beside[waiting.pop()] - found
        found |= new
        waiting.extend(new)
    return frozenset(found)
