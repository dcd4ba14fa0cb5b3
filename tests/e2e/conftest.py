"""The emulator and the bot that most cases share. Each case writes as people whom the bot has never met."""

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import pytest

from tests.e2e.driver.bot import ADMIN, INDEX, WAYS, Bot, running_bot
from tests.e2e.driver.emulator import FOLDER, Emulator, running_emulator
from tests.e2e.driver.person import Person


class StartsBots(Protocol):
    """Starts a bot of the case's own: `way` is polling or webhook, `index` is copied, the rest are settings."""

    def __call__(
        self, emulator: Emulator, way: str = "polling", index: Path = INDEX, **settings: object
    ) -> AbstractContextManager[Bot]: ...


@pytest.fixture(scope="session")
def packages() -> None:
    """Skips where the emulator can't run."""
    if shutil.which("node") is None:
        pytest.skip("node isn't installed")
    if not (FOLDER / "node_modules" / "telegram-test-api").is_dir():
        pytest.skip(f"the emulator's packages aren't installed: `make e2e`, or `npm ci` in {FOLDER.name}")


@pytest.fixture
def emulator(packages: None) -> Iterator[Emulator]:
    """One of the case's own."""
    with running_emulator() as emulator:
        yield emulator


@pytest.fixture(scope="session")
def start_bot(models_dir: Path) -> StartsBots:
    def start(
        emulator: Emulator, way: str = "polling", index: Path = INDEX, **settings: object
    ) -> AbstractContextManager[Bot]:
        return running_bot(emulator, way, index, **{"models_dir": models_dir, **settings})

    return start


@pytest.fixture(scope="session", params=WAYS)
def bot(request: pytest.FixtureRequest, packages: None, start_bot: StartsBots) -> Iterator[Bot]:
    """A running bot, open to everybody, that gets its updates in either way. `bot.emulator` is its Telegram."""
    with running_emulator() as emulator, start_bot(emulator, request.param) as bot:
        yield bot


@pytest.fixture
def agent(bot: Bot) -> Person:
    """Somebody new, whose phone speaks French."""
    return Person(bot.emulator)


@pytest.fixture
def arab(bot: Bot) -> Person:
    """Somebody new, whose phone speaks Arabic."""
    return Person(bot.emulator, "ar")


@pytest.fixture
def admin(bot: Bot) -> Person:
    return Person(bot.emulator, number=ADMIN)
