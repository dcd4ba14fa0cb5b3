"""A copy of the database while it is in use, and whether a file is a sound one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils.db import Database as Connection

from storage.faults import Fault, explain
from storage.migrations import newer_steps


def copy_database(source: Path, target: Path, fault: Fault) -> None:
    """Copy the database as it is at one moment, into one file. Nobody who reads or writes it waits meanwhile.

    Raises the fault: the source can't be read, or the target can't be written.
    """
    try:
        reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        with closing(reading), closing(sqlite3.connect(target)) as written:
            reading.backup(written)
            # Without the log beside it, which the copy doesn't need.
            written.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise explain(error, target if target.exists() else source, fault) from error


def check_copy(path: Path, fault: Fault) -> None:
    """Raises the fault unless the file is a sound database of this schema or of an older one."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = str(connection.execute("PRAGMA integrity_check").fetchone()[0])
            newer = newer_steps(Connection(connection, execute_plugins=False)) if verdict == "ok" else []
    except sqlite3.Error as error:
        raise explain(error, path, fault) from error
    if verdict != "ok":
        raise fault(f"the database is damaged ({verdict.splitlines()[0]})", "take another backup")
    if newer:
        raise fault(f"the database is a newer Forsa's ({', '.join(newer)})", "update Forsa, then restore")


def is_in_use(path: Path) -> bool:
    """Whether some process has the database open. One that can't be read at all is nobody's."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=0.5)) as connection:
            # Leaving the log mode takes the file for oneself: it is refused while anybody has it open.
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        return (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    except sqlite3.Error:
        return False
    return False
