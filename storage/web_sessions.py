"""Browsers that were let in, by the hash of what their cookie holds."""

import hashlib
import secrets
from collections.abc import Callable

from sqlite_utils.db import Database as Connection

from storage.database import Database

KEPT_S = 90 * 86_400.0
"""How long a browser that doesn't come back stays known."""
_SEEN_EVERY_S = 86_400.0


class WebSessionStore:
    """Channel and person by session. Who reads the database can't take a session over."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def begin(self, channel: str, person: str) -> str:
        """A new session of a person; returns what the cookie is to hold."""
        token, now = secrets.token_urlsafe(32), self._now()

        def work(db: Connection) -> None:
            db.conn.execute("DELETE FROM web_sessions WHERE seen <= ?", (now - KEPT_S,))
            db.conn.execute("INSERT INTO web_sessions VALUES (?, ?, ?, ?)", (_hash(token), channel, person, now))

        await self._database.write(work)
        return token

    async def find(self, token: str) -> tuple[str, str] | None:
        """Channel and person of a session; None where there is none, or it is too old."""
        hashed, now = _hash(token), self._now()
        found = await self._database.read(lambda db: _select(db, hashed))
        if found is None or found[2] <= now - KEPT_S:
            return None
        if now - found[2] > _SEEN_EVERY_S:
            await self._database.write(
                lambda db: db.conn.execute("UPDATE web_sessions SET seen = ? WHERE hash = ?", (now, hashed))
            )
        return found[0], found[1]

    async def end(self, token: str) -> None:
        """Forget a session."""
        hashed = _hash(token)
        await self._database.write(lambda db: db.conn.execute("DELETE FROM web_sessions WHERE hash = ?", (hashed,)))


def _select(db: Connection, hashed: bytes) -> tuple[str, str, float] | None:
    found = db.conn.execute("SELECT channel, person, seen FROM web_sessions WHERE hash = ?", (hashed,)).fetchone()
    return (found[0], found[1], found[2]) if found else None


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
