"""What a person means by one side of a comparison: a document, and a tier of it where they name one."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.answering.tier_values import Tier
from core.documents.chunk import Chunk, Language
from core.errors import InputError, UnknownSide
from core.scope import Scopes
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, without_quantities
from core.text.query import QueryReader, Term
from core.text.tokens import Analyser

# As in material.py: from this share of its name on, and that much before the next, a document is the one that is meant.
_NAMED = 0.55
_CLEARLY = 1.2
_SHOWN = 5
_LETTER = re.compile(r"[^\W\d_]")
_BETWEEN = re.compile(r"(?:\bentre|(?<!\w)(?:ما )?بين)\s+(?P<sides>.+)", re.IGNORECASE | re.DOTALL)
# What stands before the sides: `quelle est la différence de prix …`.
_COMPARED = re.compile(
    r"^\W*(?:[\w']+\s+){0,3}?(?:diff[ée]rence|[ée]cart|comparaison|compare[rz]?|الفرق|مقارنة)\s+(?:(?:de|du|des|prix|tarifs?|d'\w+)\s+)*"
    r"(?!entre|بين)",
    re.IGNORECASE,
)
_OVER = re.compile(r"\s+(?:vs\.?|versus)\s+", re.IGNORECASE)
_OR = re.compile(r"\s+(?:ou|ولا|أو|أم)\s+", re.IGNORECASE)
_AND = re.compile(r"\s+(?:et|and)\s+|\s+و\s*(?:بين\s+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Side:
    """A document and, where one of its tiers is named, that tier; `missing` is a number that names none of them."""

    document: str
    tier: Tier | None = None
    missing: Quantity | None = None


class Sides:
    """Knows the documents of one index version as people name them. For the model worker's thread.

    Args:
        facts: any chunk of each document.
        named: how far a text names each document, 0 to 1.
        tiers_of: the tiers of a document.
    """

    def __init__(
        self,
        facts: Mapping[str, Chunk],
        scopes: Scopes,
        named: Callable[[str], Mapping[str, float]],
        tiers_of: Callable[[str], Sequence[Tier]],
        reader: QueryReader,
        analyser: Analyser,
    ) -> None:
        self._facts = facts
        self._scopes = scopes
        self._named = named
        self._tiers_of = tiers_of
        self._reader = reader
        self._analyser = analyser

    def read(self, one: str, other: str, language: Language) -> tuple[Side, Side]:
        """Both sides; one that only names a tier (`880`) is of the other's document.

        Raises:
            UnknownSide: a side names no document, or several; its hint gives the nearest.
        """
        if not _LETTER.search(without_quantities(one)):
            right = self._documents(other, language)
            return self._tiers(((one, right), (other, right)), language)
        left = self._documents(one, language)
        try:
            right = self._documents(other, language)
        except UnknownSide:
            if not any(self._tier(other, document).tier for document in left):
                raise
            right = left
        return self._tiers(((one, left), (other, right)), language)

    def of_question(self, text: str, language: Language) -> tuple[Side, Side] | None:
        """The two documents that a question compares (`entre A et B`, `A vs B`, `A ou B`, `A et B`); None where it
        names no two."""
        for one, other in _splits(text):
            try:
                sides = self.read(one, other, language)
            except UnknownSide:
                continue
            if sides[0].document != sides[1].document:
                return sides
        return None

    def _tiers(
        self, asked: tuple[tuple[str, list[str]], tuple[str, list[str]]], language: Language
    ) -> tuple[Side, Side]:
        """Each side's document with its tier. A tier that only one side names is meant of both."""
        (one, lefts), (other, rights) = asked
        documents = [self._in_language(found, language) for found in (lefts[0], rights[0])]
        if documents[0] == documents[1] and lefts[0] != rights[0]:
            documents = [lefts[0], rights[0]]  # the twins themselves are compared
        left, right = self._tier(one, documents[0]), self._tier(other, documents[1])
        if documents[0] != documents[1]:
            left, right = self._shared(left, right, other), self._shared(right, left, one)
        return left, right

    def _shared(self, side: Side, beside: Side, said_beside: str) -> Side:
        """The tier that the other side names, where this one names none and has it too."""
        if side.tier is not None or side.missing is not None or beside.tier is None:
            return side
        own = next((tier for tier in self._tiers_of(side.document) if tier.keys & beside.tier.keys), None)
        return Side(side.document, own) if own is not None else self._tier(said_beside, side.document)

    def _documents(self, name: str, language: Language) -> list[str]:
        """The documents that a side names, the one that is meant first. Raises UnknownSide as `read`."""
        try:
            found = sorted(self._scopes.documents(self._scopes.resolve(name)))
        except InputError as error:
            return self._by_words(name, language, error.hint)
        if len(found) == 1 or all(self._facts[document].twin in found for document in found):
            return sorted(found, key=lambda document: self._facts[document].language != language)
        return self._by_words(name, language, _hint(found))

    def _by_words(self, name: str, language: Language, nearest: str) -> list[str]:
        """By the words of the names; of documents named equally the one whose tables hold the tier that is named."""
        scores: dict[str, float] = {}
        for document, score in self._named(name).items():
            own = self._in_language(document, language)
            scores[own] = max(score, scores.get(own, 0.0))
        if not scores:
            raise UnknownSide(name, nearest)
        ranked = sorted(scores, key=lambda document: -scores[document])
        if (best := scores[ranked[0]]) < _NAMED:
            raise UnknownSide(name, _hint(ranked))
        close = [document for document, score in scores.items() if score * _CLEARLY >= best]
        if len(close) > 1:
            close = [document for document in close if self._tier(name, document).tier is not None] or close
        if len(close) > 1:
            raise UnknownSide(name, _hint(ranked))
        return close

    def _in_language(self, document: str, language: Language) -> str:
        """The document, or its twin where that one is in the language."""
        facts = self._facts[document]
        twin = facts.twin if facts.language != language else None
        return twin if twin in self._facts and twin is not None else document

    def _tier(self, name: str, document: str) -> Side:
        """The tier that a side names beside its document's name."""
        folded = f" {fold(name)} "
        tiers = self._tiers_of(document)
        if spelt := [
            tier for tier in tiers if f" {fold(tier.name.text)} " in folded and _LETTER.search(tier.name.text)
        ]:
            return Side(document, max(spelt, key=lambda tier: len(tier.name.text)))
        title = self._title(document)
        said = find_quantities(title)
        tokens = frozenset(self._analyser.tokens(title))
        query = self._reader.read(name)
        numbers = [quantity for quantity in query.quantities if not any(quantity.matches(own) for own in said)]
        words = [term for term in query.terms if term.kind != "number" and not term.stands_in(tokens)]
        scored = [(self._fit(tier, numbers, words), tier) for tier in tiers]
        fits = [(fit, tier) for fit, tier in scored if fit > 0]
        if not fits:
            return Side(document, missing=numbers[0] if numbers and scored else None)
        best = max(fit for fit, _ in fits)
        meant = [tier for fit, tier in fits if fit == best]
        return Side(document, meant[0]) if len(meant) == 1 or numbers else Side(document)

    def _fit(self, tier: Tier, numbers: Sequence[Quantity], words: Sequence[Term]) -> float:
        """How much of what is said names the tier; 0 where one of the numbers doesn't."""
        own = [Quantity(value, unit, 0, 0) for key in tier.keys for unit, value in key if not isinstance(value, str)]
        own += find_quantities(tier.name.text)
        if any(not any(number.matches(other) for other in own) for number in numbers):
            return 0.0
        tokens = frozenset(self._analyser.tokens(tier.name.text))
        return len(numbers) + sum(term.stands_in(tokens) for term in words)

    def _title(self, document: str) -> str:
        stem = document.rpartition("/")[2].rpartition(".")[0]
        return f"{self._facts[document].title}\n{stem.replace('_', ' ')}\n{self._facts[document].version}"


def _hint(documents: Sequence[str]) -> str:
    return ", ".join(documents[:_SHOWN])


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """The ways in which a question may name two sides."""
    between = _BETWEEN.search(text)
    text = _COMPARED.sub("", text)
    if between:
        ways = [(between["sides"], _AND), (between["sides"], _OR)]
    else:
        ways = [(text, _OVER), (text, _OR), (text, _AND)]
    # `à 480 mega, entre A et B`: the tier of both.
    before = text[: between.start()] if between else ""
    tier = "".join(f" {before[q.start : q.end]}" for q in find_quantities(before))
    for sides, parting in ways:
        for mark in parting.finditer(sides):
            yield sides[: mark.start()] + tier, sides[mark.end() :]
