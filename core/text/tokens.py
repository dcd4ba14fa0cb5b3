"""The analyser: what both sides of the lexical search, the coverage features and the extractive answer call a word."""

import re
from collections.abc import Iterator

from core.text.normalise import fold
from core.text.numbers import canonical, find_quantities
from core.text.stem import Stemmer, without_preposition

# French elision, with the apostrophe that `fold` unified.
_ELISION = re.compile(r"\b(?:l|d|j|n|s|m|t|c|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=\w)")
# Typed apart, with a hyphen or as one word, the name is the same: `wi fi`, `Wi-Fi`, `wifi`.
_TYPED_APART = re.compile(r"(?<=\bwi) (?=fi(?:\d|\b))|(?<=\bweek) (?=ends?\b)|(?<=\be) (?=mails?\b)")
_LETTERS_THEN_DIGITS = re.compile(r"([a-z]{3,})\d+")
# A lone `à` would fold to the code A.
_LONE_A = re.compile(r"(?<!\w)[àÀ](?!\w)")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)+|[a-z]+-\d+(?![.\d])|[a-z0-9]*[a-z][a-z0-9]*|[\u0621-\u064a]+")
# `établissement K`, `palier 3`, `المؤسسة AC`, `Wi-Fi 6`: a word, then a code that isn't a quantity.
_LABEL = re.compile(r"(?<![\w-])([a-z-]{4,}|[\u0621-\u064a]{4,}) (?:n°? ?)?([a-z]{1,2}|\d{1,2})(?![\w'%-]|[.,]\d)")

STOP_WORDS = frozenset(
    # French function words, folded
    "le la les un une des du de au aux et ou en dans sur sous par pour avec sans chez vers entre ce cet cette ces "
    "cela ca se sa son ses leur leurs mon ma mes ton ta tes notre nos votre vos je tu il elle on nous vous ils elles "
    "me te lui y a c qui que quoi dont est sont etre suis es sera seront ete etait ai as avons avez avoir eu fait "
    "faire ne pas plus si comme aussi donc alors mais ni car tres bien tout tous toute toutes autre autres meme "
    "quel quelle quels quelles combien comment quand lors lorsque pourquoi est-ce lequel laquelle "
    "puis peut peux peuvent doit dois doivent faut veux veut bonjour salut svp stp merci "
    # Arabic function words, folded, Algerian ones included
    "في من علي الي عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا هل كم كيف متي اين لماذا اي ايه هو هي هم هما نحن "
    "انا انت كان كانت يكون تكون ان انه انها لا لم لن قد ثم او ام بل حتي اذا عند عندما كل بعض غير بين بعد قبل لكن و ف "
    "ب ل ك يا "
    "واش وش شنو شنوا كيفاش شحال بشحال قداه علاش وين وقتاش شكون باش تاع نتاع اللي لي راه راني راح كي ولا والا برك "
    "يمكن يمكنني نقدر اقدر تقدر يقدر لازم كاين ماكاش عندي عندو عندنا سلام شكرا "
    # Algerian in Latin letters
    "wach wesh wash kifach kifah ch7al chhal bch7al 9adah 9addach wa9tach win chkoun 3lach bach ta3 nta3 li lli fi f "
    "rani rah ki kayen kayna n9der ne9der nqder ana 3andi 3la men mena".split()
)

# What only looks like a function word behind `و`: `وين` asks where, `ولي` is a guardian, not `and to me`.
_NEVER_JOINED = STOP_WORDS | {"ولي"}

# Two letters that follow a noun without being its code: function words and units. Single letters may all be codes.
_NO_CODES = frozenset(word for word in STOP_WORDS if len(word) == 2) | frozenset("go gb to tb da ht an mo ko".split())


class Analyser:
    """Folded, stemmed words and numbers of a text. Shared by indexing and asking: change it and `name` with it."""

    name = f"forsa-tokens/4 {Stemmer.name}"

    def __init__(self) -> None:
        self._stemmer = Stemmer()

    def tokens(self, text: str) -> list[str]:
        """Words in order (function words left out), then labels, then numbers.

        A label is a noun with its code (`etabl_k`, `pali_3`): what tells one institution or tier from the next. A
        number's token is its value (`2800` for `2 800,00`), so spelling doesn't matter; with a unit it also gives
        `120mbps`, so a speed is found as that speed whatever the language.
        """
        return [*self.words(text), *(f"{noun}_{code}" for noun, code in self.labels(text)), *number_tokens(text)]

    def words(self, text: str) -> list[str]:
        """Words in order, function words left out, without labels and numbers; each in all its forms."""
        return [token for forms in self.forms(text) for form in forms for token in form]

    def forms(self, text: str) -> Iterator[tuple[tuple[str, ...], ...]]:
        """For each of `words` the forms that say the same, the first as typed; a form is the tokens it consists of.

        `week-end` gives (weekend), (week, end); `بسرعة`, which may be `سرعة` behind a preposition, gives both.
        """
        for word in _WORD.findall(_joined(text)):
            if _is_function_word(word) or (word[0].isdigit() and find_quantities(word)):
                continue  # `100mbps` typed as one word is a number's token
            if "-" in word:
                parts = [
                    part for part in word.split("-") if len(part) > 2 and part.isalpha() and part not in STOP_WORDS
                ]
                forms = [[word.replace("-", "")], parts]
            else:
                forms = [[word], [without_preposition(word) or _letters_before_digits(word) or ""]]
            yield tuple(tuple(map(self._stemmer.stem, form)) for form in forms if any(form))

    def all_words(self, text: str) -> list[str]:
        """Every word's stem in order, function words included: for phrases and for question words. These aren't stored,
        so that no index depends on them."""
        return [self._stem(_unjoined(word.replace("-", ""))) for word in _WORD.findall(_joined(text))]

    def _stem(self, word: str) -> str:
        """A function word's stem may be another word's, which it doesn't say: `sans` isn't `sana`, a year."""
        stem = self._stemmer.stem(word)
        return word if word in STOP_WORDS and stem not in STOP_WORDS else stem

    def labels(self, text: str) -> list[tuple[str, str]]:
        """Nouns followed by a code of one or two letters or a small number without unit: (stem, code), folded."""
        joined = _joined(_LONE_A.sub("de", text))
        counted = {quantity.start for quantity in find_quantities(joined) if quantity.unit}
        return [
            (self._stemmer.stem(match[1].replace("-", "")), match[2].lstrip("0"))
            for match in _LABEL.finditer(joined)
            if not _is_function_word(match[1]) and match[2] not in _NO_CODES and match.start(2) not in counted
        ]


def _joined(text: str) -> str:
    """The text folded, without elisions, names that are typed apart joined by a hyphen."""
    return _TYPED_APART.sub("-", _ELISION.sub(" ", fold(text)))


def _is_function_word(word: str) -> bool:
    """Whether a folded word says nothing to search for."""
    return _unjoined(word) in STOP_WORDS


def _unjoined(word: str) -> str:
    """A function word without the `و` that joins it (`وكم`, `وهل`); the stemmer sees to other words."""
    return word[1:] if word[0] == "و" and word[1:] in STOP_WORDS and word not in _NEVER_JOINED else word


def _letters_before_digits(word: str) -> str | None:
    """`wifi` of `wifi6`: typed together or apart, the name is the same."""
    match = _LETTERS_THEN_DIGITS.fullmatch(word)
    return match[1] if match else None


def number_tokens(text: str) -> list[str]:
    """`120` and `120mbps` for each number with a unit, the bare value for one without."""
    tokens = []
    for quantity in find_quantities(text):
        value = canonical(quantity.value)
        if quantity.unit == "giga":
            # Speed or volume: the text doesn't say, so it may meet either.
            tokens += [value, f"{canonical(quantity.value * 1000)}mbps", f"{value}go"]
        elif quantity.unit:
            tokens += [value, f"{value}{quantity.unit}"]
        else:
            tokens.append(value)
    return tokens
