"""What documents contradict each other about, as an answer meets it: which side it rests on, and which one stands.

Of two documents the newer one stands, once it is decided the one that was decided for. What a document that doesn't
stand says is put right before anything is told or computed from it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal

from core.answering.quantities import grouped
from core.audit.decisions import Decisions
from core.audit.finding import Finding, Kind
from core.documents.chunk import Chunk
from core.documents.dates import agree
from core.documents.rows import Cell, is_row, parse_row
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, parse_number

Standing = Literal["newer", "older", "unknown", "overruled"]
"""Of a document against the one that contradicts it: by their dates, or because it was decided for the other one."""

_NUMBER = re.compile(r"\d(?:[\d\s.,٫٬]*\d)?")
_SPEEDS = {"mbps", "giga"}
_TOLD: tuple[Kind, ...] = ("cell", "number", "missing row", "list length")
"""Kinds of contradiction that an answer can rest on; in the others documents speak of themselves."""
_OF_COLUMN = "a column's name"


@dataclass(frozen=True)
class Witness:
    """What one of the documents says: the chunk, the row or line in it ('' where it says nothing), the cell's column ('
    ' for prose), the numbers that are contradicted, and the same for people (`shown`)."""

    chunk: Chunk
    text: str
    column: str
    values: tuple[Quantity, ...]
    shown: str

    def displayed(self, said: str) -> bool:
        """Whether a text tells what is contradicted."""
        if not self.values:
            return bool(self.text) and fold(self.shown) in fold(said)
        numbers = find_quantities(said)
        told = any(value.matches(number) for value in self.values for number in numbers)
        # The same number in another cell of the row: what is told may be that one.
        return told and (not self._elsewhere or self.column in said)

    @cached_property
    def _elsewhere(self) -> bool:
        """Whether another cell of the row holds a contradicted number too."""
        others = [cell for cell in parse_row(self.text) if cell.column != self.column] if is_row(self.text) else []
        numbers = [number for cell in others for number in find_quantities(cell.value)]
        return any(value.matches(number) for value in self.values for number in numbers)


@dataclass(frozen=True)
class Dispute:
    """A contradiction from the side of `own`. `settled` is set where what `own` says was put right by what `other`
    says."""

    finding: str
    kind: Kind
    own: Witness
    other: Witness
    standing: Standing
    of_column: bool = False
    settled: bool = False

    @property
    def yields(self) -> bool:
        """Whether the other document's value is the one to tell, or to tell first."""
        return self.standing in ("older", "overruled")

    def concerns(self, said: str) -> bool:
        """Whether a text made of `own` tells what is contradicted."""
        if self.kind in ("missing row", "list length"):
            return True  # all of it is
        if self.settled:
            return replace(self.own, values=self.other.values, shown=self.other.shown).displayed(said)
        return self.own.displayed(said)

    def put_right(self, text: str) -> str | None:
        """A text of `own` with the other document's numbers in place of its own; None where that can't be done surely:
        in words, in other units, or where the number stands there twice."""
        if self.of_column or len(self.own.values) != len(self.other.values) or not self.own.values:
            return None
        for mine, theirs in zip(self.own.values, self.other.values, strict=True):
            changed = _with_number(text, mine, theirs)
            if changed is None:
                return None
            text = changed
        return text


class Disputes:
    """The contradictions on which an answer may rest, found by the text that it is made of.

    Args:
        chunks: by id, those that the findings name at least.
    """

    def __init__(
        self,
        findings: Iterable[Finding] = (),
        decisions: Decisions | None = None,
        chunks: Mapping[str, Chunk] | None = None,
    ) -> None:
        self._rows: dict[tuple[str, str], list[Dispute]] = defaultdict(list)
        self._lines: dict[str, list[Dispute]] = defaultdict(list)
        for dispute in _disputes(findings, decisions or Decisions(), chunks or {}):
            own = dispute.own
            if dispute.of_column:
                self._rows[own.chunk.id, own.column].append(dispute)
            elif dispute.kind == "missing row":
                for line in own.text.splitlines():
                    self._rows[own.chunk.document, line].append(dispute)
            elif dispute.kind == "cell":
                self._rows[own.chunk.id, own.text].append(dispute)
            else:
                self._lines[own.chunk.id].append(dispute)

    def of_row(self, chunk: Chunk, line: str, cells: Iterable[Cell]) -> tuple[Dispute, ...]:
        """Those about a table's row."""
        keys = ((chunk.id, line), (chunk.document, line), *((chunk.id, cell.column) for cell in cells))
        return tuple(dispute for key in keys if key in self._rows for dispute in self._rows[key])

    def of_chunk(self, chunk: Chunk) -> tuple[Dispute, ...]:
        """All those that a text made of this chunk may touch, each once."""
        rows = [line for line in chunk.text.splitlines() if is_row(line)]
        found = [dispute for line in rows for dispute in self.of_row(chunk, line, parse_row(line))]
        return tuple(dict.fromkeys([*found, *self._lines.get(chunk.id, ())]))

    def of_line(self, chunk: Chunk, text: str) -> tuple[Dispute, ...]:
        """Those about a sentence or a list's item, without its mark."""
        if chunk.id not in self._lines or not text:
            return ()
        return tuple(
            dispute
            for dispute in self._lines[chunk.id]
            if text in dispute.own.text and (dispute.kind == "list length" or dispute.own.displayed(text))
        )


def _disputes(findings: Iterable[Finding], decisions: Decisions, chunks: Mapping[str, Chunk]) -> Iterator[Dispute]:
    """Each finding from the side of each document that says something; none where the document holds, or where it was
    decided that it is no contradiction."""
    for finding in findings:
        decision = decisions.by_id.get(finding.id)
        left, right = finding.left, finding.right
        if finding.kind not in _TOLD or any(side.place.chunk not in chunks for side in (left, right)):
            continue
        for name, own, other in (("left", left, right), ("right", right, left)):
            if not own.text or (decision is not None and decision.holds in (name, "not-a-contradiction")):
                continue
            standing = "overruled" if decision is not None else _by_date(own.place.date, other.place.date)
            mine, theirs = (Witness(chunks[s.place.chunk], s.text, s.column, s.values, s.shown) for s in (own, other))
            yield Dispute(finding.id, finding.kind, mine, theirs, standing, finding.what == _OF_COLUMN)


def _by_date(own: str | None, other: str | None) -> Standing:
    if not own or not other or agree(own, other):
        return "unknown"
    return "newer" if own > other else "older"


def _with_number(text: str, mine: Quantity, theirs: Quantity) -> str | None:
    """The text with one number in place of another, written as that one is: in its unit, and in digits."""
    found = [quantity for quantity in find_quantities(text) if mine.matches(quantity)]
    if len(found) != 1 or not (mine.unit == theirs.unit or "" in (mine.unit, theirs.unit) or _speeds(mine, theirs)):
        return None
    number = _NUMBER.search(text, found[0].start, found[0].end)
    if number is None:
        return None
    try:
        scale = _base(mine) / parse_number(number[0])
    except (ValueError, ArithmeticError):
        return None
    changed = text[: number.start()] + grouped(_base(theirs) / scale, mine.unit) + text[number.end() :]
    unit = found[0].unit or mine.unit
    wanted = replace(found[0], value=found[0].value * _base(theirs) / _base(mine), unit=unit)
    return changed if any(wanted.matches(quantity) for quantity in find_quantities(changed)) else None


def _speeds(mine: Quantity, theirs: Quantity) -> bool:
    return {mine.unit, theirs.unit} <= _SPEEDS


def _base(quantity: Quantity) -> Decimal:
    return quantity.value * (1000 if quantity.unit == "giga" else 1)
