"""Opening a spreadsheet's zip: made safe for the library that reads it, and what that library doesn't say."""

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from core.documents.base import Paragraph, Picture
from core.documents.docx_package import Package, R
from core.documents.embedded import Pictures
from core.documents.sheets import cell_text, refuse_extracts
from core.documents.text import clean, says_something
from core.documents.zip_parts import corrupt
from core.errors import DocumentError

_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}sheet"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SHAPE = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}sp"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_FORMULA_WITHOUT_VALUE = re.compile(rb"(?:</f>|<f[^>]*/>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")


_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})\"")
_MOST_PLACES = 500_000
"""Places of one sheet for which the library makes an object: cells without a value, and every place that is merged."""


class Workbook(Package):
    """An open .xlsx. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def inspected(self) -> list[str]:
        """Notes on what the sheets lack, seen before a library spends time and memory on them.

        Raises:
            DocumentError: too-large.
        """
        cells = formulas = 0
        for name, part in self._sheet_parts().items():
            data = self.data(part) if self.has(part) else b""
            cells += data.count(b"<v>") + data.count(b"<is>")
            refuse_extracts(cells)
            places = data.count(b"<c ") + sum(_area(found.group(1).decode()) for found in _MERGED.finditer(data))
            if places > _MOST_PLACES:
                raise DocumentError(
                    "too-large",
                    f"sheet « {name} » holds {places} empty or merged cells",
                    "unmerge cells that reach to the edge of the sheet, delete empty rows and columns",
                )
            formulas += len(_FORMULA_WITHOUT_VALUE.findall(data))
        if not formulas:
            return []
        return [f"{formulas} formula{'s' if formulas > 1 else ''} without a value: open the file in a spreadsheet "
                "program and save it"]  # fmt: skip

    def title(self) -> str:
        """What its properties say, or ''."""
        name = self._relation("", "/core-properties")
        properties = self.part(name) if name else None
        return clean(properties.findtext(_TITLE) or "") if properties is not None else ""

    def drawings(self) -> tuple[Mapping[str, list[Paragraph | Picture]], list[str]]:
        """Text boxes and pictures by the name of their sheet, in the order in which they were drawn; and notes."""
        drawn = {}
        for sheet, part in self._sheet_parts().items():
            name = self._relation(part, "/drawing")
            root = self.part(name) if name else None
            if name and root is not None:
                drawn[sheet] = root, {relation.id: relation.name for relation in self._relations(name)}
        uses = [target for _, targets in drawn.values() for target in targets.values()]
        pictures = Pictures(self, uses)
        found = {sheet: list(_drawn(root, targets, sheet, pictures)) for sheet, (root, targets) in drawn.items()}
        return found, list(pictures.notes())

    def _sheet_parts(self) -> Mapping[str, str]:
        """The part of every sheet, by the sheet's name."""
        parts = {relation.id: relation.name for relation in self._relations(self.main_name)}
        sheets = [(sheet.get("name", ""), parts.get(sheet.get(R + "id", ""))) for sheet in self.main().iter(_SHEET)]
        if not any(part for _, part in sheets):
            raise corrupt("no sheet in the file")
        return {name: part for name, part in sheets if part}


def _area(reference: str) -> int:
    from openpyxl.utils import range_boundaries  # see `xlsx.py`

    left, top, right, bottom = range_boundaries(reference)
    return ((right or 0) - (left or 0) + 1) * ((bottom or 0) - (top or 0) + 1)


def _drawn(
    root: etree._Element, targets: Mapping[str, str], sheet: str, pictures: Pictures
) -> Iterator[Paragraph | Picture]:
    for element in root.iter(_SHAPE, f"{_A}blip"):
        if element.tag == _SHAPE:
            for paragraph in element.iter(f"{_A}p"):
                text = cell_text("".join(run.text or "" for run in paragraph.iter(f"{_A}t")))
                if says_something(text):
                    yield Paragraph(text, in_text_box=True)
            continue
        picture = pictures.picture(targets.get(element.get(R + "embed", ""), ""), None, None, sheet)
        if picture is not None:
            yield picture
