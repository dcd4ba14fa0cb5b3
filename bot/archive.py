"""The file of a backup: a compressed tar, first `manifest.json` with the checksum of every other file in it."""

import hashlib
import io
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from core.durable import sync_folder, writing
from core.errors import ForsaError

FORMAT = 2
WITH_UPLOADS = 2
"""The first format that has the documents that wait for confirmation."""
MANIFEST = "manifest.json"
PLACES = frozenset({"database", "index", "data", "gen", "uploads"})
"""The folders in it."""

_BLOCK = 1024 * 1024
_BROKEN = (tarfile.TarError, zlib.error, EOFError, ValueError, KeyError, TypeError, AttributeError)


class BackupError(ForsaError):
    """A backup can't be made or used."""


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself: when it was made (UTC), the index version that answered ('' for none), and the
    SHA-256 of its files by their path in it."""

    made: str
    index: str
    files: Mapping[str, str]
    format: int = FORMAT


def write_archive(staged: Path, target: Path, made: str, index: str) -> Manifest:
    """Pack all that lies in a folder; `target` is complete and on the disk when this returns. Raises StorageError."""
    with writing(f"writing {target.name}"):
        paths = sorted(path for path in staged.rglob("*") if path.is_file())
        files = {path.relative_to(staged).as_posix(): _checksum(path) for path in paths}
        manifest = Manifest(made, index, files)
        content = json.dumps(asdict(manifest), ensure_ascii=False, indent=1).encode()
        with target.open("wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=4) as tar:
                about = tarfile.TarInfo(MANIFEST)
                about.size = len(content)
                tar.addfile(about, io.BytesIO(content))
                for name in files:
                    tar.add(staged / name, name, recursive=False)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(target.parent)
    return manifest


def unpack_archive(path: Path, into: Path) -> Manifest:
    """Unpack a backup into an empty folder, every file held against its checksum.

    Raises:
        BackupError: it is no backup, damaged, incomplete, or a newer Forsa's.
        StorageError: there is no room, or the folder can't be written.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise BackupError(
            f"{path} can't be read: {error.strerror}", "give the file that `bot.py backup` wrote"
        ) from error
    with file, writing("unpacking the backup"):
        try:
            with tarfile.open(fileobj=file, mode="r:gz") as tar:
                manifest = _read_manifest(tar)
                found = {member.name for member in tar if _unpack(tar, member, into, manifest)}
        except tarfile.ReadError as error:
            raise _damaged(path, str(error)) from error
        except _BROKEN as error:
            raise _damaged(path, f"{type(error).__name__}: {error}") from error
        except OSError as error:
            if error.errno is None:  # gzip's own: a wrong checksum, or no gzip file at all
                raise _damaged(path, str(error)) from error
            raise
    if missing := manifest.files.keys() - found:
        raise _damaged(path, f"{min(missing)} is missing")
    return manifest


def _damaged(path: Path, why: str) -> BackupError:
    return BackupError(f"{path} is no backup, or damaged ({why})", "take another backup; nothing was changed")


def _read_manifest(tar: tarfile.TarFile) -> Manifest:
    member = tar.next()
    content = tar.extractfile(member) if member is not None and member.name == MANIFEST else None
    if content is None:
        raise ValueError("no manifest")
    told: dict[str, Any] = json.loads(content.read())
    if told["format"] > FORMAT:
        raise BackupError(f"the backup's format {told['format']} is a newer Forsa's", "update Forsa, then restore")
    return Manifest(str(told["made"]), str(told["index"]), dict(told["files"]), int(told["format"]))


def _unpack(tar: tarfile.TarFile, member: tarfile.TarInfo, into: Path, manifest: Manifest) -> bool:
    """Whether a member was a file of the backup; the manifest is none."""
    if member.name == MANIFEST:
        return False
    parts = PurePosixPath(member.name).parts
    if not member.isreg() or member.name not in manifest.files or parts[0] not in PLACES or ".." in parts:
        raise ValueError(f"{member.name} doesn't belong in it")
    content = tar.extractfile(member)
    assert content is not None  # it is a regular file
    target = into / member.name
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as written:
        shutil.copyfileobj(content, written, _BLOCK)
    if _checksum(target) != manifest.files[member.name]:
        raise ValueError(f"{member.name} doesn't match its checksum")
    return True


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
