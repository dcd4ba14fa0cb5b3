"""Commands and votes as people type them, in French, English or Arabic words, and the question that is neither."""

import re
from dataclasses import dataclass
from typing import Literal

from core.audit.decisions import Verdict
from core.documents.chunk import Language
from core.text.courtesy import Courtesy, courtesy

Name = Literal[
    "start",
    "help",
    "lang",
    "sources",
    "scope",
    "compare",
    "feedback",
    "privacy",
    "verify",
    "reindex",
    "stats",
    "users",
    "audit",
    "review",
    "unknown",
]
ReviewAction = Literal[
    "recent", "frequent", "documents", "good", "accept", "edit", "discard", "open", "pin", "unpin", "pins"
]
UserAction = Literal["invite", "block", "unblock", "admin", "agent"]

# The first word of each is the one that texts and menus show in that script.
WORDS: dict[Name, tuple[str, ...]] = {
    "start": ("start", "بداية"),
    "help": ("help", "aide", "مساعدة"),
    "lang": ("lang", "langue", "لغة", "اللغة"),
    "sources": ("sources", "source", "مصادر", "المصادر"),
    "scope": ("scope", "perimetre", "périmètre", "نطاق", "النطاق"),
    "compare": ("compare", "comparer", "comparaison", "مقارنة", "قارن"),
    "feedback": ("feedback", "avis", "رأي", "ملاحظة"),
    "privacy": ("privacy", "confidentialite", "confidentialité", "خصوصية", "الخصوصية"),
    "verify": ("verify", "verifier", "vérifier", "تحقق", "التحقق"),
    "reindex": ("reindex", "فهرسة"),
    "stats": ("stats", "statistiques", "إحصائيات", "احصائيات"),
    "users": ("users", "utilisateurs", "مستخدمون", "المستخدمون"),
    "audit": ("audit", "تدقيق", "التدقيق"),
    "review": ("review", "revue", "مراجعة", "المراجعة"),
}
ALL_WORDS = frozenset({"all", "tout", "tous", "toutes", "الكل", "كل"})
LANGUAGE_WORDS: dict[str, Language | None] = {
    **dict.fromkeys(("fr", "français", "francais", "french", "فرنسية", "الفرنسية"), "fr"),
    **dict.fromkeys(("ar", "arabe", "arabic", "عربية", "العربية"), "ar"),
    **dict.fromkeys(("auto", "تلقائي", "آلي"), None),
}
USER_WORDS: dict[str, UserAction] = {
    **dict.fromkeys(("invite", "inviter", "invitation", "دعوة"), "invite"),
    **dict.fromkeys(("block", "bloquer", "حظر"), "block"),
    **dict.fromkeys(("unblock", "débloquer", "debloquer", "سماح"), "unblock"),
    **dict.fromkeys(("admin", "administrateur", "مسؤول"), "admin"),
    **dict.fromkeys(("agent", "عون"), "agent"),
}
VERDICT_WORDS: dict[str, Verdict] = {
    **dict.fromkeys(("left", "gauche", "الأول", "الاول"), "left"),
    **dict.fromkeys(("right", "droite", "الثاني"), "right"),
    **dict.fromkeys(("none", "aucune", "aucun", "لا"), "not-a-contradiction"),
}
REVIEW_WORDS: dict[str, ReviewAction] = {
    **dict.fromkeys(("recent", "récent", "recents", "récents", "الأحدث", "الاحدث"), "recent"),
    **dict.fromkeys(("frequent", "fréquent", "frequents", "fréquents", "الأكثر", "الاكثر"), "frequent"),
    **dict.fromkeys(("documents", "document", "الوثائق", "وثائق"), "documents"),
    **dict.fromkeys(("good", "bonnes", "bons", "الجيدة", "جيدة"), "good"),
    **dict.fromkeys(("accept", "accepter", "قبول"), "accept"),
    **dict.fromkeys(("edit", "modifier", "corriger", "تعديل"), "edit"),
    **dict.fromkeys(("discard", "écarter", "ecarter", "تجاهل"), "discard"),
    **dict.fromkeys(("open", "rouvrir", "فتح"), "open"),
    **dict.fromkeys(("pin", "épingler", "epingler", "تثبيت"), "pin"),
    **dict.fromkeys(("unpin", "détacher", "detacher", "إزالة", "ازالة"), "unpin"),
    **dict.fromkeys(("pins", "épinglées", "epinglees", "المثبتة", "مثبتة"), "pins"),
}
REFUSE_WORDS = frozenset({"refuse", "refus", "refuser", "رفض"})
CONFIRM_WORDS = frozenset({"confirm", "confirmer", "تأكيد", "تاكيد"})

# Words that nobody asks a question with: said alone they are the command, where people don't type slashes too.
_PLAIN = frozenset({"sources", "مصادر", "المصادر", "aide", "help", "مساعدة"})
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


Meant = Command | Press | Courtesy | None
"""What a message means; None where it asks a question."""


def parse(text: str) -> Meant:
    """What a message asks to do or says out of politeness, or None where it is a question."""
    if vote := _VOTE.fullmatch(text):
        return Press(1 if vote[1] in ("+", "👍") else -1, (vote["reason"] or "").strip())
    stripped = text.strip()
    if stripped.casefold() in _PLAIN:
        stripped = f"/{stripped}"
    if not stripped.startswith("/"):
        return courtesy(text)
    word, _, argument = stripped[1:].replace("\n", " ").partition(" ")
    name = _BY_WORD.get(word.casefold(), "unknown")
    return Command(name, argument.strip(), "/" + word, "ar" if _ARABIC.search(word) else None)
