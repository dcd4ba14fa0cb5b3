"""Who may ask: people by channel, their role, and whether they are blocked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlite_utils.db import Database as Connection

from storage.database import Database

Role = Literal["agent", "admin"]
_COLUMNS = "id, channel, person, name, role, is_admitted, is_blocked, created, seen"
_SEEN_EVERY_S = 600.0
"""How exact `seen` is: a write for every message would cost more than it tells."""


@dataclass(frozen=True)
class Person:
    """Someone who came. `number` is short and theirs for good; times are seconds since 1970.

    `is_admitted`: by an invitation or an admin; others only came while everybody could.
    """

    number: int
    channel: str
    person: str
    name: str
    role: Role
    is_admitted: bool
    is_blocked: bool
    created: float
    seen: float

    @property
    def address(self) -> str:
        """`telegram:12345`, as the settings write it."""
        return f"{self.channel}:{self.person}"


class PeopleStore:
    """People by number, or by the channel's name for them."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def find(self, channel: str, person: str) -> Person | None:
        """Whoever the channel calls so."""
        return await self._database.read(lambda db: _find(db, "channel = ? AND person = ?", channel, person))

    async def get(self, number: int) -> Person | None:
        """Whoever has this number."""
        return await self._database.read(lambda db: _find(db, "id = ?", number))

    async def see(self, channel: str, person: str, name: str, known: Person | None) -> None:
        """Note that someone wrote, and how they are called now, if that is told; `known` is what was found of them."""
        now = self._now()
        name = name or (known.name if known else "")
        is_fresh = known is not None and now - known.seen < _SEEN_EVERY_S and known.name == name
        if not is_fresh:
            row = (channel, person, name, now, now)
            await self._database.write(
                lambda db: db.conn.execute(
                    "INSERT INTO people (channel, person, name, created, seen) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT (channel, person) DO UPDATE SET name = excluded.name, seen = excluded.seen",
                    row,
                )
            )

    async def page(self, first: int, count: int) -> list[Person]:
        """`count` people from `first` on (counted from 0): admins, then agents, then who is blocked; each the latest
        seen first."""

        def work(db: Connection) -> list[Person]:
            found = db.conn.execute(
                f"SELECT {_COLUMNS} FROM people ORDER BY is_blocked, role = 'agent', seen DESC, id LIMIT ? OFFSET ?",
                (count, first),
            )
            return [_person(row) for row in found]

        return await self._database.read(work)

    async def count(self) -> int:
        """How many there are."""

        def work(db: Connection) -> int:
            return int(db.conn.execute("SELECT count(*) FROM people").fetchone()[0])

        return await self._database.read(work)

    async def set_role(self, number: int, role: Role) -> None:
        """Make someone agent or admin; it lets them in, too."""
        await self._database.write(
            lambda db: db.conn.execute("UPDATE people SET role = ?, is_admitted = 1 WHERE id = ?", (role, number))
        )

    async def set_blocked(self, number: int, is_blocked: bool) -> None:
        """Block someone, or let them ask again."""
        await self._database.write(
            lambda db: db.conn.execute("UPDATE people SET is_blocked = ? WHERE id = ?", (is_blocked, number))
        )


def _find(db: Connection, condition: str, *values: object) -> Person | None:
    found = db.conn.execute(f"SELECT {_COLUMNS} FROM people WHERE {condition}", values).fetchone()
    return _person(found) if found else None


def _person(row: tuple[int, str, str, str, Role, int, int, float, float]) -> Person:
    number, channel, person, name, role, is_admitted, is_blocked, created, seen = row
    return Person(number, channel, person, name, role, bool(is_admitted), bool(is_blocked), created, seen)
