"""The answer in the documents' own words beside the model's: what that is held against, and what stands where nothing
of it does."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.answering.citations import relabel, without_citations
from core.answering.compose import Composed
from core.answering.intent import read_intent
from core.answering.llm.wording import is_negated
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

# `ou pas ?` leaves open what is asked.
_OR_NOT = re.compile(r"\b(?:ou|wella|wala|ولا|او|ام) (?:pas|non|لا|la)\b")
OwnWordsFault = Literal["another-value", "another-verdict"]

_YES = re.compile(r"\W*(?:oui|yes|نعم|اجل|ايه)\b")
_NO = re.compile(r"\W*(?:non|لا)\b(?=\W*[,.;:!،؛]|$)")


@dataclass(frozen=True)
class OwnWords:
    """What the documents' own words tell of a question.

    Attributes:
        extracted: the answer in these words.
        asks_value: whether the question asks for one.
        values: of the kind that is asked for, of which a sentence that tells one must tell one; empty where no value is
            asked for, or none is told.
        units: of that kind.
        said: what the question says itself (`pour 6 mois`), which tells nothing.
        asks_negated: whether the question says no (`sans engagement ?`): yes and no then change places.
    """

    extracted: Composed
    asks_value: bool
    values: tuple[Quantity, ...]
    units: frozenset[str]
    said: tuple[Quantity, ...]
    asks_negated: bool

    @property
    def room(self) -> int:
        """Characters that these words may need below an answer."""
        return len(self.extracted.text) + 1 if self.values or self.asks_value else 0

    def fault(self, sentence: str) -> OwnWordsFault | None:
        """What a sentence tells otherwise: another value of the asked kind, yes for no or no for yes."""
        own = self._values(sentence)
        if self.values and own and not _meet(own, self.values):
            return "another-value"
        if self.asks_negated or _meet(own, self.values):
            return None
        return "another-verdict" if self._turns(fold(sentence)) else None

    def completed(self, composed: Composed) -> Composed:
        """An answer, below it these words where they tell the value that was asked for and it doesn't, or where only
        what was dropped told a number."""
        if composed.kind != "answer" or not self._is_lost(composed):
            return composed
        citations, order = list(composed.citations), dict[int, int]()
        for source in self.extracted.citations:
            place = next(
                (at for at, c in enumerate(citations) if (c.document, c.text) == (source.document, source.text)),
                len(citations),
            )
            # Its row is the one that is told.
            citations[place : place + 1] = [replace(source, n=place + 1)]
            order[source.n] = place + 1
        added = (relabel(sentence, order) for sentence in self.extracted.sentences)
        tail = dict.fromkeys(filter(None, (composed.tail, relabel(self.extracted.tail, order))))
        return replace(
            composed,
            sentences=(*composed.sentences, *added),
            citations=tuple(citations),
            tail="\n".join(tail),
        )

    def instead(self, dropped: Sequence[str]) -> Composed:
        """These words alone, where nothing of a draft is left to show."""
        return replace(self.extracted, dropped=(*dropped, *self.extracted.dropped))

    def _is_lost(self, composed: Composed) -> bool:
        if self.values:
            return not any(map(self._tells, composed.sentences))
        return (
            self.asks_value
            and not any(map(_quantities, composed.sentences))
            and any(map(_quantities, (*composed.dropped, *composed.rejected)))
        )

    def _tells(self, sentence: str) -> bool:
        """Whether a sentence tells a value of the asked kind; a bare number is one if it is one of these."""
        bare = [quantity for quantity in _quantities(sentence) if not quantity.unit]
        return bool(self._values(sentence)) or _meet(bare, self.values)

    def _values(self, text: str) -> list[Quantity]:
        return _of_units(_quantities(text), self.units, self.said)

    def _turns(self, sentence: str) -> bool:
        sentences = self.extracted.sentences
        if _YES.match(sentence):
            return is_negated(sentences[0])
        return bool(_NO.match(sentence)) and not any(map(is_negated, sentences))


def own_words(extracted: Composed, ranking: Ranking) -> OwnWords:
    """What the answer in the documents' own words tells; it has at least one sentence, and is no refusal."""
    intent = read_intent(ranking.query, ranking.asked)
    said = tuple(find_quantities(ranking.asked))
    told = _quantities(extracted.text)
    asks_value = intent.shape == "value"
    units = intent.units if asks_value else frozenset()
    if not units and len(extracted.sentences) == 1 and any(citation.cell for citation in extracted.citations):
        units = frozenset(quantity.unit for quantity in told if quantity.unit)  # one cell is meant
    values = _of_units(told, units, said) if extracted.kind == "answer" else []
    return OwnWords(
        extracted, asks_value, tuple(values), units, said, is_negated(_OR_NOT.sub(" ", fold(ranking.asked)))
    )


def _quantities(sentence: str) -> tuple[Quantity, ...]:
    return find_quantities(without_citations(sentence))


def _of_units(quantities: Sequence[Quantity], units: frozenset[str], said: Sequence[Quantity]) -> list[Quantity]:
    return [q for q in quantities if q.unit in units and not _meet([q], said)]


def _meet(ones: Sequence[Quantity], others: Sequence[Quantity]) -> bool:
    """Whether one of these is one of those."""
    return any(one.matches(other) for one in ones for other in others)
