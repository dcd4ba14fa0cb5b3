"""The schema, as named steps that are each applied once, in order. A step that was released is never edited."""

from collections.abc import Callable

from sqlite_utils.db import Database
from sqlite_utils.migrations import Migrations

from storage.faults import NewerSchema


def apply_schema(db: Database) -> None:
    """Bring the database to the schema of this code. All steps or none, in one write transaction.

    The transaction takes the write lock before it looks: of two processes that start at once, the second waits, then
    finds nothing left to do.

    Raises:
        NewerSchema: the database has steps that this code doesn't know.
        sqlite3.Error: it can't be written.
    """
    steps = _steps()
    if not newer_steps(db) and not steps.pending(db):
        return  # the usual start: nothing to write, so no lock is asked for
    db.conn.execute("BEGIN IMMEDIATE")
    try:
        if newer := newer_steps(db):
            raise NewerSchema(newer)
        steps.apply(db)
        db.conn.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def newer_steps(db: Database) -> list[str]:
    """Steps that this database has and this code doesn't know: a newer Forsa wrote them."""
    known = {_name(step) for step in STEPS}
    return [applied.name for applied in _steps().applied(db) if applied.name not in known]


def _create_answers(db: Database) -> None:
    """Replies as they were given (`reply` is the JSON object); the columns are what one looks for them by."""
    db.conn.execute(
        "CREATE TABLE answers (id TEXT PRIMARY KEY, question TEXT NOT NULL, language TEXT NOT NULL, kind TEXT NOT NULL,"
        " reason TEXT, created REAL NOT NULL, index_version TEXT NOT NULL, reply TEXT NOT NULL)"
    )
    db.conn.execute("CREATE INDEX answers_created ON answers (created)")


def _create_turns(db: Database) -> None:
    """Who was given which answer, where and when. A cached answer is given to several people, so not in `answers`."""
    db.conn.execute(
        "CREATE TABLE turns (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, person TEXT NOT NULL, chat TEXT NOT NULL,"
        " answer_id TEXT NOT NULL, language TEXT NOT NULL, created REAL NOT NULL)"
    )
    db.conn.execute("CREATE INDEX turns_of ON turns (channel, person, chat, id)")
    db.conn.execute("CREATE INDEX turns_answer ON turns (answer_id)")


def _create_feedback(db: Database) -> None:
    """Votes, one a person and answer, and free comments. No foreign key: a vote outlives what it was about."""
    db.conn.execute(
        "CREATE TABLE votes (answer_id TEXT NOT NULL, channel TEXT NOT NULL, person TEXT NOT NULL,"
        " value INTEGER NOT NULL CHECK (value IN (-1, 1)), reason TEXT NOT NULL, created REAL NOT NULL,"
        " changed REAL NOT NULL, PRIMARY KEY (answer_id, channel, person))"
    )
    db.conn.execute(
        "CREATE TABLE comments (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, person TEXT NOT NULL,"
        " answer_id TEXT, text TEXT NOT NULL, created REAL NOT NULL)"
    )


def _create_cache(db: Database) -> None:
    """Cached replies. `used` is when one was last wanted: the least recent go first."""
    db.conn.execute(
        "CREATE TABLE cache (key TEXT PRIMARY KEY, answer_state TEXT NOT NULL, reply TEXT NOT NULL, used REAL NOT NULL)"
    )
    db.conn.execute("CREATE INDEX cache_used ON cache (used)")


def _create_preferences(db: Database) -> None:
    """What a person fixed for themselves; NULL where nothing is fixed."""
    db.conn.execute(
        "CREATE TABLE preferences (channel TEXT NOT NULL, person TEXT NOT NULL, language TEXT, scope TEXT,"
        " PRIMARY KEY (channel, person))"
    )


STEPS = (_create_answers, _create_turns, _create_feedback, _create_cache, _create_preferences)


def _steps() -> Migrations:
    steps = Migrations("forsa")
    for step in STEPS:
        steps(name=_name(step))(step)
    return steps


def _name(step: Callable[[Database], None]) -> str:
    return step.__name__.lstrip("_")
