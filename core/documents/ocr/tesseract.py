"""OCR by the tesseract program, in French and Arabic."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.documents.base import Block
from core.documents.ocr.grids import grids_of
from core.documents.ocr.imaging import grey_image, open_image, straight
from core.documents.ocr.page import page_blocks
from core.documents.ocr.picture_tables import is_picture_of_tables, read_table
from core.documents.ocr.program import Deadline, Tesseract
from core.documents.ocr.rules import rules_of

VERSION = 1
"""Counts up whenever the same picture would give other blocks."""
_SMALLEST = 24
"""Pixels: what is narrower or lower holds no table."""


@dataclass(frozen=True)
class TesseractOcr:
    """Reads pictures with an installed tesseract. Plain data: a worker process can be handed one.

    `seconds` is the time for one picture. Each run of the program is ended with it, or when the caller is.
    """

    program: Tesseract
    seconds: float = 90.0

    @property
    def name(self) -> str:
        """Engine, version and languages; see `Ocr`."""
        return f"tesseract/{self.program.version}/{'+'.join(self.program.languages)}/{VERSION}"

    def read(self, image: bytes, whole_page: bool) -> Sequence[Block]:
        """The blocks of one picture; see `Ocr`.

        Raises:
            DocumentError: `corrupt`, `too-large`, `timeout`, `ocr-failed`.
        """
        deadline = Deadline.after(self.seconds)
        opened = open_image(image)
        if min(opened.size) < _SMALLEST:
            return ()
        grey = grey_image(opened)
        if whole_page:
            return page_blocks(straight(grey), self.program, deadline)
        return self._tables(np.asarray(grey), deadline)

    def _tables(self, grey: np.ndarray[tuple[int, int], np.dtype[np.uint8]], deadline: Deadline) -> Sequence[Block]:
        rules = rules_of(grey)
        if rules is None:
            return ()
        height, width = grey.shape
        grids = grids_of(rules, width, height, framed=True)
        if not is_picture_of_tables(grids, rules):
            return ()
        tables = [read_table(grey, grid, self.program, deadline) for grid in grids]
        # Half a picture would pass for the whole of it.
        if any(table is None for table in tables):
            return ()
        return tuple(block for table in tables if table is not None for block in table.blocks)
