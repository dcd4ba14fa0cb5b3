"""Opening an Office Open XML file: its main part, what that relates to, and its properties."""

import posixpath
from datetime import date
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from core.documents.zip_parts import ZipParts, corrupt, day_of

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_MODIFIED = "{http://purl.org/dc/terms/}modified"


class _Relation(NamedTuple):
    id: str
    type: str
    name: str


class Package(ZipParts):
    """An open .docx. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        try:
            self.main_name = self._relation("", "/officeDocument") or "word/document.xml"
            self._own = self._relations(self.main_name)
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def main(self) -> etree._Element:
        """The document itself."""
        root = self.part(self.main_name)
        if root is None:
            raise corrupt(f"no {self.main_name} in the file")
        return root

    def related(self, kind: str) -> etree._Element | None:
        """The part that the document names for `kind` (`styles`, `numbering`), or None."""
        name = self._relation(self.main_name, f"/{kind}")
        return self.part(name) if name else None

    def target(self, relation_id: str | None) -> str | None:
        """The name of the part that the document relates to by this id; None where the file doesn't hold it."""
        found = next((one.name for one in self._own if one.id == relation_id), None)
        return found if found is not None and self.has(found) else None

    def modified(self) -> date | None:
        """The day on which it was last saved, by its own properties."""
        name = self._relation("", "/core-properties")
        properties = self.part(name) if name else None
        return day_of(properties.findtext(_MODIFIED)) if properties is not None else None

    def _relation(self, source: str, kind: str) -> str | None:
        return next((one.name for one in self._relations(source) if one.type.endswith(kind)), None)

    def _relations(self, source: str) -> list[_Relation]:
        """What `source` relates to in the file itself. Word writes targets relative to the source's folder."""
        folder, name = posixpath.split(source)
        relations = self.part(posixpath.join(folder, "_rels", f"{name}.rels"))
        found = []
        for relation in relations.iter(f"{_RELATIONS}Relationship") if relations is not None else ():
            target = relation.get("Target", "")
            if relation.get("TargetMode") != "External":
                whole = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
                found.append(_Relation(relation.get("Id", ""), relation.get("Type", ""), whole))
        return found
