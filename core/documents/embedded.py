"""Pictures inside a zipped document: which of them may say something, and which only adorn it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import PurePosixPath

from core.documents.base import Picture
from core.documents.zip_parts import ZipParts, read_part

CM_PER_EMU = 1 / 360_000
"""Office Open XML counts lengths in EMU."""
_READABLE = frozenset({".png", ".jpg", ".jpeg", ".jfif", ".gif", ".tif", ".tiff", ".bmp", ".webp"})
_OFTEN = 3
_LINE_CM, _LOGO_CM = 0.7, (3.0, 5.0)
"""Thinner than the first is a ruling line; within the second (smaller side, larger side) stand icons and the logos of
covers: a table that small nobody could read."""


class Pictures:
    """The pictures of one document. `uses` names the part of every picture shown, as often as it is shown."""

    def __init__(self, parts: ZipParts, uses: Iterable[str]) -> None:
        self._parts = parts
        counts = Counter(parts.identity(name) for name in uses if parts.has(name))
        self._often = {identity for identity, count in counts.items() if count >= _OFTEN}
        self._drawings: Counter[str] = Counter()

    def picture(
        self, name: str, size_cm: tuple[float, float] | None, page: int | None = None, section: str = ""
    ) -> Picture | None:
        """The picture in the part `name`, or None for an ornament and for what OCR can't read.

        Args:
            size_cm: width and height as shown, where they are known.
        """
        if not self._parts.has(name) or self._parts.identity(name) in self._often or _is_ornament(size_cm):
            return None
        if not self.is_readable(name):
            self._drawings[_where(page, section)] += 1
            return None
        load: Callable[[], bytes] = partial(read_part, self._parts.path, name)
        return Picture(load, page, False, section)

    def is_readable(self, name: str) -> bool:
        """Whether the part `name` is there, in a format that OCR can read."""
        return self._parts.has(name) and PurePosixPath(name).suffix.lower() in _READABLE

    def notes(self) -> Iterator[str]:
        """For the report: drawings in formats that only office programs read (EMF, WMF, SVG)."""
        for where, count in self._drawings.items():
            yield f"{count} drawing{'s' if count > 1 else ''} (EMF, WMF, SVG, …) not read: {where}"


def _is_ornament(size_cm: tuple[float, float] | None) -> bool:
    if size_cm is None or min(size_cm) <= 0:
        return False
    small, large = sorted(size_cm)
    return small < _LINE_CM or (small < _LOGO_CM[0] and large < _LOGO_CM[1])


def _where(page: int | None, section: str) -> str:
    if page is not None:
        return f"page {page}"
    return f"in section « {section} »" if section else "before the first section"
