"""`backup`: one file with all that a machine can't make again, taken while the bot answers."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.archive import BackupError, Manifest, write_archive
from bot.restore import DATABASE, PENDING
from bot.web.waiting_area import NOTE, UPLOADS, WaitingArea
from core.documents.corrections import CORRECTIONS_NAME, DECISIONS_NAME
from core.durable import replace_file, sync_folder, writing
from core.errors import IndexUnavailable, StorageError
from core.index.store import current_version, read_version, versions_folder
from core.settings import Settings
from storage.copying import copy_database

LAST = "last-backup.json"
"""In DB_DIR: when the last backup was made, and where; `doctor` looks."""
_DRAFT = ".tmp-backup-"


def run_backup(settings: Settings, file: Path, with_gen: bool) -> None:
    """Make the backup, and print what is in it."""
    manifest, warnings = make_backup(settings, file, with_gen)
    size = file.stat().st_size / 1024**2
    index = f"index version {manifest.index}" if manifest.index else "no index"
    print(f"{file}: {len(manifest.files)} files, {size:.1f} MB, {index}; keep it like the database: people wrote it")
    for warning in warnings:
        print(f"left out: {warning}")


def make_backup(settings: Settings, file: Path, with_gen: bool) -> tuple[Manifest, list[str]]:
    """Write the database, the index version that answers, what people decided on documents, the uploads that wait for
    it, and GEN_DIR if wanted.

    `file` appears only when it is whole; one that was there stays until then. Secrets and documents are not in it.

    Returns:
        What is in it, and what had to be left out.

    Raises:
        BackupError: there is no database.
        StorageError: something can't be read or written.
    """
    database = settings.db_dir / DATABASE
    if (settings.db_dir / PENDING).exists():
        raise BackupError("a restore was interrupted", "run the restore again, or start `serve`: both complete it")
    if not database.exists():
        raise BackupError(f"{database} isn't there", "set DB_DIR to the folder that the bot works in")
    warnings: list[str] = []
    with _draft(file) as (staged, draft):
        with writing("copying for the backup"):
            (staged / "database").mkdir()
            copy_database(database, staged / "database" / database.name, StorageError)
            index = _stage_index(settings, staged, warnings)
            (staged / "data").mkdir()
            for name in (CORRECTIONS_NAME, DECISIONS_NAME):
                if (settings.data_dir / name).exists():
                    shutil.copy(settings.data_dir / name, staged / "data" / name)
            _stage_uploads(settings, staged)
            if with_gen and settings.gen_dir.is_dir():
                shutil.copytree(settings.gen_dir, staged / "gen", ignore=shutil.ignore_patterns(".*"))
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = write_archive(staged, draft, made, index)
        with writing(f"writing {file.name}"):
            draft.chmod(0o600)
            draft.replace(file)
            sync_folder(file.parent)
            told = {"made": time.time(), "file": str(file.absolute()), "index": index}
            replace_file(settings.db_dir / LAST, json.dumps(told).encode())
    return manifest, warnings


@contextmanager
def _draft(file: Path) -> Iterator[tuple[Path, Path]]:
    """A folder to put together what goes in, and the name to write it under, beside the file itself."""
    with writing(f"writing to {file.parent}"):
        file.parent.mkdir(parents=True, exist_ok=True)
        for left in file.parent.glob(f"{_DRAFT}*"):
            if not _is_alive(left.name.removeprefix(_DRAFT)):
                shutil.rmtree(left, ignore_errors=True)
        place = file.parent / f"{_DRAFT}{os.getpid()}"
        place.mkdir(mode=0o700)
        (place / "staged").mkdir()
    try:
        yield place / "staged", place / file.name
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _is_alive(pid: str) -> bool:
    """Whether a process has this number; a draft of one that was killed is nobody's."""
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except OSError:
        return True
    return True


def _stage_uploads(settings: Settings, staged: Path) -> None:
    """Copy the documents that wait; one may be confirmed or discarded meanwhile."""
    folder = settings.db_dir / UPLOADS
    for waiting in WaitingArea(folder, settings.data_dir, ()).all():
        try:
            shutil.copytree(folder / waiting.id, staged / UPLOADS / waiting.id)
        except OSError:
            if (folder / waiting.id / NOTE).exists():
                raise
            shutil.rmtree(staged / UPLOADS / waiting.id, ignore_errors=True)


def _stage_index(settings: Settings, staged: Path, warnings: list[str]) -> str:
    """Copy the version that answers; a reindex may swap it meanwhile, then the new one is meant."""
    target = staged / "index"
    while True:
        name = ""
        try:
            name = current_version(settings.db_dir)
            read_version(versions_folder(settings.db_dir) / name)
            shutil.copytree(versions_folder(settings.db_dir) / name, target / "versions" / name)
            read_version(target / "versions" / name)
        except (IndexUnavailable, shutil.Error) as error:
            shutil.rmtree(target, ignore_errors=True)
            if name and _has_swapped(settings, name):
                continue
            warnings.append(f"{error}")
            return ""
        (target / "CURRENT").write_text(f"{name}\n", encoding="ascii")
        return name


def _has_swapped(settings: Settings, name: str) -> bool:
    try:
        return current_version(settings.db_dir) != name
    except IndexUnavailable:
        return False
