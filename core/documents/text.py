"""What every reader does to text before anyone else sees it, and which language a piece of a document is in."""

import re
import unicodedata
from collections.abc import Sequence

from core.documents.chunk import Chunk, Language
from core.text.normalise import count_letters

# Presentation forms (a letter as it is drawn) and Latin ligatures. Only these get NFKC: it would turn `m²` into `m2`.
_DRAWN_FORMS = re.compile("[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+")
# Marks that say how to lay text out, not what it says; and what no file should hold.
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]"
)
_SPACES = re.compile(r"\s+")

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


def language_by_script(text: str, default: Language = "fr", decisive: float = 0.5) -> Language:
    """The script that holds more than `decisive` (a share) of the letters; `default` where neither does.

    For what documents say. What people ask needs more: `core.text.language`.
    """
    latin, arabic = count_letters(text)
    total = latin + arabic
    if arabic > decisive * total:
        return "ar"
    return "fr" if latin > decisive * total else default


def language_of_chunks(chunks: Sequence[Chunk]) -> Language:
    """The language of a document, by its title and all of its text."""
    return language_by_script("\n".join([chunks[0].title, *(chunk.text for chunk in chunks)]))
