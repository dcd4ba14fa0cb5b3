"""Opening a word-processing file: its parts."""

from pathlib import Path

from lxml import etree

from core.documents import package
from core.documents.package import corrupt
from core.errors import DocumentError

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


class Package(package.Package):
    """An open .docx. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        try:
            self.main_name = self.relation("", "/officeDocument") or "word/document.xml"
        except DocumentError:
            self._zip.close()
            raise

    def main(self) -> etree._Element:
        """The document itself."""
        root = self.xml(self.main_name)
        if root is None:
            raise corrupt(f"no {self.main_name} in the file")
        return root

    def related(self, kind: str) -> etree._Element | None:
        """The part that the document names for `kind` (`styles`, `numbering`), or None."""
        name = self.relation(self.main_name, f"/{kind}")
        return self.xml(name) if name else None
