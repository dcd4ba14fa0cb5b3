"""The inbox over restarts: nothing lost, nothing twice."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from core.errors import StorageError
from storage.database import Database
from storage.inbox import DONE_KEPT_S, SENT_KEPT_S, Inbox


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def opened(path: Path, clock: Clock, channel: str = "telegram") -> AsyncIterator[Inbox]:
    database = Database(path / "forsa.sqlite", StorageError)
    await database.open()
    yield Inbox(database, channel, clock)
    await database.close()


async def test_an_update_seen_before_is_not_new(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as inbox:
        assert [new.id for new in await inbox.add([("1", "a"), ("2", "b"), ("1", "a")])] == ["1", "2"]
        await inbox.close("1")
        assert await inbox.add([("1", "a")]) == []
    async with opened(tmp_path, Clock()) as inbox:
        assert [new.id for new in await inbox.add([("1", "a"), ("2", "b"), ("3", "c")])] == ["3"]


async def test_what_is_not_done_waits_in_order_and_counts_its_starts(tmp_path: Path) -> None:
    for start in (1, 2):
        async with opened(tmp_path, Clock()) as inbox:
            await inbox.add([("10", "a"), ("9", "b"), ("11", "c")])
            await inbox.close("9")
            waiting = await inbox.waiting()
            assert [(item.id, item.body, item.tries) for item in waiting] == [("10", "a", start), ("11", "c", start)]


async def test_what_was_held_is_delivered_from_where_it_stopped(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as inbox:
        await inbox.add([("1", "a")])
        await inbox.hold("1", ["part 1", "part 2", "part 3"])
        assert [item.body for item in await inbox.held("1")] == ["part 1", "part 2", "part 3"]
        await inbox.delivered("1", 0, "42", "900", {})
    async with opened(tmp_path, Clock()) as inbox:
        assert [item.id for item in await inbox.waiting()] == ["1"]
        assert [(item.place, item.body) for item in await inbox.held("1")] == [(1, "part 2"), (2, "part 3")]
        await inbox.delivered("1", 1, "42", "901", {})
        assert len(await inbox.waiting()) == 1
        await inbox.delivered("1", 2, "42", "902", {})
        assert await inbox.waiting() == []


async def test_the_message_of_a_preview_is_found_after_a_crash(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as inbox:
        await inbox.add([("1", "a")])
        await inbox.note_shown("1", "77")
    async with opened(tmp_path, Clock()) as inbox:
        assert [item.shown for item in await inbox.waiting()] == ["77"]


async def test_messages_know_their_answers(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as inbox:
        await inbox.add([("1", "a")])
        await inbox.hold("1", ["x", "y"])
        await inbox.delivered("1", 0, "42", "900", {"shows": "abc", "texts": ["سعر"]})
        await inbox.delivered("1", 1, "42", "901", {"answer": "abc"})
        assert await inbox.about("42", "900") == {"shows": "abc", "texts": ["سعر"]}
        assert await inbox.about("43", "900") == {}
        assert await inbox.message_of("42", "abc") == "900"
        assert await inbox.message_of("43", "abc") == ""


async def test_channels_do_not_meet(tmp_path: Path) -> None:
    async with opened(tmp_path, Clock()) as inbox:
        await inbox.add([("1", "a")])
    async with opened(tmp_path, Clock(), "teams") as inbox:
        assert await inbox.waiting() == []
        assert len(await inbox.add([("1", "a")])) == 1


async def test_what_is_long_done_is_forgotten_and_what_waits_is_not(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as inbox:
        await inbox.add([("1", "a"), ("2", "b")])
        await inbox.hold("1", ["x"])
        await inbox.delivered("1", 0, "42", "900", {"shows": "abc"})
        clock.now += DONE_KEPT_S + 1
        await inbox.prune()
        assert [new.id for new in await inbox.add([("1", "a"), ("2", "b")])] == ["1"]
        assert await inbox.about("42", "900") == {"shows": "abc"}
        clock.now += SENT_KEPT_S
        await inbox.prune()
        assert await inbox.about("42", "900") == {}
