"""When two questions are worded nearly alike: the same words and figures for the analyser, in whatever order."""

import hashlib

from core.text.numbers import without_quantities
from core.text.tokens import Analyser, number_tokens

# Function words that make another question of the same nouns: with or without, how much or how, and the like.
_TELLING = (
    "sans avec pas ni sauf comment combien quand pourquoi qui ou avant apres entre plus moins "
    "بدون غير لا ليس كيف كم متي اين لماذا من قبل بعد شحال كيفاش وقتاش وين علاش ماشي"
)


class Wording:
    """Keys of questions. Case, accents, endings, courtesies and the order of words make no other key; figures do."""

    def __init__(self, analyser: Analyser) -> None:
        self._analyser = analyser
        self._telling = frozenset(analyser.all_words(_TELLING))

    def key(self, question: str) -> str:
        """Ten hexadecimal digits, the same for questions that are worded nearly alike."""
        # A unit is told with its number, however it is written: `480 Mbps`, `480mbps`.
        bare = without_quantities(question)
        words = {*self._analyser.words(bare), *number_tokens(question), *map("_".join, self._analyser.labels(question))}
        words |= set(self._analyser.all_words(bare)) & self._telling
        # Where nothing is left to search by, the words themselves.
        told = "\x1f".join(sorted(words or self._analyser.all_words(question)))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:10]
