"""Which of the two languages a question is answered in (`reply.md`, 'Which language')."""

import re

from core.documents.chunk import Language
from core.text.normalise import LETTER_AR, LETTER_LATIN, count_letters, fold
from core.text.numbers import without_quantities

# Question words and finite verbs, folded. Short lists on purpose: they decide only mixed sentences.
_QUESTION_WORDS: dict[Language, frozenset[str]] = {
    "ar": frozenset(
        "واش وش شنو شنوا شنهو كيفاش كيف شحال بشحال قداش قداه بقداش كم بكم هل ما ماذا ماهو ماهي متي وقتاش اين وين علاش "
        "لماذا شكون اي اشمن".split()
    ),
    "fr": frozenset(
        "combien comment quel quelle quels quelles qui quand pourquoi est-ce lequel laquelle ou quoi".split()
    ),
}
# These ask at a clause's start only; elsewhere they join or deny (`un client qui`, `ما خلصش`, `بدون أي`).
_ASK_FIRST = frozenset("qui quand ما اي".split())
FINITE_VERBS: dict[Language, frozenset[str]] = {
    "ar": frozenset(
        "اريد نحب حاب نقدر اقدر يمكن يمكنني عندي عندو راني راه يخلص نخلص يستفيد تستفيد يكفي يناسبني لازم كاين يتحول "
        "يدير ندير نسجل يعطوني يمدولو تسوي اعطني يبدا يريد".split()
    ),
    "fr": frozenset(
        "est sont ai as a avons avez ont veux veut voulons peux peut peuvent dois doit faut suis paie paye cherche "
        "souhaite demande reste convient coute existe donne fait passe trouve".split()
    ),
}
# Algerian in Latin letters: words that are not French, and digits that stand for Arabic letters inside a word.
_ARABIZI_WORDS = frozenset(
    "wach wesh wash wech kifach kifech kifah ch7al chhal chehal bch7al b9addach 9addach 9adah wa9tach waqtach winrah "
    "win chkoun 3lach 3la bach bech ta3 nta3 kayen kayna makach rani raki rahi rah n9der ne9der nqder nakder 3andi "
    "3andou 3andna kima chno chnou hadi hada hadak hadik lazem nheb n7eb yhab nhab habit mazal bezaf belek wella "
    "wela walla nejem ynejem tnejem ynajem ydir ndir tdir ydirou ndirou ykhales nkhales tkhales yekhles ykhalsou khlas "
    "bghit nbedel ybedel nzid yzid jdid jdida dork zboun lclient arkhas rkhes rkhis ghali batel chhar chehar makanch "
    "ida gedach qadach achmen wachmen chkon".split()
)
_ARABIZI_DIGIT = re.compile(r"(?<![a-z0-9])(?=[a-z0-9]*[a-z])(?:[a-z]+[3579][a-z]+|[379][a-z]{2,})(?![a-z0-9])")
_CLAUSE_END = re.compile(r"(?<=[,;:.!?؟،؛\n])(?!\d)")
_NAME = re.compile(rf"(?<![{LETTER_LATIN}])(?:[A-Z][{LETTER_LATIN}\d+.-]*)")
# `ONT` is a device, not what they have.
_ABBREVIATION = re.compile(rf"(?<![{LETTER_LATIN}])[A-Z]{{2,}}(?![{LETTER_LATIN}])")
_TOKEN = re.compile(rf"[{LETTER_LATIN}0-9-]+|[{LETTER_AR}]+")


def is_arabizi(text: str) -> bool:
    """Algerian in Latin letters: a word of it, or a word with a digit for a letter (`n7ewes`), and no Arabic letter."""
    latin, arabic = count_letters(text)
    if arabic or not latin:
        return False
    if any(word in _ARABIZI_WORDS for word in re.findall(r"[a-z0-9]+", fold(text))):
        return True
    # `3mois` and `7eme` are numbers, not Algerian.
    return bool(_ARABIZI_DIGIT.search(fold(without_quantities(text))))


def language_of(text: str, arabizi: Language = "fr") -> Language:
    """Language of the reply to a question. `arabizi` is the one for Algerian in Latin letters.

    One script decides alone; mixed text goes by the clause that asks, then the clause with a finite verb, then the
    script with more letters once names, units and numbers are out; langdetect settles what is left open.
    """
    latin, arabic = count_letters(text)
    if not arabic:
        return arabizi if is_arabizi(text) else "fr"
    if not latin:
        return "ar"
    clauses = [clause for clause in _CLAUSE_END.split(text) if any(count_letters(clause))]
    for words in (_QUESTION_WORDS, FINITE_VERBS):
        for clause in _asking_first(clauses):
            if language := _first_word_in(clause, words):
                return language
    return _by_letters(text)


def _asking_first(clauses: list[str]) -> list[str]:
    """Clauses with a question mark before the others, each group in order."""
    return sorted(clauses, key=lambda clause: not re.search(r"[?؟]", clause))


def _first_word_in(clause: str, words: dict[Language, frozenset[str]]) -> Language | None:
    """The language of the clause's first word that is in one of the lists."""
    # Folded, `où` and `ou` are one word; only the first asks.
    clause = re.sub(r"\bou\b", " ", clause, flags=re.IGNORECASE)
    if words is FINITE_VERBS:
        clause = _ABBREVIATION.sub(" ", clause)
    for position, word in enumerate(_TOKEN.findall(fold(clause))):
        for language, known in words.items():
            if word in known and not (position and words is _QUESTION_WORDS and word in _ASK_FIRST):
                return language
    return None


def _by_letters(text: str) -> Language:
    latin, arabic = count_letters(_NAME.sub(" ", without_quantities(text)))
    if latin != arabic:
        return "fr" if latin > arabic else "ar"
    return _by_detector(text)


def _by_detector(text: str) -> Language:
    # Slow to load (its profiles) and needed for ties alone, so imported here. The seed makes it repeatable.
    from langdetect import DetectorFactory, LangDetectException, detect

    DetectorFactory.seed = 0
    try:
        return "ar" if detect(text) in ("ar", "fa", "ur") else "fr"
    except LangDetectException:
        return "fr"
