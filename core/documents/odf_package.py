"""Opening an OpenDocument file: its parts, its namespaces, and what is wrong with those that can't be opened."""

import posixpath
import re
from datetime import date
from pathlib import Path

from lxml import etree

from core.documents.zip_limits import ENCRYPTED_HINT
from core.documents.zip_parts import ZipParts, corrupt, day_of
from core.errors import DocumentError

_ODF = "{urn:oasis:names:tc:opendocument:xmlns:"
OFFICE = _ODF + "office:1.0}"
TEXT = _ODF + "text:1.0}"
TABLE = _ODF + "table:1.0}"
DRAW = _ODF + "drawing:1.0}"
STYLE = _ODF + "style:1.0}"
PRESENTATION = _ODF + "presentation:1.0}"
SVG = _ODF + "svg-compatible:1.0}"
FO = _ODF + "xsl-fo-compatible:1.0}"
_MANIFEST = _ODF + "manifest:1.0}"
_META = _ODF + "meta:1.0}"
XLINK = "{http://www.w3.org/1999/xlink}"
_DC = "{http://purl.org/dc/elements/1.1/}"

_LENGTH = re.compile(r"^(-?\d*\.?\d+)(cm|mm|in|pt|pc|px)$")
_CM = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6, "px": 2.54 / 96}


class OdfPackage(ZipParts):
    """An open .odt, .odp, .ods or a template of one. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        try:
            manifest = self.part("META-INF/manifest.xml")
            if manifest is not None and next(manifest.iter(_MANIFEST + "encryption-data"), None) is not None:
                raise DocumentError("encrypted", "protected by a password", ENCRYPTED_HINT)
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def body(self, kind: str) -> tuple[etree._Element, etree._Element]:
        """The root of the content and its body: `kind` is text, presentation or spreadsheet."""
        root = self.part("content.xml")
        body = root.find(f"{OFFICE}body/{OFFICE}{kind}") if root is not None else None
        if root is None or body is None:
            raise corrupt(f"no {kind} in the file")
        return root, body

    def modified(self) -> date | None:
        """The day on which it was last saved, by its own properties."""
        properties = self.part("meta.xml")
        if properties is None:
            return None
        stamps = (properties.findtext(f".//{name}") for name in (_DC + "date", _META + "creation-date"))
        return next((day for stamp in stamps if (day := day_of(stamp)) is not None), None)


def part_name(reference: str | None) -> str | None:
    """The part that an `xlink:href` names; None for what lies outside the file."""
    if not reference or ":" in reference or reference.startswith(("/", "../", "#")):
        return None
    return posixpath.normpath(reference)


def length_cm(length: str | None) -> float | None:
    """A length such as `2.5cm` or `1in` in centimetres; None where it is none."""
    found = _LENGTH.match(length or "")
    return float(found.group(1)) * _CM[found.group(2)] if found else None
