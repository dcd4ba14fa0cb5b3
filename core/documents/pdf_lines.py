"""From the glyphs of a page to its lines: which stand beside each other, where words part, in which order to read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.documents.bidi import glyph_text, logical
from core.documents.text import clean
from core.text.normalise import count_letters

_WORD_GAP = 0.18
"""Gap between two glyphs, in font sizes, from which they belong to two words."""
_COLUMN_GAP = 2.2
"""Gap, in font sizes, from which they belong to two columns."""
_BOLD_NAMES = ("bold", "black", "heavy", "semibold", "demi")


@dataclass(frozen=True, slots=True)  # a long document has millions
class Glyph:
    """One glyph; distances in points from the page's left and upper edges."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool


@dataclass(frozen=True)
class TextLine:
    """A stretch of one line in one column, in logical order. `size` in points, the commonest of its glyphs."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool
    glyphs: tuple[Glyph, ...] = ()
    """From left to right, spaces between words included."""

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass
class PageLines:
    """The lines of one page outside its tables."""

    number: int
    height: float
    right_to_left: bool
    lines: list[TextLine] = field(default_factory=list)
    is_cover: bool = False


def beside(line: TextLine, other: TextLine) -> bool:
    """Whether another line stands at the same height."""
    return other is not line and abs(line.middle - other.middle) < 0.5 * line.size


def glyphs_of(chars: Sequence[dict[str, Any]]) -> list[Glyph]:
    """The upright glyphs of pdfplumber's `chars`; those drawn twice for a shadow once."""
    glyphs: list[Glyph] = []
    seen: dict[tuple[str, int, int], list[Glyph]] = {}
    for char in chars:
        if not char["upright"] or not char["text"]:
            continue
        font = char["fontname"].lower()
        glyph = Glyph(glyph_text(char["text"]), char["x0"], char["x1"], char["top"], char["bottom"],
                      char["size"], any(name in font for name in _BOLD_NAMES))  # fmt: skip
        if not glyph.text.isspace():
            place = (round(glyph.x0 / 4), round(glyph.top / 4))
            near = [
                other
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                for other in seen.get((glyph.text, place[0] + dx, place[1] + dy), ())
            ]
            if any(_is_shadow(glyph, other) for other in near):
                continue
            seen.setdefault((glyph.text, *place), []).append(glyph)
        glyphs.append(glyph)
    return glyphs


def _is_shadow(glyph: Glyph, other: Glyph) -> bool:
    reach = max(0.6, 0.15 * other.size)
    return (
        abs(glyph.x0 - other.x0) < min(reach, 0.45 * max(1.0, other.x1 - other.x0))
        and abs(glyph.top - other.top) < reach
    )  # fmt: skip


def is_right_to_left(glyphs: Sequence[Glyph]) -> bool:
    """Whether most letters are Arabic."""
    latin, arabic = count_letters("".join(glyph.text for glyph in glyphs))
    return arabic > latin


def lines_of(glyphs: Sequence[Glyph], right_to_left: bool) -> list[TextLine]:
    """The lines, from top to bottom; columns that stand beside each other are lines of their own."""
    rows: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: (glyph.bottom + glyph.top) / 2):
        middle = (glyph.top + glyph.bottom) / 2
        for row in reversed(rows[-4:]):
            base = row[0]
            if abs((base.top + base.bottom) / 2 - middle) < 0.5 * min(base.size, glyph.size):
                row.append(glyph)
                break
        else:
            rows.append([glyph])
    lines = [line for row in rows for line in _segments(row, right_to_left)]
    return sorted(lines, key=lambda line: (line.top, -line.x1 if right_to_left else line.x0))


def _segments(row: list[Glyph], right_to_left: bool) -> list[TextLine]:
    ordered = _with_marks_attached(sorted(row, key=lambda glyph: (glyph.x0 + glyph.x1) / 2))
    segments: list[list[Glyph]] = []
    end = 0.0
    for glyph in ordered:
        if glyph.text.isspace():
            if segments:
                segments[-1].append(glyph)
            continue
        if segments and glyph.x0 - end <= _COLUMN_GAP * glyph.size:
            if glyph.x0 - end > _WORD_GAP * glyph.size and not segments[-1][-1].text.isspace():
                segments[-1].append(Glyph(" ", end, glyph.x0, glyph.top, glyph.bottom, glyph.size, glyph.bold))
        else:
            segments.append([])
        segments[-1].append(glyph)
        end = max(end, glyph.x1) if len(segments[-1]) > 1 else glyph.x1
    return [line for segment in segments if (line := _line(segment, right_to_left)).text]


def _with_marks_attached(glyphs: list[Glyph]) -> list[Glyph]:
    """Vowel marks are drawn over a letter; in the text they come after it, as part of its glyph."""
    letters = [glyph for glyph in glyphs if not _is_mark(glyph.text)]
    if len(letters) == len(glyphs) or not letters:
        return glyphs
    texts = [glyph.text for glyph in letters]
    for mark in (glyph for glyph in glyphs if _is_mark(glyph.text)):
        middle = (mark.x0 + mark.x1) / 2
        places = [place for place, letter in enumerate(letters) if not letter.text.isspace()]
        nearest = min(places or [0], key=lambda place: abs((letters[place].x0 + letters[place].x1) / 2 - middle))
        texts[nearest] += mark.text.strip()
    return [
        Glyph(text, glyph.x0, glyph.x1, glyph.top, glyph.bottom, glyph.size, glyph.bold)
        for glyph, text in zip(letters, texts, strict=True)
    ]  # fmt: skip


def _is_mark(text: str) -> bool:
    return bool(text) and all("\u064b" <= character <= "\u065f" or character == "\u0670" for character in text)


def _line(glyphs: list[Glyph], right_to_left: bool) -> TextLine:
    seen = [glyph for glyph in glyphs if not glyph.text.isspace()]
    size = Counter(round(glyph.size, 1) for glyph in seen).most_common(1)[0][0]
    while glyphs and glyphs[-1].text.isspace():
        glyphs = glyphs[:-1]
    return TextLine(
        clean(logical([glyph.text for glyph in glyphs], right_to_left)),
        min(glyph.x0 for glyph in seen),
        max(glyph.x1 for glyph in seen),
        min(glyph.top for glyph in seen),
        max(glyph.bottom for glyph in seen),
        size,
        sum(glyph.bold for glyph in seen) * 10 >= 9 * len(seen),
        tuple(glyphs),
    )
