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


def _create_inbox(db: Database) -> None:
    """What came in from channels until it is done, what is to go out for it, and what sent messages are about."""
    db.conn.execute(
        "CREATE TABLE inbox (place INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, id TEXT NOT NULL,"
        " body TEXT NOT NULL, received REAL NOT NULL, tries INTEGER NOT NULL, shown TEXT NOT NULL, done REAL,"
        " UNIQUE (channel, id))"
    )
    db.conn.execute("CREATE INDEX inbox_done ON inbox (channel, done)")
    db.conn.execute(
        "CREATE TABLE outbox (channel TEXT NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (channel, id, place))"
    )
    db.conn.execute(
        "CREATE TABLE sent (channel TEXT NOT NULL, chat TEXT NOT NULL, message TEXT NOT NULL, answer_id TEXT NOT NULL,"
        " about TEXT NOT NULL, created REAL NOT NULL, PRIMARY KEY (channel, chat, message))"
    )
    db.conn.execute("CREATE INDEX sent_answer ON sent (channel, chat, answer_id)")
    db.conn.execute("CREATE INDEX sent_created ON sent (channel, created)")


def _create_access(db: Database) -> None:
    """Who may ask, the invitations that let them in, and how often they did what is limited."""
    db.conn.execute(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,"
        " role TEXT NOT NULL DEFAULT 'agent' CHECK (role IN ('agent', 'admin')),"
        " is_admitted INTEGER NOT NULL DEFAULT 0, is_blocked INTEGER NOT NULL DEFAULT 0, created REAL NOT NULL,"
        " seen REAL NOT NULL, invitation INTEGER, UNIQUE (channel, person))"
    )
    db.conn.execute(
        "CREATE TABLE invitations (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, role TEXT NOT NULL,"
        " created REAL NOT NULL, expires REAL NOT NULL, by_channel TEXT NOT NULL, by_person TEXT NOT NULL,"
        " used REAL, used_channel TEXT, used_person TEXT)"
    )
    db.conn.execute(
        "CREATE TABLE attempts (channel TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL)"
    )
    db.conn.execute("CREATE INDEX attempts_of ON attempts (channel, person, kind, at)")
    db.conn.execute("CREATE INDEX attempts_at ON attempts (at)")


def _create_admin_log(db: Database) -> None:
    """What admins did. `detail` is what it was done to."""
    db.conn.execute(
        "CREATE TABLE admin_log (id INTEGER PRIMARY KEY, at REAL NOT NULL, channel TEXT NOT NULL,"
        " person TEXT NOT NULL, action TEXT NOT NULL, detail TEXT NOT NULL)"
    )


def _index_turns_by_time(db: Database) -> None:
    """For the figures of the last days."""
    db.conn.execute("CREATE INDEX turns_created ON turns (created)")


def _add_message_to_turns(db: Database) -> None:
    """Which message was answered: edited later, its new answer takes the place of the first."""
    db.conn.execute("ALTER TABLE turns ADD COLUMN message TEXT NOT NULL DEFAULT ''")


def _create_reviews(db: Database) -> None:
    """What became of questions that were voted on or refused, by the key of their wording; no row: open.

    `question` is the wording that a reviewer gave it, '' where it stays as asked.
    """
    db.conn.execute(
        "CREATE TABLE reviews (wording TEXT PRIMARY KEY, state TEXT NOT NULL"
        " CHECK (state IN ('open', 'accepted', 'discarded')), question TEXT NOT NULL, changed REAL NOT NULL)"
    )


def _create_pins(db: Database) -> None:
    """Pinned answers, one a question and language (`reply` is the JSON object), and how often they were changed."""
    db.conn.execute(
        "CREATE TABLE pins (question TEXT NOT NULL, language TEXT NOT NULL, wording TEXT NOT NULL,"
        " reply TEXT NOT NULL, created REAL NOT NULL, PRIMARY KEY (question, language))"
    )
    db.conn.execute("CREATE TABLE pins_revision (revision INTEGER NOT NULL)")
    db.conn.execute("INSERT INTO pins_revision VALUES (1)")


def _create_web_access(db: Database) -> None:
    """Keys for programs and sessions of browsers, both as hashes only."""
    db.conn.execute(
        "CREATE TABLE api_keys (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL,"
        " created REAL NOT NULL, used REAL, revoked REAL)"
    )
    db.conn.execute(
        "CREATE TABLE web_sessions (hash BLOB PRIMARY KEY, channel TEXT NOT NULL, person TEXT NOT NULL,"
        " seen REAL NOT NULL)"
    )


STEPS = (
    _create_answers,
    _create_turns,
    _create_feedback,
    _create_cache,
    _create_preferences,
    _create_access,
    _create_admin_log,
    _index_turns_by_time,
    _add_message_to_turns,
    _create_inbox,
    _create_reviews,
    _create_pins,
    _create_web_access,
)


def _steps() -> Migrations:
    steps = Migrations("forsa")
    for step in STEPS:
        steps(name=_name(step))(step)
    return steps


def _name(step: Callable[[Database], None]) -> str:
    return step.__name__.lstrip("_")
