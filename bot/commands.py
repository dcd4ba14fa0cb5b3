"""Commands and votes as people type them, in French, English or Arabic words, and the question that is neither."""

import re
from dataclasses import dataclass
from typing import Literal

from core.documents.chunk import Language

Name = Literal["start", "help", "lang", "sources", "scope", "feedback", "privacy", "reindex", "stats", "unknown"]

# The first word of each is the one that texts and menus show in that script.
WORDS: dict[Name, tuple[str, ...]] = {
    "start": ("start", "بداية"),
    "help": ("help", "aide", "مساعدة"),
    "lang": ("lang", "langue", "لغة", "اللغة"),
    "sources": ("sources", "source", "مصادر", "المصادر"),
    "scope": ("scope", "perimetre", "périmètre", "نطاق", "النطاق"),
    "feedback": ("feedback", "avis", "رأي", "ملاحظة"),
    "privacy": ("privacy", "confidentialite", "confidentialité", "خصوصية", "الخصوصية"),
    "reindex": ("reindex", "فهرسة"),
    "stats": ("stats", "statistiques", "إحصائيات", "احصائيات"),
}
ALL_WORDS = frozenset({"all", "tout", "tous", "toutes", "الكل", "كل"})
LANGUAGE_WORDS: dict[str, Language | None] = {
    **dict.fromkeys(("fr", "français", "francais", "french", "فرنسية", "الفرنسية"), "fr"),
    **dict.fromkeys(("ar", "arabe", "arabic", "عربية", "العربية"), "ar"),
    **dict.fromkeys(("auto", "تلقائي", "آلي"), None),
}

_BY_WORD: dict[str, Name] = {word: name for name, words in WORDS.items() for word in words}
_ARABIC = re.compile("[\u0621-\u064a]")
# `+` or `-` alone, or with a reason after a blank: `- mauvais chiffre`. `-5` and `+213…` are no votes.
_VOTE = re.compile(r"\s*([+−–-]|👍|👎)\ufe0f?(?:\s+(?P<reason>.*))?\s*", re.DOTALL)


@dataclass(frozen=True)
class Command:
    """`/name argument`. `typed` is the word as it came; `language` is Arabic where the word was, else unknown."""

    name: Name
    argument: str
    typed: str
    language: Language | None


@dataclass(frozen=True)
class Press:
    """A vote on an answer, with its reason if one was given."""

    value: Literal[1, -1]
    reason: str


def parse(text: str) -> Command | Press | None:
    """What a message asks to do, or None where it is a question."""
    if vote := _VOTE.fullmatch(text):
        return Press(1 if vote[1] in ("+", "👍") else -1, (vote["reason"] or "").strip())
    stripped = text.strip()
    if not stripped.startswith("/"):
        return None
    word, _, argument = stripped[1:].replace("\n", " ").partition(" ")
    name = _BY_WORD.get(word.casefold(), "unknown")
    return Command(name, argument.strip(), "/" + word, "ar" if _ARABIC.search(word) else None)
