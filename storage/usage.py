"""Figures on how the bot is used, for `/stats`."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlite_utils.db import Database as Connection

from storage.database import Database


@dataclass(frozen=True)
class Usage:
    """People (all, and of these blocked); since a moment: answers given by kind (answer, quote, refusal), votes."""

    people: int
    blocked: int
    outcomes: Mapping[str, int]
    up: int
    down: int

    @property
    def questions(self) -> int:
        """How many got a reply."""
        return sum(self.outcomes.values())


class UsageStore:
    """Reads what the other stores keep."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def since(self, begin: float) -> Usage:
        """What happened since then, in seconds since 1970."""
        return await self._database.read(lambda db: _usage(db, begin))


def _usage(db: Connection, begin: float) -> Usage:
    people, blocked = db.conn.execute("SELECT count(*), coalesce(sum(is_blocked), 0) FROM people").fetchone()
    outcomes = db.conn.execute(
        "SELECT answers.kind, count(*) FROM turns JOIN answers ON answers.id = turns.answer_id"
        " WHERE turns.created >= ? GROUP BY answers.kind",
        (begin,),
    ).fetchall()
    up, down = db.conn.execute(
        "SELECT coalesce(sum(value = 1), 0), coalesce(sum(value = -1), 0) FROM votes WHERE changed >= ?", (begin,)
    ).fetchone()
    return Usage(people, blocked, dict(outcomes), up, down)
