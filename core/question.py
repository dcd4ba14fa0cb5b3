"""A question as the engine takes it, and the key under which its answer is cached."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass

from core.documents.chunk import Language
from core.errors import InputError
from core.settings import Settings
from core.text.language import language_of
from core.text.normalise import clean, fold

# Citation labels, alone or grouped, and keycap emoji hold digits that ask nothing.
_NO_QUESTION = re.compile(r"[\[【［〔(]\s*\d+(?:[\s,،;&–-]+\d+)*\s*[\]】］〕)]|\d\ufe0f?\u20e3")


@dataclass(frozen=True)
class Question:
    """What is asked: `text` as typed (cleaned of control characters and needless blanks), the language of the reply,
    and the resolved scope: a document's path or a family, or None for all."""

    text: str
    language: Language
    scope: str | None = None

    @property
    def folded(self) -> str:
        """The text without case, accents, quotes, needless blanks, vowel marks and closing marks."""
        return re.sub(r"[\s?؟!.…]+$", "", fold(self.text))

    def cache_key(self, answer_state: str) -> str:
        """Key of the reply: folded question, language, scope and all else that can change the answer.

        Signs stay: `1.5` and `15`, `240 + 480` and `240 480` are other questions. Case, accents, quotes, blanks,
        vowel marks and closing question marks are not.
        """
        parts = (self.folded, self.language, self.scope or "", answer_state)
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def read_question(
    text: str, *, settings: Settings, language: Language | None = None, scope: str | None = None
) -> Question:
    """Check what a person typed and detect its language; `language` fixes it, `scope` is already resolved.

    Raises:
        InputError: `empty`, `too-long` or `unreadable` (no word to search by, or broken encoding).
    """
    if len(text) > settings.question_max_chars:
        raise InputError(
            "too-long", f"the question has {len(text)} characters, at most {settings.question_max_chars} are read"
        )
    if any(unicodedata.category(char) == "Cs" for char in text):
        raise InputError("unreadable", "the question is not valid UTF-8 text")
    cleaned = clean(text)
    if not cleaned:
        raise InputError("empty" if not text.strip() else "unreadable", "the question is empty")
    if not any(char.isalpha() for char in fold(_NO_QUESTION.sub("", cleaned))):
        raise InputError("unreadable", "the question holds no word")
    return Question(cleaned, language or language_of(cleaned, settings.arabizi_language), scope)
