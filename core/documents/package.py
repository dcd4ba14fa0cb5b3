"""Documents that are a zip of XML parts (.docx, .xlsx, .ods, …), opened within limits: no bomb unpacks here."""

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Self

from lxml import etree

from core.documents.text import clean
from core.errors import DocumentError

OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How the container of the old formats begins; protected new ones are wrapped in it too."""
ENCRYPTED_HINT = "open it with its password and save a copy without one"

_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_OFFICE_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PART_LIMIT = 64 * 1024 * 1024
"""Bytes of one part unpacked. A long document has a few; more is a file made to fill the memory."""
_TOTAL_LIMIT = 512 * 1024 * 1024
"""Bytes of all parts unpacked, pictures too."""
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""All that the formats allow; what damaged data of the others raises depends on how Python was built."""
_ENTITY = "<!ENTITY"


@dataclass(frozen=True)
class Relation:
    """What one part says of another. `target` is the other's name in the zip, or an address where `external`."""

    key: str
    kind: str
    target: str
    external: bool


class Package:
    """An open document. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def __init__(self, path: Path) -> None:
        _refuse_other_formats(path)
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise corrupt(str(error)) from error
        total = sum(info.file_size for info in self._zip.infolist())
        if total > _TOTAL_LIMIT:
            self._zip.close()
            raise _too_large("the document", total)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    @property
    def names(self) -> tuple[str, ...]:
        """Of all parts."""
        return tuple(self._zip.namelist())

    def data(self, name: str) -> bytes | None:
        """A part unpacked, or None where there is none of this name."""
        try:
            info = self._zip.getinfo(name)
            if info.file_size > _PART_LIMIT:
                raise _too_large(name, info.file_size)
            if info.compress_type not in _COMPRESSIONS:
                raise corrupt(f"{name} is packed in a way that no office program uses")
            return self._zip.read(info)
        except KeyError:
            return None
        except RuntimeError as error:  # zipfile's word for a part behind a password
            raise DocumentError("encrypted", str(error), ENCRYPTED_HINT) from error
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise corrupt(f"{name}: {error}") from error

    def xml(self, name: str) -> etree._Element | None:
        """A part as XML, or None where there is none of this name. Entities stay unresolved."""
        data = self.data(name)
        if data is None:
            return None
        try:
            # A document has no entities, an attack has.
            return etree.fromstring(
                data, etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
            )
        except etree.XMLSyntaxError as error:
            raise corrupt(f"{name}: {error}") from error

    def relations(self, source: str) -> Iterator[Relation]:
        """What `source` ('' for the package) relates to. Targets are written relative to the source's folder."""
        folder, name = posixpath.split(source)
        relations = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        for relation in relations.iter(f"{_RELATIONS}Relationship") if relations is not None else ():
            target = relation.get("Target", "")
            external = relation.get("TargetMode") == "External"
            if not external:
                target = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            yield Relation(relation.get("Id", ""), relation.get("Type", ""), target, external)

    def relation(self, source: str, kind: str) -> str | None:
        """The first part that `source` relates to by a kind that ends like this (`/styles`)."""
        return next((one.target for one in self.relations(source) if one.kind.endswith(kind)), None)

    def refuse_attacks(self) -> None:
        """For libraries that open the file themselves: every XML part is within the limit and declares no entity.

        Raises:
            DocumentError: corrupt, too-large.
        """
        marks = [_ENTITY.encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be")]
        for name in self.names:
            if name.endswith((".xml", ".rels", ".vml")):
                data = self.data(name) or b""
                if any(mark in data for mark in marks):
                    raise DocumentError(
                        "corrupt",
                        f"{name} declares entities, as no office program does",
                        "don't open it: ask its sender",
                    )

    def properties(self) -> tuple[str, date | None]:
        """The title and the day of the last change that the file's own properties give; '' and None without."""
        name = self.relation("", "/core-properties")
        core = self.xml(name) if name else None
        if core is None:
            return "", None
        title = core.findtext("{http://purl.org/dc/elements/1.1/}title") or ""
        return clean(title), day_of(core.findtext("{http://purl.org/dc/terms/}modified") or "")


def day_of(written: str) -> date | None:
    """The day of a date as files write it (`2026-01-31T09:00:00Z`), or None."""
    try:
        return date.fromisoformat(written.strip()[:10])
    except ValueError:
        return None


def relation_id(element: etree._Element, name: str = "id") -> str:
    """The key of the relation that an element names (`r:id`, `r:embed`)."""
    return element.get(f"{{{_OFFICE_RELATIONS}}}{name}", "")


def corrupt(message: str) -> DocumentError:
    """The error for a file that is damaged."""
    return DocumentError(
        "corrupt", message, "open it in the program that made it, let it repair the file, save it again"
    )


def _too_large(what: str, size: int) -> DocumentError:
    return DocumentError("too-large", f"{what} unpacks to {size} bytes", "split the document")


def _refuse_other_formats(path: Path) -> None:
    with path.open("rb") as file:
        start = file.read(8)
        if start != OLE_MAGIC:
            return
        # Office wraps a protected document in the container of the old formats.
        if "EncryptedPackage".encode("utf-16-le") in start + file.read(_PART_LIMIT):
            raise DocumentError("encrypted", "protected by a password", ENCRYPTED_HINT)
    raise DocumentError("corrupt", "a document of the old formats under another name", "save it in today's format")
