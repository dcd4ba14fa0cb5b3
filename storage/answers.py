"""Answers as they were given: what `/sources` shows later, after a restart and after a reindex."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlite_utils.db import Database as Connection

from storage.database import Database

Clock = Callable[[], float]
"""Seconds since 1970, as `time.time` gives them."""


class AnswerStore:
    """Whole reply objects by `answer_id`, with the columns one looks for them by."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def save(self, answer: Mapping[str, Any]) -> None:
        """Keep a reply object under its `answer_id`; saved again, the later one counts. Raises StorageError."""
        row = (
            answer["answer_id"],
            answer["question"],
            answer["language"],
            answer["kind"],
            answer.get("reason"),
            self._now(),
            answer.get("index_version", ""),
            json.dumps(answer, ensure_ascii=False, separators=(",", ":")),
        )
        await self._database.write(
            lambda db: db.conn.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        )

    async def get(self, answer_id: str) -> dict[str, Any] | None:
        """The reply object, or None where no answer has this id."""

        def work(db: Connection) -> str | None:
            found = db.conn.execute("SELECT reply FROM answers WHERE id = ?", (answer_id,)).fetchone()
            return found[0] if found else None

        stored = await self._database.read(work)
        return json.loads(stored) if stored is not None else None
