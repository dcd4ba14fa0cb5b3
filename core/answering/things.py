"""Which thing a value is asked of: `prix livraison modem` asks of the delivery, and the modem's own price is no answer.

A wrong price that a customer is told costs more than a refusal, so what is told must say most of the words that name
the thing (`asked_things.py`). Words that name the document say nothing of what it tells.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.answering.base import Draft
from core.answering.checks import quantities_of
from core.answering.citations import without_citations
from core.answering.units import Unit, UnitReader
from core.documents.chunk import Chunk
from core.documents.rows import is_row
from core.retrieval import Ranking
from core.text.language import is_arabizi
from core.text.normalise import count_letters, fold
from core.text.numbers import Quantity
from core.text.query import Term
from core.text.spellings import Spellings

_WORD = re.compile(r"[^\W_]+(?:[-+'’][^\W_]+)*")
# What weighs less, as the trade's everyday words do, decides nothing.
_LEAST_WEIGHT = 1.5
_MAY_BE_ANY = 0.5
# How long something takes is told as one of these; `3 jours offerts` isn't.
_TELLS_DELAY = re.compile(
    r"\bdelais?\b|\b(?:sous|dans|d'ici|en|avant|apres|moins de|plus tard) (?:les |la |le |un |une |fin )?(?:\S+ )?\d"
    r"|\b(?:dans|avant) la (?:fin de la )?journee|\bau plus tard"
    r"|\b(?:depass|exced)\w* (?:les |la )?\d|\bimmediat|\d+ ?(?:heures?|jours?) (?:ouvre|ouvrable)"
    r"|(?:اجل|اجال|مهله|غضون|خلال|ظرف|بعد|قبل|تتجاوز|يتجاوز) |فور"
)
_TYPO = 0.8
_SHORTEST_TYPO = 5


@dataclass(frozen=True)
class Things:
    """The terms that say of which thing a value is asked, in order; `measures` are those of the values that only a
    passage that says them tells.
    Where no value is asked (`is_asked`), only a price that is told all the same must be the thing's; where `every_word`
    counts, everyday words aren't let through. `asks_delay`: how long something takes, which no other duration says."""

    terms: tuple[Term, ...]
    measures: tuple[Term, ...] = ()
    is_asked: bool = True
    asks_delay: bool = False
    every_word: bool = False

    def are_said_by(self, said: "Said", ranking: Ranking) -> bool:
        """True where most of what names the thing is said, by weight; words of the other language that no synonym
        bridges can't be looked for."""
        if not self.is_asked and not said.tells_price:
            return True
        if self.asks_delay and not said.tells_delay:
            return False
        if not all(said.says(term) or term.stands_in(said.titles) for term in self.measures):
            return False
        beyond = [term for term in self.terms if not term.stands_in(said.titles)]
        weight = sum(_weight(term, ranking) for term in beyond if said.says(term))
        missed = [term for term in beyond if not said.says(term) and said.can_say(term, ranking)]
        unsaid = sum(_weight(term, ranking) for term in missed)
        # What no document says is no everyday word, however small the corpus.
        least = 0.0 if self.every_word or any(term.name in ranking.unknown for term in missed) else _LEAST_WEIGHT
        return unsaid <= max(weight, least)


@dataclass(frozen=True)
class Said:
    """What is told, and what stands above it in the documents: tokens; `titles` are the documents' own."""

    tokens: frozenset[str]
    titles: frozenset[str]
    languages: frozenset[str]
    tells_price: bool
    tells_delay: bool

    def says(self, term: Term) -> bool:
        """In any of its ways, but for one word of a longer phrase, or as it is mistyped."""
        if term.stands_in(self.tokens) or term.nearly_stands_in(self.tokens):
            return True
        own = [token for token in term.alternatives[0] if len(token) >= _SHORTEST_TYPO]
        return len(own) == 1 and Spellings(self.tokens).has_near(own[0], _TYPO)

    def can_say(self, term: Term, ranking: Ranking) -> bool:
        """False for a word of the other language without synonyms, unless no document of its own says it either."""
        if len(term.alternatives) > 1 and term.name not in term.alternatives[0]:
            return True
        latin = all(char.isascii() for token in term.alternatives[0] for char in token)
        if latin and (term.name in ranking.unknown or _is_named(term, ranking)):
            return True
        return ("fr" if latin else "ar") in self.languages

    def names_any(self, things: Things) -> bool:
        """True where it says one of the terms, or its titles do."""
        return any(self.says(term) or term.stands_in(self.titles) for term in things.terms)


def _weight(term: Term, ranking: Ranking) -> float:
    """How telling the term is; among Algerian words an unknown one may be any."""
    idf = ranking.idf[term.name]
    return idf * _MAY_BE_ANY if term.name in ranking.unknown and _is_algerian(ranking.question.text) else idf


def _is_algerian(text: str) -> bool:
    return is_arabizi(text) or all(count_letters(text))


def _is_named(term: Term, ranking: Ranking) -> bool:
    """True where the question writes the word with a capital: names are the same in both languages."""
    words = (match[0] for match in _WORD.finditer(ranking.question.text))
    return any(word[0].isupper() and fold(word).startswith(term.name) for word in words)


def said_by_draft(draft: Draft, reader: UnitReader) -> Said:
    """What an answer says, with the titles and headings above it, and the rest of its rows and passages."""
    texts = ["\n".join(without_citations(sentence) for sentence in draft.sentences)]
    tokens: set[str] = set()
    told = quantities_of(texts[0])
    for number, chunk in enumerate(draft.sources, 1):
        row = draft.rows.get(number)
        if row is None:
            tokens |= reader.own_tokens(chunk)
        else:
            for unit in reader.units(chunk):
                if unit.text == row or (is_row(unit.text) and unit.cells and unit.cells[0].value in texts[0]):
                    tokens |= unit.tokens | unit.heading_tokens
                    told += unit.quantities
            texts.append(chunk.section)
    tokens.update(reader.tokens("\n".join(texts)))
    return _with_titles(frozenset(tokens), draft.sources, reader, told, "\n".join(texts))


def said_by_unit(unit: Unit, reader: UnitReader) -> Said:
    """What one unit says, with what stands above it."""
    tokens = unit.tokens | unit.heading_tokens | frozenset(reader.tokens(unit.chunk.section))
    return _with_titles(tokens, (unit.chunk,), reader, unit.quantities, f"{unit.text}\n{unit.chunk.section}")


def _with_titles(
    tokens: frozenset[str], chunks: Sequence[Chunk], reader: UnitReader, told: Iterable[Quantity], text: str
) -> Said:
    titles = frozenset(reader.tokens("\n".join(chunk.title for chunk in chunks)))
    tells_price, tells_delay = any(q.unit == "da" for q in told), bool(_TELLS_DELAY.search(fold(text)))
    return Said(tokens, titles, frozenset(chunk.language for chunk in chunks), tells_price, tells_delay)
