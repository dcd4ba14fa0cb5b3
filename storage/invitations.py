"""Invitations: codes that let one person in, once, for some days."""

import asyncio
import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlite_utils.db import Database as Connection

from storage.database import Database
from storage.people import Role

Outcome = Literal["redeemed", "wrong", "used", "expired"]

# Without what one reads or hears as another: 0 O, 1 I L, U V.
_ALPHABET = "ABCDEFGHJKMNPQRSTWXYZ23456789"
_HALF = 5
_SHAPE = re.compile(f"\\s*([{_ALPHABET}]{{{_HALF}}})[\\s–-]?([{_ALPHABET}]{{{_HALF}}})\\s*", re.IGNORECASE)
# Slow on purpose, and the same salt for all since a code is looked up by its hash: who reads the database would need
# years to try all codes (49 bits), and they are void within days.
_SALT, _ROUNDS = b"forsa invitation", 50_000


@dataclass(frozen=True)
class NewInvitation:
    """What whoever made it is told; the code is kept nowhere. `expires` is in seconds since 1970."""

    number: int
    code: str
    expires: float


class InvitationStore:
    """Invitations by the hash of their code."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def invite(self, role: Role, seconds: float, channel: str, person: str) -> NewInvitation:
        """A new invitation, good for so long, made by a person of a channel."""
        code = new_code()
        hashed, now = await asyncio.to_thread(_hash, code), self._now()
        row = (hashed, role, now, now + seconds, channel, person)

        def work(db: Connection) -> int:
            made = db.conn.execute(
                "INSERT INTO invitations (hash, role, created, expires, by_channel, by_person)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                row,
            )
            return int(made.lastrowid or 0)

        return NewInvitation(await self._database.write(work), code, now + seconds)

    async def redeem(self, code: str, channel: str, person: str, name: str) -> Outcome:
        """Let a person in by a code. Of two who send it at the same moment, one is let in. Nobody is unblocked."""
        hashed, now = await asyncio.to_thread(_hash, code), self._now()

        def work(db: Connection) -> Outcome:
            found = db.conn.execute(
                "SELECT id, role, expires, used FROM invitations WHERE hash = ?", (hashed,)
            ).fetchone()
            if found is None:
                return "wrong"
            number, role, expires, used = found
            if used is not None:
                return "used"
            if expires <= now:
                return "expired"
            db.conn.execute(
                "UPDATE invitations SET used = ?, used_channel = ?, used_person = ? WHERE id = ?",
                (now, channel, person, number),
            )
            db.conn.execute(
                "INSERT INTO people (channel, person, name, role, is_admitted, created, seen, invitation)"
                " VALUES (?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (channel, person) DO UPDATE SET name = excluded.name,"
                " role = excluded.role, is_admitted = 1, seen = excluded.seen, invitation = excluded.invitation",
                (channel, person, name, role, now, now, number),
            )
            return "redeemed"

        return await self._database.write(work)


def new_code() -> str:
    """A code nobody has yet: `K7QMX-4TWZP`."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(2 * _HALF))
    return f"{letters[:_HALF]}-{letters[_HALF:]}"


def read_code(text: str) -> str | None:
    """The code that a text is, however it was typed (small letters, a blank for the hyphen or nothing), or None."""
    halves = _SHAPE.fullmatch(text)
    return f"{halves[1]}-{halves[2]}".upper() if halves else None


def _hash(code: str) -> bytes:
    return hashlib.pbkdf2_hmac("sha256", code.encode(), _SALT, _ROUNDS)
