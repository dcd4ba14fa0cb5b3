"""Putting versions on the disk and taking them off: the only code that changes what lies in DB_DIR/index."""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from core.durable import DRAFT_PREFIX, replace_file, sync_folder, write_file, writing
from core.index.base import Progress, Scores
from core.index.sparse import SparseIndex
from core.index.store import (
    CHUNKS,
    MANIFEST,
    SPARSE,
    VECTORS,
    LoadedIndex,
    StoredVersion,
    index_folder,
    searchable,
    versions_folder,
)
from core.index.version import IndexedChunk, Manifest, entries_to_bytes, is_version_name, sha256

Finish = Callable[[LoadedIndex, Path], None]
"""Called on a version that is built but doesn't answer yet; files it adds to the folder belong to the version."""


def write_version(
    folder: Path,
    manifest: Manifest,
    entries: Sequence[IndexedChunk],
    vectors: Scores,
    progress: Progress,
    finish: Finish | None,
    sparse: SparseIndex | None = None,
) -> None:
    """Build in a hidden folder, then give it its name: what has a version's name is complete."""
    from core.index.vectors import FlatVectors

    draft = folder.with_name(f".building-{os.getpid()}")
    try:
        progress("write", 0, 1)
        flat = FlatVectors.build(vectors)
        with writing("writing the index"):
            draft.mkdir()
            write_file(draft / CHUNKS, entries_to_bytes(entries))
            write_file(draft / VECTORS, flat.to_bytes())
            if sparse is not None:
                write_file(draft / SPARSE, sparse.to_bytes())
        progress("write", 1, 1)
        if finish is not None:
            progress("finish", 0, 1)
            finish(searchable(StoredVersion(draft, manifest, tuple(entries), flat, sparse)), draft)
            progress("finish", 1, 1)
        with writing("writing the index"):
            _publish(draft, folder, manifest)
    finally:
        if draft.exists():
            _remove(draft)


def _publish(draft: Path, folder: Path, manifest: Manifest) -> None:
    checksums = {}
    for path in sorted(draft.iterdir()):
        content = path.read_bytes()
        checksums[path.name] = sha256(content)
        if path.name not in (CHUNKS, VECTORS, SPARSE):
            write_file(path, content)  # what `finish` wrote is on the disk only now
    write_file(draft / MANIFEST, replace(manifest, files=checksums).to_bytes())
    sync_folder(draft)
    if folder.exists():
        _remove(folder)
    draft.rename(folder)
    sync_folder(folder.parent)


def set_current(db_dir: Path, name: str) -> None:
    """Let this version answer from now on. Raises StorageError."""
    with writing("switching to the new index version"):
        os.utime(versions_folder(db_dir) / name / MANIFEST)
        replace_file(index_folder(db_dir) / "CURRENT", f"{name}\n".encode("ascii"))
        sync_folder(index_folder(db_dir))


def versions_by_age(db_dir: Path) -> list[Path]:
    """Folders of all versions, the one that answered last first."""
    folders = [path for path in versions_folder(db_dir).iterdir() if is_version_name(path.name)]

    def last_use(folder: Path) -> float:
        manifest = folder / MANIFEST
        return manifest.stat().st_mtime if manifest.exists() else 0.0

    return sorted(folders, key=last_use, reverse=True)


def remove_leftovers(db_dir: Path) -> None:
    """What a killed run left: with the lock in hand, hidden entries are nobody's."""
    for path in versions_folder(db_dir).glob(".*"):
        _remove(path)
    for path in index_folder(db_dir).glob(f"{DRAFT_PREFIX}*"):
        path.unlink(missing_ok=True)


def prune(db_dir: Path, current: str, keep: int) -> tuple[str, ...]:
    """Remove all versions but the current one and the `keep - 1` that answered last; returns their names."""
    others = [folder for folder in versions_by_age(db_dir) if folder.name != current]
    return tuple(folder.name for folder in others[max(keep, 1) - 1 :] if _remove(folder))


def _remove(folder: Path) -> bool:
    """Remove a folder, out of sight first, so that a half-removed one never looks whole. True when it is gone."""
    hidden = folder if folder.name.startswith(".") else folder.with_name(f".removing-{folder.name}")
    try:
        if hidden != folder:
            folder.replace(hidden)
        shutil.rmtree(hidden)
    except OSError:
        # Rubbish that stays isn't worth a failure; the next indexing tries again.
        return False
    return True
