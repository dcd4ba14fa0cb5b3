"""Documents that were uploaded: kept beside the index, taken up into DATA_DIR only when an admin confirms them."""

import hashlib
import json
import re
import secrets
import shutil
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.documents.content_check import check_content
from core.durable import replace_file, sync_folder, writing
from core.errors import ForsaError

MOST_WAITING = 50
_NAME_BYTES = 150
NOTE = "document.json"
"""Beside a document that came in whole, says what it is."""
_CONTENT = "content"
_ID = re.compile(r"[0-9a-f]{16}")
_UNSAFE = re.compile(r'[<>:"|?*\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


class UploadRefused(ForsaError):
    """An upload that isn't taken: `reason` is a word for programs."""

    def __init__(self, reason: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.reason = reason


@dataclass(frozen=True)
class Waiting:
    """`document` is its path below DATA_DIR, `size` in bytes, `uploaded` in seconds since 1970."""

    id: str
    document: str
    size: int
    sha256: str
    uploaded: float


UPLOADS = "uploads"
"""In DB_DIR: where documents wait."""


class WaitingArea:
    """Blocking: call it in a thread.

    Args:
        folder: where uploads wait; made when the first comes.
        data_dir: DATA_DIR.
        suffixes: what can be read, in small letters with the dot.
    """

    def __init__(self, folder: Path, data_dir: Path, suffixes: Collection[str]) -> None:
        self._folder = folder
        self._data_dir = data_dir
        self._suffixes = suffixes

    def target(self, name: str, folder: str) -> str:
        """The path below DATA_DIR that a file will have: its last name, made safe, in one folder or none.

        Raises:
            UploadRefused: no name is left, the type isn't read, the folder isn't one name.
        """
        safe = _safe(re.split(r"[/\\]", name)[-1])
        suffix = Path(safe).suffix.lower()
        if not Path(safe).stem.strip(" ._"):
            raise UploadRefused("no-name", "the file has no name", "give it one")
        if suffix not in self._suffixes:
            known = ", ".join(sorted(self._suffixes))
            raise UploadRefused("unsupported", f"files of the type {suffix or 'without a suffix'} aren't read", known)
        folder = unicodedata.normalize("NFC", folder).strip()
        if folder and (_safe(folder) != folder or re.search(r"[/\\]", folder)):
            raise UploadRefused("bad-folder", "the folder must be one plain name", "for example Offres")
        return f"{folder}/{safe}" if folder else safe

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """A place for a file that is coming in; what is left of it afterwards is removed.

        Raises:
            UploadRefused: too much waits already.
            StorageError: it can't be written.
        """
        if len(self.all()) >= MOST_WAITING:
            raise UploadRefused("too-many-waiting", f"{MOST_WAITING} documents wait", "confirm or discard some first")
        place = self._folder / secrets.token_hex(8)
        with writing(f"writing {place}"):
            place.mkdir(parents=True)
        try:
            yield place / _CONTENT
        finally:
            if not (place / NOTE).exists():
                shutil.rmtree(place, ignore_errors=True)

    def keep(self, draft: Path, document: str, now: float) -> Waiting:
        """Let a file wait that came in whole. Raises DocumentError where it isn't what its name says, StorageError."""
        check_content(draft, Path(document).suffix.lower())
        with draft.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        waiting = Waiting(draft.parent.name, document, draft.stat().st_size, digest, now)
        with writing(f"writing {draft.parent}"):
            replace_file(draft.parent / NOTE, json.dumps(asdict(waiting), ensure_ascii=False).encode())
        return waiting

    def sweep(self) -> None:
        """Remove what a process that was killed left of a file that was coming in. Nothing may be coming in now."""
        for place in self._folder.glob("*"):
            if _ID.fullmatch(place.name) and not (place / NOTE).exists():
                shutil.rmtree(place, ignore_errors=True)

    def all(self) -> list[Waiting]:
        """What waits, the oldest first."""
        found = (_read(note) for note in self._folder.glob(f"*/{NOTE}"))
        return sorted(filter(None, found), key=lambda item: (item.uploaded, item.id))

    def replaces(self, waiting: Waiting) -> bool:
        """Whether it would take the place of a document that is there."""
        return (self._data_dir / waiting.document).exists()

    def discard(self, id: str) -> bool:
        """Remove one; False where none has this id."""
        place = self._folder / id
        if not _ID.fullmatch(id) or not (place / NOTE).exists():
            return False
        (place / NOTE).unlink()  # first: what has no note doesn't wait, wherever this stops
        shutil.rmtree(place)
        return True

    def take(self, ids: Sequence[str] | None) -> list[Waiting]:
        """Put documents into DATA_DIR, all that wait or those named; returns them.

        Raises:
            UploadRefused: an id isn't known, or a folder leads out of DATA_DIR. Nothing was taken then.
            StorageError: DATA_DIR can't be written; what was taken before it is there.
        """
        waiting = {item.id: item for item in self.all()}
        if unknown := [id for id in ids or () if id not in waiting]:
            raise UploadRefused("not-found", f"no document waits under {unknown[0]!r}", "look at GET /api/documents")
        chosen = [waiting[id] for id in dict.fromkeys(ids)] if ids is not None else list(waiting.values())
        targets = [self._target_path(item.document) for item in chosen]
        for item, target in zip(chosen, targets, strict=True):
            with writing(f"writing {target}"):
                target.parent.mkdir(parents=True, exist_ok=True)
                replace_file(target, (self._folder / item.id / _CONTENT).read_bytes())
                sync_folder(target.parent)
            self.discard(item.id)
        return chosen

    def _target_path(self, document: str) -> Path:
        root = self._data_dir.resolve()
        target = root / document
        if not target.parent.resolve().is_relative_to(root) or target.is_symlink() or target.is_dir():
            raise UploadRefused("bad-folder", f"{document} can't be put into DATA_DIR", "choose another folder or name")
        return target


def _safe(name: str) -> str:
    """A name without what some system forbids or hides, NFC, of at most 150 bytes with its suffix."""
    plain = "".join(
        char for char in unicodedata.normalize("NFC", name) if unicodedata.category(char) not in ("Cf", "Cs")
    )
    safe = " ".join(_UNSAFE.sub("_", plain).split()).lstrip(" .~").rstrip(" .")
    stem, dot, suffix = safe.rpartition(".")
    if not dot:
        stem, suffix = safe, ""
    room = max(0, _NAME_BYTES - len(suffix.encode()) - 1)
    stem = stem.encode()[:room].decode("utf-8", "ignore").strip(" .")
    return ("_" if _RESERVED.fullmatch(stem) else "") + stem + (f".{suffix}" if dot else "")


def _read(note: Path) -> Waiting | None:
    try:
        said: dict[str, Any] = json.loads(note.read_bytes())
        return Waiting(**said)
    except (OSError, ValueError, TypeError):
        return None  # half removed, or none of ours
