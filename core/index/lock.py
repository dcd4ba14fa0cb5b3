"""One indexing process at a time per DB_DIR. The lock is the operating system's: it dies with its process."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.durable import writing
from core.errors import ReindexRunning


@contextmanager
def reindex_lock(folder: Path) -> Iterator[None]:
    """Hold the right to write in `folder`, which exists.

    Raises:
        ReindexRunning: another live process holds it; the message names it.
        StorageError: the folder isn't writable.
    """
    from filelock import FileLock, Timeout

    holder = folder / "reindex.pid"
    lock = FileLock(folder / "reindex.lock", timeout=0)
    with writing("locking the index"):
        try:
            lock.acquire()
        except Timeout as error:
            raise ReindexRunning(f"process {_pid(holder)} is indexing {folder.parent}") from error
    try:
        with writing("locking the index"):
            # Only for the message above: what counts is the lock.
            holder.write_text(f"{os.getpid()}\n", encoding="ascii")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _pid(holder: Path) -> str:
    try:
        return holder.read_text(encoding="ascii").strip() or "(unknown)"
    except OSError:
        return "(unknown)"
