"""Forgetting: what becomes of the rows when their people are not to be known any more.

An answer is shared: the cache gives it to whoever asks the same, and a person's turn only points at it. So it loses its
text when the last turn that may still be looked at is gone, and with it goes what the cache holds of it. What stays
counts, and tells nothing of anybody: when, in which language, and whether it was an answer or a refusal.
"""

import json

from sqlite_utils.db import Database as Connection

KEPT_FIELDS = ("answer_id", "language", "kind", "reason", "index_version", "timings_ms", "usage")
"""What stays of a reply that is forgotten."""
NOBODY = "nobody-"
"""What the person of a vote becomes, with a number behind it: a vote has one, and two are not the same one's."""


def forget_turns(db: Connection, condition: str, values: tuple[object, ...]) -> int:
    """Take person, chat and message off turns; returns how many."""
    done = db.conn.execute(
        f"UPDATE turns SET channel = '', person = '', chat = '', message = '' WHERE person != '' AND {condition}",
        values,
    )
    return int(done.rowcount)


def forget_answers(db: Connection, ids: list[str]) -> int:
    """Take the text off answers, and them out of the cache; returns how many answers had one."""
    forgotten = 0
    for answer_id in ids:
        found = db.conn.execute("SELECT reply FROM answers WHERE id = ? AND question != ''", (answer_id,)).fetchone()
        if found is None:
            continue
        reply = json.loads(found[0])
        kept = {name: reply[name] for name in KEPT_FIELDS if name in reply} | {"question": "", "text": ""}
        db.conn.execute("UPDATE answers SET question = '', reply = ? WHERE id = ?", (json.dumps(kept), answer_id))
        forgotten += 1
    wanted = set(ids)
    cached = db.conn.execute("SELECT key, json_extract(reply, '$.answer_id') FROM cache").fetchall() if wanted else []
    db.conn.executemany("DELETE FROM cache WHERE key = ?", [(key,) for key, answer in cached if answer in wanted])
    return forgotten


def forget_votes(db: Connection, condition: str, values: tuple[object, ...]) -> int:
    """Take person and reason (people may write one themselves) off votes; returns how many."""
    done = db.conn.execute(
        f"UPDATE votes SET channel = '', reason = '', person = '{NOBODY}' || rowid || '-' || hex(randomblob(4))"
        f" WHERE channel != '' AND {condition}",
        values,
    )
    return int(done.rowcount)
