"""Page furniture of a PDF: headers, footers, page numbers and marks, which come again on page after page."""

import re
from collections import Counter
from collections.abc import Sequence

from core.documents.pdf_glyphs import Glyph
from core.documents.pdf_lines import PageLines, TextLine, beside
from core.documents.text import language_by_script

_EDGE = 0.1
"""Share of a page's height at its top and bottom where headers and footers stand."""
_RUNNING_EDGE = 0.22
"""Share at its top where the title of a part may stand."""
_SHIFT = 1.5
"""Points within which a glyph stands where it stood on another page."""
_PLACE_STEP = 12.0
"""Points within which a line counts as standing at the same place on another page."""
_NO_TITLE_END = (".", "!", "?", "؟", ";", "؛", "…", ":")


def furniture_of(pages: Sequence[PageLines]) -> list[TextLine]:
    """The lines that stand at one place on most pages, once each: headers, footers, page numbers, marks on pictures.

    Numbers don't count, so that a page number is the same line on every page. In the middle of a page, where the same
    step (`Cliquer sur :`) may come again and again, it takes more pages, or the other script, to be no content.
    """
    places: dict[tuple[str, int], set[int]] = {}
    for page in pages:
        for line in page.lines:
            text, step = _place(line)
            for near in (step - 1, step, step + 1):
                for key in {text, line.text}:
                    places.setdefault((key, near), set()).add(page.number)
    filled = sum(1 for page in pages if page.lines)
    is_arabic = sum(page.right_to_left for page in pages) * 2 > len(pages)
    found: dict[tuple[str, int], TextLine] = {}
    for page in pages:
        for line in page.lines:
            text, step = _place(line)
            at_edge = line.bottom < _EDGE * page.height or line.top > (1 - _EDGE) * page.height
            has_letters = any(map(str.isalpha, line.text))
            if not has_letters and (not at_edge or any(beside(line, other) for other in page.lines)):
                continue  # figures beside others, or in the middle, are a table's
            if at_edge:
                on = places[text, step]
                is_furniture = len(on) >= max(2, 0.5 * filled) or _is_every_second(on, pages)
            else:
                is_foreign = (language_by_script(line.text) == "ar") != is_arabic
                if not is_foreign and any(beside(line, other) for other in page.lines):
                    continue  # a table may say the same in the same row of every page
                share = 0.4 if is_foreign else 0.75 if line.bottom < _RUNNING_EDGE * page.height else 0.9
                is_furniture = len(places[line.text, step]) >= max(4, share * filled)
            if is_furniture:
                found.setdefault((text, step), line)
    return list(found.values())


def _is_every_second(on: set[int], pages: Sequence[PageLines]) -> bool:
    """Whether a line stands on nearly all the odd pages or nearly all the even ones, and on no other: books have two
    headers."""
    side = {number % 2 for number in on}
    same = sum(1 for page in pages if page.lines and page.number % 2 in side)
    return len(side) == 1 and len(on) >= max(2, 0.75 * same)


def running_titles(pages: Sequence[PageLines]) -> set[str]:
    """Lines at the top of several pages, but not of most: each names the part that its pages belong to."""
    seen: Counter[str] = Counter()
    for page in pages:
        seen.update({line.text for line in page.lines if line.bottom < _RUNNING_EDGE * page.height})
    least = max(3, len(pages) // 10)
    return {text for text, count in seen.items() if count >= least and any(map(str.isalpha, text))
            and len(text) < 100 and not text.endswith(_NO_TITLE_END)}  # fmt: skip


def without(glyphs: Sequence[Glyph], page: PageLines, furniture: Sequence[TextLine]) -> list[Glyph]:
    """The glyphs of a page but for those of furniture: its own lines that say the same at the same place, and glyphs
    that stand exactly where furniture has them, for it may overlap a line or a table."""
    places = {(text, near) for text, step in map(_place, furniture) for near in (step - 1, step, step + 1)}
    # By place: a line's own glyphs may say more than the page's (a raised figure).
    own = {(glyph.x0, glyph.base) for line in page.lines if _place(line) in places for glyph in line.glyphs}
    gone: set[int] = set()
    by_text: dict[str, list[Glyph]] = {}
    for glyph in glyphs:
        by_text.setdefault(glyph.text, []).append(glyph)
    for line in furniture:
        exact = {
            id(glyph)
            for other in line.glyphs
            for glyph in by_text.get(other.text, ())
            if abs(glyph.x0 - other.x0) < _SHIFT and abs(glyph.top - other.top) < _SHIFT
        }
        if len(exact) >= 0.9 * len(line.glyphs):
            gone.update(exact)
    return [glyph for glyph in glyphs if id(glyph) not in gone and (glyph.x0, glyph.base) not in own]


def _place(line: TextLine) -> tuple[str, int]:
    return re.sub(r"\d+", "#", line.text), round(line.middle / _PLACE_STEP)
