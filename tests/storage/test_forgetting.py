"""What is forgotten by age and by wish: nothing of it is left in the file, and what others were given stays sound."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils.db import Database as Connection

from core.errors import StorageError
from core.reply import Citation, Reply
from storage.admin_log import AdminLog
from storage.answers import AnswerStore
from storage.api_keys import ApiKeyStore
from storage.attempts import AttemptStore
from storage.cache import ReplyCache
from storage.conversations import ConversationStore, Preferences, Turn
from storage.database import Database
from storage.feedback import FeedbackStore
from storage.inbox import Inbox
from storage.invitations import InvitationStore
from storage.people import PeopleStore
from storage.personal_data import PersonalData
from storage.retention import Retention
from storage.web_sessions import WebSessionStore

DAY = 86_400.0
SECRET = "Zoubir0550123456"
"""Stands in everything that the person writes."""
NAME = "Lamine-Nom-Unique"


class Place:
    """All stores over one file, with a clock that is moved by hand."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seconds = 1_000_000.0
        now = lambda: self.seconds  # noqa: E731
        self.answers = AnswerStore(database, now)
        self.cache = ReplyCache(database, 100, now)
        self.conversations = ConversationStore(database, now)
        self.feedback = FeedbackStore(database, now)
        self.people = PeopleStore(database, now)
        self.invitations = InvitationStore(database, now)
        self.attempts = AttemptStore(database, now)
        self.log = AdminLog(database, now)
        self.sessions = WebSessionStore(database, now)
        self.inbox = Inbox(database, "telegram", now)
        self.retention = Retention(database, now)
        self.personal = PersonalData(database, now)

    async def answer(self, answer_id: str, question: str, *people: str) -> dict[str, Any]:
        """An answer that some people were given, and that is cached."""
        cited = (Citation(1, "Offres/Azur.md", "Azur", "Tarifs", None, "fr", "7 150 DA"),)
        reply = Reply(question, "fr", "answer", None, f"Réponse à {question} [1].", cited, answer_id=answer_id)
        await self.answers.save(reply.to_json())
        await self.cache.put(f"key-{answer_id}", "state", reply.to_json())
        for person in people:
            await self.give(answer_id, person)
        return reply.to_json()

    async def give(self, answer_id: str, person: str) -> None:
        await self.conversations.add_turn("telegram", person, person, Turn(answer_id, "fr", f"m-{answer_id}"))

    async def live(self, person: str) -> None:
        """All that a person can leave behind."""
        await self.people.see("telegram", person, NAME, None)
        await self.answer("own", f"numéro de {SECRET}", person)
        await self.answer("shared", "prix azur", person, "other")
        await self.feedback.vote("own", "telegram", person, -1, f"faux pour {SECRET}")
        await self.feedback.comment("telegram", person, f"rappelez {SECRET}", "own")
        await self.conversations.prefer("telegram", person, Preferences("ar"))
        await self.attempts.note("telegram", person, "question")
        await self.sessions.begin("telegram", person)
        await self.log.note("telegram", person, "block", "telegram:9")
        await self.log.note("telegram", "9", "block", f"telegram:{person}")
        invitation = await self.invitations.invite("agent", 7 * DAY, "telegram", person)
        await self.invitations.redeem(invitation.code, "telegram", person, NAME)
        for id_, body in (("1", f"{person} {NAME} {SECRET}"),):
            await self.inbox.add([(id_, body)])
            await self.inbox.hold(id_, [f"{SECRET}"])
            await self.inbox.delivered(id_, 0, person, "77", {"shows": "own"})

    async def rows(self, query: str) -> list[Any]:
        return await self.database.read(lambda db: db.conn.execute(query).fetchall())

    def bytes(self) -> bytes:
        """The file and the logs beside it, as a disk would show them."""
        return b"".join(path.read_bytes() for path in sorted(self.database.path.parent.iterdir()))


@pytest.fixture
def place(database: Database) -> Place:
    return Place(database)


async def test_what_is_done_keeps_no_content_in_the_inbox(place: Place) -> None:
    await place.inbox.add([("1", SECRET), ("2", SECRET)])
    await place.inbox.close("1")
    await place.inbox.hold("2", ["x"])
    await place.inbox.delivered("2", 0, "c", "m", {})
    assert await place.rows("SELECT body FROM inbox") == [("",), ("",)]


async def test_what_is_old_loses_its_person_and_its_text_and_still_counts(place: Place) -> None:
    await place.live("p")
    place.seconds += 400 * DAY
    await place.answer("new", "question récente", "p")
    done = await place.retention.forget(365 * DAY)
    assert (done.questions, done.answers, done.votes, done.comments) == (3, 2, 1, 1)
    assert await place.rows("SELECT person FROM turns ORDER BY id") == [("",), ("",), ("",), ("p",)]
    assert await place.rows("SELECT id, question, kind FROM answers ORDER BY id") == [
        ("new", "question récente", "answer"),
        ("own", "", "answer"),
        ("shared", "", "answer"),
    ]
    assert await place.rows("SELECT value, reason, channel FROM votes") == [(-1, "", "")]
    assert (await place.people.find("telegram", "p")) is not None, "who was admitted may still ask"
    assert SECRET.encode() not in place.bytes()


async def test_a_forgotten_answer_can_still_be_read_and_has_no_sources(place: Place) -> None:
    await place.answer("own", SECRET, "p")
    place.seconds += 2 * DAY
    await place.retention.forget(DAY)
    stored = await place.answers.get("own")
    assert stored is not None
    reply = Reply.from_json(stored)
    assert (reply.kind, reply.language, reply.text, reply.citations) == ("answer", "fr", "", ())


async def test_an_answer_that_was_given_again_of_late_keeps_its_text(place: Place) -> None:
    await place.answer("shared", "prix azur", "old")
    place.seconds += 2 * DAY
    await place.give("shared", "young")
    done = await place.retention.forget(DAY)
    assert (done.questions, done.answers) == (1, 0)
    [turn] = await place.conversations.last_turns("telegram", "young", "young", 5)
    assert turn.question == "prix azur"
    assert await place.cache.get("key-shared") is not None


async def test_the_cache_gives_no_forgotten_answer_not_even_from_the_memory_of_another_process(
    place: Place, path: Path
) -> None:
    await place.answer("own", SECRET, "p")
    assert await place.cache.get("key-own") is not None
    other = Database(path, StorageError)
    await other.open()
    await PersonalData(other, lambda: place.seconds).erase("telegram", "p")
    await other.close()
    assert await place.cache.get("key-own") is None


async def test_forgetting_twice_changes_nothing_more(place: Place) -> None:
    await place.live("p")
    place.seconds += 2 * DAY
    await place.retention.forget(DAY)
    again = await place.retention.forget(DAY)
    assert (again.questions, again.answers, again.votes, again.comments) == (0, 0, 0, 0)


async def test_votes_of_several_forgotten_people_stay_several(place: Place) -> None:
    for person in "abc":
        await place.feedback.vote("x", "telegram", person, 1)
    place.seconds += 2 * DAY
    assert (await place.retention.forget(DAY)).votes == 3
    assert await place.rows("SELECT count(*), sum(value) FROM votes") == [(3, 3)]


async def test_all_that_is_kept_of_a_person_is_told(place: Place) -> None:
    await place.live("p")
    told = await place.personal.export("telegram", "p")
    json.dumps(told)
    assert told["person"] == "telegram:p"
    assert {name for name, rows in told.items() if rows == []} == set()
    assert [row["question"] for row in told["questions"]] == [f"numéro de {SECRET}", "prix azur"]
    assert told["questions"][0]["reply"]["text"].startswith("Réponse")
    assert told["comments"][0]["text"] == f"rappelez {SECRET}"
    nobody = await place.personal.export("telegram", "stranger")
    assert {name for name, rows in nobody.items() if rows} == {"person", "exported"}


async def test_an_erased_person_is_nowhere_in_the_file_and_others_are_whole(place: Place) -> None:
    await place.live("personne-4711")
    await place.feedback.vote("shared", "telegram", "other", 1)
    rows = await place.personal.erase("telegram", "personne-4711")
    assert rows >= 10
    left = place.bytes()
    for word in (SECRET, NAME, "personne-4711"):
        assert word.encode() not in left, word
    nothing = await place.personal.export("telegram", "personne-4711")
    assert {name for name, found in nothing.items() if found} == {"person", "exported"}
    [turn] = await place.conversations.last_turns("telegram", "other", "other", 5)
    stored = await place.answers.get(turn.answer_id)
    assert stored is not None
    assert stored["citations"]
    assert await place.cache.get("key-shared") == stored
    assert (await place.feedback.vote_of("shared", "telegram", "other")).value == 1


async def test_an_erased_key_opens_nothing_and_says_no_name(place: Place) -> None:
    keys = ApiKeyStore(place.database, lambda: 1.0)
    key, secret = await keys.create(NAME, "agent")
    _, other_secret = await keys.create("caisse", "agent")
    assert await place.personal.erase("api", str(key.number))
    assert await keys.find(secret) is None
    assert (await keys.find(other_secret)) is not None
    names = await place.database.read(lambda db: [row[0] for row in db.conn.execute("SELECT name FROM api_keys")])
    assert names == ["", "caisse"]


@pytest.mark.parametrize("channel", ["telegram", "telegram:123456"])
async def test_messages_of_a_persons_own_chat_go_and_a_groups_stay(place: Place, channel: str) -> None:
    inbox = Inbox(place.database, channel, lambda: place.seconds)
    for chat, people in (("own", ("p",)), ("group", ("p", "q"))):
        for person in people:
            await place.conversations.add_turn("telegram", person, chat, Turn("a", "fr", person))
        await inbox.add([(chat, "{}")])
        await inbox.hold(chat, ["{}"])
        await inbox.delivered(chat, 0, chat, "1", {"shows": "a"})
    assert len((await place.personal.export("telegram", "p"))["sent_messages"]) == 2
    await place.personal.erase("telegram", "p")
    assert await place.rows("SELECT chat FROM sent") == [("group",)]


async def test_who_is_blocked_stays_blocked_without_a_name(place: Place) -> None:
    await place.people.see("telegram", "p", NAME, None)
    found = await place.people.find("telegram", "p")
    assert found is not None
    await place.people.set_blocked(found.number, True)
    await place.personal.erase("telegram", "p")
    after = await place.people.find("telegram", "p")
    assert after is not None
    assert (after.is_blocked, after.name) == (True, "")


async def test_every_table_that_names_people_is_told_and_erased(place: Place, path: Path) -> None:
    """A table that is added later must be thought of here: who it names is known by its columns."""
    await place.live("p")
    connection = sqlite3.connect(path)
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    naming = {
        (table, column[1])
        for table in tables
        for column in connection.execute(f"PRAGMA table_info({table})")
        if column[1] in ("chat", "name") or column[1].endswith("person")
    }
    assert naming >= {("turns", "person"), ("people", "name"), ("sent", "chat")}
    await place.personal.erase("telegram", "p")
    for table, column in naming:
        found = connection.execute(f"SELECT count(*) FROM {table} WHERE {column} IN ('p', ?)", (NAME,)).fetchone()
        assert found == (0,), (table, column)
    connection.close()


async def test_a_full_disk_leaves_everything_as_it_was(place: Place, path: Path) -> None:
    await place.live("p")
    place.seconds += 2 * DAY

    def fill(db: Connection) -> None:
        pages = db.conn.execute("PRAGMA page_count").fetchone()[0]
        db.conn.execute(f"PRAGMA max_page_count = {pages}")

    await place.database.write(fill)
    # Nothing grows by forgetting: it works on a full disk.
    assert (await place.retention.forget(DAY)).comments == 1


async def test_compacting_takes_out_what_was_deleted_before_deleted_content_was_overwritten(
    place: Place, path: Path
) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA secure_delete = OFF")
    connection.execute("CREATE TABLE extra (x)")
    connection.execute("INSERT INTO extra VALUES (?)", (SECRET * 1000,))
    connection.commit()
    connection.execute("DROP TABLE extra")
    connection.commit()
    connection.close()
    await place.database.settle()
    assert SECRET.encode() in place.bytes()
    await place.database.settle(compact=True)
    assert SECRET.encode() not in place.bytes()
