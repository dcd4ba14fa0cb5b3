"""Verbs in Arabic letters by the consonants that the dialect's dictionary (`darja.py`) knows them by."""

import re

# Arabic letters by the consonants that they write; `هم` keeps its vowel, as an ending does.
_ARABIC_SOUNDS = {"هم": "hum"} | dict(
    zip(
        "بتثجحخدذرزسشصضطظعغفقكلمنهويا",
        [*"b t t j h x d d r z s š s d t d 3 ġ f q k l m n h w y".split(), ""],
        strict=True,
    )
)
_ARABIC_SOUND = re.compile("|".join(_ARABIC_SOUNDS))
# `خدمه` and `تعريف` are nouns, `خدمها` what was done to her.
_ARABIC_NOUN = re.compile(r"و?(?:ال|بال|لل).*|.*(?:ه|ات)|ت..ي.")
_DOUBLED = re.compile(r"(.)\1+")
_VOWELS = re.compile("(?<!^)[wy]")


def arabic_sounds(word: str) -> tuple[str, ...]:
    """The ways to sound a folded word, as `و` and `ي` may be consonants or vowels; none of a word that is a noun."""
    if _ARABIC_NOUN.fullmatch(word):
        return ()
    sound = _ARABIC_SOUND.sub(lambda match: _ARABIC_SOUNDS[match[0]], word)
    if sound.endswith("w"):
        sound = f"{sound[:-1]}u"
    return tuple(dict.fromkeys(_DOUBLED.sub(r"\1", form) for form in (sound, _VOWELS.sub("", sound))))
