"""What to say to a person about an error: one sentence in their language."""

from bot.bidi import embed
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import ForsaError, IndexUnavailable, InputError, ModelsUnavailable
from core.settings import Settings
from core.text.language import language_of

_TEXTS = {
    "empty": Text.EMPTY,
    "too-long": Text.TOO_LONG,
    "unreadable": Text.UNREADABLE,
    "unknown-scope": Text.UNKNOWN_SCOPE,
    "no-index": Text.NO_INDEX,
    "index-damaged": Text.INDEX_DAMAGED,
    "busy": Text.BUSY,
    "model-down": Text.MODEL_DOWN,
}


def sentence(error: ForsaError, language: Language, settings: Settings, scope: str = "") -> str:
    """The sentence for an error; `scope` is the name that was typed. What a person can't mend is an internal error."""
    if isinstance(error, InputError | IndexUnavailable | ModelsUnavailable):
        text = _TEXTS[error.reason]
        nearest = nearest_scopes(error, language)
        return text.say(language, limit=settings.question_max_chars, name=embed(scope), nearest=nearest)
    return Text.TROUBLE.say(language)


def reason_of(error: ForsaError) -> str:
    """The word for an error in figures and the log."""
    return error.reason if isinstance(error, InputError | IndexUnavailable) else Text.TROUBLE.reason


def nearest_scopes(error: ForsaError, language: Language) -> str:
    """The names that an `unknown-scope` proposes. Each keeps its own direction, whatever the sentence's."""
    comma = "، " if language == "ar" else ", "
    return comma.join(embed(name) for name in error.hint.split(", "))


def language_to_answer(text: str, settings: Settings) -> Language | None:
    """The language for a text that can't be taken as a question; None where it has no words to tell by."""
    return language_of_words(text[: settings.question_max_chars], settings.arabizi_language)


def language_of_words(text: str, arabizi: Language = "fr") -> Language | None:
    """The language of a text, whatever its length; None where it has no words to tell by."""
    return language_of(text, arabizi) if any(char.isalpha() for char in text) else None
