"""The tesseract program: which version and languages are there, and the words that it sees in images.

It is started directly, images go in and words come out through pipes: pytesseract writes files that a killed process
leaves behind, and starts the program once an image, where most of the time of a table's cells would go.
"""

import csv
import io
import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from core.documents.ocr.words import Word
from core.documents.text import clean
from core.errors import DocumentError, MissingPackageError

FRENCH, ARABIC = "fra", "ara"
INSTALL_HINT = "install tesseract with French and Arabic: tesseract-ocr, tesseract-ocr-fra, tesseract-ocr-ara"
DPI = 300
"""What images are enlarged to before they are read."""
PAGE, PAGE_TURNED, BLOCK, LINE, SPARSE = 3, 0, 6, 7, 11
"""Tesseract's page modes: find columns and lines; only say how a page is turned; one block of text; one line; words
anywhere."""
_STARTUP_TIMEOUT_S = 20.0


@dataclass(frozen=True)
class Deadline:
    """Until when (monotonic seconds) one picture may be worked on."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        return cls(time.monotonic() + seconds)

    def left(self) -> float:
        return max(0.1, self.at - time.monotonic())


@dataclass(frozen=True)
class Tesseract:
    """An installed tesseract. Plain data, so that a worker process can be handed one."""

    path: str
    version: str
    languages: tuple[str, ...]

    @classmethod
    def find(cls) -> "Tesseract":
        """The one on PATH.

        Raises:
            MissingPackageError: there is none, it doesn't run, or it knows neither French nor Arabic.
        """
        path = shutil.which("tesseract")
        if path is None:
            raise MissingPackageError("the tesseract program isn't on PATH", INSTALL_HINT)
        version = re.search(r"tesseract v?(\S+)", _said(path, "--version"))
        known = set(_said(path, "--list-langs").split())
        languages = tuple(name for name in (FRENCH, ARABIC) if name in known)
        if version is None or not languages:
            raise MissingPackageError(f"{path} has no data for French and Arabic", INSTALL_HINT)
        return cls(str(Path(path).resolve()), version.group(1), languages)

    def words(self, images: Sequence[Image.Image], language: str, mode: int, deadline: Deadline) -> list[list[Word]]:
        """The words of each image (greyscale, dark on light) in one language, in tesseract's reading order.

        Raises:
            DocumentError: `timeout`, or `ocr-failed` with what the program said.
        """
        if not images or language not in self.languages:
            return [[] for _ in images]
        output = self._run(_as_tiff(images), language, mode, deadline, "tsv")
        pages: list[list[Word]] = [[] for _ in images]
        for row in csv.DictReader(io.StringIO(output), delimiter="\t", quoting=csv.QUOTE_NONE):
            text = clean(row["text"] or "")
            if row["level"] == "5" and text:
                pages[int(row["page_num"]) - 1].append(_word(text, row))
        return pages

    def quarter_turns(self, image: Image.Image, deadline: Deadline) -> int:
        """How many quarter turns clockwise set a page upright; 0 where tesseract can't tell."""
        try:
            said = self._run(_as_tiff([image]), "osd", PAGE_TURNED, deadline)
        except DocumentError as error:
            if error.reason == "timeout":
                raise
            return 0  # too few letters to tell
        turn = re.search(r"Rotate: (\d+)", said)
        sure = re.search(r"Orientation confidence: ([\d.]+)", said)
        return int(turn.group(1)) // 90 if turn and sure and float(sure.group(1)) > 1 else 0

    def _run(self, image: bytes, language: str, mode: int, deadline: Deadline, *outputs: str) -> str:
        command = [self.path, "stdin", "stdout", "-l", language, "--psm", str(mode), "--dpi", str(DPI), *outputs]
        try:
            done = subprocess.run(
                command, input=image, capture_output=True, timeout=deadline.left(), env=_environment(), check=False
            )
        except subprocess.TimeoutExpired as error:
            raise DocumentError(
                "timeout", "its text takes too long to recognise", "make the picture smaller"
            ) from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise DocumentError("ocr-failed", f"tesseract: {said[-1] if said else done.returncode}", INSTALL_HINT)
        return done.stdout.decode("utf-8", "replace")


def _environment() -> dict[str, str]:
    # Documents are read in several processes at once: more threads in each only get in each other's way.
    return {**os.environ, "OMP_THREAD_LIMIT": "1"}


def _said(path: str, argument: str) -> str:
    try:
        done = subprocess.run([path, argument], capture_output=True, timeout=_STARTUP_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MissingPackageError(f"{path} doesn't run: {error}", INSTALL_HINT) from error
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def _as_tiff(images: Sequence[Image.Image]) -> bytes:
    """All images as the pages of one TIFF."""
    held = io.BytesIO()
    images[0].save(held, "TIFF", save_all=True, append_images=images[1:], dpi=(DPI, DPI))
    return held.getvalue()


def _word(text: str, row: dict[str, str]) -> Word:
    left, top = int(row["left"]), int(row["top"])
    right, bottom = left + int(row["width"]), top + int(row["height"])
    line = (int(row["block_num"]), int(row["par_num"]), int(row["line_num"]))
    return Word(text, float(row["conf"]), left, top, right, bottom, line)
