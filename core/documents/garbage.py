"""Whether a text is a text: fonts with a wrong table of letters give words that no language has.

Told by its pairs of letters: in words of French and of Arabic some follow each other often, most hardly ever. The
table (core/documents/letter_pairs.py) was learnt from public question sets by eval/letter_pairs.py.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise

from core.documents.bidi import logical
from core.documents.letter_pairs import ARABIC, FRENCH
from core.documents.text import fold_drawn_forms

ALPHABETS = {"ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي", "fr": "abcdefghijklmnopqrstuvwxyz"}
_TABLES = {"ar": ARABIC, "fr": FRENCH}
_RAREST = {"ar": 2.25, "fr": 2.2}
"""Mean rarity of the pairs (steps of the table) from which a text is none."""
_LEAST_PAIRS = 60
"""Pairs of letters below which nothing is said: a name and a few codes look like anything."""
_TURNED_GAIN = 0.35
"""How much more usual (steps of the table) the pairs must be read backwards."""
_BROKEN = 0.25
"""How much rarer they may be then: letters that are drawn as one stay in their order."""
_SHARE = 0.4
"""Share of a text's letters that are garbage, from which it is."""
_LETTERS = re.compile(r"[^\W\d_]+")
_ABBREVIATION = re.compile(r"\b[A-Z]{2,6}\b")
_MARKS = re.compile("[\u0640\u064b-\u065f\u0670]")
_PERSIAN = str.maketrans("کیہە", "كيهه")


class Verdict(Enum):
    """`TURNED`: Arabic whose words stand backwards, letter by letter."""

    TEXT = "text"
    TURNED = "turned"
    GARBAGE = "garbage"


def judge(text: str) -> Verdict:
    """What a page or a document is. Short texts, and scripts other than Latin and Arabic, count as text."""
    letters = garbage = turned = 0
    for language, alphabet in ALPHABETS.items():
        words = list(words_of(text, alphabet))
        here = sum(map(len, words))
        letters += here
        # Each once: a table says the same unit in every row.
        words = [word for word in dict.fromkeys(words) if len(word) > 2]
        if sum(map(len, words)) < _LEAST_PAIRS:
            continue
        rarity = _rarity(words, language)
        other = _rarity([word[::-1] for word in words], language)
        backwards = rarity - other > _TURNED_GAIN
        if backwards and language == "ar" and other <= _RAREST[language] + _BROKEN:
            turned += here
        elif backwards or rarity > _RAREST[language]:
            garbage += here
    unknown = sum(1 for c in text if c == "\ufffd" or unicodedata.category(c) in ("Co", "Cn"))
    unknown += 4 * text.count("(cid:")
    if garbage + unknown > _SHARE * max(1, letters + unknown):
        return Verdict.GARBAGE
    return Verdict.TURNED if turned > _SHARE * max(1, letters) else Verdict.TEXT


def turned_round(line: str) -> str:
    """A line whose Arabic stands backwards, the right way round: numbers and Latin words as they are."""
    return logical(list(line), right_to_left=True)


def words_of(text: str, alphabet: str) -> Iterator[str]:
    """The words that are written with this alphabet, without marks and accents. Abbreviations are none."""
    plain = _ABBREVIATION.sub(" ", _MARKS.sub("", fold_drawn_forms(text)).translate(_PERSIAN))
    if alphabet.isascii():
        plain = plain.casefold().replace("œ", "oe").replace("æ", "ae")
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    known = frozenset(alphabet)
    for word in _LETTERS.findall(plain):
        if len(word) > 1 and known.issuperset(word):
            yield word


def _rarity(words: list[str], language: str) -> float:
    table, letters = _TABLES[language], " " + ALPHABETS[language]
    place = {letter: number for number, letter in enumerate(letters)}
    # One number a pair, all words at once: they are parted by the blank that stands at their ends anyway.
    row = [place[letter] for letter in f" {' '.join(words)} "]
    return sum(int(table[first][second]) for first, second in pairwise(row)) / (len(row) - 1)
