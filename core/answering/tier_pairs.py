"""Two documents' tiers laid beside each other: which tiers belong together, and which of their measures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from core.answering.cells import says_others, says_preferred
from core.answering.tier_values import Tier, Value
from core.documents.table_data import LEVELS, TypedCell
from core.text.normalise import fold
from core.text.numbers import find_quantities
from core.text.query import QueryReader
from core.text.tokens import Analyser

# How much it says that two values tell one measure: their names, their unit, the time and the tax of an amount.
_NAME, _UNIT, _PER, _TAX, _SECTION = 0.5, 0.3, 0.2, 0.1, 0.05
_PREFERRED = 0.4
_LEAST = 0.5
_DIRECTIONS = frozenset({"upload", "download"})
_RANKS = {"amount": 0, "speed": 2, "volume": 3, "unlimited": 3, "duration": 4, "percentage": 5, "number": 6}
_OTHER_KINDS = 7
_TEXT = 8


@dataclass(frozen=True)
class Line:
    """What both sides tell of one measure, each of its own tier."""

    left: Tier
    right: Tier
    ours: Value
    theirs: Value

    @property
    def is_same(self) -> bool:
        """Whether both cells say the same; what is told in other words isn't known to."""
        one, other = self.ours.cell, self.theirs.cell
        if one.low is None and one.high is None:
            return fold(one.text) == fold(other.text)
        return (one.low, one.high) == (other.low, other.high) and self.is_of_one_kind

    @property
    def is_of_one_kind(self) -> bool:
        """Whether their numbers may be subtracted: same unit and, of amounts, same tax and time."""
        one, other = self.ours.cell, self.theirs.cell
        return (one.unit, one.tax, one.per) == (other.unit, other.tax, other.per)

    @property
    def difference(self) -> Decimal | None:
        """How much they differ, where that can be computed and isn't nothing."""
        one, other = self.ours.cell, self.theirs.cell
        if one.value is None or other.value is None or one.value == other.value or not self.is_of_one_kind:
            return None
        if one.kind == "percentage":
            return None  # of what, their names seldom say
        # What is free has no number to subtract.
        return abs(one.value - other.value) if all(find_quantities(cell.text) for cell in (one, other)) else None

    @property
    def rank(self) -> int:
        """What matters most comes first: what is paid each month, other amounts, speeds, …, texts last."""
        cells = (self.ours.cell, self.theirs.cell)
        if all(cell.kind == "text" for cell in cells):
            return _TEXT
        ranks = [_RANKS.get(cell.kind, _OTHER_KINDS) for cell in cells if cell.kind != "text"]
        return min(ranks) + (min(ranks) == 0 and not any(cell.per for cell in cells))


class Pairing:
    """Finds what belongs together by keys, units and the words of the measures, in either language."""

    def __init__(self, reader: QueryReader, analyser: Analyser) -> None:
        self._reader = reader
        self._analyser = analyser
        self._words: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def tiers(self, left: Sequence[Tier], right: Sequence[Tier]) -> list[tuple[Tier, Tier]]:
        """The tiers that both have, in the first one's order."""
        pairs = [(one, next((other for other in right if one.keys & other.keys), None)) for one in left]
        return [(one, other) for one, other in pairs if other is not None]

    def lines(self, left: Tier, right: Tier) -> list[Line]:
        """The measures that both tiers tell, each once; what names the tiers themselves is none."""
        ours = [value for value in left.values if not _names(value.cell, left)]
        theirs = [value for value in right.values if not _names(value.cell, right)]
        our_others, their_others = others_pay(ours), others_pay(theirs)
        scored = [
            (self._likeness(a, b) + _preference(a, b, a in our_others, b in their_others), i, j)
            for i, a in enumerate(ours)
            for j, b in enumerate(theirs)
        ]
        found: dict[int, int] = {}
        for score, i, j in sorted(scored, key=lambda entry: (-entry[0], entry[1], entry[2])):
            if score >= _LEAST and i not in found and j not in found.values():
                found[i] = j
        lines = [
            Line(left, right, _placed(ours[i], ours), _placed(theirs[j], theirs)) for i, j in sorted(found.items())
        ]
        return [line for line in lines if {line.ours.cell.kind, line.theirs.cell.kind} != {"not-offered"}]

    def _likeness(self, one: Value, other: Value) -> float:
        """0 for what can't be one measure, 1 and more for the same one."""
        kinds = {one.cell.kind, other.cell.kind}
        units = {one.cell.unit, other.cell.unit}
        if len(units - {""}) > 1 or (kinds == {"amount", "speed"}):
            return 0.0
        (ours, our_groups), (theirs, their_groups) = self._said(one.measure), self._said(other.measure)
        if len((our_groups | their_groups) & _DIRECTIONS) > 1:
            return 0.0
        words = len(ours & theirs) / (len(ours | theirs) or 1)
        groups = len(our_groups & their_groups) / (len(our_groups | their_groups) or 1)
        score = _NAME * max(words, groups)
        if len(units) == 1 and "" not in units:
            score += _UNIT
            score += _PER * (one.cell.per == other.cell.per != "") + _TAX * (one.cell.tax == other.cell.tax != "")
        return score + _SECTION * (fold(one.section) == fold(other.section))

    def _said(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        """The words of a measure's name, and the synonym groups that they say in either language."""
        if name not in self._words:
            self._words[name] = frozenset(self._analyser.tokens(name)), self._reader.read(name).groups
        return self._words[name]


def _placed(value: Value, beside: Sequence[Value]) -> Value:
    """A value with its section in its measure's name, where the tier has that measure in another section too."""
    if not any(other.measure == value.measure and other.section != value.section for other in beside):
        return value
    section = value.section.rpartition(LEVELS)[2].rstrip(" :")
    return replace(value, measure=f"{value.measure}, {section}" if section else value.measure)


def _is_preferred(value: Value) -> bool:
    return value.cell.kind == "amount" and says_preferred(value.measure)


def others_pay(values: Sequence[Value]) -> list[Value]:
    """The amounts of a tier that aren't what the document's own people pay."""
    is_outbid = any(map(_is_preferred, values))
    return [
        value
        for value in values
        if value.cell.kind == "amount" and not _is_preferred(value) and (is_outbid or says_others(value.measure))
    ]


def _preference(one: Value, other: Value, others_pay_one: bool, others_pay_other: bool) -> float:
    """What the document's own people pay belongs with what the other one's do: never with what everybody pays."""
    if {one.cell.kind, other.cell.kind} != {"amount"}:
        return 0.0
    if others_pay_one != others_pay_other:
        return -1.0
    return _PREFERRED if _is_preferred(one) and _is_preferred(other) else 0.0


def _names(cell: TypedCell, tier: Tier) -> bool:
    return cell.value is not None and any(((cell.unit, cell.value),) == key for key in tier.keys)
