"""`restore`: puts a backup in the place of what is there. What was there stays beside it, and kill -9 in the middle
leaves either state whole: the new one lies ready before the first file is moved, and a note says so until the last is.
"""

import json
import os
import shutil
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.archive import WITH_UPLOADS, BackupError, Manifest, unpack_archive
from bot.locks import serving_lock
from bot.web.waiting_area import UPLOADS
from core.durable import replace_file, sync_folder, writing
from core.errors import ForsaError, StorageError
from core.index.lock import reindex_lock
from core.index.store import index_folder, read_version
from core.settings import Settings
from storage.cache import forget_in_memory
from storage.copying import check_copy, is_in_use

PENDING = "restore.json"
"""In DB_DIR while files are being exchanged: where the new ones lie, and where the old ones go."""
DATABASE = "forsa.sqlite"
_STAGED = ".tmp-restore"


class InUse(ForsaError):
    """Some process has the database open."""

    hint = "stop every `serve` and `chat` on this DB_DIR, then run it again"


def run_restore(settings: Settings, file: Path) -> None:
    """Restore, and print where the old state is."""
    manifest, beside = restore(settings, file)
    index = f"index version {manifest.index}" if manifest.index else "no index: run `python bot.py reindex`"
    print(f"restored what was backed up on {manifest.made}: {index}")
    print(f"what was there before: {beside}" if beside.is_dir() else "there was nothing before")


def restore(settings: Settings, file: Path) -> tuple[Manifest, Path]:
    """Check the backup whole, then exchange. Returns what it says, and the folder of the old state.

    Raises:
        BackupError: it can't be used; nothing was changed.
        ServeRunning, ReindexRunning, InUse: this DB_DIR is being worked on.
        StorageError: something can't be written; nothing was changed.
    """
    with ExitStack() as stack:
        stack.enter_context(serving_lock(settings.db_dir))
        finish_restore(settings)
        with writing("preparing the restore"):
            index_folder(settings.db_dir).mkdir(parents=True, exist_ok=True)
        stack.enter_context(reindex_lock(index_folder(settings.db_dir)))
        staged = settings.db_dir / _STAGED
        shutil.rmtree(staged, ignore_errors=True)
        with writing("preparing the restore"):
            staged.mkdir(mode=0o700)
        try:
            manifest = unpack_archive(file, staged)
            _check(staged, manifest)
            if manifest.format >= WITH_UPLOADS:  # nothing waited where there are none
                with writing("preparing the restore"):
                    (staged / UPLOADS).mkdir(exist_ok=True)
            if is_in_use(settings.db_dir / DATABASE):
                raise InUse(f"another program has {settings.db_dir / DATABASE} open")
            beside = settings.db_dir / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
            with writing("preparing the restore"):
                _sync(staged)
                note = {"staged": staged.name, "beside": beside.name}
                replace_file(settings.db_dir / PENDING, json.dumps(note).encode())
                sync_folder(settings.db_dir)
        except BaseException:
            shutil.rmtree(staged, ignore_errors=True)
            raise
        finish_restore(settings)
    return manifest, beside


def finish_restore(settings: Settings) -> bool:
    """Complete an exchange that was begun; True where there was one. Whoever calls it holds the serving lock. Each step
    is done once, however often it is begun. Raises StorageError; run again, it goes on where it stopped."""
    note = settings.db_dir / PENDING
    if not note.exists():
        return False
    with writing("exchanging the state"):
        told: dict[str, Any] = json.loads(note.read_bytes())
        staged, beside = settings.db_dir / told["staged"], settings.db_dir / told["beside"]
        beside.mkdir(exist_ok=True)
        new = staged / "database" / DATABASE
        if new.exists():
            for name in (f"{DATABASE}-wal", f"{DATABASE}-shm", DATABASE):
                _move_aside(settings.db_dir / name, beside / name)
            new.rename(settings.db_dir / DATABASE)
        # The pointer last: an index without it is none, an index with it is whole.
        for name in ("versions", "CURRENT"):
            new = staged / "index" / name
            if new.exists():
                _move_aside(index_folder(settings.db_dir) / name, beside / "index" / name)
                new.rename(index_folder(settings.db_dir) / name)
        if (staged / UPLOADS).exists():
            _move_aside(settings.db_dir / UPLOADS, beside / UPLOADS)
            (staged / UPLOADS).rename(settings.db_dir / UPLOADS)
        _exchange_files(staged / "data", settings.data_dir, beside / "data")
        if (staged / "gen").is_dir():
            _exchange_chunks(staged / "gen", settings.gen_dir, beside / "gen")
        forget_in_memory(settings.db_dir / DATABASE)
        sync_folder(settings.db_dir)
        note.unlink()
        sync_folder(settings.db_dir)
        shutil.rmtree(staged, ignore_errors=True)
        if not any(beside.iterdir()):
            beside.rmdir()
    return True


def _check(staged: Path, manifest: Manifest) -> None:
    """Raises BackupError unless what was unpacked can be worked with."""
    database = staged / "database" / DATABASE
    if not database.is_file():
        raise BackupError("the backup holds no database", "take another backup; nothing was changed")
    try:
        check_copy(database, StorageError)
        if manifest.index:
            read_version(staged / "index" / "versions" / manifest.index)
    except ForsaError as error:
        raise BackupError(f"the backup can't be used: {error}", error.hint) from error


def _move_aside(old: Path, beside: Path) -> None:
    if old.exists() and not beside.exists():
        beside.parent.mkdir(parents=True, exist_ok=True)
        old.rename(beside)


def _exchange_files(new: Path, place: Path, beside: Path) -> None:
    """Small files in a folder that may be on another disk: copied, not moved."""
    for path in sorted(new.glob("*")):
        old = place / path.name
        if old.exists() and not (beside / path.name).exists():
            beside.mkdir(parents=True, exist_ok=True)
            replace_file(beside / path.name, old.read_bytes())
        place.mkdir(parents=True, exist_ok=True)
        replace_file(old, path.read_bytes())
        path.unlink()


def _exchange_chunks(new: Path, place: Path, beside: Path) -> None:
    """All of GEN_DIR: the old chunks are copied beside first, whole. Which of the files count says its manifest."""
    if place.is_dir() and not beside.exists():
        draft = beside.with_name(".gen")
        shutil.rmtree(draft, ignore_errors=True)
        shutil.copytree(place, draft, ignore=shutil.ignore_patterns(".*"))
        draft.rename(beside)
    wanted = {path.relative_to(new) for path in new.rglob("*") if path.is_file()}
    for name in sorted(wanted):
        target = place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, (new / name).read_bytes())


def _sync(folder: Path) -> None:
    """Bring all that was unpacked to the disk before it is relied on."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        else:
            sync_folder(path)
