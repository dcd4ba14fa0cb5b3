"""Lines of text cut out of a table's cells in an image, and what their ink says before anybody reads it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

import numpy as np
from PIL import Image

from core.documents.ocr.grids import Box, Grid
from core.documents.ocr.imaging import dark_on_light, ink_of, lines_in, runs_of, scaled
from core.documents.ocr.rules import Grey, Mask
from core.documents.ocr.words import Word

MARGIN = 20
"""White around a line, in pixels: tesseract doesn't see what touches the border."""
_REST, _REST_GREY, _REST_SHARE = 6, 215, 0.75
"""Pixels from a cell's border within which a row or column that is so full of what is darker than that grey is what is
left of a rule."""
_SPECK = 6
"""Pixels of ink below which a cell is empty."""
_BLOCK_HEIGHT = 1.8
"""Usual line heights from which what looks like a line is several that overlap."""
_GAP = 1.2
"""White, in line heights, that parts figures from words."""
_TALL = 0.5
"""Share of a line's height from which ink that no word covers is a letter that is missing."""
_SLANT = -0.9
"""Correlation of the ink's x and y from which a stroke is a slash; an upright one has next to none."""


@dataclass(frozen=True, eq=False)
class CellLine:
    """One line of the cell of that number, dark on light; `height` of its ink in pixels. `block` where it is several
    lines that can't be parted."""

    cell: int
    grey: Grey
    height: int
    block: bool = False

    def enlarged(self, scale: float) -> Image.Image:
        """The line as tesseract likes it: so many times as large, with white around."""
        large = scaled(Image.fromarray(self.grey), scale)
        framed = Image.new("L", (large.width + 2 * MARGIN, large.height + 2 * MARGIN), 255)
        framed.paste(large, (MARGIN, MARGIN))
        return framed


def cell_lines(grey: Grey, grid: Grid) -> list[CellLine]:
    """The lines of all cells, from top to bottom in each."""
    lines = [line for number, cell in enumerate(grid.cells) for line in _lines(number, cut_out(grey, cell.box))]
    usual = median(line.height for line in lines) if lines else 0
    return [replace(line, block=line.height > _BLOCK_HEIGHT * usual) for line in lines]


def cut_out(grey: Grey, box: Box) -> Grey:
    """A cell, dark on light, without the rest of its rules."""
    left, top, right, bottom = box
    cell = dark_on_light(grey[top + 1 : max(top + 2, bottom - 1), left + 1 : max(left + 2, right - 1)])
    dark = cell < _REST_GREY
    rows, columns = np.mean(dark, axis=1) > _REST_SHARE, np.mean(dark, axis=0) > _REST_SHARE
    return cell[_rest(rows) : len(rows) - _rest(rows[::-1]), _rest(columns) : len(columns) - _rest(columns[::-1])]


def _rest(full: Mask) -> int:
    near = np.flatnonzero(full[:_REST])
    return int(near[-1]) + 1 if near.size else 0


def _lines(number: int, cell: Grey) -> list[CellLine]:
    ink = ink_of(cell)
    if ink.sum() < _SPECK:
        return []
    spans = lines_in(ink)
    # Cut in the middle of the white between two lines: what stands apart from a letter stays with it.
    cuts = [0, *((above[1] + below[0]) // 2 for above, below in pairwise(spans)), cell.shape[0]]
    return [CellLine(number, cell[cuts[at] : cuts[at + 1]], end - start) for at, (start, end) in enumerate(spans)]


def ink_height(ink: Mask) -> int:
    """Pixels from the uppermost to the lowest ink, 1 at least."""
    rows = np.flatnonzero(np.any(ink, axis=1))
    return int(rows[-1] - rows[0]) + 1 if rows.size else 1


def spans_beside(words: Sequence[Word], ink: Mask) -> list[tuple[int, int]]:
    """Stretches of ink (left and right edge in pixels) that no word covers: figures beside Arabic words, say. Ink that
    belongs together by its distance is one stretch."""
    spans: list[tuple[int, int]] = []
    height = ink_height(ink)
    for start, end in runs_of(_uncovered(ink, words)):
        near = bool(spans) and start - spans[-1][1] < _GAP * height
        if near and not any(word.left < start and word.right > spans[-1][1] for word in words):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [(start, end) for start, end in spans if _is_letter(ink[:, start:end], height)]


def _is_letter(ink: Mask, line_height: int) -> bool:
    """Not the dots of an Arabic letter beside, and no speck."""
    width = ink.shape[1]
    return width > 0.08 * line_height and (ink_height(ink) > 0.4 * line_height or width > 0.5 * line_height)


def is_letter_missing(words: Sequence[Word], ink: Mask) -> bool:
    """Whether ink as tall as a letter lies where no word is."""
    tall = _TALL * ink_height(ink)
    return any(ink_height(ink[:, start:end]) > tall for start, end in runs_of(_uncovered(ink, words)))


def _uncovered(ink: Mask, words: Sequence[Word]) -> Mask:
    free: Mask = np.array(np.any(ink, axis=0), dtype=np.bool_)
    for word in words:
        free[max(0, word.left - 2) : word.right + 3] = False
    return free


def lone_mark(ink: Mask) -> str | None:
    """The `/` or `—` of what isn't offered, told by its shape: read as a letter, each may be anything."""
    ys, xs = np.nonzero(ink)
    columns, rows = np.array(np.any(ink, axis=0)), np.array(np.any(ink, axis=1))
    if len(runs_of(columns)) != 1 or len(runs_of(rows)) != 1:
        return None
    width, height = int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1
    if width > 2.5 * height:
        return "—"
    if height > 1.2 * width and width > 0.2 * height and float(np.corrcoef(xs, ys)[0, 1]) < _SLANT:
        return "/"
    return None


def cropped(image: Image.Image, start: int, end: int) -> Image.Image:
    """A stretch of an enlarged line, white beyond it: the margin may have caught the ends of the words beside."""
    piece = image.crop((start - MARGIN, 0, end + MARGIN, image.height))
    piece.paste(255, (0, 0, MARGIN - 2, image.height))
    piece.paste(255, (piece.width - MARGIN + 2, 0, piece.width, image.height))
    return piece
