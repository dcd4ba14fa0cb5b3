"""Light stemming: enough that singular and plural, article and none, meet; not so much that other meanings do."""

import re

import snowballstemmer

# Arabic: the light10 stemmer (Larkey, Ballesteros and Connell, 2007), on letters that `fold` unified, with the
# prepositions ب and ل before the article added to its list of prefixes and ك left out: `وكالات` are agencies.
_PREFIXES = ("وبال", "وال", "فال", "بال", "ولل", "لل", "ال")
_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "هم", "ه", "ي")
_ARABIC_WORD = re.compile("[\u0621-\u064a]+")


class Stemmer:
    """Stems one folded word at a time; holds the French stemmer's own state, so one object a thread."""

    name = "snowball-fr+light10-ar/2"

    def __init__(self) -> None:
        self._french = snowballstemmer.stemmer("french")
        self._known: dict[str, str] = {}

    def stem(self, word: str) -> str:
        """The stem of a folded word; numbers and mixed tokens (`wifi6`, `1.5`) stay as they are."""
        if (known := self._known.get(word)) is not None:
            return known
        if _ARABIC_WORD.fullmatch(word):
            stem = _light10(word)
        elif word.isalpha():
            stem = self._french.stemWord(word)
        else:
            stem = word
        if len(self._known) < 200_000:
            self._known[word] = stem
        return stem


def without_preposition(word: str) -> str | None:
    """A folded Arabic word without ب or ل before it (`بسرعه` → `سرعه`), or None where it can't have one.

    Whether the letter is a preposition or the word's own can't be told from the letters, so both forms are indexed.
    """
    if len(word) >= 5 and word[0] in "بل" and _ARABIC_WORD.fullmatch(word) and not word.startswith(_PREFIXES):
        return word[1:]
    return None


def _light10(word: str) -> str:
    word = _without_and(word)
    for prefix in _PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 2:
            # What the article hides begins as the bare word would: `الوثيقة` like `وثيقة`, `الألياف` like `ألياف`.
            word = _without_and(word[len(prefix) :])
            if word.startswith("ال") and len(word) >= 4:
                word = word[2:]
            break
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 2:
            word = word[: -len(suffix)]
    return word


def _without_and(word: str) -> str:
    """Without the conjunction و, which can't be told from a word's own first letter."""
    return word[1:] if word.startswith("و") and len(word) > 4 and not word.startswith("وال") else word
