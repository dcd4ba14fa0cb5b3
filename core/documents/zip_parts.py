"""The parts of a zipped document, whatever its format: XML parsed safely, pictures as bytes, faults as reasons."""

import zipfile
import zlib
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from lxml import etree

from core.documents.zip_limits import ENCRYPTED_HINT, XML_LIMIT, check_zip
from core.errors import DocumentError

_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOOKED_THROUGH = 64 * 1024 * 1024
"""Bytes of a file in the container of the old formats that are searched for the mark of an encrypted one."""
_ENTITY = "<!ENTITY"
_FIRST_YEAR = 1990
_CORRUPT_HINT = "open it in its program, let it repair the file, save it again"


class ZipParts:
    """An open zipped document. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def __init__(self, path: Path) -> None:
        refuse_old_formats(path)
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise corrupt(str(error)) from error
        try:
            check_zip(self._zip)
        except DocumentError:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def refuse_entities(self) -> None:
        """Refuse a document of which any XML part declares entities; for those that another library parses.

        Raises:
            DocumentError: corrupt.
        """
        # Anywhere in the part, as comments may stand before; no document may hold these letters elsewhere.
        marks = [_ENTITY.encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be")]
        for name in self._zip.namelist():
            if name.lower().endswith((".xml", ".rels", ".vml")):
                data = _read(self._zip, name)
                if any(mark in data for mark in marks):
                    raise corrupt(f"{name} declares entities")

    def has(self, name: str) -> bool:
        """Whether there is a part of that name."""
        return name in self._zip.NameToInfo

    def identity(self, name: str) -> tuple[int, int]:
        """The same for parts of the same content, for practical purposes; unpacks nothing. KeyError if missing."""
        entry = self._zip.getinfo(name)
        return entry.CRC, entry.file_size

    def data(self, name: str) -> bytes:
        """A part as it is.

        Raises:
            DocumentError: corrupt where there is none of that name.
        """
        return _read(self._zip, name)

    def part(self, name: str) -> etree._Element | None:
        """An XML part, parsed; None where there is none of that name."""
        if not self.has(name):
            return None
        if self._zip.getinfo(name).file_size > XML_LIMIT:
            raise DocumentError("too-large", f"{name} is too large to be parsed", "split the document")
        return parse_xml(_read(self._zip, name), name)


def read_part(path: Path, name: str) -> bytes:
    """One part of a document, opened for it alone: what a `Picture` loads when it is wanted.

    Raises:
        DocumentError: as `ZipParts`; corrupt where the part isn't there.
    """
    with ZipParts(path) as parts:
        return _read(parts._zip, name)


def parse_xml(data: bytes, name: str) -> etree._Element:
    """The root of a part. Entities stay unresolved, and a part that declares any is refused: only attacks do.

    Raises:
        DocumentError: corrupt.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise corrupt(f"{name}: {error}") from error
    declared: Any = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):
        raise corrupt(f"{name} declares entities")
    return root


def day_of(stamp: str | None) -> date | None:
    """The day of a time stamp such as `2026-03-05T10:00:00Z`; None for what is none or can't be true."""
    try:
        day = date.fromisoformat((stamp or "").strip()[:10])
    except ValueError:
        return None
    return day if day.year >= _FIRST_YEAR else None


def corrupt(message: str) -> DocumentError:
    """The error for a part that can't be what it should be."""
    return DocumentError("corrupt", message, _CORRUPT_HINT)


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return archive.read(name)
    except KeyError as error:
        raise corrupt(f"no {name} in the file") from error
    except RuntimeError as error:  # zipfile's word for a part behind a password
        raise DocumentError("encrypted", str(error), ENCRYPTED_HINT) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise corrupt(f"{name}: {error}") from error


def refuse_old_formats(path: Path) -> None:
    """Refuse files in the container of the old binary formats: those protected by a password, and old ones.

    Raises:
        DocumentError: encrypted, corrupt.
    """
    with path.open("rb") as file:
        start = file.read(8)
        if start != _OLE_MAGIC:
            return
        # Office programs wrap a protected document in the container of the old formats.
        if "EncryptedPackage".encode("utf-16-le") in start + file.read(_LOOKED_THROUGH):
            raise DocumentError("encrypted", "protected by a password", ENCRYPTED_HINT)
    raise DocumentError("corrupt", "a file of an old format under a new name", "save it in the new format")
