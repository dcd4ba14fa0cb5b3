"""One `serve` at a time on a DB_DIR, and none while its state is exchanged. The lock dies with its process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.durable import writing
from core.errors import ForsaError


class ServeRunning(ForsaError):
    """Another live process serves this DB_DIR, or exchanges its state."""

    hint = "stop it first (systemctl stop forsa, or Ctrl-C where it runs), or set another DB_DIR"


@contextmanager
def serving_lock(db_dir: Path) -> Iterator[None]:
    """Hold the right to serve what lies in a folder, which is made if need be.

    Raises:
        ServeRunning: another live process holds it.
        StorageError: the folder isn't writable.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(db_dir / "serve.lock", timeout=0)
    with writing("locking DB_DIR"):
        db_dir.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            raise ServeRunning(f"another process serves or restores {db_dir}") from error
    try:
        yield
    finally:
        lock.release()
