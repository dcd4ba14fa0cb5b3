"""Word-processing documents (.docx and its kin), read in the order of the page, tracked changes as accepted."""

from collections.abc import Sequence
from pathlib import Path

from core.documents.base import Paragraph, Parsed
from core.documents.docx_drawings import Drawings
from core.documents.docx_notes import Notes
from core.documents.docx_package import Package, W
from core.documents.docx_styles import Numbering, Styles
from core.documents.docx_walk import Walk
from core.documents.headings import settle
from core.documents.titles import cover_title
from core.errors import DocumentError


class DocxReader:
    """Reads .docx, with macros or as a template too. Headers, footers, comments and deleted text are left out."""

    suffixes: Sequence[str] = (".docx", ".docm", ".dotx", ".dotm")
    version = 3

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        with Package(path) as package:
            body = package.main().find(W + "body")
            if body is None:
                raise DocumentError("corrupt", "the document has no body", "save it again in a word processor")
            styles = Styles(package.related("styles"))
            notes = Notes({kind: package.related(f"{kind}s") for kind in ("footnote", "endnote")}, styles)
            walk = Walk(styles, Numbering(package.related("numbering")), notes, Drawings(package, body))
            found = list(walk.blocks(body))
            dated = package.modified()
        if not found:
            raise DocumentError("no-text", "no text in the document", "if it holds scanned pages, it needs OCR")
        boxes = [block.text for block in found if isinstance(block, Paragraph) and block.in_text_box]
        title = walk.title or cover_title(walk.cover or boxes)
        return Parsed(tuple(settle(found)), title, None, tuple(walk.notes()), dated)
