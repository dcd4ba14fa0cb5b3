"""The page that a comparison is written on: two titles, then the lines, as many as fit; the others are counted."""

import re
from collections.abc import Sequence
from decimal import Decimal

from core.answering.base import Draft
from core.answering.phrases import Phrases
from core.answering.quantities import grouped
from core.answering.tier_pairs import Line
from core.answering.tier_values import Value
from core.documents.chunk import Chunk, Language
from core.documents.rows import is_row
from core.documents.table_data import LEVELS, TypedCell
from core.text.normalise import fold
from core.text.numbers import find_quantities

_LONGEST_TEXT = 60
"""Characters of a cell that a line still tells."""
_FEWEST_TOGETHER = 3
"""From so many tiers on those with the same value are told together, without it."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")


class SidePage:
    """Writes a comparison of at most `limit` characters in a language.

    `chunks` are all that it rests on, in the order of the sides.
    """

    def __init__(self, words: Phrases, chunks: Sequence[Chunk], limit: int, language: Language) -> None:
        self._words = words
        self._chunks = list(chunks)
        self._limit = limit
        self._language = language
        self._sentences: list[str] = []
        self._rows: dict[int, str] = {}
        self._left_out = 0
        self._full = False

    def head(self, ours: Sequence[Chunk], theirs: Sequence[Chunk]) -> None:
        """Both titles with all that the comparison rests on; the versions of a sheet as they call themselves."""
        sides = [list(dict.fromkeys(chunks)) for chunks in (ours, theirs)]
        if sides[0][0].document == sides[1][0].document:
            sides = [list(dict.fromkeys([*ours, *theirs]))]
        named = len({fold(side[0].title) for side in sides}) < len(sides)
        self._sentences.append(" / ".join(f"{_title(side, named)} {self._labels(side)}" for side in sides))

    def lines(self, lines: Sequence[Line]) -> None:
        """The lines by measure: what matters most first, what differs before what is the same. A measure's name stands
        above where several tiers have it."""
        by_measure: dict[str, list[Line]] = {}
        for line in lines:
            by_measure.setdefault(self._measure(line), []).append(line)
        for measure, own in sorted(by_measure.items(), key=lambda entry: _order(entry[1])):
            if len(own) == 1 or not measure or find_quantities(measure):
                for line in own:
                    self._add(f"{measure} — {self._told(line)}" if measure else self._told(line), [line])
            elif all(line.is_same and len(set(self._tiers(line))) == 1 for line in own):
                self._add(f"{measure} — {self._all_same(own)}", own)
            else:
                self._below(measure, own)

    def _below(self, measure: str, lines: Sequence[Line]) -> None:
        introduction = f"{measure} :\n"
        same = [line for line in lines if line.is_same and len(set(self._tiers(line))) == 1]
        for line in lines:
            alone = len(same) < _FEWEST_TOGETHER or line not in same
            if alone and self._add(f"{introduction}- {self._told(line)}", [line]):
                introduction = ""
        if len(same) >= _FEWEST_TOGETHER:
            self._add(f"{introduction}- {self._all_same(same)}", same)

    def _add(self, text: str, lines: Sequence[Line]) -> bool:
        """Add what tells some lines, if it fits; after the first that doesn't, nothing is added."""
        values = [value for line in lines for value in (line.ours, line.theirs)]
        too_long = any(len(value.cell.text) > _LONGEST_TEXT for value in values)
        used = sum(len(sentence) + 1 for sentence in self._sentences)
        self._full = self._full or used + len(text) + 1 + len(self._words.lines_left_out) > self._limit
        if too_long or self._full:
            self._left_out += len(lines)
            return False
        self._sentences += text.split("\n")
        for value in values:
            self._rows.setdefault(self._chunks.index(value.chunk) + 1, value.line)
        return True

    def draft(self) -> Draft:
        """What was written."""
        tail = self._words.lines_left_out.format(count=self._left_out) if self._left_out else ""
        return Draft(tuple(self._sentences), tuple(self._chunks), self._limit, self._rows, tail=tail)

    def _measure(self, line: Line) -> str:
        """The measure's name; both where the sides call it otherwise."""
        ours, theirs = (self._own(value.measure, value.chunk) for value in (line.ours, line.theirs))
        bare = [_BRACKETS.sub("", name) if line.is_of_one_kind else name for name in (ours, theirs)]
        if (
            fold(bare[0]) == fold(bare[1])
            or bare[0].startswith(bare[1] + LEVELS)
            or bare[1].startswith(bare[0] + LEVELS)
        ):
            return min(ours, theirs, key=len)
        return " / ".join(filter(None, (ours, theirs)))

    def _tiers(self, line: Line) -> tuple[str, str]:
        one, other = line.left.name, line.right.name
        left, right = show_cell(one, self._words), show_cell(other, self._words)
        if one.value is not None and (one.value, one.unit) == (other.value, other.unit):
            said = self._own(left, line.ours.chunk)
            return said, said  # `1,2 Gbps` and `1.2 Gbps`
        return self._own(left, line.ours.chunk), self._own(right, line.theirs.chunk)

    def _all_same(self, lines: Sequence[Line]) -> str:
        """The tiers that have the same on both sides, without the values."""
        tiers = ", ".join(dict.fromkeys(self._tiers(line)[0] for line in lines))
        chunks = [line.ours.chunk for line in lines] + [line.theirs.chunk for line in lines]
        return f"{self._words.identical_for.format(tiers=tiers)} {self._labels(list(dict.fromkeys(chunks)))}"

    def _told(self, line: Line) -> str:
        left, right = self._tiers(line)
        values = (line.ours, line.theirs)
        ours, theirs = map(self._cell, values)
        labels = [self._labels([value.chunk]) for value in values]
        if line.is_same:
            tiers = left if left == right else f"{left} / {right}"
            return f"{tiers} : {ours} {''.join(dict.fromkeys(labels))} ({self._words.identical})"
        tier = "" if left == right else f"{right} : "
        return f"{left} : {ours} {labels[0]} / {tier}{theirs} {labels[1]}{self._arithmetic(line)}"

    def _cell(self, value: Value) -> str:
        shown = show_cell(value.cell, self._words)
        # A unit that only the column names is told in the answer's own language.
        return self._own(shown, value.chunk) if any(char.isalpha() for char in value.cell.text) else shown

    def _arithmetic(self, line: Line) -> str:
        if (difference := line.difference) is None:
            return ""
        cells = (line.ours.cell, line.theirs.cell)
        less, more = sorted(cell.value for cell in cells if cell.value is not None)
        unit = self._words.units.get(cells[0].unit, "")
        return f" ({_number(more)} − {_number(less)} = {f'{_number(difference)} {unit}'.strip()})"

    def _labels(self, chunks: Sequence[Chunk]) -> str:
        return "".join(f"[{self._chunks.index(chunk) + 1}]" for chunk in chunks)

    def _own(self, text: str, chunk: Chunk) -> str:
        """A document's words, as a quotation where it is in the other language."""
        foreign = chunk.language != self._language and any(char.isalpha() for char in text)
        return f"« {text} »" if foreign else text


def show_cell(cell: TypedCell, words: Phrases) -> str:
    """A cell as it stands, with the unit that only its column's or row's name says."""
    if cell.kind == "not-offered" and not any(char.isalnum() for char in cell.text):
        return words.not_offered
    unit = words.units.get(cell.unit, "") if cell.unit_from in ("column", "row") else ""
    return f"{cell.text} {unit}" if unit and find_quantities(cell.text) else cell.text


def _order(lines: Sequence[Line]) -> tuple[int, bool]:
    return min(line.rank for line in lines), all(line.is_same for line in lines)


def _title(chunks: Sequence[Chunk], with_version: bool) -> str:
    """A document's title; with its version, where the cited text says that too: it counts as a number of the answer."""
    facts = chunks[0]
    version = facts.version if with_version and any(says_version(chunk) for chunk in chunks) else ""
    return f"« {plain_title(facts)} » {version}".strip()


def plain_title(chunk: Chunk) -> str:
    """A document's title as it can stand in quotation marks."""
    return re.sub(r"[«»]\s?|\s(?=»)", "", chunk.title).strip()


def says_version(chunk: Chunk) -> bool:
    """Whether a chunk's text says the version of its document, outside of tables."""
    version = find_quantities(chunk.version)
    prose = "\n".join(line for line in chunk.text.splitlines() if not is_row(line))
    return bool(version) and {q.value for q in version} <= {q.value for q in find_quantities(prose) if not q.unit}


def _number(value: Decimal) -> str:
    return grouped(value, "")
