"""The text of a table's cells in an image: each line of each cell is cut out, enlarged, and read alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from core.documents.ocr.grids import Box, Grid
from core.documents.ocr.imaging import dark_on_light, ink_of, lines_in, reading_scale, runs_of, scaled
from core.documents.ocr.program import ARABIC, BLOCK, FRENCH, LINE, SPARSE, Deadline, Tesseract
from core.documents.ocr.rules import Grey
from core.documents.ocr.words import (
    SURE,
    Word,
    fits,
    is_mostly_arabic,
    lines_of,
    merged,
    moved,
    parted,
    sure_arabic,
    text_of,
)
from core.documents.text import says_something

_MARGIN = 20
"""White around a line, in pixels: tesseract doesn't see what touches the border."""
_RULE_REST = 4
"""Pixels within which a full row or column at a cell's border is what is left of its rule."""
_SPECK = 6
"""Pixels of ink below which a cell is empty."""
_BLOCK_HEIGHT = 1.8
"""Usual line heights from which what looks like a line is several that overlap."""
_WORD_GAP = 1.2
"""White, in line heights, that parts figures from words."""
_TALL = 0.5
"""Share of a line's height from which ink that no word covers is a letter that is missing."""
FIGURE_CONFIDENCE, WORD_CONFIDENCE = 80.0, 65.0
"""Confidence from which a number, or other text, is taken for read (see docs/documents.md)."""
_CHECK_SIZE = 1.35
"""At which figures among Arabic words are read a second time, to the same end."""
_SLANT = -0.9
"""Correlation of the ink's x and y from which a stroke is a slash; an upright one has next to none."""
_OTHER_SIZES = (0.75, 1.35)
"""At which doubtful lines are read again: letters fall otherwise on the pixels."""


@dataclass(frozen=True)
class CellText:
    """What a cell says. `figures` is the confidence of its least sure number, `words` that of the rest on average
    (0 to 100; 100 where there is none, 0 where some ink was not read)."""

    text: str
    figures: float = 100.0
    words: float = 100.0

    @property
    def is_doubtful(self) -> bool:
        return self.figures < FIGURE_CONFIDENCE or self.words < WORD_CONFIDENCE


@dataclass(frozen=True, eq=False)
class _Line:
    """One line of a cell, dark on light; `height` of its ink in pixels. `block` where it holds several."""

    cell: int
    grey: Grey
    height: int
    block: bool = False


def read_cells(grey: Grey, grid: Grid, tesseract: Tesseract, deadline: Deadline) -> tuple[list[CellText], bool]:
    """The text of each cell of a grid, in its order, and whether its columns run from right to left.

    Raises:
        DocumentError: `timeout` or `ocr-failed`.
    """
    lines = [line for number, cell in enumerate(grid.cells) for line in _lines(number, _cut_out(grey, cell.box))]
    usual = median(line.height for line in lines) if lines else 0
    lines = [_Line(line.cell, line.grey, line.height, line.height > _BLOCK_HEIGHT * usual) for line in lines]
    scale = reading_scale(line.height for line in lines)
    texts, right_to_left = _read_lines(lines, scale, None, tesseract, deadline)
    for size in _OTHER_SIZES:
        doubtful = [place for place, text in enumerate(texts) if text.is_doubtful]
        again, _ = _read_lines([lines[place] for place in doubtful], size * scale, right_to_left, tesseract, deadline)
        for place, text in zip(doubtful, again, strict=True):
            texts[place] = max(texts[place], text, key=lambda one: (not one.is_doubtful, one.figures, one.words))
    parts: list[list[CellText]] = [[] for _ in grid.cells]
    for line, text in zip(lines, texts, strict=True):
        parts[line.cell].append(text)
    return [_joined(part) for part in parts], right_to_left


def _read_lines(
    lines: Sequence[_Line], scale: float, right_to_left: bool | None, tesseract: Tesseract, deadline: Deadline
) -> tuple[list[CellText], bool]:
    """The text of each line, and whether they are a table from right to left, where that isn't known yet."""
    images = [_prepared(line.grey, scale) for line in lines]
    modes = [BLOCK if line.block else LINE for line in lines]
    french = _read(images, modes, FRENCH, tesseract, deadline)
    arabic = _read(images, modes, ARABIC, tesseract, deadline)
    if right_to_left is None:
        right_to_left = is_mostly_arabic(_flat(french), _flat(arabic))
    words = [merged(one, other, right_to_left) for one, other in zip(french, arabic, strict=True)]
    if right_to_left:
        for place, apart in _figures_apart(images, modes, arabic, tesseract, deadline).items():
            words[place] = apart
    texts = [_text(found, image, right_to_left) for found, image in zip(words, images, strict=True)]
    return texts, right_to_left


def _cut_out(grey: Grey, box: Box) -> Grey:
    left, top, right, bottom = box
    inner = grey[top + 1 : max(top + 2, bottom - 1), left + 1 : max(left + 2, right - 1)]
    cell = dark_on_light(inner)
    ink = ink_of(cell)
    rows, columns = ink.mean(axis=1) > 0.6, ink.mean(axis=0) > 0.6
    return cell[_rest(rows) : len(rows) - _rest(rows[::-1]), _rest(columns) : len(columns) - _rest(columns[::-1])]


def _rest(full: NDArray[np.bool_]) -> int:
    """How many rows or columns from the border are the rest of a rule."""
    near = np.flatnonzero(full[:_RULE_REST])
    return int(near[-1]) + 1 if near.size else 0


def _lines(number: int, cell: Grey) -> list[_Line]:
    ink = ink_of(cell)
    if ink.sum() < _SPECK:
        return []
    spans = lines_in(ink)
    # Cut in the middle of the white between two lines: what stands apart from a letter stays with it.
    cuts = [0, *((above[1] + below[0]) // 2 for above, below in zip(spans, spans[1:], strict=False)), cell.shape[0]]
    return [
        _Line(number, cell[cuts[place] : cuts[place + 1]], end - start) for place, (start, end) in enumerate(spans)
    ]  # fmt: skip


def _prepared(line: Grey, scale: float) -> Image.Image:
    large = scaled(Image.fromarray(line), scale)
    framed = Image.new("L", (large.width + 2 * _MARGIN, large.height + 2 * _MARGIN), 255)
    framed.paste(large, (_MARGIN, _MARGIN))
    return framed


def _read(
    images: Sequence[Image.Image], modes: Sequence[int], language: str, tesseract: Tesseract, deadline: Deadline
) -> list[list[Word]]:
    """The words of each image. Now and then a mode sees nothing where another does."""
    found: list[list[Word]] = [[] for _ in images]
    for mode, first, size in ((LINE, LINE, 1.0), (BLOCK, BLOCK, 1.0), (SPARSE, LINE, 1.0), (LINE, LINE, 0.75)):
        chosen = [place for place, own in enumerate(modes) if own == first and not found[place]]
        tried = [images[place] if size == 1.0 else scaled(images[place], size) for place in chosen]
        seen = tesseract.words(tried, language, mode, deadline)
        for place, image, words in zip(chosen, tried, seen, strict=True):
            ink = ink_of(np.asarray(image))
            found[place] = [moved(part, 0, 1 / size) for word in words for part in parted(word.mended(), ink)]
    return found


def _figures_apart(
    images: Sequence[Image.Image],
    modes: Sequence[int],
    arabic: Sequence[Sequence[Word]],
    tesseract: Tesseract,
    deadline: Deadline,
) -> dict[int, list[Word]]:
    """Lines of Arabic words beside figures or Latin words, by place: what is no Arabic word cut out and read alone."""
    spans: list[tuple[int, int, int]] = []
    sure = {
        place: sure_arabic(words, _ink_height(ink_of(np.asarray(images[place]))))
        for place, words in enumerate(arabic)
        if modes[place] == LINE
    }
    for place, words in sure.items():
        if words:
            spans += [(place, *span) for span in _spans_beside(words, images[place])]
    cut = [images[place].crop((start - _MARGIN, 0, end + _MARGIN, images[place].height)) for place, start, end in spans]
    blanked = [_blank_sides(image) for image in cut]
    read = _read(blanked, [LINE] * len(blanked), FRENCH, tesseract, deadline)
    larger = _read([scaled(image, _CHECK_SIZE) for image in blanked], [LINE] * len(blanked), FRENCH, tesseract, deadline)
    found: dict[int, list[Word]] = {}
    for (place, start, _), words, check in zip(spans, read, larger, strict=True):
        line = sure[place][0].line
        agreed = [word.text for word in words if word.has_figure] == [word.text for word in check if word.has_figure]
        held = found.setdefault(place, list(sure[place]))
        held += [moved(_among_arabic(word, agreed), start - _MARGIN).on(line) for word in words]
    return found


def _among_arabic(word: Word, agreed: bool) -> Word:
    """A word that was read as French beside Arabic ones: unless it is sure, it may be Arabic letters."""
    is_sure = agreed if word.has_figure else word.confidence >= SURE or not says_something(word.text)
    return word if is_sure else word.doubted()


def _spans_beside(words: Sequence[Word], image: Image.Image) -> list[tuple[int, int]]:
    """Stretches of ink, left and right edge in pixels, that no word covers."""
    ink = ink_of(np.asarray(image))
    free = _uncovered(ink, words)
    spans: list[tuple[int, int]] = []
    height = _ink_height(ink)
    for start, end in runs_of(free):
        between = range(spans[-1][1], start) if spans else range(0)
        near = spans and start - spans[-1][1] < _WORD_GAP * height
        if near and not any(word.left <= at <= word.right for word in words for at in between):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [(start, end) for start, end in spans if _is_letter(ink[:, start:end], height)]


def _is_letter(ink: NDArray[np.bool_], line_height: int) -> bool:
    """Not the dots of an Arabic letter beside, and no speck."""
    height, width = _ink_height(ink), ink.shape[1]
    return width > 0.08 * line_height and (height > 0.4 * line_height or width > 0.5 * line_height)


def _uncovered(ink: NDArray[np.bool_], words: Sequence[Word]) -> NDArray[np.bool_]:
    free = ink.any(axis=0)
    for word in words:
        free[max(0, word.left - 2) : word.right + 3] = False
    return free


def _ink_height(ink: NDArray[np.bool_]) -> int:
    rows = np.flatnonzero(ink.any(axis=1))
    return int(rows[-1] - rows[0]) + 1 if rows.size else 1


def _blank_sides(image: Image.Image) -> Image.Image:
    """Without the ends of the words beside, which the margin may have caught."""
    blank = image.copy()
    half = _MARGIN - 2
    blank.paste(255, (0, 0, half, image.height))
    blank.paste(255, (image.width - half, 0, image.width, image.height))
    return blank


def _text(words: Sequence[Word], image: Image.Image, right_to_left: bool) -> CellText:
    ink = ink_of(np.asarray(image))
    if (mark := _lone_mark(ink)) is not None:
        return CellText(mark)
    text = " ".join(text_of(line, right_to_left) for line in lines_of(words))
    height = _ink_height(ink)
    missing = any(_ink_height(ink[:, start:end]) > _TALL * height for start, end in runs_of(_uncovered(ink, words)))
    if missing or not words or not all(fits(word, height) for word in words):
        return CellText(text, 0.0, 0.0)
    figures = [word.confidence for word in words if word.has_figure]
    others = [word.confidence for word in words if not word.has_figure and says_something(word.text)]
    if figures:  # a letter or a mark alone beside figures may be one
        figures += [word.confidence for word in words if word.may_be_figure]
    return CellText(text, min(figures, default=100.0), float(np.mean(others)) if others else 100.0)


def _lone_mark(ink: NDArray[np.bool_]) -> str | None:
    """The `/` or `—` of what isn't offered, told by its shape: read as a letter, each may be anything."""
    ys, xs = np.nonzero(ink)
    if len(runs_of(ink.any(axis=0))) != 1 or len(runs_of(ink.any(axis=1))) != 1:
        return None
    width, height = int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1
    if width > 2.5 * height:
        return "—"
    if height > 1.2 * width and width > 0.2 * height and float(np.corrcoef(xs, ys)[0, 1]) < _SLANT:
        return "/"
    return None


def _joined(lines: Sequence[CellText]) -> CellText:
    return CellText(
        " ".join(line.text for line in lines if line.text),
        min((line.figures for line in lines), default=100.0),
        min((line.words for line in lines), default=100.0),
    )


def _flat(words: Sequence[Sequence[Word]]) -> list[Word]:
    return [word for line in words for word in line]
