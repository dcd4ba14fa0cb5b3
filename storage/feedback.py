"""Votes and comments. They outlive restarts, reindexing and the message they were given under."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlite_utils.db import Database as Connection

from storage.database import Database

Value = Literal[1, -1]


@dataclass(frozen=True)
class Vote:
    """A person's standing vote on an answer; `value` is None where there is none (any more)."""

    value: Value | None
    reason: str = ""


class FeedbackStore:
    """One vote a person and answer; comments without limit."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def vote(
        self, answer_id: str, channel: str, person: str, value: Value, reason: str = "", *, stands: bool = False
    ) -> Vote:
        """Press a thumb. The other thumb changes the vote, the same one withdraws it, unless it brings a reason or
        `stands` says that it is given anew; a reason given before then stays.

        Returns the vote as it stands afterwards, which is what a button shows.
        """
        key = (answer_id, channel, person)
        now = self._now()

        def work(db: Connection) -> Vote:
            before = _standing(db, key)
            if before.value == value and not reason:
                if stands:
                    return before
                db.conn.execute("DELETE FROM votes WHERE answer_id = ? AND channel = ? AND person = ?", key)
                return Vote(None)
            db.conn.execute(
                "INSERT INTO votes VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (answer_id, channel, person)"
                " DO UPDATE SET value = excluded.value, reason = excluded.reason, changed = excluded.changed",
                (*key, value, reason, now, now),
            )
            return Vote(value, reason)

        return await self._database.write(work)

    async def vote_of(self, answer_id: str, channel: str, person: str) -> Vote:
        """The person's standing vote on an answer."""
        return await self._database.read(lambda db: _standing(db, (answer_id, channel, person)))

    async def comment(self, channel: str, person: str, text: str, answer_id: str | None) -> None:
        """Keep what a person has to say, with the answer they had before them."""
        row = (channel, person, answer_id, text, self._now())
        await self._database.write(
            lambda db: db.conn.execute(
                "INSERT INTO comments (channel, person, answer_id, text, created) VALUES (?, ?, ?, ?, ?)", row
            )
        )


def _standing(db: Connection, key: tuple[str, str, str]) -> Vote:
    found = db.conn.execute(
        "SELECT value, reason FROM votes WHERE answer_id = ? AND channel = ? AND person = ?", key
    ).fetchone()
    return Vote(*found) if found else Vote(None)
