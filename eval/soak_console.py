"""The soak's person at a console."""

import re
import subprocess
import sys
import threading
from queue import Empty, Queue

from bot.texts import Text
from core.settings import PROJECT_ROOT
from eval.soak_counting import BESIDES, Count, told_of
from tests.e2e.driver.bot import Bot
from tests.e2e.driver.person import plain

_MARKS = re.compile("|".join(re.escape(plain(form)) for form in Text.LANG_USAGE.value))


class ConsolePerson:
    """`bot.py chat` over a pipe, beside the bot that serves, on the same database."""

    MARK = "/lang"
    """What ends a reply: the sentence that this command is answered with."""

    def __init__(self, bot: Bot) -> None:
        self._environment = bot.environment
        self._process = self._start()
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._asked = 0

    def ask(self, question: str, number: int) -> None:
        self._asked += 1
        assert self._process.stdin is not None
        self._process.stdin.write(f"{question}\n{self.MARK}\n")
        self._process.stdin.flush()

    def is_done(self) -> bool:
        return len(_MARKS.findall("".join(list(self._lines.queue)))) >= self._asked

    def count(self, kills: list[float]) -> Count:
        count = Count()
        replies = _MARKS.split("".join(_drained(self._lines)))[:-1]
        for reply in replies:
            blocks = [block for block in reply.strip().split("\n\n") if block.strip()]
            said = ["\n\n".join(block for block in blocks if not told_of(block, BESIDES))]
            besides = [block for block in blocks if told_of(block, BESIDES)]
            count.add(1, [text for text in said if text] + besides)
        count.asked += self._asked - len(replies)
        count.lost += self._asked - len(replies)
        return count

    def leave(self) -> None:
        """Somebody else asks on a console and closes it before the answer."""
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("tarif fibre residentiel 440 mega\n")
        process.stdin.flush()
        process.stdout.close()
        process.stdin.close()
        process.wait(timeout=60)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)

    def _start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "bot.py", "chat"],
            cwd=PROJECT_ROOT,
            env={name: value for name, value in self._environment.items() if name != "TELEGRAM_TOKEN"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(plain(line))


def _drained(lines: "Queue[str]") -> list[str]:
    found = []
    while True:
        try:
            found.append(lines.get_nowait())
        except Empty:
            return found
