"""Kill -9 in the middle of everything: nothing that was given is lost, the old index answers, the next run completes.

Real processes of `bot.py` over a copy of the sample, to which documents are added.
"""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from core.settings import PROJECT_ROOT
from tests.e2e.driver.bot import environment

pytestmark = pytest.mark.slow

QUESTIONS = ["prix recharge Box L", "شحال سومة Box L ؟", "quel temps fera-t-il demain ?", "ch7al box XL"]
NEW_DOCUMENTS = 40
NEW_QUESTION = "code de la station Sahel 39"
PATIENCE_S = 60.0


class Place:
    """A copy of the sample, and commands that work on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("data", "gen", "db/index"):
            shutil.copytree(PROJECT_ROOT / name, folder / name)
        settings = {f"{name}_dir": folder / name for name in ("data", "gen", "db")}
        # Few real questions, so that calibration doesn't make hundreds of its own.
        self.environment = environment(settings | {"questions_file": folder / "questions.json"})
        entries = [{"question": f"prix box {n} Go", "expected": "answer"} for n in range(20)]
        (folder / "questions.json").write_text(json.dumps(entries), encoding="utf-8")

    def start(self, *arguments: str, **streams: Any) -> "subprocess.Popen[str]":
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        command = [sys.executable, str(PROJECT_ROOT / "bot.py"), *arguments]
        return subprocess.Popen(command, cwd=self.folder, env=self.environment, encoding="utf-8", **streams)

    def run(self, *arguments: str) -> str:
        """What a command that must succeed writes."""
        with self.start(*arguments) as process:
            output, errors = process.communicate(timeout=2 * PATIENCE_S)
        assert process.returncode == 0, errors
        return output

    def ask(self, questions: Sequence[str]) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.run("ask", "--batch", self.batch(questions), "--json").splitlines()]

    def batch(self, questions: Sequence[str]) -> str:
        path = self.folder / "batch.json"
        path.write_text(json.dumps([{"id": n, "question": q} for n, q in enumerate(questions)]), encoding="utf-8")
        return str(path)

    def version(self) -> str:
        return (self.folder / "db/index/CURRENT").read_text().strip()

    def add_documents(self) -> None:
        for number in range(NEW_DOCUMENTS):
            text = f"# Station Sahel {number}\n\n## Code\n\nLa station Sahel {number} a le code S{number}Q.\n"
            (self.folder / "data" / "Guides" / f"Station Sahel {number}.md").write_text(text, encoding="utf-8")

    def rows(self, database: str, table: str) -> int:
        """Rows of a table of a database that another process may be writing; 0 where there is none yet."""
        path = self.folder / "db" / database
        if not path.exists():
            return 0
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
                return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        except sqlite3.OperationalError:
            return 0

    def has_encoded(self, count: int) -> bool:
        return self.rows("embeddings.sqlite", "embeddings") >= count

    def chunks(self) -> dict[str, bytes]:
        gen = self.folder / "gen"
        paths = sorted(path for path in gen.rglob("*/*.md") if not path.name.startswith("."))
        return {path.relative_to(gen).as_posix(): path.read_bytes() for path in paths}

    def assert_sound(self, answers: int) -> None:
        path = self.folder / "db" / "forsa.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert self.rows("forsa.sqlite", "answers") >= answers


def until(happened: Callable[[], bool], process: "subprocess.Popen[str] | None" = None) -> None:
    """Wait for it, looking often; a process that ends before it is a failure."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, "it never happened"
        assert process is None or process.poll() is None, "the process ended too early"
        time.sleep(0.002)


def kill(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()  # not `communicate`: after `readline` that may begin in the middle of a letter
    assert process.returncode == -signal.SIGKILL


def settled(reply: dict[str, Any]) -> dict[str, Any]:
    """What a reply says, without what differs from one time to the next."""
    return {name: value for name, value in reply.items() if name not in ("cached", "timings_ms")}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@contextmanager
def chatting(place: Place) -> Iterator["subprocess.Popen[str]"]:
    with place.start("chat", stdin=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def heard(process: "subprocess.Popen[str]", expected: str) -> str:
    """The next line that holds what is expected. A chat that never says it is ended, so that nobody waits for ever."""
    assert process.stdout is not None
    watchdog = threading.Timer(PATIENCE_S, process.kill)
    watchdog.start()
    try:
        others = []
        for line in process.stdout:
            if re.search(expected, line):
                return line
            others.append(line)
        raise AssertionError(f"never said {expected!r}, but: {''.join(others)}")
    finally:
        watchdog.cancel()


def say(process: "subprocess.Popen[str]", text: str, expected: str) -> str:
    """Send a line; the first line of what comes then that holds what is expected."""
    assert process.stdin is not None
    process.stdin.write(text + "\n")
    process.stdin.flush()
    return heard(process, expected)


def child_of(process: "subprocess.Popen[str]") -> int:
    """The process that it started for /reindex."""
    return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])


def test_during_ingest(place: Place) -> None:
    before = place.chunks()
    given = place.ask(QUESTIONS)
    place.add_documents()
    with place.start("ingest") as process:
        until(lambda: len(place.chunks()) > len(before) + 5, process)
        kill(process)
    assert len(place.chunks()) < len(before) + NEW_DOCUMENTS, "it was killed too late for this test"

    assert [settled(reply) for reply in place.ask(QUESTIONS)] == [settled(reply) for reply in given]
    report = json.loads(place.run("ingest", "--json"))
    assert not report["skipped"]
    assert len(report["read"]) + len(report["unchanged"]) + len(report["replaced"]) == 26 + NEW_DOCUMENTS
    after = place.chunks()
    assert not list((place.folder / "gen").rglob(".tmp-*"))
    # As if it had never been killed: no chunk missing, none twice, none left behind.
    shutil.rmtree(place.folder / "gen")
    place.run("ingest")
    assert place.chunks() == after
    assert len(after) == len(before) + NEW_DOCUMENTS


def test_during_reindex(place: Place) -> None:
    old = place.version()
    given = place.ask(QUESTIONS)
    place.add_documents()
    place.run("ingest")

    # First among the passages, then among the questions of the calibration. The old vectors are taken over at once.
    taken_over = len(place.chunks()) - NEW_DOCUMENTS
    for encoded in (1, NEW_DOCUMENTS + 50):
        with place.start("reindex") as process:
            until(partial(place.has_encoded, taken_over + encoded), process)
            kill(process)
        assert not place.has_encoded(taken_over + encoded + NEW_DOCUMENTS), "it was killed too late for this test"
        assert place.version() == old
        assert [settled(reply) for reply in place.ask(QUESTIONS)] == [settled(reply) for reply in given]

    report = json.loads(place.run("reindex", "--json"))
    assert report["created"]
    assert report["encoded"] == 0, "what was encoded before the kill is not encoded again"
    assert place.version() == report["version"] != old
    assert not list((place.folder / "db/index/versions").glob(".*"))
    (reply,) = place.ask([NEW_QUESTION])
    assert reply["kind"] == "answer"
    assert "S39Q" in reply["text"]
    place.assert_sound(len(QUESTIONS))


def test_during_a_batch(place: Place) -> None:
    questions = [f"{text} {n}" for n in range(20) for text in QUESTIONS]
    with place.start("ask", "--batch", place.batch(questions), "--json") as process:
        assert process.stdout is not None
        given = [json.loads(process.stdout.readline()) for _ in range(6)]
        kill(process)

    place.assert_sound(len(given))
    # An answer is stored before it is shown, so that each of these can still be voted on; the cache may lag behind.
    with closing(sqlite3.connect(place.folder / "db" / "forsa.sqlite")) as connection:
        stored = {row[0] for row in connection.execute("SELECT id FROM answers")}
    assert {reply["answer_id"] for reply in given} <= stored
    again = place.ask(questions)
    assert [reply["id"] for reply in again] == list(range(len(questions)))
    own = ("cached", "timings_ms", "answer_id")
    for before, after in zip(given, again, strict=False):
        assert {k: v for k, v in after.items() if k not in own} == {k: v for k, v in before.items() if k not in own}


def test_the_reindex_of_a_running_chat(place: Place) -> None:
    old = place.version()
    place.add_documents()
    with chatting(place) as chat:
        say(chat, "prix recharge Box L", r"2\s130")
        say(chat, "/reindex", "Réindexation…|Lecture")
        os.kill(child_of(chat), signal.SIGKILL)
        heard(chat, "interrompue")
        say(chat, "/sources", "Source 1 sur")
        say(chat, "prix recharge Box M", r"1\s260")
        say(chat, "/reindex", "Terminé")
        say(chat, NEW_QUESTION, "S39Q")
        say(chat, "+", "Merci")
    assert place.version() != old
    place.assert_sound(3)


def test_the_chat_itself_while_it_reindexes(place: Place) -> None:
    place.add_documents()
    with chatting(place) as chat:
        say(chat, "prix recharge Box L", r"2\s130")
        say(chat, "/reindex", "Réindexation…|Lecture")
        child = child_of(chat)
        kill(chat)
    place.assert_sound(1)
    # The child has nobody to tell; it ends by itself, and is no obstacle then.
    until(lambda: not Path(f"/proc/{child}").exists())
    with chatting(place) as chat:
        say(chat, "/sources", "Source 1 sur")  # the answer of before
        say(chat, "/reindex", "Terminé")
        say(chat, NEW_QUESTION, "S39Q")
