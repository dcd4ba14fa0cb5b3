"""Whether a file that somebody hands in is what its name says, before it is kept anywhere."""

import zipfile
from pathlib import Path

from core.documents.sniff import real_suffix
from core.documents.zip_limits import check_zip
from core.errors import DocumentError

_START_BYTES = 64 * 1024
_ZIP = b"PK\x03\x04"
_PICTURES = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".tif": (b"II*\x00", b"MM\x00*"),
    ".tiff": (b"II*\x00", b"MM\x00*"),
}
_PACKED = {
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), ".docx"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xltm"), ".xlsx"),
    **dict.fromkeys((".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"), ".pptx"),
    **dict.fromkeys((".odt", ".ott"), ".odt"),
    **dict.fromkeys((".odp", ".otp"), ".odp"),
    ".ods": ".ods",
}
_TEMPLATES = frozenset({".ott", ".otp"})
"""Their type isn't told by what a document's is."""
_TEXTS = frozenset({".txt", ".md", ".markdown", ".csv", ".tsv", ".html", ".htm", ".xhtml"})
_NO_TEXT = (b"%PDF", _ZIP, b"MZ", b"\x7fELF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf", b"#!")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_HINT = "open it in its program and save it again under its right type"


def check_content(path: Path, suffix: str) -> None:
    """Look at how the file begins, and at what it would unpack to; it isn't read as a document yet.

    Args:
        suffix: what its name ends in, in small letters, one that a reader knows.

    Raises:
        DocumentError: empty, mismatch, encrypted, corrupt, too-large.
    """
    with path.open("rb") as file:
        start = file.read(_START_BYTES)
    if not start:
        raise DocumentError("empty", "the file is empty", "choose it again")
    if suffix in _PICTURES:
        fits = start.startswith(_PICTURES[suffix])
    elif suffix in _TEXTS:
        fits = not start.startswith(_NO_TEXT) and (b"\x00" not in start or start.startswith(_WIDE))
    elif suffix in _PACKED:
        fits = start.startswith(_ZIP) and _is_packed_as(path, suffix)
    elif suffix in (".pdf", ".rtf"):
        fits = real_suffix(path) == suffix
    else:  # formats of before 2007: their suffixes stand on many things, which the reader tells apart
        fits = real_suffix(path) != ""
    if not fits:
        raise DocumentError("mismatch", f"the content isn't that of a {suffix} file", _HINT)


def _is_packed_as(path: Path, suffix: str) -> bool:
    real = real_suffix(path)
    try:
        with zipfile.ZipFile(path) as archive:
            check_zip(archive)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise DocumentError("corrupt", str(error), _HINT) from error
    return real == _PACKED[suffix] or (suffix in _TEMPLATES and real == "")
