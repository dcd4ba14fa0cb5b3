"""Opening a spreadsheet's zip: made safe for the library that reads it, and what that library doesn't say."""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping

from lxml import etree

from core.documents.base import Paragraph, Picture
from core.documents.docx_package import Package, R
from core.documents.embedded import Pictures
from core.documents.sheets import cell_text, refuse_extracts
from core.documents.text import clean, says_something
from core.documents.zip_parts import ENCRYPTED_HINT, corrupt
from core.errors import DocumentError

_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}sheet"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SHAPE = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}sp"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_ENTITY = "<!ENTITY"
_FORMULA_WITHOUT_VALUE = re.compile(rb"(?:</f>|<f[^>]*/>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")


class Workbook(Package):
    """An open .xlsx. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def refuse_attacks(self) -> None:
        """Before a library parses the parts: none of them declares an entity.

        Raises:
            DocumentError: corrupt, too-large.
        """
        marks = [_ENTITY.encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be")]
        for name in self._zip.namelist():
            if name.lower().endswith((".xml", ".rels", ".vml")):
                data = self._data(name)
                if any(mark in data for mark in marks):
                    raise corrupt(f"{name} declares entities")

    def inspected(self) -> list[str]:
        """Notes on what the sheets lack, seen before a library spends time and memory on them.

        Raises:
            DocumentError: too-large.
        """
        cells = formulas = 0
        for part in self._sheet_parts().values():
            data = self._data(part) if self.has(part) else b""
            cells += data.count(b"<v>") + data.count(b"<is>")
            refuse_extracts(cells)
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
        return {name: part for name, part in sheets if part}

    def _data(self, name: str) -> bytes:
        try:
            return self._zip.read(name)
        except RuntimeError as error:  # zipfile's word for a part behind a password
            raise DocumentError("encrypted", str(error), ENCRYPTED_HINT) from error
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise corrupt(f"{name}: {error}") from error


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
