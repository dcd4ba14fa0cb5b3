"""One person's data: all of it told, or all of it forgotten."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlite_utils.db import Database as Connection

from storage.api_keys import CHANNEL as API
from storage.cache import forget_in_memory
from storage.database import Database
from storage.erasing import forget_answers, forget_turns, forget_votes

ERASED = "erased"
"""What stands in the admins' log where a person was named."""

# A channel may keep its messages by bot: `telegram:123456`.
_SAME_CHANNEL = "(sent.channel = turns.channel OR sent.channel GLOB turns.channel || ':*')"

# By name, what is told of a person, and how it is found: ? is the channel and the person, in this order.
_TOLD: dict[str, str] = {
    "account": "SELECT id AS number, name, role, is_admitted, is_blocked, created, seen FROM people"
    " WHERE channel = ? AND person = ?",
    "preferences": "SELECT language, scope FROM preferences WHERE channel = ? AND person = ?",
    "questions": "SELECT turns.created AS at, chat, message, answer_id, coalesce(question, '') AS question, reply"
    " FROM turns LEFT JOIN answers ON answers.id = answer_id WHERE channel = ? AND person = ? ORDER BY turns.id",
    "votes": "SELECT answer_id, value, reason, created, changed FROM votes WHERE channel = ? AND person = ?"
    " ORDER BY created",
    "comments": "SELECT created, answer_id, text FROM comments WHERE channel = ? AND person = ? ORDER BY id",
    "invitations_made": "SELECT created, expires, role FROM invitations WHERE by_channel = ? AND by_person = ?",
    "invitation_used": "SELECT created, used, role FROM invitations WHERE used_channel = ? AND used_person = ?",
    "attempts": "SELECT kind, at FROM attempts WHERE channel = ? AND person = ? ORDER BY at",
    "sessions": "SELECT seen FROM web_sessions WHERE channel = ? AND person = ? ORDER BY seen",
    "admin_actions": "SELECT at, action, detail FROM admin_log WHERE channel = ? AND person = ? ORDER BY id",
    "sent_messages": "SELECT sent.chat, sent.message, sent.answer_id, sent.created FROM sent WHERE EXISTS"
    " (SELECT 1 FROM turns WHERE turns.channel = ? AND turns.person = ? AND turns.chat = sent.chat"
    f" AND {_SAME_CHANNEL}) ORDER BY sent.created",
}


class PersonalData:
    """By channel and the channel's name for the person. Times are seconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def export(self, channel: str, person: str) -> dict[str, Any]:
        """All that is kept of a person, by kind; each kind is a list, empty where there is nothing."""

        def work(db: Connection) -> dict[str, Any]:
            return {name: _rows(db, query, (channel, person)) for name, query in _TOLD.items()}

        told = await self._database.read(work)
        for question in told["questions"]:
            question["reply"] = json.loads(question["reply"]) if question["reply"] else None
        return {"person": f"{channel}:{person}", "exported": self._now(), **told}

    async def erase(self, channel: str, person: str) -> int:
        """Forget a person; returns how many rows were about them. What others were given too keeps its text, and who is
        blocked stays blocked, without a name.

        Raises:
            StorageError: the database can't be written; then nothing was changed.
        """
        rows = await self._database.write(lambda db: _erase(db, channel, person, self._now()))
        forget_in_memory(self._database.path)
        await self._database.settle(compact=True)
        return rows


def _rows(db: Connection, query: str, values: Sequence[object]) -> list[dict[str, Any]]:
    found = db.conn.execute(query, values)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found]


def _erase(db: Connection, channel: str, person: str, now: float) -> int:
    who = (channel, person)
    mine = "channel = ? AND person = ?"
    only_mine = db.conn.execute(
        f"SELECT DISTINCT answer_id FROM turns WHERE {mine} AND NOT EXISTS (SELECT 1 FROM turns AS other"
        " WHERE other.answer_id = turns.answer_id AND other.person != ''"
        " AND (other.channel, other.person) != (?, ?))",
        who + who,
    ).fetchall()
    # A chat where nobody else asks is this person's own; in a group, messages are the others' too.
    rows = db.conn.execute(
        "DELETE FROM sent WHERE EXISTS (SELECT 1 FROM turns WHERE turns.chat = sent.chat"
        f" AND {_SAME_CHANNEL} AND turns.channel = ? GROUP BY chat HAVING min(person) = ? AND max(person) = ?)",
        (channel, person, person),
    ).rowcount
    rows += forget_turns(db, mine, who)
    forget_answers(db, [row[0] for row in only_mine])
    rows += forget_votes(db, mine, who)
    for table in ("comments", "preferences", "attempts", "web_sessions"):
        rows += db.conn.execute(f"DELETE FROM {table} WHERE {mine}", who).rowcount
    rows += db.conn.execute(f"DELETE FROM people WHERE {mine} AND NOT is_blocked", who).rowcount
    rows += db.conn.execute(f"UPDATE people SET name = '' WHERE {mine} AND name != ''", who).rowcount
    # Of a program's key: somebody's name may be what it is called by. It opens nothing any more.
    rows += db.conn.execute(
        "UPDATE api_keys SET name = '', revoked = coalesce(revoked, ?)"
        " WHERE name != '' AND (?, CAST(id AS TEXT)) = (?, ?)",
        (now, API, *who),
    ).rowcount
    rows += _erase_from_invitations(db, who)
    rows += db.conn.execute(f"UPDATE admin_log SET channel = '', person = '{ERASED}' WHERE {mine}", who).rowcount
    rows += db.conn.execute(
        f"UPDATE admin_log SET detail = '{ERASED}' WHERE detail = ?", (f"{channel}:{person}",)
    ).rowcount
    return rows


def _erase_from_invitations(db: Connection, who: tuple[str, str]) -> int:
    made = db.conn.execute(
        "UPDATE invitations SET by_channel = '', by_person = '' WHERE by_channel = ? AND by_person = ?", who
    )
    used = db.conn.execute(
        "UPDATE invitations SET used_channel = NULL, used_person = NULL WHERE used_channel = ? AND used_person = ?", who
    )
    return made.rowcount + used.rowcount
