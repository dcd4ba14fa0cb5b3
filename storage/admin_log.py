"""What admins did: who, when, what. Rows are only ever added."""

from collections.abc import Callable

from storage.database import Database


class AdminLog:
    """Notes each action before it is carried out: none is without its trace."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def note(self, channel: str, person: str, action: str, detail: str = "") -> None:
        """Keep an action of an admin. Raises StorageError."""
        row = (self._now(), channel, person, action, detail)
        await self._database.write(
            lambda db: db.conn.execute(
                "INSERT INTO admin_log (at, channel, person, action, detail) VALUES (?, ?, ?, ?, ?)", row
            )
        )
