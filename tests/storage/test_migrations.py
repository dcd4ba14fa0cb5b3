"""Schema steps: each once, in order, all or none; a newer schema is left alone."""

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils.db import Database as Connection

from core.errors import StorageError
from storage import migrations
from storage.database import Database


def _applied(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    names = [row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
    connection.close()
    return names


async def _open_and_close(path: Path) -> None:
    database = Database(path, StorageError)
    await database.open()
    await database.close()


async def test_steps_are_applied_once_and_in_order(path: Path) -> None:
    await _open_and_close(path)
    first = _applied(path)
    await _open_and_close(path)
    assert _applied(path) == first == [step.__name__.lstrip("_") for step in migrations.STEPS]


async def test_a_failing_step_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def _breaks(db: Connection) -> None:
        db.conn.execute("CREATE TABLE half (x)")
        db.conn.execute("this is no SQL")

    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, _breaks))
    with pytest.raises(StorageError):
        await _open_and_close(path)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    monkeypatch.undo()
    await _open_and_close(path)


async def test_a_new_step_reaches_an_old_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await _open_and_close(path)

    def _create_more(db: Connection) -> None:
        db.conn.execute("CREATE TABLE more (id TEXT)")

    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, _create_more))
    await _open_and_close(path)
    assert _applied(path)[-1] == "create_more"


async def test_a_newer_schema_is_refused_and_left_alone(path: Path) -> None:
    await _open_and_close(path)
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('forsa', 'from_the_future', '')"
    )
    connection.commit()
    connection.close()
    with pytest.raises(StorageError, match=r"newer Forsa.*from_the_future") as caught:
        await _open_and_close(path)
    assert "update Forsa" in caught.value.hint
