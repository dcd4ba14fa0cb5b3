"""The emulator's process (tests/e2e/telegram/emulator.js), and what a test may ask of it."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx

FOLDER = Path(__file__).resolve().parent.parent / "telegram"
TOKEN = "123456:TEST-of-this-machine-only"
POLL_S = 0.03
PATIENCE_S = 120.0
"""How long something may take that must happen; machines are shared, and a pass never waits for it."""

Found = TypeVar("Found")


class Timeout(AssertionError):
    """What must happen did not."""


def wait_for(look: Callable[[], Found | None], what: str, patience_s: float = PATIENCE_S) -> Found:
    """Look again and again until there is something; raises Timeout, which names what was waited for."""
    end = time.monotonic() + patience_s
    while True:
        if found := look():
            return found
        if time.monotonic() > end:
            raise Timeout(f"waited {patience_s:.0f} s for {what}")
        time.sleep(POLL_S)


class Emulator:
    """Telegram's side. Messages are dicts in the Bot API's shape, with `is_bot`, `history` and `deleted` besides."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        self._http = httpx.Client(base_url=self.url, timeout=PATIENCE_S, trust_env=False)

    def post(self, path: str, **body: Any) -> Any:
        """Call one of the emulator's own addresses."""
        answer = self._http.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    def api(self, method: str, **given: Any) -> httpx.Response:
        """Call the Bot API as a bot would."""
        return self._http.post(f"/bot{TOKEN}/{method}", json=given)

    def chat(self, chat: int) -> list[dict[str, Any]]:
        """Everything that was ever written in a chat, oldest first, as it stands now."""
        return list(self._http.get(f"/chats/{chat}").json())

    def calls(self, since: int = 0, chat: int | None = None) -> list[dict[str, Any]]:
        """The bot's calls but `getUpdates`, and `->webhook` for each update that was delivered; or those in a chat."""
        only = {} if chat is None else {"chat": chat}
        return list(self._http.get("/__calls", params={"since": since, **only}).json())

    def state(self) -> dict[str, Any]:
        return dict(self._http.get("/__state").json())

    def fail(self, method: str, **fault: Any) -> None:
        """Let the next calls of a method fail; see faults.js."""
        self.post("/__fail", method=method, **fault)

    def mend(self) -> None:
        self.post("/__mend")

    def again(self, update_id: int) -> None:
        """Give an update once more."""
        self.post("/__again", update_id=update_id)

    def close(self) -> None:
        self._http.close()


@contextmanager
def running_emulator() -> Iterator[Emulator]:
    """An emulator on a free port of loopback. Its packages must be installed (`make e2e` does)."""
    process = subprocess.Popen(
        ["node", str(FOLDER / "emulator.js"), "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TELEGRAM_TOKEN": TOKEN},
    )
    assert process.stdout is not None
    try:
        emulator = Emulator(json.loads(process.stdout.readline())["port"])
        try:
            yield emulator
        finally:
            emulator.close()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
