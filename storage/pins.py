"""Pinned answers, one a question and language. The revision tells other processes that something changed."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlite_utils.db import Database as Connection

from storage.database import Database


class PinStore:
    """Reply objects by the folded question and the language that they answer."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def revision(self) -> int:
        """Changes whenever a pin is set or taken away."""
        return await self._database.read(
            lambda db: int(db.conn.execute("SELECT revision FROM pins_revision").fetchone()[0])
        )

    async def pins(self) -> Sequence[Mapping[str, Any]]:
        """All reply objects that are pinned, by question and language."""

        def work(db: Connection) -> list[str]:
            return [row[0] for row in db.conn.execute("SELECT reply FROM pins ORDER BY question, language")]

        return [json.loads(stored) for stored in await self._database.read(work)]

    async def pin(self, folded: str, wording: str, reply: Mapping[str, Any]) -> None:
        """Pin a reply to a question as it is folded; the one before it goes. Raises StorageError."""
        stored = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
        row = (folded, reply["language"], wording, stored, self._now())

        def work(db: Connection) -> None:
            db.conn.execute("INSERT OR REPLACE INTO pins VALUES (?, ?, ?, ?, ?)", row)
            _note_change(db)

        await self._database.write(work)

    async def unpin(self, wording: str) -> int:
        """Take away the pins of a wording, in all languages; returns how many there were."""

        def work(db: Connection) -> int:
            gone = int(db.conn.execute("DELETE FROM pins WHERE wording = ?", (wording,)).rowcount)
            if gone:
                _note_change(db)
            return gone

        return await self._database.write(work)


def _note_change(db: Connection) -> None:
    db.conn.execute("UPDATE pins_revision SET revision = revision + 1")
