"""What votes, comments and refusals say about answers, for whoever reviews them; no person is told of here."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlite_utils.db import Database as Connection

from storage.database import Database

State = Literal["open", "accepted", "discarded"]

_LATEST = 5000
"""Answers that are looked at, the latest judged ones: a review goes through what is new."""

_JUDGED = """
SELECT answers.id, answers.question, answers.language, answers.kind, coalesce(answers.reason, ''),
       coalesce(json_extract(reply, '$.citations[0].document'), json_extract(reply, '$.candidates[0].document'), ''),
       coalesce(given.times, 0), coalesce(voted.up, 0), coalesce(voted.down, 0),
       max(coalesce(voted.last, 0), CASE answers.kind WHEN 'refusal' THEN coalesce(given.last, 0) ELSE 0 END) AS latest
FROM answers
LEFT JOIN (SELECT answer_id, count(*) AS times, max(created) AS last FROM turns GROUP BY answer_id) AS given
    ON given.answer_id = answers.id
LEFT JOIN (SELECT answer_id, sum(value = 1) AS up, sum(value = -1) AS down, max(changed) AS last FROM votes
           GROUP BY answer_id) AS voted ON voted.answer_id = answers.id
WHERE voted.last IS NOT NULL OR (answers.kind = 'refusal' AND given.times > 0)
ORDER BY latest DESC, answers.rowid DESC LIMIT ?
"""


@dataclass(frozen=True)
class Judged:
    """An answer that someone voted on, or a refusal that someone was given.

    `document` is the first cited one, else the best candidate's; `times` is how often it was given, `latest` when it
    was last judged, in seconds since 1970.
    """

    answer_id: str
    question: str
    language: str
    kind: str
    reason: str
    document: str
    times: int
    up: int
    down: int
    latest: float


@dataclass(frozen=True)
class Remarks:
    """What people said of some answers: reasons of their votes (codes or own words) and comments, the latest first."""

    reasons: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Review:
    """What was decided on a wording, and the question as the reviewer put it ('' where it stays as asked)."""

    state: State = "open"
    question: str = ""


@dataclass(frozen=True)
class Reviews:
    """All that were touched, by the key of their wording."""

    by_wording: Mapping[str, Review] = field(default_factory=dict)

    def of(self, wording: str) -> Review:
        """Of one; untouched ones are open."""
        return self.by_wording.get(wording, Review())


class ReviewStore:
    """Reads what the other stores keep, and keeps what reviewers decide."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    async def judged(self) -> list[Judged]:
        """What was voted on or refused, the latest first."""
        return await self._database.read(
            lambda db: [Judged(*row) for row in db.conn.execute(_JUDGED, (_LATEST,)).fetchall()]
        )

    async def remarks(self, answer_ids: Sequence[str]) -> Remarks:
        """What people said of these answers."""
        wanted = json.dumps(list(answer_ids))

        def work(db: Connection) -> Remarks:
            of = "FROM {} WHERE answer_id IN (SELECT value FROM json_each(?))"
            reasons = db.conn.execute(
                f"SELECT reason {of.format('votes')} AND reason != '' ORDER BY changed DESC", (wanted,)
            )
            comments = db.conn.execute(f"SELECT text {of.format('comments')} ORDER BY id DESC", (wanted,))
            return Remarks(tuple(row[0] for row in reasons), tuple(row[0] for row in comments))

        return await self._database.read(work)

    async def answer(self, answer_id: str) -> dict[str, Any] | None:
        """The reply object as it was given."""
        found = await self._database.read(
            lambda db: db.conn.execute("SELECT reply FROM answers WHERE id = ?", (answer_id,)).fetchone()
        )
        return json.loads(found[0]) if found else None

    async def reviews(self) -> Reviews:
        """All that was decided or reworded."""

        def work(db: Connection) -> Reviews:
            rows = db.conn.execute("SELECT wording, state, question FROM reviews")
            return Reviews({wording: Review(state, question) for wording, state, question in rows})

        return await self._database.read(work)

    async def decide(self, wording: str, state: State) -> bool:
        """Set the state. Of two reviewers at once one decides: False where it had this state already, or where it is
        no longer open and neither is it to be opened again."""

        def work(db: Connection) -> bool:
            before = _review(db, wording)
            if before.state == state or (state != "open" and before.state != "open"):
                return False
            _keep(db, wording, Review(state, before.question), self._now())
            return True

        return await self._database.write(work)

    async def reword(self, wording: str, question: str) -> None:
        """Put the question otherwise than it was asked; it is open (again)."""
        await self._database.write(lambda db: _keep(db, wording, Review("open", question), self._now()))


def _review(db: Connection, wording: str) -> Review:
    found = db.conn.execute("SELECT state, question FROM reviews WHERE wording = ?", (wording,)).fetchone()
    return Review(*found) if found else Review()


def _keep(db: Connection, wording: str, review: Review, now: float) -> None:
    db.conn.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?)", (wording, review.state, review.question, now))
