"""OpenDocument texts (.odt), read in the order of the page, tracked changes as accepted."""

from collections.abc import Sequence
from pathlib import Path

from core.documents.base import Parsed
from core.documents.headings import settle
from core.documents.odf import OdfWalk
from core.documents.odf_package import OdfPackage
from core.documents.odf_styles import OdfStyles
from core.documents.titles import cover_title
from core.errors import DocumentError


class OdtReader:
    """Reads .odt and its templates. Headers, footers, comments, contents and deleted text are left out."""

    suffixes: Sequence[str] = (".odt", ".ott")
    version = 2

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        with OdfPackage(path) as package:
            root, body = package.body("text")
            walk = OdfWalk(package, OdfStyles(root, package.part("styles.xml")), body)
            found = list(walk.blocks(body))
            dated = package.modified()
        if not found:
            raise DocumentError("no-text", "no text in the document", "if it holds scanned pages, it needs OCR")
        title = walk.title or cover_title(walk.cover)
        return Parsed(tuple(settle(found)), title, None, tuple(walk.pictures.notes()), dated)
