"""A page that is an image, as blocks: its tables cell by cell, the rest in lines laid out like those of a PDF."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median

import numpy as np
from PIL import Image

from core.documents.base import Block, Heading, ListItem, Paragraph
from core.documents.headings import settle
from core.documents.ocr.grids import grids_of
from core.documents.ocr.imaging import ink_of, lines_in, reading_scale, scaled
from core.documents.ocr.picture_tables import UNREADABLE, read_table
from core.documents.ocr.program import ARABIC, DPI, FRENCH, PAGE, Deadline, Tesseract
from core.documents.ocr.rules import Grey, rules_of
from core.documents.ocr.words import Word, is_mostly_arabic, lines_of, merged, text_of, with_zeros
from core.documents.pdf_layout import blocks_of, body_size, paragraph_gap, title_sizes_of
from core.documents.pdf_lines import PageLines, TextLine
from core.documents.text import says_something

PAGE_CONFIDENCE, LINE_CONFIDENCE = 70.0, 55.0
"""Mean confidence below which a page is unread, or a line is taken for a logo, a stamp or dirt."""
FIGURE_CONFIDENCE = 75.0
"""Confidence below which a number of running text is told as unreadable."""
_FEWEST_LETTERS = 12
_TITLE_SIZE = 1.2
_WORD_GAP = 1.5
"""White, in heights of words, from which two pieces of a line are columns."""
_BULLETS = frozenset("+°*«»·¢©®■●•e")
"""What tesseract takes a bullet for, at the beginning of a line."""
_POINTS = 72 / DPI


def page_blocks(page: Image.Image, tesseract: Tesseract, deadline: Deadline) -> Sequence[Block]:
    """The blocks of a page (greyscale, straight), `ocr` set; none where it can't be read.

    Raises:
        DocumentError: `timeout` or `ocr-failed`.
    """
    found, confidence = _read(page, tesseract, deadline)
    if confidence < PAGE_CONFIDENCE:
        # Too little was read, or what stands on its side: it may be turned.
        turns = tesseract.quarter_turns(page, deadline)
        if turns:
            found, confidence = _read(page.rotate(-90 * turns, expand=True), tesseract, deadline)
    return found if confidence >= PAGE_CONFIDENCE else ()


def _read(page: Image.Image, tesseract: Tesseract, deadline: Deadline) -> tuple[list[Block], float]:
    """The blocks and the mean confidence of the words that they are made of; 100 where all is in tables, 0 where the
    words stand on their sides."""
    grey = np.array(page)
    tables = list(_take_tables(grey, tesseract, deadline))
    rest = Image.fromarray(grey)
    large = scaled(rest, reading_scale(_line_heights(grey)))
    scale = large.height / page.height
    french = tesseract.words([large], FRENCH, PAGE, deadline)[0]
    if _lies_on_its_side(french):
        return [], 0.0
    arabic = tesseract.words([large], ARABIC, PAGE, deadline)[0]
    right_to_left = is_mostly_arabic(french, arabic)
    words = merged(french, arabic, right_to_left)
    confidence = _mean(words)
    lines = [line for line in _rows_joined(lines_of(words)) if _mean(line) >= LINE_CONFIDENCE]
    texts = list(_laid_out(lines, large.height, right_to_left))
    if sum(len(text.text) for _, text in texts) < _FEWEST_LETTERS:
        texts, confidence = [], 100.0 if tables else 0.0
    placed = [(top * scale * _POINTS, block) for top, block in tables]
    return list(_merged(texts, placed)), confidence


def _lies_on_its_side(words: Sequence[Word]) -> bool:
    long = [word for word in words if len(word.text) > 3]
    return len(long) > 2 and median((word.right - word.left) / max(1, word.height) for word in long) < 1


def _take_tables(grey: Grey, tesseract: Tesseract, deadline: Deadline) -> Iterator[tuple[int, Block]]:
    """The tables with their tops in pixels; they are painted over, so that their words aren't read twice."""
    rules = rules_of(grey)
    if rules is None:
        return
    height, width = grey.shape
    for grid in grids_of(rules, width, height):
        table = read_table(grey, grid, tesseract, deadline)
        if table is None:
            continue
        left, top, right, bottom = grid.box
        grey[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = 255
        yield from ((top, block) for block in table.blocks)


def _line_heights(grey: Grey) -> list[int]:
    """Of the lines that stand alone in their rows; a page of columns has some at least."""
    return [end - start for start, end in lines_in(ink_of(grey)) if end - start < grey.shape[0] / 15]


def _mean(words: Sequence[Word]) -> float:
    letters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / letters if letters else 0.0


def _rows_joined(lines: Sequence[list[Word]]) -> list[list[Word]]:
    """Lines with the pieces that tesseract parted from them: words that stand below each other look like columns."""
    joined: list[list[Word]] = []
    for line in sorted(lines, key=lambda line: line[0].left):
        near = next((other for other in joined if _continues(other, line)), None)
        if near is None:
            joined.append(list(line))
        else:
            near.extend(line)
    return joined


def _continues(line: Sequence[Word], after: Sequence[Word]) -> bool:
    """Whether what stands to the right of a line belongs to it."""
    last, first = line[-1], after[0]
    height = max(last.height, first.height)
    beside = min(last.bottom, first.bottom) - max(last.top, first.top) > 0.5 * min(last.height, first.height)
    return beside and -0.2 * height < first.left - last.right < _WORD_GAP * height


def _laid_out(
    lines: Iterable[Sequence[Word]], height: int, right_to_left: bool
) -> Iterator[tuple[float, Heading | Paragraph | ListItem]]:
    texts = [_text_line(line, right_to_left) for line in lines]
    texts = [line for line in texts if says_something(line.text)]
    if not texts:
        return
    usual = median(line.size for line in texts for _ in line.text)
    # The height of a line's letters depends on which they are; only what is plainly larger is a title.
    sized = [line if line.size > _TITLE_SIZE * usual else replace(line, size=usual) for line in texts]
    page = PageLines(1, height * _POINTS, right_to_left, sorted(sized, key=lambda line: line.top))
    body, gap = body_size([page]), paragraph_gap([page])
    placed = list(blocks_of(page, body, title_sizes_of([page], body, gap), gap))
    settled = settle([block for _, block in placed])
    for (top, _), block in zip(placed, settled, strict=True):
        if isinstance(block, Heading | Paragraph | ListItem):
            yield top, replace(block, page=None, ocr=True)


def _text_line(line: Sequence[Word], right_to_left: bool) -> TextLine:
    sure = [_or_unreadable(word, right_to_left) for word in with_zeros(line)]
    first = len(sure) - 1 if right_to_left else 0
    if len(sure) > 1 and sure[first].text in _BULLETS:
        sure[first] = replace(sure[first], text="•")
    top, bottom = min(word.top for word in line), max(word.bottom for word in line)
    return TextLine(
        text_of(sure, right_to_left),
        min(word.left for word in line) * _POINTS,
        max(word.right for word in line) * _POINTS,
        top * _POINTS,
        bottom * _POINTS,
        round(median(word.height for word in line) * _POINTS, 1),
        False,
    )


def _or_unreadable(word: Word, right_to_left: bool) -> Word:
    if word.has_figure and word.confidence < FIGURE_CONFIDENCE:
        return replace(word, text=UNREADABLE[right_to_left])
    return word


def _merged(texts: Sequence[tuple[float, Block]], tables: list[tuple[float, Block]]) -> Iterator[Block]:
    """Tables among the texts, before the first text that stands lower."""
    left = list(tables)
    for top, block in texts:
        while left and left[0][0] < top:
            yield left.pop(0)[1]
        yield block
    yield from (block for _, block in left)
