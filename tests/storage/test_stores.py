"""Answers, cache, votes and conversations: kept over restarts, bounded where they should be."""

import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from core.errors import StorageError
from storage.answers import AnswerStore
from storage.cache import ReplyCache
from storage.conversations import ConversationStore, Preferences, Turn
from storage.database import Database
from storage.feedback import FeedbackStore, Vote
from tests.storage.conftest import Clock


def _reply(text: str, answer_id: str = "a1") -> dict[str, Any]:
    return {
        "answer_id": answer_id,
        "question": "شحال سعر Azur 240؟",
        "language": "ar",
        "kind": "answer",
        "reason": None,
        "text": text,
        "index_version": "v1",
        "citations": [{"n": 1, "text": "| Débit : 240 Mbps |"}],
    }


async def _reopen(database: Database) -> Database:
    await database.close()
    again = Database(database.path, StorageError)
    await again.open()
    return again


async def test_an_answer_is_kept_as_it_was(database: Database, clock: Clock) -> None:
    await AnswerStore(database, clock).save(_reply("5 900 دج [1]"))
    again = await _reopen(database)
    assert await AnswerStore(again, clock).get("a1") == _reply("5 900 دج [1]")
    assert await AnswerStore(again, clock).get("other") is None
    row = await again.read(lambda db: db.conn.execute("SELECT question, language, created FROM answers").fetchone())
    assert row == ("شحال سعر Azur 240؟", "ar", 1_000_001.0)
    await again.close()


async def test_cache_is_bounded_and_drops_the_least_recently_used(database: Database, clock: Clock) -> None:
    cache = ReplyCache(database, 3, clock, front_size=2)
    for key in "abc":
        await cache.put(key, "s", _reply(key))
    await cache.get("a")  # used again, so `b` is the oldest now
    await cache.put("d", "s", _reply("d"))
    assert [key for key in "abcd" if await cache.get(key)] == ["a", "c", "d"]


async def test_use_counts_over_a_restart(database: Database, clock: Clock) -> None:
    cache = ReplyCache(database, 2, clock)
    await cache.put("a", "s", _reply("a"))
    await cache.put("b", "s", _reply("b"))
    await cache.get("a")
    await cache.flush()
    database = await _reopen(database)
    cache = ReplyCache(database, 2, clock)
    await cache.put("c", "s", _reply("c"))
    assert [key for key in "abc" if await cache.get(key)] == ["a", "c"]
    await database.close()


async def test_cache_forgets_other_states(database: Database, clock: Clock) -> None:
    cache = ReplyCache(database, 10, clock)
    await cache.put("old", "state 1", _reply("old"))
    await cache.put("new", "state 2", _reply("new"))
    assert await cache.forget_other_states("state 2") == 1
    assert await cache.get("old") is None
    assert await cache.get("new") == _reply("new")


async def test_cache_of_size_0_is_off(database: Database, clock: Clock) -> None:
    cache = ReplyCache(database, 0, clock)
    await cache.put("a", "s", _reply("a"))
    assert await cache.get("a") is None


async def test_a_cached_reply_is_not_shared_with_its_receiver(database: Database, clock: Clock) -> None:
    cache = ReplyCache(database, 2, clock)
    await cache.put("a", "s", _reply("a"))
    first = await cache.get("a")
    assert first is not None
    first["text"] = "changed by a careless caller"
    assert await cache.get("a") == _reply("a")


async def test_a_hit_takes_under_two_milliseconds(database: Database, clock: Clock) -> None:
    cache = ReplyCache(database, 10, clock, front_size=1)
    long = _reply("x") | {"candidates": [{"document": "d" * 60, "chunk": "c" * 70, "score": 0.5, "gate": 0.1}] * 40}
    await cache.put("front", "s", long)
    await cache.put("file", "s", long)
    times = []
    for n in range(200):
        began = time.perf_counter()
        assert await cache.get(("front", "file")[n % 2]) is not None  # each pushes the other out of memory
        times.append(time.perf_counter() - began)
    assert statistics.median(times) < 0.002


@pytest.mark.parametrize(
    ("presses", "standing"),
    [
        ([(1, "")], Vote(1)),
        ([(1, ""), (1, "")], Vote(None)),
        ([(1, ""), (-1, "")], Vote(-1)),
        ([(-1, ""), (-1, "mauvais chiffre")], Vote(-1, "mauvais chiffre")),
        ([(-1, "mauvais chiffre"), (1, "")], Vote(1)),
        ([(-1, ""), (-1, ""), (-1, "")], Vote(-1)),
    ],
    ids=["once", "withdrawn", "changed", "reason-added", "reason-goes-with-the-change", "again-after-withdrawal"],
)
async def test_one_vote_a_person_and_answer(
    database: Database, clock: Clock, presses: list[tuple[Any, str]], standing: Vote
) -> None:
    votes = FeedbackStore(database, clock)
    for value, reason in presses:
        last = await votes.vote("a1", "console", "p", value, reason)
    assert last == standing
    assert await votes.vote_of("a1", "console", "p") == standing
    assert await votes.vote_of("a1", "console", "other") == Vote(None)
    again = await _reopen(database)
    assert await FeedbackStore(again, clock).vote_of("a1", "console", "p") == standing
    assert await again.read(lambda db: db.conn.execute("SELECT count(*) FROM votes").fetchone()[0]) <= 1
    await again.close()


async def test_comments_are_kept(database: Database, clock: Clock) -> None:
    await FeedbackStore(database, clock).comment("console", "p", "le prix a changé", "a1")
    rows = await database.read(lambda db: db.conn.execute("SELECT person, answer_id, text FROM comments").fetchall())
    assert rows == [("p", "a1", "le prix a changé")]


async def test_conversations_are_kept_apart_and_over_a_restart(database: Database, clock: Clock) -> None:
    store = ConversationStore(database, clock)
    await store.prefer("console", "p", Preferences("ar", "Offres"))
    await store.prefer("console", "p", Preferences("fr", None))
    for answer_id in ("a1", "a2"):
        await store.add_turn("console", "p", "", Turn(answer_id, "fr"))
    await store.add_turn("console", "p", "group", Turn("a3", "ar"))
    database = await _reopen(database)
    store = ConversationStore(database, clock)
    assert await store.preferences("console", "p") == Preferences("fr", None)
    assert await store.preferences("telegram", "p") == Preferences()
    assert await store.last_turns("console", "p", "", 5) == [Turn("a2", "fr"), Turn("a1", "fr")]
    assert await store.last_turns("console", "p", "group", 5) == [Turn("a3", "ar")]
    await database.close()


async def test_turns_tell_what_was_asked_and_an_edited_message_has_one(database: Database, clock: Clock) -> None:
    store, answers = ConversationStore(database, clock), AnswerStore(database, clock)
    for number, question in enumerate(("prix azur", "durée azur", "caution azur"), 1):
        answer_id = f"a{number}"
        await answers.save({"answer_id": answer_id, "question": question, "language": "fr", "kind": "answer"})
        await store.add_turn("telegram", "p", "c", Turn(answer_id, "fr", f"m{min(number, 2)}"))
    turns = await store.last_turns("telegram", "p", "c", 5)
    assert turns == [Turn("a3", "fr", "m2", "caution azur"), Turn("a1", "fr", "m1", "prix azur")]
    assert await store.question_of("a2") == "durée azur"
    assert await store.question_of("gone") == ""


async def test_documents_of_an_answer_are_those_it_cites(database: Database, clock: Clock) -> None:
    store, answers = ConversationStore(database, clock), AnswerStore(database, clock)
    cited = [{"n": 1, "document": "a.pdf"}, {"n": 2, "document": "b.pdf"}, {"n": 3, "document": "a.pdf"}]
    await answers.save({"answer_id": "a1", "question": "x", "language": "fr", "kind": "answer", "citations": cited})
    await answers.save({"answer_id": "a2", "question": "x", "language": "fr", "kind": "refusal"})
    assert await store.documents_of("a1") == {"a.pdf", "b.pdf"}
    assert await store.documents_of("a2") == await store.documents_of("gone") == frozenset()


def test_database_path_is_made(path: Path) -> None:
    assert not path.parent.exists()  # `open` makes it: the other tests rest on that
