"""What came in from a channel and what is to go out for it, kept until both are done: no crash loses or repeats it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils.db import Database as Connection

from storage.database import Database

DONE_KEPT_S = 3 * 86_400.0
"""Seconds that ids of handled updates are remembered: longer than a channel repeats one, shorter than it reuses one."""
SENT_KEPT_S = 90 * 86_400.0
"""Seconds that is remembered what a sent message was about."""


@dataclass(frozen=True)
class Waiting:
    """An update that isn't done: `body` as the channel stored it, `received` in seconds since 1970. `tries` counts the
    starts of the bot that found it so. `shown` is the message that holds its preview, '' for none."""

    id: str
    body: str
    received: float
    tries: int = 0
    shown: str = ""


@dataclass(frozen=True)
class Held:
    """Something to deliver for an update: its place among these, counted from 0, and its content."""

    place: int
    body: str


class Inbox:
    """One channel's updates, and what is to be delivered for them. Of what is done the id is kept, not the content.

    Args:
        channel: its name, with the bot's own where it numbers updates for each bot anew (`telegram:123456`).
    """

    def __init__(self, database: Database, channel: str, now: Callable[[], float]) -> None:
        self._database = database
        self._channel = channel
        self._now = now

    async def add(self, updates: Sequence[tuple[str, str]]) -> list[Waiting]:
        """Keep updates (id, body), durably. Returns those that were never seen before, in order."""
        now = self._now()

        def work(db: Connection) -> list[Waiting]:
            new = []
            for id_, body in updates:
                added = db.conn.execute(
                    "INSERT OR IGNORE INTO inbox (channel, id, body, received, tries, shown)"
                    " VALUES (?, ?, ?, ?, 0, '')",
                    (self._channel, id_, body, now),
                )
                if added.rowcount:
                    new.append(Waiting(id_, body, now))
            return new

        return await self._database.write(work)

    async def waiting(self) -> list[Waiting]:
        """What isn't done, in the order it came. For the start: each is counted as tried once more."""

        def work(db: Connection) -> list[Waiting]:
            db.conn.execute("UPDATE inbox SET tries = tries + 1 WHERE channel = ? AND done IS NULL", (self._channel,))
            found = db.conn.execute(
                "SELECT id, body, received, tries, shown FROM inbox WHERE channel = ? AND done IS NULL ORDER BY place",
                (self._channel,),
            )
            return [Waiting(*row) for row in found]

        return await self._database.write(work)

    async def note_shown(self, id_: str, message: str) -> None:
        """Remember which message shows an update's preview: the answer takes its place, also after a crash."""
        await self._database.write(
            lambda db: db.conn.execute(
                "UPDATE inbox SET shown = ? WHERE channel = ? AND id = ?", (message, self._channel, id_)
            )
        )

    async def hold(self, id_: str, bodies: Sequence[str]) -> None:
        """Keep all that is to be delivered for an update: from here on it is not answered again, only delivered."""
        rows = [(self._channel, id_, place, body) for place, body in enumerate(bodies)]
        await self._database.write(
            lambda db: db.conn.executemany(
                "INSERT OR REPLACE INTO outbox (channel, id, place, body) VALUES (?, ?, ?, ?)", rows
            )
        )

    async def held(self, id_: str) -> list[Held]:
        """What is still to be delivered for an update."""

        def work(db: Connection) -> list[Held]:
            found = db.conn.execute(
                "SELECT place, body FROM outbox WHERE channel = ? AND id = ? ORDER BY place", (self._channel, id_)
            )
            return [Held(*row) for row in found]

        return await self._database.read(work)

    async def delivered(self, id_: str, place: int, chat: str, message: str, about: dict[str, Any]) -> None:
        """Note that a delivery is with its person, and what the message is about (nothing where that is empty; `shows`
        is the answer that it shows). With the last of an update's deliveries the update is done, in one transaction."""
        now = self._now()

        def work(db: Connection) -> None:
            db.conn.execute(
                "DELETE FROM outbox WHERE channel = ? AND id = ? AND place = ?", (self._channel, id_, place)
            )
            if about:
                db.conn.execute(
                    "INSERT OR REPLACE INTO sent (channel, chat, message, answer_id, about, created)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (self._channel, chat, message, about.get("shows", ""), json.dumps(about), now),
                )
            db.conn.execute(
                "UPDATE inbox SET done = ?, body = '' WHERE channel = ? AND id = ? AND NOT EXISTS"
                " (SELECT 1 FROM outbox WHERE outbox.channel = inbox.channel AND outbox.id = inbox.id)",
                (now, self._channel, id_),
            )

        await self._database.write(work)

    async def close(self, id_: str) -> None:
        """Nothing (more) is to be done for an update."""
        now = self._now()

        def work(db: Connection) -> None:
            db.conn.execute("DELETE FROM outbox WHERE channel = ? AND id = ?", (self._channel, id_))
            db.conn.execute(
                "UPDATE inbox SET done = ?, body = '' WHERE channel = ? AND id = ?", (now, self._channel, id_)
            )

        await self._database.write(work)

    async def prune(self) -> None:
        """Forget what is long done."""
        now = self._now()

        def work(db: Connection) -> None:
            db.conn.execute("DELETE FROM inbox WHERE channel = ? AND done < ?", (self._channel, now - DONE_KEPT_S))
            db.conn.execute("DELETE FROM sent WHERE channel = ? AND created < ?", (self._channel, now - SENT_KEPT_S))

        await self._database.write(work)

    async def about(self, chat: str, message: str) -> dict[str, Any]:
        """What a message that we sent is about; empty where that isn't known."""

        def work(db: Connection) -> str:
            found = db.conn.execute(
                "SELECT about FROM sent WHERE channel = ? AND chat = ? AND message = ?", (self._channel, chat, message)
            ).fetchone()
            return found[0] if found else "{}"

        found: dict[str, Any] = json.loads(await self._database.read(work))
        return found

    async def message_of(self, chat: str, answer_id: str) -> str:
        """The message in a chat that shows an answer, the latest where there are several; '' for none."""

        def work(db: Connection) -> str:
            found = db.conn.execute(
                "SELECT message FROM sent WHERE channel = ? AND chat = ? AND answer_id = ? ORDER BY rowid DESC LIMIT 1",
                (self._channel, chat, answer_id),
            ).fetchone()
            return found[0] if found else ""

        return await self._database.read(work)
