"""What to say to a person about an error: one sentence in their language."""

from bot.bidi import embed
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import ForsaError, IndexUnavailable, InputError
from core.settings import Settings
from core.text.language import language_of

_TEXTS = {
    "empty": Text.EMPTY,
    "too-long": Text.TOO_LONG,
    "unreadable": Text.UNREADABLE,
    "unknown-scope": Text.UNKNOWN_SCOPE,
    "no-index": Text.NO_INDEX,
    "index-damaged": Text.INDEX_DAMAGED,
}


def sentence(error: ForsaError, language: Language, settings: Settings, scope: str = "") -> str:
    """The sentence for an error; `scope` is the name that was typed. What a person can't mend is an internal error."""
    if isinstance(error, InputError | IndexUnavailable):
        text = _TEXTS[error.reason]
        nearest = nearest_scopes(error, language)
        return text.say(language, limit=settings.question_max_chars, name=embed(scope), nearest=nearest)
    return Text.TROUBLE.say(language)


def nearest_scopes(error: ForsaError, language: Language) -> str:
    """The names that an `unknown-scope` proposes. Each keeps its own direction, whatever the sentence's."""
    comma = "، " if language == "ar" else ", "
    return comma.join(embed(name) for name in error.hint.split(", "))


def language_to_answer(text: str, settings: Settings) -> Language | None:
    """The language for a text that can't be taken as a question; None where it has no words to tell by."""
    sample = text[: settings.question_max_chars]
    has_words = any(char.isalpha() for char in sample)
    return language_of(sample, settings.arabizi_language) if has_words else None
