"""The reply cache: bounded, least recently used first out, kept over restarts, and quick for what is asked often."""

import json
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlite_utils.db import Database as Connection

from storage.database import Database

FRONT_SIZE = 500
"""Entries that are also held in memory, as JSON text: some ten thousand characters each."""


class ReplyCache:
    """Replies by cache key. A key names all that can change its answer, so an entry is never stale, only useless.

    Hits in memory don't write: that they were used is noted, and written with the next entry. What another process
    removes from the file is given from memory no more once it has touched the mark (`forget_in_memory`).
    """

    def __init__(self, database: Database, size: int, now: Callable[[], float], front_size: int = FRONT_SIZE) -> None:
        self._database = database
        self._size = size
        self._front_size = min(front_size, size)
        self._now = now
        self._front: OrderedDict[str, str] = OrderedDict()
        self._used: dict[str, float] = {}
        self._mark = mark_of(database.path)
        self._marked = _touched(self._mark)

    async def get(self, key: str) -> dict[str, Any] | None:
        """The reply object, or None."""
        if not self._size:
            return None
        if (marked := _touched(self._mark)) != self._marked:
            self._front.clear()
            self._marked = marked
        stored = self._front.get(key)
        if stored is None:
            stored = await self._database.read(lambda db: _select(db, key))
            if stored is None:
                return None
        self._used[key] = self._now()
        self._remember(key, stored)
        return json.loads(stored)  # type: ignore[no-any-return]

    async def put(self, key: str, answer_state: str, answer: Mapping[str, Any]) -> None:
        """Keep a reply, and drop what is over the bound. Raises StorageError."""
        if not self._size:
            return
        stored = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        used, self._used = self._used, {}
        row = (key, answer_state, stored, self._now())

        def work(db: Connection) -> None:
            _note_use(db, used)
            db.conn.execute("INSERT OR REPLACE INTO cache VALUES (?, ?, ?, ?)", row)
            over = "SELECT key FROM cache ORDER BY used DESC, rowid DESC LIMIT -1 OFFSET ?"
            db.conn.execute(f"DELETE FROM cache WHERE key IN ({over})", (self._size,))

        await self._database.write(work)
        self._remember(key, stored)

    async def forget_other_states(self, answer_state: str) -> int:
        """Remove entries of any other state; returns how many went."""
        self._front.clear()  # which entries are of the state isn't known here; they come back from the file
        return await self._database.write(
            lambda db: db.conn.execute("DELETE FROM cache WHERE answer_state != ?", (answer_state,)).rowcount
        )

    async def clear(self) -> int:
        """Remove every entry; returns how many went."""
        self._front.clear()
        self._used.clear()
        return await self._database.write(lambda db: db.conn.execute("DELETE FROM cache").rowcount)

    async def flush(self) -> None:
        """Write which entries were used since the last `put`; called before the end."""
        used, self._used = self._used, {}
        if used:
            await self._database.write(lambda db: _note_use(db, used))

    def _remember(self, key: str, stored: str) -> None:
        self._front[key] = stored
        self._front.move_to_end(key)
        while len(self._front) > self._front_size:
            self._front.popitem(last=False)


def mark_of(database: Path) -> Path:
    """The file whose time tells every process that entries were removed from the cache."""
    return database.with_suffix(".cache-changed")


def forget_in_memory(database: Path) -> None:
    """Entries were removed from the cache in this file: no process is to give them from memory. Raises OSError."""
    mark = mark_of(database)
    mark.touch()
    # Set by hand: two removals within one tick of the file system's clock are two.
    os.utime(mark, ns=(time.time_ns(), time.time_ns()))


def _touched(mark: Path) -> int:
    try:
        return mark.stat().st_mtime_ns
    except OSError:
        return 0


def _select(db: Connection, key: str) -> str | None:
    found = db.conn.execute("SELECT reply FROM cache WHERE key = ?", (key,)).fetchone()
    return found[0] if found else None


def _note_use(db: Connection, used: Mapping[str, float]) -> None:
    db.conn.executemany("UPDATE cache SET used = ? WHERE key = ?", [(when, key) for key, when in used.items()])
