"""The same table in several documents: most rows are equal, and the few that aren't contradict each other.

Offers with tables of their own, and the conventions of different partners, differ in most rows, and nothing is said.
Versions of one sheet differ because time went on: only documents of the same date are compared.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from core.audit.facts import DocumentText, Row
from core.audit.finding import Finding
from core.audit.tables import compare_tables
from core.documents.dates import agree
from core.documents.partners import same_partner
from core.documents.text import language_of_chunks

_EQUAL = 0.6
"""Least share of the longer table's rows that both have."""
_FEWEST = 2
_COMMON = 40
"""A row that stands in more tables tells none from the others."""

_Table = tuple[str, int]


def compare_repeated(documents: Mapping[str, DocumentText]) -> Iterator[Finding]:
    """Rows in which tables that are otherwise equal differ; `documents` by path."""
    tables: dict[_Table, list[Row]] = {}
    for name, document in sorted(documents.items()):
        for row in document.rows:
            tables.setdefault((name, row.table), []).append(row)
    for one, other in sorted(_alike(tables)):
        left, right = documents[one[0]], documents[other[0]]
        if _comparable(left, right):
            found = compare_tables(_only(left, tables[one]), _only(right, tables[other]), "repeated")
            yield from (finding for finding in found if finding.kind == "cell")


def _alike(tables: Mapping[_Table, list[Row]]) -> Iterator[tuple[_Table, _Table]]:
    """Tables of different documents that have most rows in common, but not all."""
    holding: dict[Hashable, list[_Table]] = {}
    for name, rows in tables.items():
        for key in {_key(row) for row in rows if len(row.numbers) > 1}:
            holding.setdefault(key, []).append(name)
    shared: Counter[tuple[_Table, _Table]] = Counter()
    for names in holding.values():
        if len(names) <= _COMMON:
            shared.update(pair for pair in combinations(names, 2) if pair[0][0] != pair[1][0])
    for (one, other), count in shared.items():
        longest = max(len(tables[one]), len(tables[other]))
        if _FEWEST <= count < longest and count >= _EQUAL * longest:
            yield one, other


def _key(row: Row) -> Hashable:
    """What two rows must have in common to be the same one."""
    return tuple(sorted((str(quantity.value), quantity.unit) for quantity in row.numbers)), row.names


def _comparable(left: DocumentText, right: DocumentText) -> bool:
    ours, theirs = left.chunks[0], right.chunks[0]
    if not ours.date or not theirs.date or not agree(ours.date, theirs.date):
        return False
    if ours.twin == theirs.document or theirs.document in (ours.older, ours.newer):
        return False
    if bool(ours.partner) != bool(theirs.partner) or not same_partner(ours.partner, theirs.partner):
        return False
    return language_of_chunks(left.chunks) == language_of_chunks(right.chunks)


def _only(document: DocumentText, rows: list[Row]) -> DocumentText:
    return replace(document, rows=tuple(rows), lines=(), lists=())
