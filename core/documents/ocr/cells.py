"""The text of a table's cells in an image: each cut out, enlarged, and read alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from core.documents.ocr.grids import Box, Grid
from core.documents.ocr.imaging import dark_on_light, ink_of, line_heights, reading_scale, scaled
from core.documents.ocr.program import ARABIC, BLOCK, FRENCH, LINE, Deadline, Tesseract
from core.documents.ocr.rules import Grey
from core.documents.ocr.words import Word, is_mostly_arabic, merged

_MARGIN = 20
"""White around a cell, in pixels: tesseract doesn't see what touches the border."""
_RULE_REST = 4
"""Pixels within which a full row or column at a cell's border is what is left of its rule."""
_SPECK = 6
"""Pixels of ink below which a cell is empty."""


@dataclass(frozen=True, eq=False)
class CellImage:
    """A cell cut out, dark on light, and the heights of its lines in pixels; no lines where it is empty."""

    grey: Grey
    heights: tuple[int, ...]


def cell_images(grey: Grey, grid: Grid) -> list[CellImage]:
    """The cells of a grid, in its order."""
    return [_cut_out(grey, cell.box) for cell in grid.cells]


def _cut_out(grey: Grey, box: Box) -> CellImage:
    left, top, right, bottom = box
    inner = grey[top + 1 : max(top + 2, bottom - 1), left + 1 : max(left + 2, right - 1)]
    cell = dark_on_light(inner)
    ink = ink_of(cell)
    rows, columns = ink.mean(axis=1) > 0.6, ink.mean(axis=0) > 0.6
    cell = cell[_rest(rows) : len(rows) - _rest(rows[::-1]), _rest(columns) : len(columns) - _rest(columns[::-1])]
    ink = ink_of(cell)
    return CellImage(cell, tuple(line_heights(ink)) if ink.sum() >= _SPECK else ())


def _rest(full: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
    """How many rows or columns from the border are the rest of a rule."""
    near = np.flatnonzero(full[:_RULE_REST])
    return int(near[-1]) + 1 if near.size else 0


@dataclass(frozen=True)
class CellTexts:
    """The words of each cell, and whether the table is read from right to left."""

    words: list[list[Word]]
    right_to_left: bool


def read_cells(images: Sequence[CellImage], tesseract: Tesseract, deadline: Deadline) -> CellTexts:
    """Read every cell that has ink, in both languages.

    Raises:
        DocumentError: `timeout` or `ocr-failed`.
    """
    scale = reading_scale(height for image in images for height in image.heights)
    french = _read(images, scale, FRENCH, tesseract, deadline)
    arabic = _read(images, scale, ARABIC, tesseract, deadline)
    right_to_left = is_mostly_arabic([word for cell in french for word in cell], [word for cell in arabic for word in cell])
    both = [merged(one, other, right_to_left) for one, other in zip(french, arabic, strict=True)]
    return CellTexts(both, right_to_left)


def _read(
    images: Sequence[CellImage], scale: float, language: str, tesseract: Tesseract, deadline: Deadline
) -> list[list[Word]]:
    found: list[list[Word]] = [[] for _ in images]
    lines = [number for number, image in enumerate(images) if len(image.heights) == 1]
    blocks = [number for number, image in enumerate(images) if len(image.heights) > 1]
    for mode, chosen in ((LINE, lines), (BLOCK, blocks)):
        prepared = [_prepared(images[number].grey, scale) for number in chosen]
        for number, words in zip(chosen, tesseract.words(prepared, language, mode, deadline), strict=True):
            found[number] = words
    # Now and then a mode sees nothing where the other does.
    unseen = [number for number in lines if not found[number]]
    prepared = [_prepared(images[number].grey, scale) for number in unseen]
    for number, words in zip(unseen, tesseract.words(prepared, language, BLOCK, deadline), strict=True):
        found[number] = words
    return found


def _prepared(cell: Grey, scale: float) -> Image.Image:
    large = scaled(Image.fromarray(cell), scale)
    framed = Image.new("L", (large.width + 2 * _MARGIN, large.height + 2 * _MARGIN), 255)
    framed.paste(large, (_MARGIN, _MARGIN))
    return framed
