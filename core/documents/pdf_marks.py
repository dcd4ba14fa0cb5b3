"""Small signs of a line: vowel marks over Arabic letters, raised figures (`m²`, the mark of a footnote)."""

from collections.abc import Sequence
from dataclasses import replace

from core.documents.pdf_glyphs import Glyph

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = str.maketrans("0123456789", SUPERSCRIPTS)
_LIFTED = 0.6
"""How far from its letter's line a vowel mark may stand, in font sizes."""


def raised(glyph: Glyph) -> Glyph:
    """A glyph above its line: a figure there is no digit of the number before it."""
    return replace(glyph, text=glyph.text.translate(_RAISED))


def with_marks_attached(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Vowel marks are drawn over a letter; in the text they come after it, as part of its glyph.

    Args:
        glyphs: in the order in which the page draws them.
    """
    glyphs = _without_strays(glyphs)
    letters = [place for place, glyph in enumerate(glyphs) if not _is_mark(glyph.text) and not glyph.text.isspace()]
    if len(letters) == len(glyphs) or not letters:
        return list(glyphs)
    texts = {place: glyph.text for place, glyph in enumerate(glyphs) if not _is_mark(glyph.text)}
    last: int | None = None
    ahead = iter([*letters, None])
    following = next(ahead)
    for place, mark in enumerate(glyphs):
        if place == following:
            last, following = place, next(ahead)
        if not _is_mark(mark.text):
            continue
        before = last if last is not None and _is_near(glyphs[last], mark) else None
        after = following if following is not None and _is_near(glyphs[following], mark) else None
        letter = _its_letter(glyphs, before, after, mark)
        if letter is not None:
            texts[letter] += mark.text.strip()
    return [replace(glyphs[place], text=text) for place, text in texts.items()]


def _its_letter(glyphs: Sequence[Glyph], before: int | None, after: int | None, mark: Glyph) -> int | None:
    """Where a line is drawn from left to right, a mark comes before its letter, otherwise after it."""
    if before is None or after is None:
        return before if before is not None else after
    if glyphs[before].x0 < glyphs[after].x0:
        return after if glyphs[after].x0 - mark.x1 < 0.5 * mark.size else before
    return before


def _is_near(letter: Glyph, mark: Glyph) -> bool:
    away = max(letter.x0 - mark.x1, mark.x0 - letter.x1)
    return abs(letter.base - mark.base) < _LIFTED * mark.size and away < mark.size


def _is_mark(text: str) -> bool:
    bare = text.strip()
    return bool(bare) and all("\u064b" <= character <= "\u065f" or character == "\u0670" for character in bare)


def _without_strays(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """LibreOffice may call the blank between two Arabic words by a Latin letter: it lies where a letter is drawn."""
    strays = {
        place
        for place, stray in enumerate(glyphs)
        if len(stray.text) == 1
        and stray.text.isascii()
        and stray.text.isalpha()
        and any(
            _is_arabic(other.text) and _overlap(stray, other) > 0.6 * (stray.x1 - stray.x0)
            for other in (*glyphs[max(0, place - 1) : place], *glyphs[place + 1 : place + 2])
        )
    }
    return [glyph for place, glyph in enumerate(glyphs) if place not in strays]


def _is_arabic(text: str) -> bool:
    return any("\u0620" <= character <= "\u065f" for character in text)


def _overlap(first: Glyph, second: Glyph) -> float:
    return min(first.x1, second.x1) - max(first.x0, second.x0) if abs(first.base - second.base) < first.size else 0.0
