"""A database on disk, and a clock that the test moves."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.errors import StorageError
from storage.database import Database


class Clock:
    """Seconds that go on by one a look."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        self.seconds += 1
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "db" / "forsa.sqlite"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = Database(path, StorageError)
    await database.open()
    yield database
    await database.close()
