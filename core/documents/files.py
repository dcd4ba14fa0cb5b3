"""Writing so that a crash leaves the old file or the new one, and names that every file system takes."""

import errno
import hashlib
import os
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import StorageError

TEMPORARY_PREFIX = ".tmp-"
_NAME_BYTES = 80
_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_FOLDER_OF_CHUNKS = re.compile(r"-[0-9a-f]{12}$")
_CHUNK_NAME = re.compile(r"^\d{4,}\.md$")


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn what the system says about `path` into a StorageError that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            message, hint = f"no space left to write {path}", "free some space, then run it again: nothing was lost"
        elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            message, hint = f"{path} can't be written", "check the permissions of GEN_DIR"
        else:
            message, hint = f"{path}: {error.strerror or error}", "check GEN_DIR and its disk"
        raise StorageError(message, hint) from error


def write_atomically(path: Path, content: str) -> None:
    """Write UTF-8 with `\\n` as it is, durable before it takes its name.

    Raises:
        StorageError: disk full, permissions, …; the old file is untouched.
    """
    temporary = path.with_name(f"{TEMPORARY_PREFIX}{os.getpid()}-{path.name}")
    with storage_errors(path):
        try:
            with temporary.open("w", encoding="utf-8", newline="") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


def folder_for(document: str, key: str) -> str:
    """Where a document's chunks go, below GEN_DIR: its folders, made safe, then its name and twelve digits of a hash.

    Args:
        document: path below DATA_DIR.
        key: whatever makes this reading of it another one (content, settings).
    """
    *folders, name = document.split("/")
    digest = hashlib.sha256(f"{document}\0{key}".encode()).hexdigest()[:12]
    stem = name.rsplit(".", 1)[0]
    return "/".join([*(_safe(folder) for folder in folders), f"{_safe(stem)}-{digest}"])


def _safe(name: str) -> str:
    """A name without what some system forbids, of at most 80 bytes; cut names stay apart by a hash."""
    safe = " ".join(_UNSAFE.sub("_", unicodedata.normalize("NFC", name)).split()).strip(" .") or "_"
    if len(safe.encode()) <= _NAME_BYTES:
        return safe
    digest = hashlib.sha256(name.encode()).hexdigest()[:6]
    cut = safe.encode()[: _NAME_BYTES - 7].decode("utf-8", "ignore").strip(" .")
    return f"{cut}~{digest}"


def sha256_of(path: Path) -> str:
    """Hash of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remove_strays(gen_dir: Path, wanted: set[Path]) -> None:
    """Remove chunk files and temporary files that no manifest names, and the folders that this leaves empty.

    Only what ingest itself could have written is touched, so that a GEN_DIR set by mistake loses nothing.
    """
    with storage_errors(gen_dir):
        for folder, names, files in os.walk(gen_dir, topdown=False):
            here = Path(folder)
            holds_chunks = _FOLDER_OF_CHUNKS.search(here.name) is not None
            for name in files:
                is_chunk = holds_chunks and _CHUNK_NAME.match(name) is not None
                if name.startswith(TEMPORARY_PREFIX) or (is_chunk and here / name not in wanted):
                    (here / name).unlink(missing_ok=True)
            if here != gen_dir and (holds_chunks or names) and not any(here.iterdir()):
                here.rmdir()
