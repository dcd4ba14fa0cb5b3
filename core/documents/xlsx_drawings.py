"""What lies over the cells of a spreadsheet: pictures and text boxes, by the name of their sheet."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from lxml import etree

from core.documents.base import Paragraph, Picture
from core.documents.package import Package, relation_id
from core.documents.sheets import cell_text
from core.documents.text import says_something

_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}sheet"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SHAPE = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}sp"
_READABLE = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp")


def drawings_of(package: Package, path: Path) -> Mapping[str, list[Paragraph | Picture]]:
    """Text boxes and pictures of every sheet, in the order in which they were drawn."""
    main = package.relation("", "/officeDocument") or "xl/workbook.xml"
    workbook = package.xml(main)
    parts = {relation.key: relation.target for relation in package.relations(main)}
    found: dict[str, list[Paragraph | Picture]] = {}
    for sheet in workbook.iter(_SHEET) if workbook is not None else ():
        name, part = sheet.get("name", ""), parts.get(relation_id(sheet))
        drawing = package.relation(part, "/drawing") if part else None
        root = package.xml(drawing) if drawing else None
        if drawing and root is not None:
            targets = {relation.key: relation.target for relation in package.relations(drawing)}
            found[name] = list(_drawn(root, targets, name, path))
    return found


def _drawn(root: etree._Element, targets: Mapping[str, str], sheet: str, path: Path) -> Iterator[Paragraph | Picture]:
    for element in root.iter(_SHAPE, f"{_A}blip"):
        if element.tag == _SHAPE:
            for paragraph in element.iter(f"{_A}p"):
                text = cell_text("".join(run.text or "" for run in paragraph.iter(f"{_A}t")))
                if says_something(text):
                    yield Paragraph(text, in_text_box=True)
            continue
        target = targets.get(relation_id(element, "embed"), "")
        if target.lower().endswith(_READABLE):
            yield Picture(_loader(path, target), section=sheet)


def _loader(path: Path, part: str) -> Callable[[], bytes]:
    def load() -> bytes:
        with Package(path) as package:
            return package.data(part) or b""

    return load
