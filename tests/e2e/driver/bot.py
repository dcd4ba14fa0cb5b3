"""The real bot's process: started as an operator does, ended as a machine does."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from core.settings import PROJECT_ROOT, Settings
from tests.e2e.driver.emulator import PATIENCE_S, TOKEN, Emulator, wait_for

ADMIN = 77
"""The admin's id; settings name them."""

INDEX = PROJECT_ROOT / "db" / "index"
"""The sample's."""
STOP_S = 10.0
WAYS = ("polling", "webhook")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(settings: Mapping[str, object]) -> dict[str, str]:
    """This process's, with these settings by name: those of whoever runs the tests don't count."""
    inherited = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return inherited | {name.upper(): str(value) for name, value in settings.items()}


class BotProcess(ABC):
    """`python bot.py serve` on a copy of the sample's index. Whatever it writes to standard error is kept in `log`."""

    def __init__(self, folder: Path, index: Path = INDEX, **settings: object) -> None:
        self._index = index
        self.folder = folder
        self.port = free_port()
        self.log = folder / "bot.log"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """The settings of the run alone."""
        chosen: dict[str, object] = {
            "DB_DIR": self.folder / "db",
            "MODELS_DIR": self.folder / "models",
            "ACCESS": "open",
            "ENCODER_THREADS": 1,
            "HTTP_PORT": self.port,
            "WEB_PAGE": False,
        }
        chosen |= self.of_channel() | {name.upper(): value for name, value in self._settings.items()}
        return environment(chosen)

    @abstractmethod
    def of_channel(self) -> dict[str, object]:
        """What sets the channel up."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Whether it takes messages."""

    def start(self, patience_s: float = PATIENCE_S) -> Self:
        """Start, and wait until it takes messages."""
        if not (self.folder / "db").exists():
            shutil.copytree(self._index, self.folder / "db" / "index")
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "bot.py", "serve"], cwd=PROJECT_ROOT, env=self.environment, stdout=log, stderr=log
            )
        wait_for(self._is_up, "the bot to take messages", patience_s)
        return self

    def _is_up(self) -> bool:
        assert self._process is not None
        status = self._process.poll()
        assert status is None, f"the bot ended with {status}:\n{self.log.read_text(encoding='utf-8')}"
        return self.is_ready()

    @property
    def pid(self) -> int:
        """Of the process that runs, or ran last."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a crash or the kernel does: no chance to say goodbye."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> float:
        """SIGTERM; the seconds it took to end."""
        assert self._process is not None
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(timeout=3 * STOP_S)
        return time.monotonic() - begun


class Bot(BotProcess):
    """The bot on Telegram's emulator."""

    def __init__(
        self, emulator: Emulator, folder: Path, way: str = "polling", index: Path = INDEX, **settings: object
    ) -> None:
        super().__init__(folder, index, **settings)
        self.emulator = emulator
        self.way = way
        self.secret = "a-secret-of-this-run"

    def of_channel(self) -> dict[str, object]:
        chosen: dict[str, object] = {
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": self.emulator.url,
            "ADMINS": f"telegram:{ADMIN}",
        }
        if self.way == "webhook":
            chosen |= {
                "TELEGRAM_WEBHOOK_URL": self.webhook_url,
                "TELEGRAM_WEBHOOK_SECRET": self.secret,
            }
        return chosen

    @property
    def webhook_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/telegram"

    def is_ready(self) -> bool:
        state = self.emulator.state()
        return bool(state["webhook"]) if self.way == "webhook" else bool(state["polling"])


@contextmanager
def running_bot(emulator: Emulator, way: str = "polling", index: Path = INDEX, **settings: object) -> Iterator[Bot]:
    """A bot with a folder of its own, ended and removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(emulator, Path(folder), way, index, **settings)
        try:
            yield bot.start()
        finally:
            bot.kill()
