"""Words as tesseract sees them in an image, and how two readings of it, French and Arabic, become one.

Read with both languages at once, tesseract takes figures for Arabic letters and `دج` for figures; each alone reads its
own script well. So an image is read twice, and each place is told by the reading that knows its script.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.documents.bidi import logical
from core.documents.text import clean

_ARABIC_WORD = re.compile(r"[\u0621-\u0652\u0670،؛؟.:!()«»ـ-]*[\u0621-\u064a][\u0621-\u0652\u0670،؛؟.:!()«»ـ-]*")
_LATIN_OR_FIGURE = re.compile(r"[^\W_\u0600-\u06ff]")
_USUAL = frozenset({"دج", "د.ج", "ميغا", "جيغا", "شهر", "شهرا", "يوم", "أيام", "سنة", "ساعة"})
"""Short words beside figures, which tesseract reads rightly and is unsure of."""
_SURE, _UNSURE = 90.0, 70.0
"""Confidence from which a Latin word may stand against an Arabic one below the other."""
_SWAP = 75.0
"""Confidence from which an Arabic word may stand in a French image."""
_COVER = 0.3


@dataclass(frozen=True)
class Word:
    """A word where it stands. `confidence` is tesseract's own, 0 to 100; the box in pixels of the image read."""

    text: str
    confidence: float
    left: int
    top: int
    right: int
    bottom: int
    line: tuple[int, int, int]
    """Tesseract's numbers of the block, paragraph and line that it belongs to."""

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def has_figure(self) -> bool:
        return any(character.isdigit() for character in self.text)

    @property
    def is_arabic(self) -> bool:
        """Arabic letters and nothing else but marks."""
        return _ARABIC_WORD.fullmatch(self.text) is not None


def is_mostly_arabic(french: Sequence[Word], arabic: Sequence[Word]) -> bool:
    """Which of two readings of one image is right: the one that is sure of more letters of its own script."""
    return _sure_letters(arabic, True) > _sure_letters(french, False)


def _sure_letters(words: Sequence[Word], arabic: bool) -> float:
    own = [word for word in words if word.is_arabic == arabic and any(map(str.isalpha, word.text))]
    return sum(len(word.text) * max(0.0, word.confidence - 50.0) for word in own)


def merged(french: Sequence[Word], arabic: Sequence[Word], mostly_arabic: bool) -> list[Word]:
    """One reading of two, in the lines of the one in the image's own script."""
    base, other = (arabic, french) if mostly_arabic else (french, arabic)
    wins = _latin_wins if mostly_arabic else _arabic_wins
    kept = list(base)
    for word in other:
        beneath = [one for one in base if _covers(word, one)]
        if beneath and all(wins(word, one) for one in beneath):
            kept = [one for one in kept if one not in beneath]
            kept.append(replace(word, line=beneath[0].line))
        elif not beneath and (line := _line_beside(word, base)) is not None and word.confidence >= _SURE:
            kept.append(replace(word, line=line))
    return kept


def _latin_wins(word: Word, beneath: Word) -> bool:
    if not _LATIN_OR_FIGURE.search(word.text) or beneath.text in _USUAL:
        return False
    if beneath.is_arabic:
        return word.confidence >= _SURE and beneath.confidence < _UNSURE
    return word.confidence >= beneath.confidence or word.confidence >= _SWAP


def _arabic_wins(word: Word, beneath: Word) -> bool:
    return word.is_arabic and len(word.text) > 1 and word.confidence >= max(_SWAP, beneath.confidence)


def _covers(one: Word, other: Word) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return down > 0 and across > _COVER * max(1, min(one.right - one.left, other.right - other.left))


def _line_beside(word: Word, base: Sequence[Word]) -> tuple[int, int, int] | None:
    """The line that a word stands in, which the other reading didn't see."""
    middle = (word.top + word.bottom) / 2
    beside = [one for one in base if one.top <= middle <= one.bottom]
    return min(beside, key=lambda one: abs(one.left - word.left)).line if beside else None


def lines_of(words: Sequence[Word]) -> list[list[Word]]:
    """The words line by line, each from left to right."""
    lines: dict[tuple[int, int, int], list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    return [sorted(line, key=lambda word: word.left) for _, line in sorted(lines.items())]


def text_of(line: Sequence[Word], right_to_left: bool) -> str:
    """A line (from left to right) as it is read. Tesseract gives each word in its own order, figures among Arabic
    words in the order of neither; so the line is laid out as it is drawn, and read like one of a PDF."""
    glyphs: list[str] = []
    for word in line:
        if glyphs:
            glyphs.append(" ")
        glyphs.extend(reversed(word.text) if word.is_arabic else word.text)
    return clean(logical(glyphs, right_to_left))
