"""From the glyphs of a page to its lines: which stand beside each other, where words part, in which order to read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.documents.bidi import logical
from core.documents.pdf_glyphs import Glyph
from core.documents.pdf_marks import raised
from core.documents.text import clean
from core.text.normalise import count_letters

_WORD_GAP = 0.18
"""Gap between two glyphs, in font sizes, from which they belong to two words."""
_COLUMN_GAP = 2.2
"""Gap, in font sizes, from which they belong to two columns."""
_GUTTER, _GUTTER_LINES, _GUTTER_REACH = 0.9, 3, 8.0
"""A narrower gap parts columns too where as many lines have it at one place, within so many font sizes up and down."""
_GUTTER_GLYPHS = 4
_SAME_LINE = 0.4
"""Distance between what two glyphs stand on, in font sizes, within which they are on one line."""
_SMALL, _RAISED, _SUNK = 0.87, 0.6, 0.3
"""Type of at most this share of a line's size may stand so far above and below its line (in its font sizes)."""


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
    base: float = 0.0

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def drawn(self) -> str:
        """Its text from left to right, whatever its script: right where Arabic was printed backwards."""
        return clean("".join(glyph.text for glyph in self.glyphs))


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


def is_right_to_left(glyphs: Sequence[Glyph]) -> bool:
    """Whether most letters are Arabic."""
    latin, arabic = count_letters("".join(glyph.text for glyph in glyphs))
    return arabic > latin


def lines_of(glyphs: Sequence[Glyph], right_to_left: bool) -> list[TextLine]:
    """The lines, from top to bottom; columns that stand beside each other are lines of their own."""
    rows = _rows([glyph for glyph in glyphs if not glyph.text.isspace()])
    bases = [{glyph.base for glyph in row} for row in rows]
    for space in (glyph for glyph in glyphs if glyph.text.isspace()):
        away = [min(abs(base - space.base) for base in stood) for stood in bases]
        if away and min(away) < _SAME_LINE * space.size:
            rows[away.index(min(away))].append(space)
    gaps = [_wide_gaps(row) for row in rows]
    lines = []
    for number, row in enumerate(rows):
        near = [
            gap
            for other, found in enumerate(gaps)
            if other != number and abs(rows[other][0].base - row[0].base) < _GUTTER_REACH * row[0].size
            for gap in found
        ]
        gutters = [gap for gap in gaps[number] if sum(_share(gap, other) for other in near) >= _GUTTER_LINES]
        lines.extend(_segments(row, gutters, right_to_left))
    return sorted(lines, key=lambda line: (line.top, -line.x1 if right_to_left else line.x0))


def _rows(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Glyphs that stand on one line. Fonts differ in height: what they share is the line, not their middle.

    The first of a row is of the size that most of it has. Small type may stand above or below its line (`m²`).
    """
    rows: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda glyph: (-round(glyph.size), glyph.base)):
        near = [
            row
            for row in rows
            if abs(row[0].base - glyph.base) < _SAME_LINE * min(row[0].size, glyph.size)
            or (_is_small(glyph, row) and -_SUNK * row[0].size < row[0].base - glyph.base < _RAISED * row[0].size)
        ]
        if near:
            min(near, key=lambda row: abs(row[0].base - glyph.base)).append(glyph)
        else:
            rows.append([glyph])
    return rows


def _is_small(glyph: Glyph, row: Sequence[Glyph]) -> bool:
    return glyph.size <= _SMALL * row[0].size


def _with_raised(row: Sequence[Glyph]) -> list[Glyph]:
    """A row with its raised figures as such. Where most stands higher, the first is an initial that hangs down."""
    main = row[0]
    high = {
        place
        for place, glyph in enumerate(row)
        if _is_small(glyph, row) and main.base - glyph.base > 0.15 * main.size and not glyph.text.isspace()
    }
    if 2 * len(high) > len(row):
        return list(row)
    return [raised(glyph) if place in high else glyph for place, glyph in enumerate(row)]


def _wide_gaps(row: Sequence[Glyph]) -> list[tuple[float, float]]:
    """White stretches of a line (left and right end) that are wider than any blank between two words, and have words on
    both sides: what stands before a list item is no column."""
    ordered = sorted((glyph for glyph in row if not glyph.text.isspace()), key=lambda glyph: glyph.x0)
    found = []
    end = ordered[0].x1
    for place, glyph in enumerate(ordered):
        if glyph.x0 - end > _GUTTER * glyph.size and _GUTTER_GLYPHS <= place <= len(ordered) - _GUTTER_GLYPHS:
            found.append((end, glyph.x0))
        end = max(end, glyph.x1)
    return found


def _share(gap: tuple[float, float], other: tuple[float, float]) -> bool:
    return min(gap[1], other[1]) - max(gap[0], other[0]) > 0.5 * (gap[1] - gap[0])


def _segments(row: list[Glyph], gutters: Sequence[tuple[float, float]], right_to_left: bool) -> list[TextLine]:
    ordered = sorted(_with_raised(row), key=lambda glyph: (glyph.x0 + glyph.x1) / 2)
    segments: list[list[Glyph]] = []
    end = 0.0
    for glyph in ordered:
        if glyph.text.isspace():
            if segments:
                segments[-1].append(glyph)
            continue
        at_gutter = any(right == glyph.x0 for _, right in gutters)
        if segments and not at_gutter and glyph.x0 - end <= _COLUMN_GAP * glyph.size:
            if glyph.x0 - end > _WORD_GAP * glyph.size and not segments[-1][-1].text.isspace():
                space = replace(glyph, text=" ", x0=end, x1=glyph.x0)
                segments[-1].append(space)
        else:
            segments.append([])
        segments[-1].append(glyph)
        end = max(end, glyph.x1) if len(segments[-1]) > 1 else glyph.x1
    return [line for segment in segments if (line := _line(segment, right_to_left)).text]


def _line(glyphs: list[Glyph], right_to_left: bool) -> TextLine:
    seen = [glyph for glyph in glyphs if not glyph.text.isspace()]
    size = Counter(round(glyph.size, 1) for glyph in seen).most_common(1)[0][0]
    while glyphs and glyphs[-1].text.isspace():
        glyphs = glyphs[:-1]
    return TextLine(
        clean(logical([glyph.text for glyph in glyphs], right_to_left)),
        min(glyph.x0 for glyph in seen),
        max(glyph.x1 for glyph in seen),
        # Of the font that most of the line is in: others may be taller.
        Counter(glyph.top for glyph in seen if round(glyph.size, 1) == size).most_common(1)[0][0],
        Counter(glyph.bottom for glyph in seen if round(glyph.size, 1) == size).most_common(1)[0][0],
        size,
        sum(glyph.bold for glyph in seen) * 10 >= 9 * len(seen),
        tuple(glyphs),
        Counter(glyph.base for glyph in seen if round(glyph.size, 1) == size).most_common(1)[0][0],
    )
