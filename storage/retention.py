"""What is older than it may be kept: whose it was is forgotten, and what they wrote."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlite_utils.db import Database as Connection

from storage.cache import forget_in_memory
from storage.database import Database
from storage.erasing import forget_answers, forget_turns, forget_votes


@dataclass(frozen=True)
class Forgotten:
    """How many rows of each kind lost their person or their text."""

    questions: int
    answers: int
    votes: int
    comments: int
    people: int


class Retention:
    """Rows by their age. Accounts stay while they are of use: who was admitted or blocked is known for good."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def forget(self, age_s: float, compact: bool = False) -> Forgotten:
        """Forget what is older than `age_s` seconds. `compact`: write the file anew besides.

        Raises:
            StorageError: the database can't be written; then nothing was changed.
        """
        before = self._now() - age_s
        done = await self._database.write(lambda db: _forget(db, before))
        if done.answers:
            forget_in_memory(self._database.path)
        await self._database.settle(compact)
        return done


def _forget(db: Connection, before: float) -> Forgotten:
    questions = forget_turns(db, "created < ?", (before,))
    old = db.conn.execute(
        "SELECT id FROM answers WHERE created < ? AND question != ''"
        " AND NOT EXISTS (SELECT 1 FROM turns WHERE answer_id = answers.id AND person != '')",
        (before,),
    ).fetchall()
    answers = forget_answers(db, [row[0] for row in old])
    votes = forget_votes(db, "changed < ?", (before,))
    comments = db.conn.execute("DELETE FROM comments WHERE created < ?", (before,)).rowcount
    gone = "is_admitted = 0 AND is_blocked = 0 AND seen < ?"
    db.conn.execute(
        "DELETE FROM preferences WHERE EXISTS (SELECT 1 FROM people WHERE people.channel = preferences.channel"
        f" AND people.person = preferences.person AND {gone})",
        (before,),
    )
    people = db.conn.execute(f"DELETE FROM people WHERE {gone}", (before,)).rowcount
    db.conn.execute("DELETE FROM admin_log WHERE at < ?", (before,))
    db.conn.execute("DELETE FROM attempts WHERE at < ?", (before,))
    db.conn.execute("DELETE FROM sent WHERE created < ?", (before,))
    db.conn.execute(
        "UPDATE invitations SET by_channel = '', by_person = '', used_channel = NULL, used_person = NULL"
        " WHERE created < ?",
        (before,),
    )
    # Of a channel that isn't set up any more: nobody else would.
    db.conn.execute(
        "DELETE FROM outbox WHERE (channel, id) IN (SELECT channel, id FROM inbox WHERE received < ?)", (before,)
    )
    db.conn.execute("DELETE FROM inbox WHERE received < ?", (before,))
    return Forgotten(questions, answers, votes, comments, people)
