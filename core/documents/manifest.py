"""`GEN_DIR/manifest.json`: what was read from each document, and into which chunk files.

It holds nothing that differs between two runs over the same documents. Times and sizes, by which an unchanged file is
known without reading it, are kept apart in `.stat-cache.json` (never committed: a checkout changes them).
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from core.documents.facts import OwnFacts
from core.documents.files import TABLES_NAME
from core.durable import replace_file, sync_folder, writing
from core.errors import ChunkFormatError

MANIFEST_NAME = "manifest.json"
STAT_CACHE_NAME = ".stat-cache.json"
_FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """One document as it was last read.

    `settings` names the reader, the chunker and their settings; another value means that it must be read again.
    `reason` and `hint` are set, and `chunks` is empty, where it couldn't be read. `folder` is below GEN_DIR and holds
    `chunks`, and `tables.json` where there are `tables`. `title`, `language` and `facts` are as found: what
    `forsa.yaml` corrects stands in the chunks alone, so that it can be taken back.
    """

    sha256: str
    settings: str
    title: str = ""
    language: str = "fr"
    pages: int | None = None
    folder: str = ""
    chunks: tuple[str, ...] = ()
    twin: str | None = None
    notes: tuple[str, ...] = ()
    tables: int = 0
    pictures_read: int = 0
    pictures_unread: int = 0
    facts: OwnFacts = field(default_factory=OwnFacts)
    reason: str = ""
    hint: str = ""


@dataclass
class Manifest:
    """The entries by document (path below DATA_DIR, NFC)."""

    entries: dict[str, Entry] = field(default_factory=dict)

    @classmethod
    def load(cls, gen_dir: Path) -> "Manifest | None":
        """The manifest in GEN_DIR, or None where there is none.

        Raises:
            ChunkFormatError: it can't be read.
        """
        path = gen_dir / MANIFEST_NAME
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["format"] != _FORMAT:
                raise ValueError(f"format {data['format']}, not {_FORMAT}")
            return cls({name: _entry(values) for name, values in data["documents"].items()})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ChunkFormatError(f"{path}: {error}", "delete it and run `python bot.py ingest` again") from error

    def save(self, gen_dir: Path) -> None:
        """Write it in one step: a reader sees the old manifest or this one, never half of one. Raises StorageError."""
        documents = {name: asdict(self.entries[name]) for name in sorted(self.entries)}
        content = json.dumps({"format": _FORMAT, "documents": documents}, ensure_ascii=False, indent=1)
        with writing(f"writing {gen_dir / MANIFEST_NAME}"):
            replace_file(gen_dir / MANIFEST_NAME, f"{content}\n".encode())
            sync_folder(gen_dir)

    def chunk_files(self) -> list[PurePosixPath]:
        """Every chunk file that counts, below GEN_DIR."""
        return [PurePosixPath(entry.folder, name) for entry in self.entries.values() for name in entry.chunks]

    def files(self) -> list[PurePosixPath]:
        """Every file of a document that counts, below GEN_DIR: chunks and tables."""
        tables = [PurePosixPath(entry.folder, TABLES_NAME) for entry in self.entries.values() if entry.tables]
        return [*self.chunk_files(), *tables]


def _entry(values: dict[str, Any]) -> Entry:
    lists = {name: tuple(values[name]) for name in ("chunks", "notes")}
    facts = values.get("facts", {})
    return Entry(**{**values, **lists, "facts": OwnFacts(**{**facts, "notes": tuple(facts.get("notes", ()))})})


class StatCache:
    """Size and time of each document when its content was last hashed: `[size, mtime_ns, sha256]` by document."""

    def __init__(self, gen_dir: Path) -> None:
        self._path = gen_dir / STAT_CACHE_NAME
        self._known: dict[str, list[Any]] = {}
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            self._known = {name: value for name, value in data.items() if isinstance(value, list) and len(value) == 3}
        except (OSError, ValueError, AttributeError):
            pass  # only a shortcut: without it every file is hashed

    def sha256(self, document: str, size: int, mtime_ns: int) -> str | None:
        """The hash, if neither size nor time changed since it was taken."""
        known = self._known.get(document)
        return str(known[2]) if known is not None and known[:2] == [size, mtime_ns] else None

    def put(self, document: str, size: int, mtime_ns: int, sha256: str) -> None:
        """Remember a hash."""
        self._known[document] = [size, mtime_ns, sha256]

    def save(self, documents: set[str]) -> None:
        """Write what concerns these documents; the rest is forgotten. Raises StorageError."""
        kept = {name: self._known[name] for name in sorted(documents & self._known.keys())}
        with writing(f"writing {self._path}"):
            replace_file(self._path, json.dumps(kept, ensure_ascii=False).encode())
