"""How well a quotable unit answers: what it says of the question beyond what the titles above it say already."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.answering.allowed import asks_leave, sets_limit
from core.answering.cells import cells_below, row_keys
from core.answering.counted import says_count
from core.answering.intent import MEASURES, Intent
from core.answering.said import cell_quantities
from core.answering.units import Unit, UnitReader
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.normalise import count_letters, fold
from core.text.numbers import Quantity, find_quantities, without_quantities

_NUMBER_WEIGHT = 2.0
_MEASURE_BONUS = 3.0
_BARE_NUMBER = 0.8
# What remains of a unit's score where a value is asked for and it holds none.
_UNMEASURED = 0.6
# … and where a number is: of what costs nothing no number is told, of what is counted one is.
_UNCOUNTED = 0.35
_NAMED_ROW = 3.0
_DECIDES = 6.0
# Words of this share of the weight of the most telling one name what is asked about.
_TELLING = 0.75
_TITLE_SHARE = 0.5
_HEADING_SHARE = 0.7
# A term that the titles say already is worth little in a sentence, yet tells the rows of two products apart.
_REPEATED_SHARE = 0.3
# A phrase of three words and more of which one is left out: `adresse fixe` for `adresse IP fixe`.
_NEARLY_SHARE = 0.5
_PER_CHARACTER = 0.002
# A unit in the other language must be that much better to be quoted.
OTHER_LANGUAGE = 0.7
_PUNCTUATION = re.compile(r"[,;:?!()«»\"؟،؛]|\.(?!\d)")
_LETTER_THEN_DIGIT = re.compile(r"(?<=[a-z]{3})(?=\d)")


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
        measured = self.measured(unit) * self._share_of_measures(unit)
        score = self.of_terms(unit, numbers) + _MEASURE_BONUS * measured + _NAMED_ROW * self.named(unit)
        if self.intent.shape == "statement" and self._decides(unit):
            score += _DECIDES
        if (self.intent.units or self.intent.counts) and not self.measured(unit):
            score *= _UNCOUNTED if self.intent.counts else _UNMEASURED
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
            elif term.nearly_stands_in(unit.tokens) and not term.stands_in(titles):
                score += _NEARLY_SHARE * weight
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
        said = f" {_worded(self.ranking.asked)} "
        return sum(count_letters(without_quantities(key))) >= 3 and f" {key} " in said

    def introduced(self, unit: Unit) -> bool:
        """True where what introduces a unit says a word of the question that its titles don't."""
        said, titles = frozenset(self.reader.tokens(unit.introduction)), self.reader.title_tokens(unit.chunk)
        return any(t.stands_in(said) and not t.stands_in(titles) for t in self.ranking.query.terms if t.kind == "word")

    def measured(self, unit: Unit) -> float:
        """1 where the unit holds a value of the measure asked for besides the numbers that the question gave, or counts
        something where that is asked for; less where it holds one whose unit stands nowhere (`Gratuit | 3 670`)."""
        if not self.intent.units and not self.intent.counts:
            return 0.0
        asked = self.ranking.query.quantities
        said = [q.unit for q in self._quantities(unit) if not any(q.matches(other) for other in asked)]
        if self.intent.units & set(said) or (self.intent.counts and says_count(unit)):
            return 1.0
        return _BARE_NUMBER if "" in said else 0.0

    def _quantities(self, unit: Unit) -> Sequence[Quantity]:
        """What a unit holds; of a row in which a number of the question names a column, not what stands in those
        beside it: `Play 220 : 260 DA/mois` is no price of Play 440."""
        if unit.kind != "row" or not (below := cells_below(unit, row_keys(self.ranking, [unit]))):
            return unit.quantities
        own = {quantity.value for cell in below for quantity in cell_quantities(cell)}
        beside = {
            quantity.value
            for cell in unit.cells
            if cell not in below and find_quantities(cell.column)
            for quantity in cell_quantities(cell)
        }
        return [quantity for quantity in unit.quantities if quantity.value not in beside - own]

    def _decides(self, unit: Unit) -> bool:
        """True where something is asked for leave for a tier, and a unit that names the thing, or whose titles
        do, sets a limit to tiers."""
        query, text = self.ranking.query, self.ranking.asked
        if unit.kind == "row" or not asks_leave(query, text) or not sets_limit(unit, query.quantities):
            return False
        known = [term for term in query.terms if term.kind == "word" and term.name not in self.ranking.unknown]
        weights = {term: self.ranking.idf[term.name] for term in known}
        telling = _TELLING * max(weights.values(), default=0.0)
        said = unit.tokens | self.reader.title_tokens(unit.chunk)
        return any(term.stands_in(said) for term, weight in weights.items() if weight >= telling)

    def _share_of_measures(self, unit: Unit) -> float:
        """The share of the measures asked for that a unit holds values of; 1 where no two are."""
        held = {quantity.unit for quantity in unit.quantities}
        told = [measure for measure in self.intent.each if MEASURES[measure][1] & held]
        return len(told) / len(self.intent.each) if self.intent.each else 1.0


def _worded(text: str) -> str:
    """The folded text without the marks between its words, names as typed apart: `wifi6` is `Wi-Fi 6`."""
    apart = _LETTER_THEN_DIGIT.sub(" ", _PUNCTUATION.sub(" ", fold(text)).replace("-", " "))
    return " ".join(apart.split()).replace("wi fi", "wifi")
