"""How well a quotable unit answers: what it says of the question beyond what the titles above it say already."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.answering.intent import Intent
from core.answering.units import Unit, UnitReader
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.normalise import count_letters, fold
from core.text.numbers import find_quantities, without_quantities

_NUMBER_WEIGHT = 2.0
_MEASURE_BONUS = 3.0
_BARE_NUMBER = 0.8
# What remains of a unit's score where a value is asked for and it holds none.
_UNMEASURED = 0.6
_NAMED_ROW = 3.0
_TITLE_SHARE = 0.5
_HEADING_SHARE = 0.7
# A term that the titles say already is worth little in a sentence, yet tells the rows of two products apart.
_REPEATED_SHARE = 0.3
_PER_CHARACTER = 0.002
# A unit in the other language must be that much better to be quoted.
OTHER_LANGUAGE = 0.7
_PUNCTUATION = re.compile(r"[,;:?!()«»\"؟،؛]|\.(?!\d)")


@dataclass(frozen=True)
class Scorer:
    """Scores units for one question. `standing` is each chunk's weight (0 to 1) by its id."""

    ranking: Ranking
    intent: Intent
    reader: UnitReader
    standing: Mapping[str, float]

    def of(self, unit: Unit, own: float) -> float:
        """The unit's whole score, from what it says itself: its titles' share, its chunk's standing, its language."""
        language = 1.0 if unit.chunk.language == self.ranking.question.language else OTHER_LANGUAGE
        return self.standing[unit.chunk.id] * language * (_TITLE_SHARE * self.of_titles(unit.chunk) + own)

    def of_titles(self, chunk: Chunk) -> float:
        """Weight of the terms that the titles above a chunk say."""
        titles = self.reader.title_tokens(chunk)
        return sum(self.ranking.idf[term.name] for term in self.ranking.query.terms if term.stands_in(titles))

    def of_text(self, unit: Unit, numbers: bool = True) -> float:
        """What a unit says itself: its terms, a value of the asked measure, less for length.

        Args:
            numbers: count the question's numbers too; rows are chosen by them otherwise.
        """
        score = self.of_terms(unit, numbers) + _MEASURE_BONUS * self.measured(unit) + _NAMED_ROW * self.named(unit)
        if self.intent.units and not self.measured(unit):
            score *= _UNMEASURED
        return score / (1.0 + _PER_CHARACTER * len(unit.text))

    def of_terms(self, unit: Unit, numbers: bool = True) -> float:
        """Weight of the terms that a unit says; those that its titles say already count for little."""
        titles = self.reader.title_tokens(unit.chunk)
        score = _NUMBER_WEIGHT * self._of_numbers(unit) if numbers else 0.0
        for term in self.ranking.query.terms:
            weight = self.ranking.idf[term.name]
            if term.kind == "number":
                continue
            if term.stands_in(unit.tokens):
                score += weight * (_REPEATED_SHARE if term.stands_in(titles) else 1.0)
            elif term.stands_in(unit.heading_tokens) and not term.stands_in(titles):
                score += _HEADING_SHARE * weight
        return score

    def repeats(self, unit: Unit) -> bool:
        """True where a unit says nothing but what the question and the titles say: it answers nothing."""
        known = frozenset(self.ranking.query.tokens) | self.reader.title_tokens(unit.chunk)
        return unit.kind != "row" and not unit.quantities and unit.tokens <= known

    def _of_numbers(self, unit: Unit) -> float:
        """Weight of the question's numbers that stand in a unit, with their units."""
        columns = [quantity for cell in unit.cells for quantity in find_quantities(cell.column)]
        held = (*unit.quantities, *columns)
        return sum(
            self.ranking.idf[term.name]
            for term in self.ranking.query.terms
            if term.quantity and any(term.quantity.matches(quantity) for quantity in held)
        )

    def named(self, unit: Unit) -> bool:
        """True where the question says a row's first cell word for word (`Pro Plus`, `Wi-Fi 6 AX30`); what is a mere
        number is a hit of its own."""
        key = _worded(unit.cells[0].value) if unit.cells else ""
        said = f" {_worded(self.ranking.question.text)} "
        return sum(count_letters(without_quantities(key))) >= 3 and f" {key} " in said

    def introduced(self, unit: Unit) -> bool:
        """True where what introduces a unit says a word of the question that its titles don't."""
        said, titles = frozenset(self.reader.tokens(unit.introduction)), self.reader.title_tokens(unit.chunk)
        return any(t.stands_in(said) and not t.stands_in(titles) for t in self.ranking.query.terms if t.kind == "word")

    def measured(self, unit: Unit) -> float:
        """1 where the unit holds a value of the measure asked for, besides the numbers that the question gave; less
        where it holds a number whose unit stands nowhere (`Gratuit | 3 670`)."""
        if not self.intent.units:
            return 0.0
        asked = self.ranking.query.quantities
        said = [q.unit for q in unit.quantities if not any(q.matches(other) for other in asked)]
        if self.intent.units & set(said):
            return 1.0
        return _BARE_NUMBER if "" in said else 0.0


def _worded(text: str) -> str:
    """The folded text without the marks between its words."""
    return " ".join(_PUNCTUATION.sub(" ", fold(text)).split())
