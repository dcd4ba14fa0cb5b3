"""Writing that survives a crash: what is there under its final name is complete and on the disk.

Everything that Forsa writes as files goes through here: chunks, manifests, index versions.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import StorageError

DRAFT_PREFIX = ".tmp-"
"""What the names of drafts begin with. One that a killed run left is nobody's."""

_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
_NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


@contextmanager
def writing(what: str) -> Iterator[None]:
    """Turns the operating system's refusal into a StorageError that says what couldn't be done, and what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_SPACE:
            message, hint = "no space left", "free some disk space"
        elif error.errno in _NOT_ALLOWED:
            message, hint = error.strerror or str(error), "mend the permissions"
        else:
            message, hint = error.strerror or str(error), "check the disk"
        raise StorageError(f"{what} failed: {message}", f"{hint}, then run it again: nothing was lost") from error


def write_file(path: Path, content: bytes) -> None:
    """Write and flush to the disk. The name itself is on the disk once its folder is synced."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace_file(path: Path, content: bytes) -> None:
    """Give a file new content at once: a reader sees the old or the new one, never a part.

    After a crash of the machine too, but which of the two is only sure once the folder is synced.
    """
    draft = path.with_name(f"{DRAFT_PREFIX}{os.getpid()}-{path.name}")
    try:
        write_file(draft, content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def sync_folder(path: Path) -> None:
    """Bring a folder's names to the disk."""
    if os.name == "nt":
        return  # Windows keeps names by itself, and opens no folders
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
