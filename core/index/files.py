"""Writing that survives a crash: what is there under its final name is complete and on the disk."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import StorageError


@contextmanager
def writing(what: str) -> Iterator[None]:
    """Turns the operating system's refusal (disk full, permissions) into an error that says what couldn't be done."""
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"{what} failed: {error.strerror or error}",
            "free disk space or mend the permissions, then run it again; the index in use is unchanged",
        ) from error


def write_file(path: Path, content: bytes) -> None:
    """Write and flush to the disk. The name itself is on the disk once its folder is synced."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Bring a folder's names to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(path: Path, content: bytes) -> None:
    """Give a file new content at once: a reader sees the old or the new one, never a part."""
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    write_file(draft, content)
    draft.replace(path)
    sync_folder(path.parent)


def remove_folder(folder: Path) -> bool:
    """Remove a folder, out of sight first, so that a half-removed one never looks whole. True when it is gone."""
    hidden = folder if folder.name.startswith(".") else folder.with_name(f".removing-{folder.name}")
    try:
        if hidden != folder:
            folder.replace(hidden)
        shutil.rmtree(hidden)
    except OSError:
        # Rubbish that stays isn't worth a failure; the next indexing tries again.
        return False
    return True
