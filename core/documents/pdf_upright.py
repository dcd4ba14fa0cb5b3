"""The glyphs of a PDF page for its lines: each once, vowel marks on their letters, turned lines laid flat."""

from collections.abc import Sequence
from dataclasses import replace

from core.documents.pdf_glyphs import Drawn, Glyph
from core.documents.pdf_lines import is_right_to_left, lines_of
from core.documents.pdf_marks import with_marks_attached


def glyphs_of(drawn: Sequence[Drawn]) -> list[Glyph]:
    """The glyphs of a page, those drawn twice for a shadow or for bold type once. A line that runs up or down the page
    (the narrow header of a column) is one glyph."""
    glyphs: list[Glyph] = []
    seen: dict[tuple[str, int, int], list[Glyph]] = {}
    upright = [one.glyph for one in drawn if one.turned == 0]
    for glyph in sorted([*with_marks_attached(upright), *_turned_lines(drawn)], key=lambda glyph: not glyph.seen):
        if not glyph.text:
            continue
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


def _turned_lines(drawn: Sequence[Drawn]) -> list[Glyph]:
    lines: list[Glyph] = []
    for turned in (90, 270):
        glyphs = [one.glyph for one in drawn if one.turned == turned and one.glyph.seen]
        # Laid flat: what ran up the page runs to the right. What ran down it is read from the other side.
        way = -1 if turned == 90 else 1
        flat = [
            replace(
                glyph,
                x0=min(way * glyph.top, way * glyph.bottom),
                x1=max(way * glyph.top, way * glyph.bottom),
                top=min(-way * glyph.x0, -way * glyph.x1),
                bottom=max(-way * glyph.x0, -way * glyph.x1),
                base=max(-way * glyph.x0, -way * glyph.x1),
            )
            for glyph in glyphs
        ]
        for line in lines_of(flat, is_right_to_left(flat)):
            across = sorted((-way * line.top, -way * line.bottom))
            along = sorted((way * line.x0, way * line.x1))
            lines.append(Glyph(line.text, across[0], across[1], along[0], along[1], line.size, line.bold, along[1]))
    return lines


def _is_shadow(glyph: Glyph, other: Glyph) -> bool:
    reach = max(0.6, 0.15 * other.size)
    return (
        abs(glyph.x0 - other.x0) < min(reach, 0.45 * max(1.0, other.x1 - other.x0))
        and abs(glyph.top - other.top) < reach
    )  # fmt: skip
