"""Waiting for other processes where SQLite itself doesn't: when several begin a file at the same moment."""

import sqlite3
import time
from collections.abc import Callable

_PAUSE_S = 0.02


def when_free(work: Callable[[], object], timeout_s: float) -> None:
    """Do the work, again and again while another process holds the file.

    SQLite's own timeout doesn't cover the switch to write-ahead logging: the others may be waiting for us.

    Raises:
        sqlite3.Error: what the work raises; `SQLITE_BUSY` only after `timeout_s` seconds.
    """
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            work()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE_S)
