"""Backup and restore: whole or not at all, whatever is damaged, full, running or killed in the middle."""

import asyncio
import gzip
import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import open_database
from bot.archive import FORMAT, MANIFEST, BackupError
from bot.backup import LAST, make_backup
from bot.locks import ServeRunning, serving_lock
from bot.restore import PENDING, InUse, finish_restore, restore
from bot.web.waiting_area import UPLOADS, WaitingArea
from core.errors import ForsaError, ReindexRunning, StorageError
from core.index.lock import reindex_lock
from core.index.store import current_version, index_folder
from core.settings import PROJECT_ROOT, Settings, load_settings
from storage.answers import AnswerStore


class Place:
    """A bot's folders, with the sample's index and some answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(PROJECT_ROOT / "db" / "index", folder / "db" / "index")
        (folder / "data").mkdir()
        (folder / "data" / "forsa-audit.yaml").write_text("decisions: []\n", encoding="utf-8")
        (folder / "gen" / "x-0123456789ab").mkdir(parents=True)
        (folder / "gen" / "x-0123456789ab" / "0001.md").write_text("chunk", encoding="utf-8")
        self.settings: Settings = load_settings(db_dir=folder / "db", data_dir=folder / "data", gen_dir=folder / "gen")
        self.file = folder / "out" / "forsa.tar.gz"

    async def answer(self, *ids: str) -> None:
        async with open_database(self.settings.db_dir) as database:
            answers = AnswerStore(database, time.time)
            for answer_id in ids:
                await answers.save({"answer_id": answer_id, "question": "q", "language": "fr", "kind": "answer"})

    def answers(self) -> list[str]:
        with closing(sqlite3.connect(self.settings.db_dir / "forsa.sqlite")) as connection:
            return [row[0] for row in connection.execute("SELECT id FROM answers ORDER BY id")]

    def state(self) -> dict[str, bytes]:
        """All that answers people, but for what locks and notes hold."""
        paths = [path for path in self.settings.db_dir.rglob("*") if path.is_file()]
        own = {"serve.lock", "reindex.lock", LAST, "forsa.cache-changed"}
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths if path.name not in own}

    def command(self, *arguments: str, **options: Any) -> "subprocess.Popen[str]":
        folders = {f"{name.upper()}_DIR": str(self.folder / name) for name in ("db", "data", "gen")}
        return subprocess.Popen(
            [sys.executable, str(PROJECT_ROOT / "bot.py"), *arguments],
            cwd=self.folder,
            env={**os.environ, **folders},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
async def saved(place: Place) -> Place:
    """With a backup of the answers a and b."""
    await place.answer("a", "b")
    make_backup(place.settings, place.file, with_gen=True)
    return place


async def test_what_was_backed_up_comes_back_and_the_old_state_stays_beside(saved: Place) -> None:
    await saved.answer("c")
    (saved.settings.data_dir / "forsa-audit.yaml").write_text("later\n", encoding="utf-8")
    (saved.settings.gen_dir / "x-0123456789ab" / "0001.md").write_text("later", encoding="utf-8")
    shutil.rmtree(index_folder(saved.settings.db_dir))
    manifest, beside = restore(saved.settings, saved.file)
    assert saved.answers() == ["a", "b"]
    assert current_version(saved.settings.db_dir) == manifest.index
    assert (saved.settings.data_dir / "forsa-audit.yaml").read_text() == "decisions: []\n"
    assert (saved.settings.gen_dir / "x-0123456789ab" / "0001.md").read_text() == "chunk"
    with closing(sqlite3.connect(beside / "forsa.sqlite")) as old:
        assert old.execute("SELECT count(*) FROM answers").fetchone() == (3,)
    assert (beside / "data" / "forsa-audit.yaml").read_text() == "later\n"
    assert (beside / "gen" / "x-0123456789ab" / "0001.md").read_text() == "later"
    assert not list(saved.settings.db_dir.glob(".tmp*"))


async def test_documents_that_wait_for_confirmation_are_kept_and_half_ones_left_out(saved: Place) -> None:
    uploads = saved.settings.db_dir / UPLOADS
    area = WaitingArea(uploads, saved.settings.data_dir, {".md"})
    with area.draft() as draft:
        draft.write_bytes(b"# Prix")
        waiting = area.keep(draft, "prix.md", 1.0)
    (uploads / "0123456789abcdef").mkdir()
    (uploads / "0123456789abcdef" / "content").write_bytes(b"ha")
    make_backup(saved.settings, saved.file, with_gen=False)
    assert area.discard(waiting.id)
    with area.draft() as draft:
        draft.write_bytes(b"# Autre")
        area.keep(draft, "autre.md", 2.0)
    _, beside = restore(saved.settings, saved.file)
    assert area.all() == [waiting]
    assert [place.name for place in uploads.iterdir()] == [waiting.id]
    assert len(list((beside / UPLOADS).iterdir())) == 2


async def test_it_restores_into_an_empty_place(saved: Place, tmp_path: Path) -> None:
    new = tmp_path / "new"
    fresh = load_settings(db_dir=new / "db", data_dir=new / "data", gen_dir=new / "gen")
    _, beside = restore(fresh, saved.file)
    assert not beside.exists()
    async with open_database(fresh.db_dir) as database:
        assert await AnswerStore(database, time.time).get("a") is not None


async def test_a_backup_while_answers_are_written_is_of_one_moment(place: Place) -> None:
    async with open_database(place.settings.db_dir) as database:
        answers = AnswerStore(database, time.time)
        stop = asyncio.Event()

        async def write() -> int:
            count = 0
            while not stop.is_set():
                await answers.save({"answer_id": f"{count:06}", "question": "q" * 500, "language": "fr", "kind": "k"})
                count += 1
            return count

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.1)
        await asyncio.to_thread(make_backup, place.settings, place.file, False)
        stop.set()
        written = await writing
    restore(place.settings, place.file)
    kept = place.answers()
    assert 0 < len(kept) <= written
    assert kept == [f"{number:06}" for number in range(len(kept))]


async def test_a_backup_is_readable_by_its_owner_alone_and_noted(saved: Place) -> None:
    assert saved.file.stat().st_mode & 0o077 == 0
    assert json.loads((saved.settings.db_dir / LAST).read_bytes())["file"] == str(saved.file)
    assert [path.name for path in saved.file.parent.iterdir()] == [saved.file.name]


async def test_a_damaged_index_is_left_out_and_said(place: Place) -> None:
    await place.answer("a")
    version = index_folder(place.settings.db_dir) / "versions" / current_version(place.settings.db_dir)
    (version / "chunks.jsonl").write_bytes(b"broken")
    manifest, warnings = make_backup(place.settings, place.file, with_gen=False)
    assert manifest.index == ""
    assert "checksum" in warnings[0]
    restore(place.settings, place.file)
    assert place.answers() == ["a"]


def _cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


def _members(content: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}  # type: ignore[union-attr]


def _pack(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        for name, content in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            tar.addfile(about, io.BytesIO(content))
    return file.getvalue()


def _changed(change: Callable[[dict[str, bytes]], object]) -> Callable[[bytes], bytes]:
    def apply(content: bytes) -> bytes:
        members = _members(content)
        change(members)
        return _pack(members)

    return apply


def _told(**changes: Any) -> Callable[[bytes], bytes]:
    def change(members: dict[str, bytes]) -> None:
        members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), **changes}).encode()

    return _changed(change)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_cut, "damaged"),
        (_flip, "damaged"),
        (lambda _: b"", "damaged"),
        (lambda _: b"nonsense", "damaged"),
        (lambda _: gzip.compress(b"no tar"), "damaged"),
        (_changed(lambda files: files.pop("database/forsa.sqlite")), "is missing"),
        (_changed(lambda files: files.update({"database/forsa.sqlite": b"other"})), "checksum"),
        (_changed(lambda files: files.update({"../evil": b"x"})), "doesn't belong"),
        (_changed(lambda files: files.pop(MANIFEST)), "no manifest"),
        (_told(format=FORMAT + 1), "newer"),
        (_told(files=[]), "damaged"),
    ],
    ids=["cut", "flipped", "empty", "text", "gzip", "missing", "changed", "outside", "no-manifest", "newer", "shape"],
)
async def test_a_damaged_or_newer_backup_is_refused_and_changes_nothing(
    saved: Place, damage: Callable[[bytes], bytes], said: str
) -> None:
    saved.file.write_bytes(damage(saved.file.read_bytes()))
    before = saved.state()
    with pytest.raises(BackupError, match=said) as caught:
        restore(saved.settings, saved.file)
    assert caught.value.hint
    assert saved.state() == before
    assert not (saved.folder / "evil").exists()


async def test_a_database_of_a_newer_schema_is_refused(place: Place) -> None:
    await place.answer("a")
    with closing(sqlite3.connect(place.settings.db_dir / "forsa.sqlite")) as connection:
        row = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('forsa', 'from_the_future', '')"
        connection.execute(row)
        connection.commit()
    make_backup(place.settings, place.file, with_gen=False)
    before = place.state()
    with pytest.raises(BackupError, match="newer"):
        restore(place.settings, place.file)
    assert place.state() == before


async def test_a_damaged_database_can_be_replaced(saved: Place) -> None:
    (saved.settings.db_dir / "forsa.sqlite").write_bytes(b"rubbish" * 1000)
    _, beside = restore(saved.settings, saved.file)
    assert saved.answers() == ["a", "b"]
    assert (beside / "forsa.sqlite").read_bytes().startswith(b"rubbish")


async def test_nothing_is_restored_under_somebody_who_works_on_it(saved: Place) -> None:
    with serving_lock(saved.settings.db_dir), pytest.raises(ServeRunning):
        restore(saved.settings, saved.file)
    async with open_database(saved.settings.db_dir):
        with pytest.raises(InUse):
            restore(saved.settings, saved.file)
    with reindex_lock(index_folder(saved.settings.db_dir)), pytest.raises(ReindexRunning):
        restore(saved.settings, saved.file)
    restore(saved.settings, saved.file)


def test_what_is_no_bots_folder_is_not_backed_up(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="isn't there"):
        make_backup(load_settings(db_dir=tmp_path, gen_dir=tmp_path), tmp_path / "x.tar.gz", with_gen=False)


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system that is full after 60 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60k", "none", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


async def test_a_full_disk_leaves_the_backup_before(saved: Place, small_disk: Path) -> None:
    file = small_disk / "forsa.tar.gz"
    file.write_bytes(b"the one before")
    with pytest.raises(StorageError, match=r"no room|no space"):
        make_backup(saved.settings, file, with_gen=False)
    assert file.read_bytes() == b"the one before"
    assert _names(small_disk) == [file.name]


async def test_a_disk_that_is_full_while_restoring_changes_nothing(saved: Place, small_disk: Path) -> None:
    settings = saved.settings.model_copy(update={"db_dir": small_disk / "db"})
    (small_disk / "db").mkdir()
    (small_disk / "db" / "forsa.sqlite").write_bytes(b"old")
    with pytest.raises(StorageError, match="no space"):
        restore(settings, saved.file)
    assert (small_disk / "db" / "forsa.sqlite").read_bytes() == b"old"
    assert not (small_disk / "db" / PENDING).exists()


async def test_an_exchange_that_is_cut_off_anywhere_is_completed(saved: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended before each of its renamings in turn, as kill -9 does."""
    await saved.answer("c")
    real = Path.rename
    for place in range(20):
        moves = 0

        def rename(path: Path, target: Any, place: int = place) -> Path:
            nonlocal moves
            moves += 1
            if moves > place:
                raise KeyboardInterrupt
            return real(path, target)

        monkeypatch.setattr(Path, "rename", rename)
        try:
            _, beside = restore(saved.settings, saved.file)
        except KeyboardInterrupt:
            monkeypatch.undo()
            with pytest.raises(StorageError, match="interrupted"):
                async with open_database(saved.settings.db_dir):
                    pass
            assert finish_restore(saved.settings)
            [beside] = saved.settings.db_dir.glob("before-restore-*")
        else:
            break
        finally:
            monkeypatch.undo()
        assert saved.answers() == ["a", "b"]
        current_version(saved.settings.db_dir)
        with closing(sqlite3.connect(beside / "forsa.sqlite")) as old:
            assert old.execute("SELECT count(*) FROM answers").fetchone() == (3,)
        shutil.rmtree(beside)
        await saved.answer("c")
    else:
        pytest.fail("it renames for ever")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["backup", "restore"])
async def test_killed_at_any_moment_either_state_is_whole(saved: Place, command: str) -> None:
    """Real processes, killed later and later until one ends by itself."""
    whole = saved.file.read_bytes()
    await saved.answer("c")
    for step in range(200):
        with saved.command(command, str(saved.file)) as process:
            try:
                process.wait(0.2 + 0.05 * step)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
        assert saved.file.read_bytes() == whole or command == "backup"
        with serving_lock(saved.settings.db_dir):
            finish_restore(saved.settings)
        assert saved.answers() in (["a", "b"], ["a", "b", "c"])
        current_version(saved.settings.db_dir)
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL
    make_backup(saved.settings, saved.file, with_gen=False)
    assert [path.name for path in saved.file.parent.iterdir()] == [saved.file.name], "leftovers are cleared"
    restore(saved.settings, saved.file)


def test_commands_say_in_one_line_what_cannot_be_done(place: Place) -> None:
    with place.command("restore", "nothing.tar.gz") as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert len(errors.splitlines()) == 1
    assert "nothing.tar.gz" in errors
    assert issubclass(BackupError, ForsaError)
