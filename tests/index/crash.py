"""Run by test_crash.py in a process of its own: `python -m tests.index.crash DB_DIR FIRST STEP`.

Kills a reindex (-9) before its operations on files number FIRST, FIRST + STEP, … and looks at what is left. Each try
is a fork, which costs no start of the interpreter; this process itself never computes, so forking it is safe.
Prints one JSON object: after how many kills the old and after how many the new version answered.
"""

import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import faiss  # noqa: F401  # loaded once, before the forks
import filelock  # noqa: F401
import sqlite_utils  # noqa: F401

from core.errors import StorageError
from core.index.build import ReindexReport, reindex
from core.index.store import LoadedIndex, load_current, versions_folder
from storage.embeddings import SqliteEmbeddings
from tests.index.helpers import HashEncoder, WordAnalyser, corpus

ON_FILES = ("open", "os.", "sqlite3.", "shutil.", "fcntl.")
OLD, NEW = 20, 40


def build(db_dir: Path, size: int) -> ReindexReport:
    def finish(index: LoadedIndex, folder: Path) -> None:
        (folder / "gate.json").write_text("{}")

    with SqliteEmbeddings(db_dir / "embeddings.sqlite", StorageError) as embeddings:
        return reindex(db_dir, corpus(size), HashEncoder(), WordAnalyser(), embeddings, keep=1, finish=finish)


def build_until(db_dir: Path, moment: int) -> None:
    """Reindex, and kill this process before its operation number `moment`."""
    left = moment

    def kill_in_time(event: str, arguments: object) -> None:
        nonlocal left
        if event.startswith(ON_FILES) and event != "os.kill":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(kill_in_time)
    build(db_dir, NEW)


def look(db_dir: Path) -> str:
    """What answers now; then index again, which must complete and tidy up."""
    before = load_current(db_dir, "hash-1", "words-1")
    report = build(db_dir, NEW)
    after = load_current(db_dir, "hash-1", "words-1")
    assert len(after.chunks) == NEW
    assert (after.path / "gate.json").exists()
    assert report.encoded <= NEW - OLD
    assert [path.name for path in versions_folder(db_dir).iterdir()] == [after.version]
    assert not list((db_dir / "index").glob(".*"))
    assert before.version == after.version or len(before.chunks) == OLD
    return "new" if before.version == after.version else "old"


def forked(work: Callable[[], str | None]) -> tuple[int, str]:
    """Do the work in a fork: its exit status (negative: the signal that ended it) and what it gave."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, (work() or "").encode())
            os._exit(0)
        finally:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
    os.close(writer)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reader) as pipe:
        return os.waitstatus_to_exitcode(status), pipe.read()


def main(root: Path, first: int, step: int) -> None:
    assert forked(lambda: build(root / "old", OLD).version)[0] == 0
    outcomes: Counter[str] = Counter()
    db_dir = root / "try"
    for moment in count(first, step):
        shutil.copytree(root / "old", db_dir)
        status, _ = forked(partial(build_until, db_dir, moment))
        if status == 0:
            break
        assert status == -signal.SIGKILL, status
        status, answered = forked(partial(look, db_dir))
        assert status == 0, f"after a kill at operation {moment}"
        outcomes[answered] += 1
        shutil.rmtree(db_dir)
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
