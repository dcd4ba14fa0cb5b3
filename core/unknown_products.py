"""A product whose value is asked for and that no document knows, under a brand that they know: `prix Rimal satellite`.

Another product of the brand would answer, for it says all the other words. Capitals give such a name away
(`unknown_names.py`); this is for one typed in small letters.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from core.answering.intent import MEASURE_GROUPS
from core.retrieval import Ranking
from core.text.language import is_arabizi
from core.text.normalise import fold
from core.text.query import Query
from core.text.tokens import STOP_WORDS
from core.unknown_names import UnknownNames

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NAME = re.compile(r"[a-z][a-z-]{4,}")
_SHORTEST_BRAND = 4
# A word behind which titles say so many others is what products share.
_FEWEST_PRODUCTS = 3
# A name has few other spellings: `satelite` isn't a slip for `satisfaite`.
_TYPO = 0.86
# Behind a verb (`Rimal propose quel débit`), not behind a name.
_BEHIND_VERB = frozenset("quel quelle quels quelles comment le la les un une des a au aux du de".split())


class UnknownProducts:
    """Knows the brands of one index version."""

    def __init__(self, titles: Iterable[str]) -> None:
        """`titles` are those of its documents."""
        behind: dict[str, set[str]] = {}
        for title in titles:
            for word, following in pairwise(_WORD.findall(fold(title))):
                if len(word) >= _SHORTEST_BRAND and not {word, following} & STOP_WORDS:
                    behind.setdefault(word, set()).add(following)
        self._brands = frozenset(word for word, products in behind.items() if len(products) >= _FEWEST_PRODUCTS)

    def first(self, ranking: Ranking, names: UnknownNames) -> str:
        """The unknown product as typed, brand included; '' where there is none. In Algerian any word may be a verb."""
        query = ranking.query
        if not query.groups & (MEASURE_GROUPS | {"q_how_many"}) or is_arabizi(ranking.question.text):
            return ""
        words = _WORD.findall(ranking.asked)
        for brand, word, behind in zip(words, words[1:], [*map(fold, words[2:]), ""], strict=False):
            if self._is_brand(brand, ranking, names) and behind not in _BEHIND_VERB and _is_foreign(word, query, names):
                return f"{brand} {word}"
        return ""

    def _is_brand(self, word: str, ranking: Ranking, names: UnknownNames) -> bool:
        """True for a word that products share and that is no word of the trade (`offre`, `fibre`)."""
        terms = names.terms_of(word, ranking.query)
        return fold(word) in self._brands and all(term.name in term.alternatives[0] for term in terms)


def _is_foreign(word: str, query: Query, names: UnknownNames) -> bool:
    return (
        bool(_NAME.fullmatch(fold(word)))
        and fold(word) not in STOP_WORDS
        and names.is_foreign(word, query, _TYPO)
        and not names.begins_as_known(word)
    )
