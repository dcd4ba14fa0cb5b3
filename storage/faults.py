"""What went wrong with the database file, in words, and what the person who reads them can do."""

import shutil
import sqlite3
from pathlib import Path
from typing import Protocol

_SHARED_MEMORY_BYTES = 64 * 1024
"""More than what SQLite asks for at once when it opens its log."""


class NewerSchema(Exception):
    """The database was written by a newer version of the code."""

    def __init__(self, steps: list[str]) -> None:
        super().__init__(f"schema steps unknown to this version: {', '.join(steps)}")


class Fault(Protocol):
    """Makes the error that callers of the storage expect. Handed in, because storage knows nothing above itself."""

    def __call__(self, message: str, hint: str) -> Exception: ...


def explain(error: Exception, path: Path, fault: Fault) -> Exception:
    """The fault for an error of SQLite, of the file system or of the schema."""
    if isinstance(error, NewerSchema):
        return fault(f"{path} was written by a newer Forsa ({error})", "update Forsa, or use another DB_DIR")
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte says what kind of error it is; the rest only where in SQLite it came from.
    kind = code & 0xFF if isinstance(code, int) else None
    if kind == sqlite3.SQLITE_IOERR and _is_full(path):
        kind = sqlite3.SQLITE_FULL  # the log's shared memory could not grow: said as an input/output error
    match kind:
        case sqlite3.SQLITE_FULL:
            return fault(f"no room left to write {path}", "free some disk space where DB_DIR is")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return fault(
                f"{path} is damaged ({error})",
                "move it away (a new one is made at the next start), or put back a saved copy",
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return fault(f"another program holds {path}", "close the program that writes to it, then try again")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_IOERR:
            return fault(f"{path} can't be opened or written ({error})", "check that DB_DIR exists and is writable")
    if isinstance(error, OSError):
        return fault(f"{path} can't be opened or written ({error})", "check that DB_DIR exists and is writable")
    return fault(f"{path}: {error}", "run `python bot.py doctor`")


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _SHARED_MEMORY_BYTES
    except OSError:
        return False
