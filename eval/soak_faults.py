"""What the soak does to a bot while it answers, and undoes again."""

import resource
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

from core.settings import PROJECT_ROOT
from tests.e2e.driver.bot import ADMIN, Bot
from tests.e2e.driver.person import Person

START_S = 180.0
"""How long a start may take on a machine that is busy with other things."""


class Faults:
    """Each is one method. `kills` are the moments at which the bot was killed, in seconds since 1970; `done` the names
    of the faults that were injected."""

    def __init__(self, bot: Bot, length_s: float) -> None:
        self._bot = bot
        self._length_s = length_s
        self.kills: list[float] = []
        self.done: list[str] = []
        self.reindexed = 0

    def run(self, name: str, fault: Callable[[], None]) -> None:
        """Inject one, and note it."""
        fault()
        self.done.append(name)

    def database_locked(self) -> None:
        """Another program writes and doesn't end."""
        with closing(sqlite3.connect(self._bot.folder / "db" / "forsa.sqlite", isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(self._length_s)
            connection.execute("ROLLBACK")

    def disk_full(self) -> None:
        """No file of the bot may grow any more."""
        pid = self._bot.pid
        soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, hard))
        time.sleep(self._length_s)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))

    def killed(self) -> None:
        """`kill -9`, and a start, as a supervisor does."""
        self.kills.append(time.time())
        self._bot.kill()
        self._bot.start(START_S)

    def model_down(self) -> None:
        """A start at which the encoder can't be loaded: its place is taken by a file. Mended without another start."""
        models, aside = self._bot.folder / "models", self._bot.folder / "models-aside"
        models.rename(aside)
        models.write_text("no folder", encoding="ascii")
        self.killed()
        time.sleep(self._length_s)
        models.unlink()
        aside.rename(models)

    def index_damaged(self) -> None:
        """The pointer to the index names nothing."""
        pointer = self._bot.folder / "db" / "index" / "CURRENT"
        kept = pointer.read_bytes()
        pointer.write_bytes(b"nonsense\n")
        time.sleep(self._length_s)
        pointer.write_bytes(kept)

    def reindex(self) -> None:
        """The admin adds a document and has it taken up; waited for, since it must not fail."""
        self.reindexed += 1
        source = self._bot.folder / "data" / "Guides" / f"Note {self.reindexed}.md"
        source.write_text(
            f"# Note {self.reindexed}\n\n## Code\n\nLe code de la note est N{self.reindexed}.\n", encoding="utf-8"
        )
        Person(self._bot.emulator, number=ADMIN).say("/reindex")

    def stopped_and_started(self) -> None:
        """As an operator does after a fault: what was put off is done now."""
        self._bot.stop()
        self._bot.start(START_S)


def copied_sample(bot: Bot) -> None:
    """A copy of the sample's documents and chunks for this bot: reindexing changes them."""
    for name in ("data", "gen"):
        shutil.copytree(PROJECT_ROOT / name, bot.folder / name)
