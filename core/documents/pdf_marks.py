"""Small signs of a line: vowel marks over Arabic letters, raised figures (`m²`, the mark of a footnote)."""

from collections.abc import Sequence
from dataclasses import replace

from core.documents.pdf_glyphs import Glyph

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = str.maketrans("0123456789", SUPERSCRIPTS)


def raised(glyph: Glyph) -> Glyph:
    """A glyph above its line: a figure there is no digit of the number before it."""
    return replace(glyph, text=glyph.text.translate(_RAISED))


def with_marks_attached(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Vowel marks are drawn over a letter; in the text they come after it, as part of its glyph."""
    letters = [glyph for glyph in glyphs if not _is_mark(glyph.text)]
    if len(letters) == len(glyphs) or not letters:
        return list(glyphs)
    texts = [glyph.text for glyph in letters]
    places = [place for place, letter in enumerate(letters) if not letter.text.isspace()]
    for mark in (glyph for glyph in glyphs if _is_mark(glyph.text)):
        middle = (mark.x0 + mark.x1) / 2
        # The mark stands where its letter does, or is lifted above it; never on the next line.
        near = [place for place in places if abs(letters[place].base - mark.base) < 0.6 * mark.size]
        over = [place for place in near if letters[place].x0 <= middle <= letters[place].x1]
        if over or near:
            nearest = min(over or near, key=lambda place: abs((letters[place].x0 + letters[place].x1) / 2 - middle))
            texts[nearest] += mark.text.strip()
    return [replace(glyph, text=text) for glyph, text in zip(letters, texts, strict=True)]


def _is_mark(text: str) -> bool:
    bare = text.strip()
    return bool(bare) and all("\u064b" <= character <= "\u065f" or character == "\u0670" for character in bare)
