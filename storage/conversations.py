"""What a conversation remembers over a restart: what a person fixed, and which answers they were given."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlite_utils.db import Database as Connection

from storage.database import Database


@dataclass(frozen=True)
class Preferences:
    """What a person fixed for themselves; None where nothing is fixed."""

    language: str | None = None
    scope: str | None = None


@dataclass(frozen=True)
class Turn:
    """An answer that was given, and its language.

    `message` is the channel's name for the message that asked ('' where it has none). What was asked, and why it was
    refused if it was, come from the stored answer: they are looked up, not kept again.
    """

    answer_id: str
    language: str
    message: str = ""
    question: str = ""
    reason: str | None = None


class ConversationStore:
    """Preferences by channel and person; answers by channel, person and chat (a person may ask in several)."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def preferences(self, channel: str, person: str) -> Preferences:
        """What a person fixed; nothing where they never did."""

        def work(db: Connection) -> Preferences:
            found = db.conn.execute(
                "SELECT language, scope FROM preferences WHERE channel = ? AND person = ?", (channel, person)
            ).fetchone()
            return Preferences(*found) if found else Preferences()

        return await self._database.read(work)

    async def prefer(self, channel: str, person: str, preferences: Preferences) -> None:
        """Fix a person's preferences, all of them at once."""
        row = (channel, person, preferences.language, preferences.scope)
        await self._database.write(
            lambda db: db.conn.execute("INSERT OR REPLACE INTO preferences VALUES (?, ?, ?, ?)", row)
        )

    async def add_turn(self, channel: str, person: str, chat: str, turn: Turn) -> None:
        """Note that a person was given an answer. That to the same message, edited since, takes the place of the
        first and is the latest now."""
        row = (channel, person, chat, turn.answer_id, turn.language, self._now(), turn.message)

        def work(db: Connection) -> None:
            if turn.message:
                db.conn.execute(
                    "DELETE FROM turns WHERE channel = ? AND person = ? AND chat = ? AND message = ?",
                    (channel, person, chat, turn.message),
                )
            db.conn.execute(
                "INSERT INTO turns (channel, person, chat, answer_id, language, created, message)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )

        await self._database.write(work)

    async def last_turns(self, channel: str, person: str, chat: str, count: int) -> list[Turn]:
        """The latest answers a person was given in this chat, the latest first."""

        def work(db: Connection) -> list[Turn]:
            found = db.conn.execute(
                "SELECT answer_id, turns.language, message, coalesce(question, ''), reason FROM turns"
                " LEFT JOIN answers ON answers.id = answer_id"
                " WHERE channel = ? AND person = ? AND chat = ? ORDER BY turns.id DESC LIMIT ?",
                (channel, person, chat, count),
            )
            return [Turn(*row) for row in found]

        return await self._database.read(work)

    async def question_of(self, answer_id: str) -> str:
        """What an answer was given to, whoever asked; '' where no answer has this id."""

        def work(db: Connection) -> str:
            found = db.conn.execute("SELECT question FROM answers WHERE id = ?", (answer_id,)).fetchone()
            return str(found[0]) if found else ""

        return await self._database.read(work)

    async def documents_of(self, answer_id: str) -> frozenset[str]:
        """The documents that an answer cites, whoever asked; none where no answer has this id."""

        def work(db: Connection) -> frozenset[str]:
            found = db.conn.execute(
                "SELECT json_extract(value, '$.document') FROM answers, json_each(reply, '$.citations')"
                " WHERE answers.id = ?",
                (answer_id,),
            )
            return frozenset(str(row[0]) for row in found)

        return await self._database.read(work)
