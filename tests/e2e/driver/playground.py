"""Microsoft's Agents Playground, a client of Teams that runs on this machine, and a person before it."""

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.documents.chunk import Language
from tests.e2e.driver.bot import INDEX, BotProcess, free_port
from tests.e2e.driver.emulator import PATIENCE_S, wait_for
from tests.e2e.driver.person import plain
from tests.e2e.driver.told import tells

FOLDER = Path(__file__).resolve().parent.parent / "teams"
PACKAGES = FOLDER / "node_modules"
PERSON = "00000000-0000-0000-0000-0000000000020"
"""The directory id of the person whom the Playground plays."""
BOT_NAME = "Test Bot"
OFFLINE = {"APPLICATION_INSIGHTS_NO_STATSBEAT": "1", "TEAMSAPPTESTER_BROWSER": "none"}

Json = dict[str, Any]


def what_is_missing() -> str:
    """Why the Playground can't be driven here, '' where it can."""
    if shutil.which("node") is None:
        return "node isn't installed"
    if shutil.which("chromium") is None:
        return "chromium isn't installed"
    if not (PACKAGES / "playwright-core").is_dir():
        return f"the Playground's packages aren't installed: `make e2e`, or `npm ci` in tests/e2e/{FOLDER.name}"
    return ""


class TeamsBot(BotProcess):
    """The bot as the Playground can talk to it: without an app id, on loopback."""

    def of_channel(self) -> dict[str, object]:
        # Chunks of its own: a reindex must not touch those of the repository.
        return {"TEAMS_DEVELOPMENT": True, "GEN_DIR": self.folder / "gen"}

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/messages"

    def is_ready(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def start_again(self, **settings: object) -> None:
        """Stop, and start with other settings."""
        self.stop()
        self._settings |= settings
        self.start()


class Playground:
    """The Playground's server. `activities` are all that went either way."""

    def __init__(self, port: int, recording: Path) -> None:
        self.url = f"http://127.0.0.1:{port}/"
        self._recording = recording

    @property
    def activities(self) -> list[Json]:
        """What the bot sent and was sent, in order."""
        if not self._recording.exists():
            return []
        parts = re.split(r"^---$", self._recording.read_text(encoding="utf-8"), flags=re.MULTILINE)
        return [_object(part).get("request", {}).get("body") or {} for part in parts if part.strip()]

    def of_bot(self) -> list[Json]:
        """What the bot sent."""
        return [activity for activity in self.activities if activity.get("from", {}).get("name") == BOT_NAME]


def _object(text: str) -> Json:
    try:
        return dict(json.loads(text))
    except ValueError:
        return {}  # it is being written just now


@contextmanager
def running_playground(endpoint: str) -> Iterator[Playground]:
    """A Playground before an endpoint, ended afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        recording, log = Path(folder) / "activities.json", Path(folder) / "log"
        switches = ["-e", endpoint, "-c", "msteams", "-p", str(free_port()), "--disable-telemetry", "--er"]
        with log.open("wb") as output:
            process = subprocess.Popen(
                ["node", str(PACKAGES / ".bin" / "agentsplayground"), *switches],
                cwd=folder,
                env=dict(os.environ) | OFFLINE | {"M365_AGENTS_PLAYGROUND_RECORDING_FILE": str(recording)},
                stdout=output,
                stderr=output,
            )
        try:
            port = wait_for(lambda: re.search(r"Listening on (\d+)", log.read_text()), "the Playground to listen")
            yield Playground(int(port[1]), recording)
        finally:
            process.kill()
            process.wait()


class Client:
    """A person before the Playground's page. A message is a dict: author ('' for oneself), labelled (as made by a
    machine), text, citations, thumbs (both how many), buttons (their labels), rtl."""

    def __init__(self, playground: Playground, driver: "subprocess.Popen[str]") -> None:
        self.playground = playground
        self._driver = driver

    def do(self, what: str, **how: Any) -> Any:
        """One of the driver's commands (driver.js)."""
        assert self._driver.stdin is not None and self._driver.stdout is not None
        self._driver.stdin.write(json.dumps({"what": what, **how}) + "\n")
        self._driver.stdin.flush()
        told = json.loads(self._driver.stdout.readline())
        assert "failed" not in told, f"{what} {how}: {told['failed']}"
        return told["done"]

    def open(self) -> "Client":
        """Load the page anew, and wait for the greeting."""
        self.do("open", url=self.playground.url)
        self.wait(lambda message: bool(message["author"]), "the greeting")
        return self

    def messages(self) -> list[Json]:
        """What stands on the page, the oldest first."""
        return [message | {"text": re.sub(r"\n+", "\n", plain(message["text"]))} for message in self.do("messages")]

    def wait(self, fits: Callable[[Json], bool], what: str, after: int = 0, patience_s: float = PATIENCE_S) -> Json:
        """The first of the bot's messages that fits, but for the first `after` on the page."""

        def look() -> Json | None:
            return next((each for each in self.messages()[after:] if each["author"] and fits(each)), None)

        return wait_for(look, what, patience_s)

    def ask(self, text: str, **more: Any) -> Json:
        """Write; the answer once it is whole."""
        after = len(self.messages())
        self.do("say", text=text, **more)
        return self.wait(lambda message: message["thumbs"] > 0, f"the answer to {text}", after)

    def told(self, text: str, name: str, language: Language) -> Json:
        """Write; the bot's notice of that name, which must be what it says."""
        after = len(self.messages())
        self.do("say", text=text)
        return self.wait(lambda message: tells(message, name, language), f"{name} said to {text}", after)

    def quiet(self, seconds: float = 1.5) -> list[Json]:
        """The messages after a while in which nothing more may come."""
        time.sleep(seconds)
        return self.messages()


@contextmanager
def before(playground: Playground) -> Iterator[Client]:
    """Somebody before the page; the browser is ended afterwards."""
    chromium = shutil.which("chromium")
    driver = subprocess.Popen(
        ["node", str(FOLDER / "driver.js"), str(chromium)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield Client(playground, driver)
    finally:
        assert driver.stdin is not None and driver.stdout is not None
        driver.stdin.close()
        try:
            driver.wait(timeout=20)
        except subprocess.TimeoutExpired:
            driver.kill()
            driver.wait()
        driver.stdout.close()


@contextmanager
def running_teams_bot(index: Path = INDEX, **settings: object) -> Iterator[TeamsBot]:
    """A bot with a folder of its own, ended and removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        bot = TeamsBot(Path(folder), index, **settings)
        try:
            yield bot.start()
        finally:
            bot.kill()
