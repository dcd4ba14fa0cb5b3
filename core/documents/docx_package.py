"""Opening a word-processing file: its zip, its parts, and what is wrong with those that can't be opened."""

import posixpath
import zipfile
import zlib
from pathlib import Path
from types import TracebackType

from lxml import etree

from core.errors import DocumentError

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PART_LIMIT = 64 * 1024 * 1024
"""Bytes of one part unpacked. A long document has a few; more is a file made to fill the memory."""

_ENCRYPTED_HINT = "open it with its password and save a copy without one"
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""All that the format allows; what damaged data of the others raises depends on how Python was built."""


class Package:
    """An open .docx. Use as a context manager.

    Raises:
        DocumentError: encrypted, corrupt, too-large.
    """

    def __init__(self, path: Path) -> None:
        _refuse_other_formats(path)
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise _corrupt(str(error)) from error
        try:
            self.main_name = self._relation("", "/officeDocument") or "word/document.xml"
        except DocumentError:
            self._zip.close()
            raise

    def __enter__(self) -> "Package":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def main(self) -> etree._Element:
        """The document itself."""
        root = self._part(self.main_name)
        if root is None:
            raise _corrupt(f"no {self.main_name} in the file")
        return root

    def related(self, kind: str) -> etree._Element | None:
        """The part that the document names for `kind` (`styles`, `numbering`), or None."""
        name = self._relation(self.main_name, f"/{kind}")
        return self._part(name) if name else None

    def _part(self, name: str) -> etree._Element | None:
        try:
            info = self._zip.getinfo(name)
            if info.file_size > _PART_LIMIT:
                raise DocumentError("too-large", f"{name} unpacks to {info.file_size} bytes", "split the document")
            if info.compress_type not in _COMPRESSIONS:
                raise _corrupt(f"{name} is packed in a way that no word processor uses")
            data = self._zip.read(info)
        except KeyError:
            return None
        except RuntimeError as error:  # zipfile's word for a part behind a password
            raise DocumentError("encrypted", str(error), _ENCRYPTED_HINT) from error
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise _corrupt(f"{name}: {error}") from error
        try:
            # Entities stay unresolved: a document has none, an attack has.
            return etree.fromstring(
                data, etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
            )
        except etree.XMLSyntaxError as error:
            raise _corrupt(f"{name}: {error}") from error

    def _relation(self, source: str, kind: str) -> str | None:
        """The part that `source` relates to by `kind`. Word writes targets relative to the source's folder."""
        folder, name = posixpath.split(source)
        relations = self._part(posixpath.join(folder, "_rels", f"{name}.rels"))
        if relations is None:
            return None
        for relation in relations.iter(f"{_RELATIONS}Relationship"):
            if relation.get("Type", "").endswith(kind):
                target = relation.get("Target", "")
                return target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        return None


def _corrupt(message: str) -> DocumentError:
    return DocumentError("corrupt", message, "open it in a word processor, let it repair the file, save it again")


def _refuse_other_formats(path: Path) -> None:
    with path.open("rb") as file:
        start = file.read(8)
        if start != _OLE_MAGIC:
            return
        # Word wraps a protected .docx in the container of the old formats.
        if "EncryptedPackage".encode("utf-16-le") in start + file.read(_PART_LIMIT):
            raise DocumentError("encrypted", "protected by a password", _ENCRYPTED_HINT)
    raise DocumentError("corrupt", "an old .doc under another name", "save it as .docx")
