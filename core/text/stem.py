"""Light stemming: enough that singular and plural, article and none, meet; not so much that other meanings do."""

import re
from threading import Lock

from Stemmer import Stemmer as SnowballStemmer

# Arabic: the light10 stemmer (Larkey, Ballesteros and Connell, 2007), on letters that `fold` unified, with the
# prepositions ب and ل before the article added to its list of prefixes and ك left out: `وكالات` are agencies.
_PREFIXES = ("وبال", "وال", "فال", "بال", "ولل", "لل", "ال")
_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "هم", "ه", "ي")
# Behind these a feminine noun ends with ت: `مدتها`, its duration, is `مدة`; light10 leaves it there.
_POSSESSIVES = frozenset({"ها", "هم", "ه", "ي"})
# So short, a ت is mostly of the root (`بيته`, `وقتها`).
_SHORT_FEMININES = frozenset({"مدت", "فيت", "سنت"})
_LONG_FEMININE = 4  # letters, ت included
# Adjectives whose feminine (`ثابتة`) looks like a noun with `its`, and a loan.
_OWN_T = frozenset({"ثابت", "موقت", "انترنت"})
# Begins with a و of its own, without which it would be another word: existence (`وجود`) isn't quality (`جودة`).
_OWN_AND = frozenset({"وجود"})
_LONG_NOUN = 8  # letters; `nation` and `station` are no verb's
_KNOWN_WORDS = 200_000
"""Words whose stems are kept in memory: some 20 MB."""
_ARABIC_WORD = re.compile("[\u0621-\u064a]+")
_ARTICLE = re.compile("^(?:وال|بال|لل|ال|[وبل])(?=[\u0621-\u064a]{3})")


class Stemmer:
    """Stems one folded word at a time. Several threads may: one answers while another loads the next index version."""

    name = "snowball-fr+light10-ar/6"

    def __init__(self) -> None:
        self._french = SnowballStemmer("french", 0)  # no cache of its own: `_known` is one for both languages
        self._one_at_a_time = Lock()  # the French stemmer keeps the word that it works on in itself
        self._known: dict[str, str] = {}

    def stem(self, word: str) -> str:
        """The stem of a folded word; numbers and mixed tokens (`wifi6`, `1.5`) stay as they are."""
        if (known := self._known.get(word)) is not None:
            return known
        if _ARABIC_WORD.fullmatch(word):
            stem = _light10(word)
        elif word.isalpha():
            with self._one_at_a_time:
                stem = _met(self._french.stemWord(_before_stemming(word)))
        else:
            stem = word
        if len(self._known) < _KNOWN_WORDS:
            self._known[word] = stem
        return stem


def without_preposition(word: str) -> str | None:
    """A folded Arabic word without ب or ل before it (`بسعر` → `سعر`), or None where it can't have one.

    Whether the letter is a preposition or the word's own can't be told from the letters, so both forms are indexed.
    """
    if len(word) >= 4 and word[0] in "بل" and _ARABIC_WORD.fullmatch(word) and not word.startswith(_PREFIXES):
        return word[1:]
    return None


def _before_stemming(word: str) -> str:
    """What the stemmer can't see in words without accents.

    It takes `debit` for a verb and `debits` for a noun, so the plural goes first; and `payee` isn't `payer` for it, so
    the feminine of a participle goes too.
    """
    if len(word) > 3 and word.endswith("s"):
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word.endswith("ee") else word


def _met(stem: str) -> str:
    """Stems of one word family that the stemmer leaves apart, made one.

    `résilier` (resili) and `résilié` (resil), `envoyé` (envoy) and `envoi`, `créer` (cre) and `création` (creation),
    `réception` (recept) and `réceptionner` (reception).
    """
    if len(stem) >= _LONG_NOUN and stem.endswith("ation"):
        return stem[: -len("ation")]
    if stem.endswith("tion"):
        return stem[: -len("ion")]
    if stem[-1:] in ("i", "y"):
        return stem[:-1] if len(stem) > 4 else stem[:-1] + "i"
    return stem


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
            if suffix in _POSSESSIVES and _is_feminine(word):
                word = word[:-1]
    return word


def _is_feminine(word: str) -> bool:
    """Whether a noun that a possessive was taken off ends with the ت of the feminine. Plurals keep theirs for the next
    suffix, what is done (`تثبيت`) has one of its own."""
    has_own = word in _OWN_T or word.endswith("ات") or (word.startswith("ت") and word.endswith("يت"))
    return word in _SHORT_FEMININES or (len(word) >= _LONG_FEMININE and word[-1] == "ت" and not has_own)


def _without_and(word: str) -> str:
    """Without the conjunction و, which can't be told from a word's own first letter: three letters must be left.

    A word of four whose last letter is a suffix (`وصله`, `ورقه`) has a root of three that begins with و itself.
    """
    if not word.startswith("و") or word.startswith("وال") or word in _OWN_AND:
        return word
    return word[1:] if len(word) > 4 or (len(word) == 4 and word[-1] not in "هي") else word


def without_article(word: str) -> str:
    """A folded Arabic word without article and prepositions, whatever it ends with; any other word as it is."""
    return _ARTICLE.sub("", word)
