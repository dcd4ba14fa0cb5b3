"""Vectors by encoder and content, in SQLite. A cache: whatever is lost or damaged here is encoded again."""

import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from storage.faults import Fault, explain
from storage.waiting import when_free

R = TypeVar("R")

_BUSY_SECONDS = 30.0
_AT_ONCE = 500
"""Digests a statement; SQLite takes at most 999 parameters in its oldest builds."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class SqliteEmbeddings:
    """The role `EmbeddingStore` in one file, opened on first use. For one thread; processes may share the file.

    A file that SQLite finds damaged is set aside as `<name>.damaged` and a new one begun.

    Every method raises what `fault` makes where the file can't be opened, read or written.

    Args:
        fault: makes the error that callers expect.
    """

    def __init__(self, path: Path, fault: Fault) -> None:
        self._path = path
        self._fault = fault
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> "SqliteEmbeddings":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; the next call opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def get(self, encoder: str, digests: Sequence[str]) -> dict[str, bytes]:
        """Little-endian float32 bytes by SHA-256 of the text, for those that are known and whole."""
        return self._run(lambda connection: _get(connection, encoder, digests))

    def put(self, encoder: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors, all or none; durable when this returns."""
        self._run(lambda connection: _put(connection, encoder, vectors))

    def _run(self, work: Callable[[sqlite3.Connection], R]) -> R:
        """Do the work; once more on a new file if this one proves damaged."""
        with _explained(self._path, self._fault):
            try:
                return work(self._open())
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
            self._set_aside()
            return work(self._open())

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS)
            try:
                _prepare(connection)
            except sqlite3.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _set_aside(self) -> None:
        self.close()
        # The log belongs to the damaged file: replayed into a new one it would damage that too.
        for suffix in ("-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        if self._path.exists():
            self._path.replace(self._path.with_name(self._path.name + ".damaged"))


def _prepare(connection: sqlite3.Connection) -> None:
    """Journal and table."""
    from sqlite_utils import Database

    database = Database(connection, execute_plugins=False)

    def prepare() -> None:
        database.enable_wal()
        database.table("embeddings").create(
            {"encoder": str, "digest": str, "vector": bytes, "crc": int}, pk=("encoder", "digest"), if_not_exists=True
        )

    when_free(prepare, _BUSY_SECONDS)


def _get(connection: sqlite3.Connection, encoder: str, digests: Sequence[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for part in _parts(digests):
        marks = ",".join("?" * len(part))
        rows = connection.execute(
            f"select digest, vector, crc from embeddings where encoder = ? and digest in ({marks})", [encoder, *part]
        )
        # SQLite doesn't notice a changed bit inside a vector; used, it would stay in every later index.
        found.update((digest, vector) for digest, vector, crc in rows if zlib.crc32(vector) == crc)
    return found


def _put(connection: sqlite3.Connection, encoder: str, vectors: Mapping[str, bytes]) -> None:
    with connection:
        connection.executemany(
            "insert or replace into embeddings (encoder, digest, vector, crc) values (?, ?, ?, ?)",
            ((encoder, digest, vector, zlib.crc32(vector)) for digest, vector in vectors.items()),
        )


def _parts(digests: Sequence[str]) -> Iterator[list[str]]:
    left = iter(digests)
    while part := list(islice(left, _AT_ONCE)):
        yield part


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _DAMAGED


@contextmanager
def _explained(path: Path, fault: Fault) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path, fault) from error
