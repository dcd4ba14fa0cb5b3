"""Words as tesseract sees them in an image, and how two readings of it, French and Arabic, become one.

Read with both languages at once, tesseract takes figures for Arabic letters and `دج` for figures; each alone reads its
own script well. So an image is read twice, and each place is told by the reading that knows its script.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median_low

import numpy as np

from core.documents.bidi import logical
from core.documents.ocr.imaging import runs_of
from core.documents.ocr.rules import Mask
from core.documents.text import clean, says_something

_ARABIC_WORD = re.compile(r"[\u0621-\u0652\u0670،؛؟.:!()«»ـ-]*[\u0621-\u064a][\u0621-\u0652\u0670،؛؟.:!()«»ـ-]*")
_LATIN_OR_FIGURE = re.compile(r"[^\W_\u0600-\u06ff]")
_USUAL = frozenset({"دج", "د.ج", "ميغا", "جيغا", "شهر", "شهرا", "يوم", "أيام", "سنة", "ساعة"})
"""Short words beside figures, which tesseract reads rightly and is unsure of."""
_CURRENCY = "دج"
_MISREAD = {
    "رج": "دج",
    "ذج": "دج",
    "دح": "دج",
    "درج": "دج",
    "ردج": "دج",
    "Ghbps": "Gbps",
    "Ghps": "Gbps",
    "Mhbps": "Mbps",
    "Mhps": "Mbps",
}
"""Units beside figures as tesseract misreads them; none is a word."""
_UNITS = frozenset({"DA", "DZD", "DA/mois", "Mbps", "Gbps", "Go", "Mo"})
SURE, _UNSURE = 90.0, 70.0
"""Confidence from which a Latin word may stand against an Arabic one below the other."""
_SWAP = 75.0
"""Confidence from which an Arabic word may stand in a French image."""
_COVER = 0.3
_LETTER_WIDTH, _ARABIC_WIDTH = 0.9, 0.65
_NUMBER, _LONG_NUMBER = re.compile(r"\d[\d.,]*"), 4
_SPACE = 0.16
"""White, in heights of a line, that no two letters of a short word have between them."""
_WIDE_STEP = 1.2
"""Usual distances of two figures from which they belong to two numbers."""


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

    def doubted(self) -> "Word":
        """The word with too little confidence to be taken."""
        return replace(self, confidence=min(self.confidence, 40.0))

    def mended(self) -> "Word":
        """The word as it must be, where what was read is none."""
        return replace(self, text=_MISREAD.get(self.text, self.text))

    @property
    def has_figure(self) -> bool:
        return any(character.isdigit() for character in self.text)

    def on(self, line: tuple[int, int, int]) -> "Word":
        """The word as one of another line."""
        return replace(self, line=line)

    @property
    def took_in_a_figure(self) -> bool:
        """`ودج`: the last figure of a price taken for the first letter of its currency."""
        return self.text.endswith(_CURRENCY) and self.text not in _USUAL

    @property
    def may_be_figure(self) -> bool:
        """A figure, or what a figure may have been taken for: a letter or a mark alone."""
        return self.has_figure or (len(self.text) == 1 and self.text not in "/+-–—:%àÀyY()")

    @property
    def is_arabic(self) -> bool:
        """Arabic letters and nothing else but marks."""
        return _ARABIC_WORD.fullmatch(self.text) is not None


def sure_arabic(words: Sequence[Word], ink: Mask) -> list[Word]:
    """The words of a line that are Arabic beyond doubt, each no wider than its letters: tesseract lets the box of a
    unit reach over the figure beside it."""
    rows = np.flatnonzero(np.any(ink, axis=1))
    height = int(rows[-1] - rows[0]) + 1 if rows.size else 1
    sure = [word for word in words if word.text in _USUAL or (word.is_arabic and word.confidence >= _UNSURE)]
    sure = [word for word in sure if not word.took_in_a_figure]
    return [word for one in sure if fits(word := _clipped(one, ink, height), height)]


def _clipped(word: Word, ink: Mask, line_height: int) -> Word:
    """The word up to the first white as wide as a space; figures stand at its right."""
    left = max(0, word.left)
    parts = runs_of(np.array(np.any(ink[:, left : word.right], axis=0)))
    gap = next((before for before, after in pairwise(parts) if after[0] - before[1] > _SPACE * line_height), None)
    return replace(word, right=left + gap[1]) if gap is not None and word.text in _USUAL else word


def fits(word: Word, line_height: int, after: Word | None = None) -> bool:
    """Whether the word is no wider than its letters can be, up to the word that stands `after` it at the right."""
    end = min(word.right, after.left) if after is not None else word.right
    letter = _ARABIC_WIDTH if word.is_arabic else _LETTER_WIDTH
    return end - word.left <= line_height * (letter * len(word.text) + 0.4)


def with_zeros(line: Sequence[Word]) -> list[Word]:
    """A line in which the `o` of `o DA` is the zero that it must be: fonts with figures of unlike height draw it so."""
    mended = list(line)
    for place, (word, after) in enumerate(pairwise(line)):
        if word.text in ("o", "O") and after.text in _UNITS:
            mended[place] = replace(word, text="0")
    return mended


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
        if len(beneath) == 1 and word.text == beneath[0].text and beneath[0] in kept:
            # Seen alike by both: the surer one knows.
            kept[kept.index(beneath[0])] = replace(beneath[0], confidence=max(word.confidence, beneath[0].confidence))
            continue
        if beneath and all(wins(word, one) for one in beneath):
            kept = [one for one in kept if one not in beneath]
            # An Arabic word in a French image is rather a Latin one that neither could read.
            kept.append((word.doubted() if word.is_arabic else word).on(beneath[0].line))
        elif not beneath and (line := _line_beside(word, base)) is not None and word.confidence >= SURE:
            kept.append(replace(word, line=line))
    return kept


def _latin_wins(word: Word, beneath: Word) -> bool:
    if not _LATIN_OR_FIGURE.search(word.text) or beneath.text in _USUAL:
        return False
    if beneath.is_arabic or not says_something(beneath.text):
        return word.confidence >= SURE and beneath.confidence < _UNSURE
    return word.confidence >= beneath.confidence or word.confidence >= _SWAP


def _arabic_wins(word: Word, beneath: Word) -> bool:
    if not says_something(word.text):  # the `/` of what isn't offered
        return word.confidence >= SURE > _UNSURE > beneath.confidence
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


def moved(word: Word, right: int, scale: float = 1.0) -> Word:
    """The word in an image that is so many times as large and begins so many pixels further left."""
    edges = (round(edge * scale) for edge in (word.left, word.top, word.right, word.bottom))
    left, top, end, bottom = edges
    return replace(word, left=left + right, top=top, right=end + right, bottom=bottom)


def parted(word: Word, ink: Mask) -> list[Word]:
    """A number held against its ink: `200 2` drawn close together is read `2002`, `100` now and then `00`.

    Args:
        ink: of the image that the word's box is in.

    Returns:
        the two or three numbers that it is; a number of fewer figures than its ink has is given no confidence.
    """
    if not _NUMBER.fullmatch(word.text):
        return [word]
    left = max(0, word.left)
    figures = _figures(word, ink)
    if len(figures) > len(word.text):
        return [replace(word, confidence=0.0)]
    if len(figures) < len(word.text) or len(figures) < _LONG_NUMBER:
        return [word]  # figures that touch, or too few to tell a usual distance
    # From middle to middle: figures are as wide as each other, but for the `1`, which has white around.
    steps = [sum(after) - sum(before) for before, after in pairwise(figures)]
    wide = [step for step, pair in zip(steps, pairwise(word.text), strict=True) if "1" not in pair] or steps
    usual = median_low(wide)
    cuts = [0, *(place for place, step in enumerate(steps, 1) if step > _WIDE_STEP * usual), len(figures)]
    return [
        replace(word, text=word.text[first:past], left=left + figures[first][0], right=left + figures[past - 1][1])
        for first, past in pairwise(cuts)
    ]


def may_be_two(word: Word, ink: Mask) -> bool:
    """Whether a long number may be two, its figures too near to each other to tell."""
    long = len(word.text) >= _LONG_NUMBER and _NUMBER.fullmatch(word.text) is not None
    return long and len(_figures(word, ink)) != len(word.text)


def _figures(word: Word, ink: Mask) -> list[tuple[int, int]]:
    """Where the figures of a number begin and end, in pixels from its left edge."""
    box = ink[max(0, word.top) : word.bottom, max(0, word.left) : word.right]
    return runs_of(np.array(np.any(box, axis=0)))


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
