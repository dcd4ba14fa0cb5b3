"""Which files below DATA_DIR are documents, and why the others aren't. Nothing is opened here."""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.documents.corrections import CORRECTIONS_NAME, DECISIONS_NAME
from core.errors import SettingsError

_SYSTEM_NAMES = frozenset({"thumbs.db", "desktop.ini"})


@dataclass(frozen=True)
class Found:
    """A file to read. `document` is its path below DATA_DIR, NFC, with `/`."""

    document: str
    path: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True)
class Refused:
    """A file that isn't read; `reason` is a word of the report, `hint` what can be done."""

    document: str
    reason: str
    hint: str


def scan(data_dir: Path, suffixes: frozenset[str], megabytes: int) -> list[Found | Refused]:
    """Every file below DATA_DIR, in the order of their names, each once; what a manager wrote (`forsa.yaml`) is none.

    Args:
        suffixes: those that are read, in lower case with the dot.
        megabytes: the largest file that is.

    Raises:
        SettingsError: DATA_DIR isn't a folder that can be read.
    """
    if not data_dir.is_dir():
        raise SettingsError(f"DATA_DIR is not a folder: {data_dir}", "set DATA_DIR to the folder with the documents")
    if not os.access(data_dir, os.R_OK | os.X_OK):
        raise SettingsError(f"DATA_DIR can't be read: {data_dir}", "give the account that runs Forsa read access to it")
    root = data_dir.resolve()
    results: dict[str, Found | Refused] = {}
    for path in sorted(_files(data_dir), key=lambda path: _document(path, data_dir)):
        document = _document(path, data_dir)
        if document in (CORRECTIONS_NAME, DECISIONS_NAME):
            continue
        if document in results:
            # Two names that differ only in how accents are composed; keep both in the report.
            document = f"{document} (2)"
            results[document] = Refused(document, "same-name", "rename it: another file's name looks the same")
            continue
        results[document] = _judge(path, document, root, suffixes, megabytes)
    return list(results.values())


def _files(data_dir: Path) -> Iterator[Path]:
    unreadable: list[OSError] = []
    for folder, names, files in os.walk(data_dir, onerror=unreadable.append):
        here = Path(folder)
        yield from (here / name for name in files)
        yield from (here / name for name in names if (here / name).is_symlink())
    yield from (Path(error.filename) for error in unreadable)


def _document(path: Path, data_dir: Path) -> str:
    name = path.relative_to(data_dir).as_posix()
    # A name that isn't UTF-8 still has to be reported and written to files.
    readable = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return unicodedata.normalize("NFC", readable)


def _judge(path: Path, document: str, root: Path, suffixes: frozenset[str], megabytes: int) -> Found | Refused:
    name = path.name.lower()
    if path.is_symlink():
        try:
            target = path.resolve()
        except (OSError, RuntimeError):  # links that lead to each other; Python 3.13 says it by an OSError
            return Refused(document, "unreadable", "a link that leads to itself")
        if not target.is_relative_to(root):
            return Refused(document, "outside", "a link that leaves DATA_DIR: put the file itself there")
        if target.is_dir():
            return Refused(document, "link", "a link to a folder that is read anyway")
    if name.startswith("~$"):
        return Refused(document, "lock-file", "left by Word while the document was open: can be deleted")
    if name.startswith(".") or name in _SYSTEM_NAMES:
        return Refused(document, "hidden", "a file of the system")
    if path.is_dir():
        return Refused(document, "unreadable", "give the account that runs Forsa read access to the folder")
    if not path.is_file():
        return Refused(document, "unreadable", "not a file, or a link to nothing")
    if path.suffix.lower() not in suffixes:
        return Refused(document, "unsupported", f"save it as one of: {', '.join(sorted(suffixes))}")
    try:
        status = path.stat()
    except OSError:
        return Refused(document, "unreadable", "it can't be looked at")
    if status.st_size == 0:
        return Refused(document, "empty", "the file has no content: copy it again")
    if status.st_size > megabytes * 1024 * 1024:
        return Refused(document, "too-large", f"over {megabytes} MB: split it, or raise DOCUMENT_MAX_MB")
    if not os.access(path, os.R_OK):
        return Refused(document, "unreadable", "give the account that runs Forsa read access to the file")
    return Found(document, path, status.st_size, status.st_mtime_ns)
