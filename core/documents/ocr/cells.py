"""The text of a table's cells in an image: each line of each cell is read alone, in both languages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np
from PIL import Image

from core.documents.ocr.grids import Grid
from core.documents.ocr.imaging import ink_of, reading_scale, scaled
from core.documents.ocr.lines import (
    MARGIN,
    CellLine,
    cell_lines,
    cropped,
    ink_height,
    is_letter_missing,
    lone_mark,
    spans_beside,
)
from core.documents.ocr.program import ARABIC, BLOCK, FRENCH, LINE, SPARSE, Deadline, Tesseract
from core.documents.ocr.rules import Grey
from core.documents.ocr.words import (
    SURE,
    Word,
    fits,
    is_mostly_arabic,
    lines_of,
    may_be_two,
    merged,
    moved,
    parted,
    sure_arabic,
    text_of,
    with_zeros,
)
from core.documents.text import says_something

FIGURE_CONFIDENCE, WORD_CONFIDENCE = 80.0, 70.0
"""Confidence from which a number, or other text, is taken for read: measured, see docs/documents.md."""
_OTHER_SIZES = (0.75, 1.35)
"""At which doubtful lines are read again: letters fall otherwise on the pixels."""
_CHECK_SIZE = 1.35
"""At which figures are read a second time: those that are others then are doubted."""
_ALIKE_LETTERS = 4


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


def read_cells(grey: Grey, grid: Grid, tesseract: Tesseract, deadline: Deadline) -> tuple[list[CellText], bool]:
    """The text of each cell of a grid, in its order, and whether its columns run from right to left.

    Raises:
        DocumentError: `timeout` or `ocr-failed`.
    """
    lines = cell_lines(grey, grid)
    scale = reading_scale(line.height for line in lines)
    texts, right_to_left = _read_lines(lines, scale, None, tesseract, deadline)
    for size in _OTHER_SIZES:
        doubtful = [place for place, text in enumerate(texts) if text.is_doubtful]
        again, _ = _read_lines([lines[place] for place in doubtful], size * scale, right_to_left, tesseract, deadline)
        for place, text in zip(doubtful, again, strict=True):
            texts[place] = _surer(texts[place], text, right_to_left)
    parts: list[list[CellText]] = [[] for _ in grid.cells]
    for line, text in zip(lines, texts, strict=True):
        parts[line.cell].append(text)
    return [_joined(part) for part in parts], right_to_left


def _read_lines(
    lines: Sequence[CellLine], scale: float, right_to_left: bool | None, tesseract: Tesseract, deadline: Deadline
) -> tuple[list[CellText], bool]:
    """The text of each line, and whether they are a table from right to left, where that isn't known yet."""
    images = [line.enlarged(scale) for line in lines]
    modes = [BLOCK if line.block else LINE for line in lines]
    french = _read(images, modes, FRENCH, tesseract, deadline)
    arabic = _read(images, modes, ARABIC, tesseract, deadline)
    if right_to_left is None:
        flat = [[word for line in reading for word in line] for reading in (french, arabic)]
        right_to_left = is_mostly_arabic(*flat)
    words = [merged(one, other, right_to_left) for one, other in zip(french, arabic, strict=True)]
    if right_to_left:
        apart = _figures_apart(images, modes, arabic, tesseract, deadline)
        words = [apart.get(place, found) for place, found in enumerate(words)]
    words = _checked(words, images, modes, tesseract, deadline)
    texts = [_text(found, image, right_to_left) for found, image in zip(words, images, strict=True)]
    return texts, right_to_left


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


def _checked(
    words: Sequence[list[Word]],
    images: Sequence[Image.Image],
    modes: Sequence[int],
    tesseract: Tesseract,
    deadline: Deadline,
) -> list[list[Word]]:
    """The words of each line; figures that are others when they are read larger are doubted."""
    places = [at for at, line in enumerate(words) if _figures(line) and not any(word.is_arabic for word in line)]
    larger = [scaled(images[place], _CHECK_SIZE) for place in places]
    again = _read(larger, [modes[place] for place in places], FRENCH, tesseract, deadline)
    checked = list(words)
    for place, check in zip(places, again, strict=True):
        if _figures(words[place]) != _figures(check):
            checked[place] = [word.doubted() if word.has_figure else word for word in words[place]]
    return checked


def _figures(words: Sequence[Word]) -> str:
    ordered = [word for line in lines_of(words) for word in line]
    return "".join(character for word in ordered for character in word.text if character.isdigit())


def _figures_apart(
    images: Sequence[Image.Image],
    modes: Sequence[int],
    arabic: Sequence[Sequence[Word]],
    tesseract: Tesseract,
    deadline: Deadline,
) -> dict[int, list[Word]]:
    """Lines with Arabic words, by place: what is no Arabic word in them cut out and read alone, twice."""
    found: dict[int, list[Word]] = {}
    spans: list[tuple[int, int, int]] = []
    for place, words in enumerate(arabic):
        ink = ink_of(np.asarray(images[place]))
        if modes[place] == LINE and (sure := sure_arabic(words, ink)):
            found[place] = sure
            spans += [(place, start, end) for start, end in spans_beside(sure, ink)]
    pieces = [cropped(images[place], start, end) for place, start, end in spans]
    larger = [scaled(piece, _CHECK_SIZE) for piece in pieces]
    line_modes = [LINE] * len(pieces)
    read = _read(pieces, line_modes, FRENCH, tesseract, deadline)
    checked = _read(larger, line_modes, FRENCH, tesseract, deadline)
    for (place, start, _), words, check in zip(spans, read, checked, strict=True):
        line = found[place][0].line
        agreed = _figures(words) == _figures(check)
        found[place] += [moved(_among_arabic(word, agreed), start - MARGIN).on(line) for word in words]
    return found


def _among_arabic(word: Word, agreed: bool) -> Word:
    """A word that was read as French beside Arabic ones: unless it is sure, it may be Arabic letters."""
    is_sure = agreed if word.has_figure else word.confidence >= SURE or not says_something(word.text)
    return word if is_sure else word.doubted()


def _surer(text: CellText, again: CellText, right_to_left: bool) -> CellText:
    """Of two readings of a line the one to go by; words that are read alike twice are taken, figures never so."""
    best = max(text, again, key=lambda one: (not one.is_doubtful, one.figures, one.words))
    is_alike = text.text == again.text and sum(map(str.isalpha, text.text)) >= _ALIKE_LETTERS and not right_to_left
    return replace(best, words=max(best.words, WORD_CONFIDENCE)) if is_alike else best


def _text(words: Sequence[Word], image: Image.Image, right_to_left: bool) -> CellText:
    ink = ink_of(np.asarray(image))
    if (mark := lone_mark(ink)) is not None:
        return CellText(mark)
    lines = [with_zeros(line) for line in lines_of(words)]
    words = [word for line in lines for word in line]
    text = " ".join(text_of(line, right_to_left) for line in lines)
    height = ink_height(ink) if len(lines) == 1 else max((word.height for word in words), default=1)
    fitting = all(fits(word, height, after) for line in lines for word, after in zip_longest(line, line[1:]))
    # Among Arabic, `200 2` and `2 200` are the same number, `2002` is another.
    unsure = right_to_left and any(may_be_two(word, ink) or word.took_in_a_figure for word in words)
    if not words or not fitting or unsure or is_letter_missing(words, ink):
        return CellText(text, 0.0, 0.0)
    figures = [word.confidence for word in words if word.has_figure]
    others = [word.confidence for word in words if not word.has_figure and says_something(word.text)]
    if not figures and not others:
        others = [word.confidence for word in words]
    if figures:  # a letter or a mark alone beside figures may be one
        figures += [word.confidence for word in words if word.may_be_figure]
    return CellText(text, min(figures, default=100.0), float(np.mean(others)) if others else 100.0)


def _joined(lines: Sequence[CellText]) -> CellText:
    return CellText(
        " ".join(line.text for line in lines if line.text),
        min((line.figures for line in lines), default=100.0),
        min((line.words for line in lines), default=100.0),
    )
