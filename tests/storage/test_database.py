"""The database keeps what it acknowledged, waits instead of failing, and says in words what is wrong with its file."""

import asyncio
import multiprocessing
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils.db import Database as Connection

from core.errors import StorageError
from storage.database import Database

ROOT = Path(__file__).resolve().parents[2]


def _insert(text: str) -> Callable[[Connection], Any]:
    return lambda db: db.conn.execute(
        "INSERT INTO comments (channel, person, text, created) VALUES ('c', 'p', ?, 0)", (text,)
    )


def _count(db: Connection) -> int:
    return int(db.conn.execute("SELECT count(*) FROM comments").fetchone()[0])


async def _open(path: Path, **options: float) -> Database:
    database = Database(path, StorageError, **options)
    await database.open()
    return database


async def test_reads_see_what_was_acknowledged(database: Database) -> None:
    for n in range(20):
        await database.write(_insert(str(n)))
        assert await database.read(_count) == n + 1


async def test_a_failing_write_is_undone_alone(database: Database) -> None:
    def fails_after_writing(db: Connection) -> None:
        _insert("half")(db)
        raise ValueError("on purpose")

    outcomes = await asyncio.gather(
        database.write(_insert("a")),
        database.write(fails_after_writing),
        database.write(_insert("b")),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], ValueError)
    assert await database.read(lambda db: [r[0] for r in db.conn.execute("SELECT text FROM comments")]) == ["a", "b"]


async def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError):
        await database.read(_insert("x"))


async def test_event_loop_is_free_while_the_writer_waits_for_another_process(path: Path) -> None:
    database = await _open(path)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(database.write(_insert("patient")))
    for _ in range(10):
        await asyncio.sleep(0.01)  # the loop turns, and reading goes on
        assert await database.read(_count) == 0
    assert not writing.done()
    other.execute("COMMIT")
    await writing
    assert await database.read(_count) == 1
    other.close()
    await database.close()


async def test_a_lock_held_too_long_is_told(path: Path) -> None:
    database = await _open(path, busy_timeout_s=0.1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="another program holds"):
        await database.write(_insert("x"))
    other.close()
    await database.write(_insert("y"))
    await database.close()


async def test_a_new_file_may_be_opened_many_times_at_once(tmp_path: Path) -> None:
    for attempt in range(5):
        path = tmp_path / f"{attempt}.sqlite"
        databases = await asyncio.gather(*(_open(path) for _ in range(8)))
        await asyncio.gather(*(each.write(_insert("x")) for each in databases for _ in range(10)))
        assert await databases[0].read(_count) == 80
        await asyncio.gather(*(each.close() for each in databases))


def _write_many(path: str, texts: int) -> None:
    async def run() -> None:
        database = await _open(Path(path))
        await asyncio.gather(*(database.write(_insert(str(n))) for n in range(texts)))
        await database.close()

    asyncio.run(run())


@pytest.mark.slow
async def test_processes_that_start_and_write_at_once_all_succeed(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=_write_many, args=(str(path), 50)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        await asyncio.to_thread(process.join)
    assert [process.exitcode for process in processes] == [0] * 4
    database = await _open(path)
    assert await database.read(_count) == 200
    await database.close()


_WRITES_UNTIL_KILLED = """
import asyncio, sys
from pathlib import Path
from core.errors import StorageError
from storage.database import Database

async def main():
    database = Database(Path(sys.argv[1]), StorageError)
    await database.open()
    n = 0
    while True:
        await database.write(lambda db: db.conn.execute(
            "INSERT INTO comments (channel, person, text, created) VALUES ('c', 'p', ?, 0)", (str(n),)))
        print(n, flush=True)
        n += 1

asyncio.run(main())
"""


def _write_until_killed(path: Path, after: int) -> int:
    """The last number that the process said was written before it was killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", _WRITES_UNTIL_KILLED, str(path)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    acknowledged = -1
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            acknowledged = int(line)
            if acknowledged == after:
                process.kill()
    return acknowledged


async def test_kill_9_while_writing_loses_nothing_acknowledged(path: Path) -> None:
    acknowledged = _write_until_killed(path, after=150)
    database = await _open(path)
    kept = await database.read(lambda db: [int(r[0]) for r in db.conn.execute("SELECT text FROM comments ORDER BY id")])
    assert kept[: acknowledged + 1] == list(range(acknowledged + 1))
    assert await database.read(lambda db: db.conn.execute("PRAGMA integrity_check").fetchone()[0]) == "ok"
    await database.close()


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be looked at", b"\x01" * 5000])
def test_a_damaged_file_is_told(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StorageError, match="damaged") as caught:
        asyncio.run(Database(path, StorageError).open())
    assert "move it away" in caught.value.hint
    assert path.read_bytes() == content, "what could be rescued is left alone"


async def test_a_full_disk_is_told_and_survived(path: Path) -> None:
    database = await _open(path)
    pages = await database.read(lambda db: db.conn.execute("PRAGMA page_count").fetchone()[0])
    await database.write(lambda db: db.conn.execute(f"PRAGMA max_page_count = {pages + 2}").fetchone())
    with pytest.raises(StorageError, match="no room left"):
        await database.write(_insert("x" * 100_000))
    await database.write(lambda db: db.conn.execute("PRAGMA max_page_count = 100000").fetchone())
    await database.write(_insert("room again"))
    assert await database.read(_count) == 1
    await database.close()


async def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="can't be opened"):
        await Database(tmp_path / "file" / "forsa.sqlite", StorageError).open()


async def test_closed_means_closed(path: Path) -> None:
    database = await _open(path)
    pending = [asyncio.create_task(database.write(_insert(str(n)))) for n in range(5)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*pending)  # what was handed over is finished
    await database.close()
    with pytest.raises(StorageError, match="not open"):
        await database.write(_insert("late"))
    database = await _open(path)
    assert await database.read(_count) == 5
    await database.close()
