"""A version that is built but doesn't answer yet: a person is asked first. `DB_DIR/index/HELD` says which and why."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.durable import replace_file, sync_folder, writing
from core.errors import ForsaError
from core.index.lock import reindex_lock
from core.index.publish import prune, set_current
from core.index.store import current_version, index_folder, read_version, versions_folder

_FILE = "HELD"


@dataclass(frozen=True)
class Held:
    """The version that waits, the one that answers meanwhile, and why it waits (plain JSON)."""

    version: str
    replaces: str
    why: Mapping[str, Any]


class NothingHeld(ForsaError):
    """No version waits, or another one answers than when it was held."""

    hint = "run `python bot.py reindex --check` again"


def hold(db_dir: Path, held: Held) -> None:
    """Let a version wait; the one before it that waited doesn't any more. Raises StorageError."""
    with writing("holding the new index version"):
        replace_file(index_folder(db_dir) / _FILE, json.dumps(asdict(held), ensure_ascii=False, indent=1).encode())
        sync_folder(index_folder(db_dir))


def held_version(db_dir: Path) -> Held | None:
    """What waits; None where nothing does."""
    try:
        return Held(**json.loads((index_folder(db_dir) / _FILE).read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError):
        return None  # damaged: as good as none, the next reindex checks again


def let_go(db_dir: Path) -> None:
    """Nothing waits any more."""
    with writing("switching to the new index version"):
        (index_folder(db_dir) / _FILE).unlink(missing_ok=True)


def confirm(db_dir: Path, keep: int) -> Held:
    """Let the version that waits answer; `keep` versions stay on disk.

    Raises:
        NothingHeld: none waits, or it was held against another version than the one that answers.
        ReindexRunning: another process is indexing.
        IndexUnavailable: the version is damaged.
        StorageError: the disk is full or not writable.
    """
    if held_version(db_dir) is None:
        raise NothingHeld("no index version waits for a confirmation")
    with reindex_lock(index_folder(db_dir)):
        held = held_version(db_dir)
        if held is None or current_version(db_dir) != held.replaces:
            raise NothingHeld("the index version that waited is out of date")
        read_version(versions_folder(db_dir) / held.version)
        set_current(db_dir, held.version)
        let_go(db_dir)
        prune(db_dir, held.version, keep)
    return held
