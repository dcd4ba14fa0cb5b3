"""Why an answer was voted down: three reasons under fixed codes, or a person's own words."""

from bot.replies import Choice
from bot.texts import Text
from core.documents.chunk import Language
from core.text.normalise import fold
from core.text.tokens import STOP_WORDS

OTHER = "other"
# Short: a press must fit into what channels carry with a button.
_LABELS = {
    "wrong-figure": Text.REASON_FIGURE,
    "wrong-document": Text.REASON_DOCUMENT,
    "incomplete": Text.REASON_INCOMPLETE,
    OTHER: Text.REASON_OTHER,
}
# What people type for them, folded: a word of what is wrong and one that says so, or that something is missing.
_ABOUT = {
    "wrong-figure": frozenset(
        {"chiffre", "montant", "prix", "tarif", "nombre", "الرقم", "السعر", "المبلغ", "رقم", "سعر"}
    ),
    "wrong-document": frozenset({"document", "source", "fichier", "الوثيقه", "المصدر", "وثيقه", "مصدر"}),
}
_WRONG = frozenset({"mauvais", "mauvaise", "faux", "fausse", "errone", "incorrect", "خاطي", "خاطيه", "خطا", "غلط"})
_INCOMPLETE = frozenset({"incomplet", "incomplete", "ناقص", "ناقصه"})
_ANSWER = frozenset({"reponse", "الجواب", "الاجابه", "جواب"})


def choices(language: Language) -> tuple[Choice, ...]:
    """The reasons to choose from."""
    return tuple(Choice(label.say(language), f"- {code}") for code, label in _LABELS.items())


def label_of(reason: str, language: Language) -> str:
    """A reason as it was kept, in words: what its code stands for, or the person's own."""
    return _LABELS[reason].say(language) if reason in _LABELS else reason


def reason_of(text: str) -> str:
    """The code of a reason as pressed or typed, where it is clear; else the person's own words as they are."""
    folded = fold(text).strip(" .!؟?")
    for code, label in _LABELS.items():
        if folded in (code, fold(label.say("fr")), fold(label.say("ar"))):
            return code
    words = set(folded.split()) - STOP_WORDS
    for code, about in _ABOUT.items():
        if words & about and words & _WRONG and words <= about | _WRONG:
            return code
    return "incomplete" if words & _INCOMPLETE and words <= _INCOMPLETE | _ANSWER else text
