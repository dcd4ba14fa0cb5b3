"""Names in a question that stand nowhere in the corpus: likeness can't notice them, and they are a reason to refuse.

`établissement AE` among conventions of A to AD, `Wi-Fi 7` where the documents stop at 6, `5G`, `code PUK`; and subjects
of the trade that no document mentions in any of their names, such as roaming or another operator.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from core.text.language import is_arabizi
from core.text.normalise import LETTER_LATIN, fold
from core.text.numbers import find_quantities, unit_of_name
from core.text.query import Query, Term
from core.text.spellings import Spellings
from core.text.tokens import Analyser

_WORD = re.compile(rf"(?<![{LETTER_LATIN}\d-])[{LETTER_LATIN}\d][{LETTER_LATIN}\d-]+(?![{LETTER_LATIN}\d-])")
_SENTENCE_START = re.compile(r"(?:^|[.!?؟:»\"]\s*)$")
# From this likeness to a word of the corpus on, an unknown one is a typing error.
_TYPO = 0.8
_SHORTEST_TYPO = 5
_FEW_LETTERS = 5
_MANY_CODES = 5
# Beside Algerian, whose digits stand for letters, a generation is a name all the same.
_GENERATION = re.compile(r"\d{1,2}[gG]")


class UnknownNames:
    """Knows every token of a corpus, and the codes that each noun is labelled with."""

    def __init__(self, chunks: Iterable[Sequence[str]], analyser: Analyser, texts: Sequence[str] = ()) -> None:
        """`chunks` are the corpus's chunks as tokens of the same analyser, `texts` the first of them as text."""
        self._analyser = analyser
        self._chunks = tuple(chunks)
        self._texts = texts
        self._known = frozenset(chain.from_iterable(self._chunks))
        self._spellings = Spellings(self._known)
        self._codes: dict[str, set[str]] = {}
        for token in self._known:
            noun, found, code = token.rpartition("_")
            if found:
                self._codes.setdefault(noun, set()).add(code)

    def first(self, text: str, query: Query) -> str:
        """The first name or subject of a question that no document knows, as typed; '' where there is none."""
        for term in query.terms:
            if term.is_subject and not self._is_known(term):
                return self._said(text, term)
            if term.kind == "label" and not self._is_known(term):
                typed = _as_typed(text, term)
                if self._has_siblings(term, typed) and not _joins(text, typed):
                    return typed
        return next((word for word in _names(text) if self.is_foreign(word, query)), "")

    def _said(self, text: str, term: Term) -> str:
        """The words of a text that say a term."""
        stems = frozenset().union(*term.alternatives)
        return " ".join(word for word in re.findall(r"\w+", text) if set(self._analyser.words(word)) & stems)

    def is_foreign(self, word: str, query: Query, short_typo: float = _TYPO) -> bool:
        """True where a word of the question stands nowhere in the corpus, in none of its synonyms and not as a slip.

        Args:
            short_typo: how like another word a stem of a few letters must be to be a slip for it.
        """
        tokens = self._analyser.words(word)
        said = self.terms_of(word, query)
        if not tokens or any(token in self._known for token in tokens) or any(map(self._is_known, said)):
            return False
        # In a short name every letter counts: `XXL` isn't a slip for `XL`.
        likeness = short_typo if len(tokens[0]) <= _FEW_LETTERS else _TYPO
        return len(word) < _SHORTEST_TYPO or not self._spellings.has_near(tokens[0], likeness)

    def terms_of(self, word: str, query: Query) -> list[Term]:
        """The terms of a question that a word is of."""
        tokens = set(self._analyser.words(word))
        return [term for term in query.terms if any(alternative & tokens for alternative in term.alternatives)]

    def begins_as_known(self, word: str) -> bool:
        """True where a word begins as one of the corpus does and ends otherwise (`étudients`)."""
        return any(
            token[:length] in self._known
            for token in self._analyser.words(word)
            for length in range(_SHORTEST_TYPO, len(token))
        )

    def _is_known(self, term: Term) -> bool:
        """True where the corpus says the term in any way."""
        if term.kind != "label":
            return term.stands_in(self._known)
        said = [alternative for alternative in term.alternatives if alternative <= self._known]
        if any(len(alternative) == 1 for alternative in said):
            return True
        return any(self._stands_together(alternative, term.name.rpartition("_")[2]) for alternative in said)

    def _stands_together(self, alternative: frozenset[str], code: str) -> bool:
        """True where a text says a short noun right before its code (`CAT 8`): no label to the analyser."""
        [noun] = alternative - {code}
        together = re.compile(rf"(?<![^\W_]){noun}[ .-]*0?{code}(?!\w|[.,]\d)")
        return any(
            all(token in tokens for token in alternative) and together.search(fold(text))
            for tokens, text in zip(self._chunks, self._texts, strict=False)
        )

    def _has_siblings(self, term: Term, typed: str) -> bool:
        """True where the corpus labels the noun with other codes: only then is a missing one a name.

        Small letters are rather a word (`droit a`): there the noun must be one that has many codes.
        """
        noun, code = typed.split()[0], typed.split()[-1]
        if unit_of_name(noun):
            return False
        nouns = {token.rpartition("_")[0] for alternative in term.alternatives for token in alternative}
        siblings = max((len(self._codes.get(noun, ())) for noun in nouns), default=0)
        return siblings >= (_MANY_CODES if code.islower() else 2)


def _names(text: str) -> Iterator[str]:
    """Words that look like names: with digits (`AX99`), with capitals inside (`PUK`, `iPhone`), capitalised inside a
    sentence."""
    shouted = text.upper() == text
    arabizi = is_arabizi(text)
    for match in _WORD.finditer(text):
        word = match[0]
        if not any(char.isalpha() for char in word) or find_quantities(word):
            continue
        if any(char.isdigit() for char in word):
            if not arabizi or _GENERATION.fullmatch(word):
                yield word
        elif not shouted:
            capital_inside = any(char.isupper() for char in word[1:])
            if capital_inside or (word[0].isupper() and not _SENTENCE_START.search(text[: match.start()])):
                yield word


def _joins(text: str, typed: str) -> bool:
    """True for `engagement w la validité`: and, in Algerian, not a code."""
    return bool(re.search(rf"{re.escape(typed)}\s+[^\W\d_]", text)) and typed.split()[-1] == "w"


def _as_typed(text: str, term: Term) -> str:
    """The label as the question writes it, found by its code."""
    code = re.escape(term.name.rpartition("_")[2])
    match = re.search(rf"[^\W\d_][\w-]*\W{{1,3}}{code}(?!\w)", text, re.IGNORECASE)
    return match[0] if match else term.name.replace("_", " ")
