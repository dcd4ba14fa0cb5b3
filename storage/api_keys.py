"""Keys for programs: shown once, kept as hashes. What a key may do is its person's role (`people.py`)."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sqlite_utils.db import Database as Connection

from storage.database import Database
from storage.people import Role

CHANNEL = "api"
"""Keys are people of this channel, by their number."""

PREFIX = "forsa_"
_USED_EVERY_S = 600.0
"""How exact `used` is: a write for every call would cost more than it tells."""


@dataclass(frozen=True)
class ApiKey:
    """A key without its secret; times are seconds since 1970, None where it never happened."""

    number: int
    name: str
    role: Role
    created: float
    used: float | None
    revoked: float | None


class ApiKeyStore:
    """Keys by the hash of their secret."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def create(self, name: str, role: Role) -> tuple[ApiKey, str]:
        """A new key, and its secret, which is kept nowhere. The key is a person from now on, and admitted."""
        secret, now = PREFIX + secrets.token_urlsafe(32), self._now()

        def work(db: Connection) -> ApiKey:
            made = db.conn.execute(
                "INSERT INTO api_keys (hash, name, created) VALUES (?, ?, ?)", (_hash(secret), name, now)
            )
            number = int(made.lastrowid or 0)
            db.conn.execute(
                "INSERT INTO people (channel, person, name, role, is_admitted, created, seen)"
                " VALUES (?, ?, ?, ?, 1, ?, ?)",
                (CHANNEL, str(number), name, role, now, now),
            )
            return ApiKey(number, name, role, now, None, None)

        return await self._database.write(work), secret

    async def find(self, secret: str) -> ApiKey | None:
        """The key that a secret opens; None where it opens none, or was revoked. That it was used is noted."""
        if not secret.startswith(PREFIX):
            return None
        hashed, now = _hash(secret), self._now()
        found = await self._database.read(lambda db: _select(db, "hash = ? AND revoked IS NULL", hashed))
        if not found:
            return None
        key = found[0]
        if key.used is None or now - key.used > _USED_EVERY_S:
            await self._database.write(
                lambda db: db.conn.execute("UPDATE api_keys SET used = ? WHERE id = ?", (now, key.number))
            )
        return key

    async def all(self) -> list[ApiKey]:
        """Every key, the oldest first."""
        return await self._database.read(lambda db: _select(db, "1"))

    async def revoke(self, number: int) -> bool:
        """Let a key open nothing any more, nor the sessions that it opened; False where no key has this number."""
        now = self._now()

        def work(db: Connection) -> bool:
            changed = db.conn.execute(
                "UPDATE api_keys SET revoked = coalesce(revoked, ?) WHERE id = ?", (now, number)
            ).rowcount
            db.conn.execute("DELETE FROM web_sessions WHERE channel = ? AND person = ?", (CHANNEL, str(number)))
            return bool(changed)

        return await self._database.write(work)


def _select(db: Connection, condition: str, *values: object) -> list[ApiKey]:
    found = db.conn.execute(
        "SELECT api_keys.id, api_keys.name, people.role, api_keys.created, used, revoked FROM api_keys"
        f" JOIN people ON people.channel = '{CHANNEL}' AND people.person = CAST(api_keys.id AS TEXT)"
        f" WHERE {condition} ORDER BY api_keys.id",
        values,
    )
    return [ApiKey(*row) for row in found]


def _hash(secret: str) -> bytes:
    """Quick: the secret has 256 bits, nobody tries them all."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
