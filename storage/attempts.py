"""How often someone did something of late; kept over a restart, so that a limit can't be escaped by one."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlite_utils.db import Database as Connection

from storage.database import Database

KEPT_S = 86_400.0
"""Longest time that a limit may look back."""


@dataclass(frozen=True)
class Limit:
    """At most `count` times within `seconds` (up to `KEPT_S`), whenever these begin."""

    count: int
    seconds: float


class AttemptStore:
    """Times of what a person did, by the kind of it; nothing of what they wrote."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def take(self, channel: str, person: str, kind: str, limits: Sequence[Limit], count: int = 1) -> float:
        """Count one more, or `count` at once, if the limits let it: 0 then, else the seconds until they do, and nothing
        is counted; infinite where they never will."""
        now = self._now()

        def work(db: Connection) -> float:
            wait = _wait(db, (channel, person, kind), limits, now, count)
            if not wait:
                for _ in range(count):
                    _add(db, (channel, person, kind), now)
            return wait

        return await self._database.write(work)

    async def note(self, channel: str, person: str, kind: str) -> None:
        """Count one more, whatever the limits."""
        now = self._now()
        await self._database.write(lambda db: _add(db, (channel, person, kind), now))

    async def wait(self, channel: str, person: str, kind: str, limits: Sequence[Limit]) -> float:
        """Seconds until the limits let one more; 0 where they do now."""
        now = self._now()
        return await self._database.read(lambda db: _wait(db, (channel, person, kind), limits, now))


def _wait(db: Connection, key: tuple[str, str, str], limits: Sequence[Limit], now: float, count: int = 1) -> float:
    waits = [0.0]
    for limit in limits:
        if count > limit.count:
            return math.inf
        # The one that must fall out of the time looked at before another may come.
        found = db.conn.execute(
            "SELECT at FROM attempts WHERE channel = ? AND person = ? AND kind = ? AND at > ?"
            " ORDER BY at DESC LIMIT 1 OFFSET ?",
            (*key, now - limit.seconds, limit.count - count),
        ).fetchone()
        if found:
            waits.append(found[0] + limit.seconds - now)
    return max(waits)


def _add(db: Connection, key: tuple[str, str, str], now: float) -> None:
    db.conn.execute("DELETE FROM attempts WHERE at <= ?", (now - KEPT_S,))
    db.conn.execute("INSERT INTO attempts VALUES (?, ?, ?, ?)", (*key, now))
