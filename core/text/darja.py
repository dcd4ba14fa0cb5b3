"""Algerian in Latin letters put in French, word by word, so that documents can be searched with it.

Dictionary-based query translation (Pirkola et al., 2001), for a dialect that has no spelling: a word is known by its
consonants, and verbs in every person. What isn't known stays as it is; a text that is no Algerian is left alone.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from core.errors import SettingsError
from core.text.arabic_sounds import arabic_sounds
from core.text.language import is_arabizi
from core.text.normalise import LETTER_AR, LETTER_LATIN, fold
from core.text.synonyms import SYNONYMS_FILE, parsed
from core.text.tokens import STOP_WORDS

DARJA_FILE = Path(__file__).with_name("darja.yaml")

_ARABIC = re.compile(f"[{LETTER_AR}]+")
_TOKEN = re.compile(rf"[{LETTER_LATIN}\d]+(?:['’-][{LETTER_LATIN}\d]+)*")
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_CONSONANTS = 3
# What writes one consonant; digits stand for Arabic letters. Order matters: `tch` before `ch`.
_CONSONANTS = (
    ("tch", "š"), ("ch", "š"), ("sh", "š"), ("kh", "x"), ("gh", "ġ"), ("dj", "j"), ("th", "t"), ("dh", "d"),
    ("qu", "q"), ("5", "x"), ("7", "h"), ("9", "q"),
)  # fmt: skip
_VOWELS = re.compile(r"[aeiou2]|w(?![aeiou3])|(?<!^)y(?![aeiou])")
# Those that nobody agrees on, even where a word could be a French one.
_SHORT_VOWELS = re.compile(r"[ae2]")
_DIGIT_LETTER = re.compile(r"[a-z][23579]|[23579][a-z]")
_PERSON = re.compile(r"(?:in|yn|[nyt])(?=..)")
# Behind a verb: the plural, `I did`, whom or what it is done to, for whom, `not`.
_ENDING = re.compile(
    r"(?:ou|o|w|iw|iou|u)?(?:t|it)?(?:h|ha|ah|ih|hom|hum|ni|n|na|k|ek)?(?:l|l[iouak]|l?ha|lh|lou|lhom|lhum|lna|lek)?(ch|sh|š)?"
)
# No French word begins with these letters, nor takes the person so.
_BORROWED = re.compile(
    r"(?:n(?=[bcdfghjklmpqrstvwxz])|y(?=[bcdfghjklmnpqrstvwxz])|t(?=[bcdfgjklmnpqvxz]))"
    r"([a-z]{3,}?)(?:i|er)(?:w|ou|t|ha|h|ch)?"
)
_ARTICLE = re.compile(r"e?l(?=[bcdfghjkmnpqrstvwxz379].)")


@dataclass(frozen=True)
class _Word:
    """A word of a text: where it stands, how it is written, and folded."""

    start: int
    end: int
    folded: str
    is_name: bool


class Darja:
    """What Algerian words say in French."""

    def __init__(
        self,
        words: Mapping[str, str],
        verbs: Mapping[str, str],
        borrowed: Mapping[str, str],
        of_trade: Mapping[str, str],
        french: Iterable[str],
        digest: str,
    ) -> None:
        """
        Args:
            words: terms of one word or several, with what each says in French.
            verbs: the same for the roots of verbs.
            borrowed: the same for verbs taken from French, which are found as they are written.
            of_trade: more terms; what is said in `words` or `verbs` goes before.
            french: words that stay as they are, whatever they sound like.
        """
        self.digest = digest
        self._french = frozenset(map(fold, french)) | STOP_WORDS
        self._verbs = {sound: said for root, said in verbs.items() for sound in _sounds(fold(root))}
        self._roots = {fold(root): said for root, said in borrowed.items()}
        self._roots |= {root: said for term, said in verbs.items() if not _sounds(root := fold(term))}
        self._written: dict[tuple[str, ...], str] = {}
        for term, said in words.items():
            self._written.setdefault(tuple(fold(term).split()), said)
        for term, said in of_trade.items():
            if " " in term or not self._of_verb(fold(term)):  # `nkhales` is to pay, rather than a payment
                self._written.setdefault(tuple(fold(term).split()), said)
        self._sounds = {sound: said for term, said in words.items() if " " not in term for sound in _sounds(fold(term))}
        self._longest = max(map(len, self._written), default=0)

    @classmethod
    def load(cls, path: Path = DARJA_FILE, synonyms: Path = SYNONYMS_FILE) -> "Darja":
        """Read the data files.

        Raises:
            SettingsError: one isn't a list of entries with French and Algerian terms.
        """
        data, trade = path.read_bytes(), synonyms.read_bytes()
        try:
            entries, groups = parsed(data), parsed(trade)
            words, verbs, borrowed = (dict(_terms(entries, kind)) for kind in ("words", "verbs", "borrowed"))
            of_trade = {str(term): str(group["fr"][0]) for group in groups for term in group.get("arabizi", ())}
            french = {str(word) for entry in entries for word in entry.get("french", ())}
            french |= {word for group in groups for term in group["fr"] for word in _WORD.findall(str(term))}
        except (yaml.YAMLError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise SettingsError(
                f"{path.name} can't be read: {error}", "each entry needs a French term and lists of Algerian ones"
            ) from error
        return cls(words, verbs, borrowed, of_trade, french, hashlib.sha256(data + trade).hexdigest()[:12])

    def in_french(self, text: str) -> str:
        """The text with every Algerian word that is known said in French; one without any comes back as it is.

        What is in capitals is a code or a name (`établissement F`, `FATOURA`), whatever word it would be.
        """
        if not is_arabizi(_ARABIC.sub(" ", text)):  # beside Arabic letters too: `شحال prix ta3 fibre`
            return text
        is_shouted = text.upper() == text
        words = [
            _Word(match.start(), match.end(), fold(match[0]), match[0].isupper() and not is_shouted)
            for match in _TOKEN.finditer(text)
        ]
        said, end, place = [], 0, 0
        while place < len(words):
            count, french = self._term_at(words, place)
            if french is not None:
                said += [text[end : words[place].start], french]
                end = words[place + count - 1].end
            place += count
        return "".join([*said, text[end:]])

    def of_arabic(self, word: str) -> str | None:
        """What a folded word in Arabic letters says in French, where it is a verb of the dialect in any person
        (`خلصها`, `نكتبو`); None where it isn't known as one."""
        for sound in arabic_sounds(word):
            person = _PERSON.match(sound)
            for rest in (sound[1:], sound) if person else (sound,):
                if said := self._conjugated(rest, self._verbs):
                    return said
        return None

    def _term_at(self, words: Sequence[_Word], place: int) -> tuple[int, str | None]:
        """How many words from here on are said by which French; None where the one here isn't known."""
        for count in range(min(self._longest, len(words) - place), 0, -1):
            term = words[place : place + count]
            said = self._written.get(tuple(word.folded for word in term))
            if said is not None and not any(word.is_name for word in term):
                return count, said
        word = words[place]
        return 1, None if word.is_name else self._of_word(word.folded)

    def _of_word(self, word: str) -> str | None:
        if word in self._french or "-" in word:  # `Wi-Fi` is one name
            return None
        if word.startswith("ma") and word.endswith(("ch", "sh")):
            if said := self._of_verb(word[2:]):
                return said  # `makhalasch`: he didn't
            if said := self._written.get((word[2:-2],)):
                return f"ne pas {said}"  # `ma3andouch`
        known = self._written.get((word,)) or self._sounds.get(_sound(word)) or self._of_verb(word)
        article = _ARTICLE.match(word)
        if known is None and article:  # `lclient`, `lwra9`
            return self._of_word(word[article.end() :]) or word[article.end() :]
        return known

    def _of_verb(self, word: str) -> str | None:
        person = _PERSON.match(word)
        for rest in (word[person.end() :], word[1:]) if person else ():
            if said := self._conjugated(rest, self._roots) or self._sounding(rest):
                return said
        if said := self._sounding(word):
            return said  # `rja3ch`: he didn't
        borrowed = _BORROWED.fullmatch(word)
        return f"{borrowed[1]}er" if borrowed else None

    def _sounding(self, rest: str) -> str | None:
        """What a verb of the dialect says, its person taken off."""
        return self._conjugated(_sound(rest), self._verbs)

    def _conjugated(self, rest: str, roots: Mapping[str, str]) -> str | None:
        for length in range(len(rest), 1, -1):
            said = roots.get(rest[:length]) or roots.get(rest[:length] + "i")
            if said and (ending := _ENDING.fullmatch(rest[length:])):
                return f"ne pas {said}" if ending[1] else said
        return None


def _terms(entries: Iterable[Mapping[str, Any]], kind: str) -> Iterator[tuple[str, str]]:
    for entry in entries:
        for term in entry.get(kind, ()):
            yield str(term), str(entry["fr"])


def _sound(word: str) -> str:
    """What a folded word's writers agree on: its consonants, and, where it could be French, its long vowels."""
    return _without(word, _VOWELS if _DIGIT_LETTER.search(word) else _SHORT_VOWELS)


def _sounds(word: str) -> set[str]:
    """Under what a word of the dialect is found; nothing where its consonants are those of many words."""
    if len(consonants := _without(word, _VOWELS)) < _FEWEST_CONSONANTS:
        return set()
    return {consonants, _without(word, _SHORT_VOWELS)}


def _without(word: str, vowels: re.Pattern[str]) -> str:
    for written, sound in _CONSONANTS:
        word = word.replace(written, sound)
    return re.sub(r"(.)\1+", r"\1", vowels.sub("", word.replace("ou", "u").replace("o", "u")))
