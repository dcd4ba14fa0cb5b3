"""From the lines of a PDF's pages to paragraphs, list items and titles."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.documents.base import Block, ListItem, Paragraph
from core.documents.headings import Title
from core.documents.markers import typed_marker
from core.documents.pdf_lines import PageLines, TextLine, beside
from core.documents.pdf_notes import footnote_of
from core.documents.text import clean, says_something

_TITLE_SIZE = 1.12
_TITLE_CHARS = 160
_TITLE_WORDS = 20
_PARAGRAPH_GAP, _WIDEST_GAP = 0.75, 1.4
_NOTE_SIZE = 0.92
"""Share of the usual font size below which type is small, as footnotes are."""
_COLUMN_REACH = 3.0
"""Font sizes below a group within which the next one of its column is read before another column."""
_END = (".", "!", "?", "؟", ";", "؛", "…")


def body_size(pages: Sequence[PageLines]) -> float:
    """The font size of most text, in points."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def paragraph_gap(pages: Sequence[PageLines]) -> float:
    """White space between two lines, in font sizes, from which they are two paragraphs.

    Some documents are set wide: what parts the lines of their paragraphs is measured below lines that are full.
    """
    gaps: list[float] = []
    for page in pages:
        for place, upper in enumerate(page.lines):
            lower = next((line for line in page.lines[place + 1 :] if _is_below(line, upper)), None)
            if lower is None or upper.size != lower.size or upper.bold != lower.bold:
                continue
            if upper.x1 - upper.x0 > 0.85 * _column_width(upper, page):
                gaps.append((lower.top - upper.bottom) / upper.size)
    usual = sorted(gaps)[len(gaps) // 4] if gaps else 0.0
    return min(_WIDEST_GAP, max(_PARAGRAPH_GAP, 1.15 * usual))


def _is_below(line: TextLine, upper: TextLine) -> bool:
    return min(line.x1, upper.x1) > max(line.x0, upper.x0) and not beside(line, upper)


def _column_width(line: TextLine, page: PageLines) -> float:
    """Width of the widest line that begins where this one does, or near it (points)."""

    def start(one: TextLine) -> float:
        return -one.x1 if page.right_to_left else one.x0

    near = [other for other in page.lines if abs(start(other) - start(line)) < 3 * line.size]
    edge = min(start(other) for other in near)
    ends = [-other.x0 if page.right_to_left else other.x1 for other in near if abs(other.size - line.size) < 1]
    return max(ends) - edge


def blocks_of(
    page: PageLines, body: float, title_sizes: Sequence[float], gap: float
) -> Iterator[tuple[float, Block | Title]]:
    """The page's blocks with the height (points from the top) at which each begins."""
    for group in _reading_order(_groups(page.lines, gap)):
        if not page.is_cover and _is_title(group, body):
            text = clean(" ".join(line.text for line in group))
            sizes = enumerate(title_sizes, 1)
            rank = next((number for number, size in sizes if group[0].size >= size - 0.5), len(title_sizes) + 1)
            yield group[0].top, Title(text, rank, None, page=page.number)
        else:
            yield from _paragraphs(group, page, group[0].size < _NOTE_SIZE * body)


def title_sizes_of(pages: Sequence[PageLines], body: float, gap: float) -> list[float]:
    """Sizes that titles have, largest first, at most four."""
    sizes = {
        round(group[0].size)
        for page in pages
        for group in _groups(page.lines, gap)
        if _is_title(group, body) and group[0].size > _TITLE_SIZE * body
    }
    return [float(size) for size in sorted(sizes, reverse=True)[:4]]


def _groups(lines: Sequence[TextLine], paragraph: float) -> list[list[TextLine]]:
    """Lines below each other without a gap, in one size, are one group."""
    groups: list[list[TextLine]] = []
    width = max((line.x1 for line in lines), default=0.0) - min((line.x0 for line in lines), default=0.0)
    for line in lines:
        for group in reversed(groups):
            last = group[-1]
            gap = line.top - last.bottom
            overlap = min(line.x1, last.x1) - max(line.x0, last.x0)
            # Fonts of tall letters overlap from line to line.
            goes_down = line.middle - last.middle > 0.5 * line.size
            if overlap > 0 and goes_down and gap < paragraph * line.size:
                # Bold words may begin or end where a line is full.
                is_full = last.x1 - last.x0 > 0.8 * width and not last.text.endswith((*_END, ":"))
                if abs(line.size - last.size) < 0.12 * last.size and (line.bold == last.bold or is_full):
                    group.append(line)
                else:
                    groups.append([line])
                break
        else:
            groups.append([line])
    return groups


def _reading_order(groups: list[list[TextLine]]) -> list[list[TextLine]]:
    """From top to bottom within a column; a column is read to its end before the next one.

    A group comes after every group above it that it shares a part of the line with.
    """
    left = sorted(groups, key=lambda group: group[0].top)
    ordered: list[list[TextLine]] = []
    while left:
        ready = [one for one in left if not any(_above(other, one) for other in left if other is not one)] or left[:1]
        group = next((one for one in ready if ordered and _goes_on(ordered[-1], one)), ready[0])
        # Not past a title that stands beside.
        larger = [one for one in ready if one[0].size > _TITLE_SIZE * group[0].size and one[0].top < group[0].top]
        group = larger[0] if larger else group
        ordered.append(group)
        left.remove(group)
    return ordered


def _goes_on(group: list[TextLine], lower: list[TextLine]) -> bool:
    """Whether a group stands in the same column, right below: both are about as wide."""
    gap = lower[0].top - group[-1].bottom
    edges = zip(_extent(group), _extent(lower), strict=True)
    shares = sum(abs(mine - other) < group[0].size for mine, other in edges)
    return shares > 0 and _above(group, lower) and gap < _COLUMN_REACH * group[0].size


def _extent(group: list[TextLine]) -> tuple[float, float]:
    return min(line.x0 for line in group), max(line.x1 for line in group)


def _above(first: list[TextLine], second: list[TextLine]) -> bool:
    overlap = min(max(line.x1 for line in first), max(line.x1 for line in second)) - max(
        min(line.x0 for line in first), min(line.x0 for line in second)
    )
    return overlap > 0 and first[0].top < second[0].top


def _is_title(group: Sequence[TextLine], body: float) -> bool:
    text = " ".join(line.text for line in group)
    if len(text) > _TITLE_CHARS or len(text.split()) > _TITLE_WORDS or len(group) > 3:
        return False
    if not any(character.isalpha() for character in text) or text.endswith((".", ";", "؛", ",", "،")):
        return False
    if group[0].size > _TITLE_SIZE * body:
        return True
    return group[0].bold and len(group) == 1 and group[0].size >= 0.98 * body and len(text) < 80


def _paragraphs(group: Sequence[TextLine], page: PageLines, is_small: bool) -> Iterator[tuple[float, Block]]:
    width = max(_column_width(group[0], page), max(line.x1 for line in group) - min(line.x0 for line in group))
    left, right = min(line.x0 for line in group), max(line.x1 for line in group)
    if page.right_to_left:
        left = min(left, right - width)
    else:
        right = max(right, left + width)
    text, top, marker = "", 0.0, ""

    def block() -> Block:
        note = footnote_of(text, page.number) if is_small and not marker else None
        if note is not None:
            return note
        return ListItem(text, marker, 0, page.number) if marker else Paragraph(text, page.number)

    last: TextLine | None = None
    for line in group:
        typed = typed_marker(line.text)
        short = last is not None and _ends_short(last, left, right, page.right_to_left)
        is_note = is_small and footnote_of(line.text, page.number) is not None
        if text and (typed is not None or is_note or (last is not None and last.text.endswith(_END) and short)):
            yield top, block()
            text = ""
        if not text:
            top, marker = line.top, typed.marker if typed is not None else ""
            text = typed.rest if typed is not None else line.text
        elif re.search(r"[^\W\d_]-$", text) and line.text[:1].islower():
            text = text[:-1] + line.text  # a word broken at the line's end
        else:
            text = f"{text} {line.text}"
        last = line
    if says_something(text):
        yield top, block()


def _ends_short(line: TextLine, left: float, right: float, right_to_left: bool) -> bool:
    white = line.x0 - left if right_to_left else right - line.x1
    return white > 0.12 * (right - left)
