"""What every reader does to text before anyone else sees it, and which language a text is in."""

import re
import unicodedata

from core.documents.chunk import Language

# Presentation forms (a letter as it is drawn) and Latin ligatures. Only these get NFKC: it would turn `m²` into `m2`.
_DRAWN_FORMS = re.compile("[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+")
# Marks that say how to lay text out, not what it says; and what no file should hold.
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]"
)
_SPACES = re.compile(r"\s+")
_ARABIC_LETTER = re.compile("[\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f]")
_LATIN_LETTER = re.compile("[A-Za-zÀ-ÖØ-öø-ÿŒœ]")

# Left in the text by Word around pasted web forms; they say nothing.
_ARTEFACTS = frozenset({"haut du formulaire", "bas du formulaire"})


def fold_drawn_forms(text: str) -> str:
    """Letters instead of the shapes that a font draws; a lam-alef ligature becomes lam, alef."""
    return _DRAWN_FORMS.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)


def clean(text: str) -> str:
    """One line in NFC: drawn forms folded, layout marks gone, every run of white space one plain space."""
    text = unicodedata.normalize("NFC", fold_drawn_forms(_INVISIBLE.sub("", text)))
    text = _SPACES.sub(" ", text).strip()
    return "" if text.casefold() in _ARTEFACTS else text


def says_something(text: str) -> bool:
    """False for ruling lines and stray marks: no letter and no digit."""
    return any(character.isalnum() for character in text)


def script_share(text: str) -> tuple[int, int]:
    """How many Arabic and how many Latin letters."""
    return len(_ARABIC_LETTER.findall(text)), len(_LATIN_LETTER.findall(text))


def language_of(text: str, default: Language = "fr", decisive: float = 0.5) -> Language:
    """The script that holds more than `decisive` of the letters; `default` where neither does."""
    arabic, latin = script_share(text)
    total = arabic + latin
    if total and arabic > decisive * total:
        return "ar"
    if total and latin > decisive * total:
        return "fr"
    return default
