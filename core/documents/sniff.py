"""What a file really is, by how it begins: an old suffix often stands on something else."""

import io
import zipfile
from pathlib import Path

import olefile

from core.documents.zip_limits import ENCRYPTED_HINT
from core.errors import DocumentError

_START_BYTES = 64 * 1024
_RTF, _ZIP, _PDF = b"{\\rtf", b"PK\x03\x04", b"%PDF"
_OLD_EXCEL = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00", b"\x09\x08\x08\x00")
"""Sheets of before 1995 lie bare, without the container."""
_OPEN_DOCUMENT = {
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.presentation": ".odp",
}
_OFFICE_FOLDERS = {"word/": ".docx", "xl/": ".xlsx", "ppt/": ".pptx"}
_STREAMS = {"WordDocument": ".doc", "Workbook": ".xls", "Book": ".xls", "PowerPoint Document": ".ppt"}
_WORD_FLAGS, _WORD_ENCRYPTED = 0x0A, 0x0100
_SHEET_ENCRYPTED = 0x002F
_SLIDES_ENCRYPTED = b"\xdf\xc4\xd1\xf3"


def real_suffix(path: Path) -> str:
    """The suffix that the content asks for (`.doc`, `.rtf`, `.html`, …); '' where nothing tells.

    Raises:
        DocumentError: encrypted, corrupt.
    """
    with path.open("rb") as file:
        start = file.read(_START_BYTES)
    if start.startswith(olefile.MAGIC):
        return _in_container(path)
    if start.startswith(_ZIP):
        return _in_zip(path)
    if start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_RTF):
        return ".rtf"
    if _PDF in start[:1024]:
        return ".pdf"
    if start.startswith(_OLD_EXCEL):
        return ".xls"
    return _as_text(start, path.suffix.lower())


def _as_text(start: bytes, suffix: str) -> str:
    if b"\x00" in start and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ""
    plain = start.replace(b"\x00", b"").lower().lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if b"<html" in plain or plain.startswith((b"<!doctype html", b"<table", b"<body", b"<meta")):
        return ".html"
    if plain.startswith(b"<?xml"):
        return ""  # XML of Word or Excel 2003: LibreOffice knows it
    return {".xls": ".csv", ".doc": ".txt"}.get(suffix, "")


def _in_zip(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                return _OPEN_DOCUMENT.get(archive.read("mimetype").decode("ascii", "replace").strip(), "")
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise DocumentError("corrupt", str(error), "open it in its program, save it again") from error
    return next((suffix for folder, suffix in _OFFICE_FOLDERS.items()
                 if any(name.startswith(folder) for name in names)), "")  # fmt: skip


def _in_container(path: Path) -> str:
    try:
        with olefile.OleFileIO(io.BytesIO(path.read_bytes())) as container:
            if container.exists("EncryptedPackage"):
                raise DocumentError("encrypted", "protected by a password", ENCRYPTED_HINT)
            for stream, suffix in _STREAMS.items():
                if container.exists(stream):
                    if _is_encrypted(container, stream, suffix):
                        raise DocumentError("encrypted", "protected by a password", ENCRYPTED_HINT)
                    return suffix
    except (OSError, ValueError, IndexError, TypeError) as error:  # OleFileError is an OSError
        raise DocumentError("corrupt", str(error), "open it in its program, let it repair the file") from error
    return ""


def _is_encrypted(container: "olefile.OleFileIO", stream: str, suffix: str) -> bool:
    if suffix == ".ppt":
        return container.exists("Current User") and _head(container, "Current User")[12:16] == _SLIDES_ENCRYPTED
    head = _head(container, stream)
    if suffix == ".doc":
        return bool(int.from_bytes(head[_WORD_FLAGS : _WORD_FLAGS + 2], "little") & _WORD_ENCRYPTED)
    place = 0
    while place + 4 <= len(head):  # records of a kind, a length and what it says
        kind, length = (int.from_bytes(head[at : at + 2], "little") for at in (place, place + 2))
        if kind == _SHEET_ENCRYPTED:
            return True
        place += 4 + length
    return False


def _head(container: "olefile.OleFileIO", stream: str) -> bytes:
    with container.openstream(stream) as opened:
        return bytes(opened.read(4096))
