"""Which of a sheet's versions a question means: the one that it names by number or date, else the newest."""

from collections.abc import Iterable

from core.documents.chunk import Chunk
from core.documents.dates import agree, find_dates, without_dates
from core.documents.version_numbers import find_versions, version_key, without_versions


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
        self._series: list[frozenset[str]] = []
        self._numbers = {version_key(self._facts[document].version) for document in beside} - {()}
        seen: set[str] = set()
        for document in sorted(beside):
            if document not in seen:
                series = _reachable(document, beside)
                seen |= series
                self._series.append(series)

    def not_meant(self, question: str) -> frozenset[str]:
        """The documents of which a question means another version."""
        if not self._series:
            return frozenset()
        versions = {version_key(version) for version in find_versions(question)}
        dates = find_dates(question)
        out: set[str] = set()
        for series in self._series:
            numbered = {document for document in series if version_key(self._facts[document].version) in versions}
            dated = {document for document in series if self._is_dated(document, dates)}
            out |= series - self.newest(numbered or dated or series)
        return frozenset(out)

    def without_named(self, question: str) -> str:
        """The question without the versions and dates by which it means a version: what is asked of that one need not
        stand beside its date."""
        if any(version_key(version) in self._numbers for version in find_versions(question)):
            question = without_versions(question)
        dates = find_dates(question)
        if any(self._is_dated(document, dates) for series in self._series for document in series):
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

    def _is_dated(self, document: str, dates: Iterable[str]) -> bool:
        own = self._facts[document].date
        return own is not None and any(agree(own, date) for date in dates)


def _reachable(start: str, beside: dict[str, set[str]]) -> frozenset[str]:
    found, waiting = {start}, [start]
    while waiting:
        new = beside[waiting.pop()] - found
        found |= new
        waiting.extend(new)
    return frozenset(found)
