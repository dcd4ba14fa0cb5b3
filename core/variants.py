"""Offers that are another offer with something more: `Gamers Locataire` beside `Gamers`.

Both sheets say nearly the same, and either's figures are wrong for the other. A question that doesn't say what is more
means the plain offer; one that says it means the variant.
"""

import math
from collections.abc import Iterable

from core.documents.chunk import Chunk
from core.naming import NO_NAMES
from core.text.query import Query, QueryReader

# A word in more than this share of a family's titles (`offre`, `nouvelle`) makes no difference between two of them.
_COMMON = 1 / 3
_FEWEST = 2


class Variants:
    """Which documents of one index version are variants of which others, by their titles, in either language."""

    def __init__(self, chunks: Iterable[Chunk], reader: QueryReader) -> None:
        self._facts: dict[str, Chunk] = {}
        for chunk in chunks:
            self._facts.setdefault(chunk.document, chunk)
        families: dict[str, dict[str, frozenset[str]]] = {}
        for document, chunk in self._facts.items():
            names = frozenset(term.name for term in reader.read(chunk.title).terms if term.kind != "number")
            families.setdefault(chunk.family, {})[document] = names
        # By variant, then by the plain offer: what is more.
        self._more: dict[str, dict[str, frozenset[str]]] = {}
        for titles in families.values():
            self._compare(titles)
        self._between_twins()
        self._variants_of: dict[str, list[str]] = {}
        for variant, others in self._more.items():
            for plain in others:
                self._variants_of.setdefault(plain, []).append(variant)

    @property
    def differences(self) -> dict[str, frozenset[str]]:
        """The variants by what any of them has more than its plain offer."""
        found: dict[str, set[str]] = {}
        for variant, others in self._more.items():
            for name in frozenset().union(*others.values()):
                found.setdefault(name, set()).add(variant)
        return {name: frozenset(documents) for name, documents in found.items()}

    def not_meant(self, query: Query, named: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Variants of a named offer whose difference the question doesn't say, and plain offers of a named variant
        whose difference it says."""
        said = {term.name for term in query.terms} | query.groups
        documents = tuple(named)
        return (
            frozenset(
                variant
                for plain in documents
                for variant in self._variants_of.get(plain, ())
                if not self._more[variant][plain] & said
            ),
            frozenset(
                plain for variant in documents for plain, more in self._more.get(variant, {}).items() if more & said
            ),
        )

    def _compare(self, titles: dict[str, frozenset[str]]) -> None:
        """Which titles of a family say all that makes another one's, and more."""
        holding: dict[str, set[str]] = {}
        for document, title in titles.items():
            for name in title:
                holding.setdefault(name, set()).add(document)
        common = frozenset(name for name, documents in holding.items() if len(documents) > _most(len(titles)))
        for plain, title in titles.items():
            if distinct := title - common:
                for variant in set.intersection(*(holding[name] for name in distinct)) - {plain}:
                    more = titles[variant] - title - NO_NAMES
                    if more and self._are_two_offers(plain, variant):
                        self._more.setdefault(variant, {})[plain] = more

    def _are_two_offers(self, one: str, other: str) -> bool:
        first, second = self._facts[one], self._facts[other]
        return first.language == second.language and other not in (first.newer, first.older, first.twin)

    def _between_twins(self) -> None:
        """What holds between two documents holds between their twins, whose titles may be worded otherwise."""
        for variant, others in list(self._more.items()):
            for plain, more in list(others.items()):
                for one in {variant, self._facts[variant].twin} & self._facts.keys():
                    for two in {plain, self._facts[plain].twin} & self._facts.keys():
                        if one is not None and two is not None:
                            known = self._more.setdefault(one, {})
                            known[two] = known.get(two, frozenset()) | more


def _most(titles: int) -> int:
    """Titles that may hold a word which still tells them apart."""
    return max(_FEWEST, math.ceil(titles * _COMMON))
