"""Where chunks lie in GEN_DIR: names that every file system takes, and what of it is nobody's any more."""

import hashlib
import os
import re
import unicodedata
from pathlib import Path

from core.durable import DRAFT_PREFIX, writing

TABLES_NAME = "tables.json"
"""The document's tables as data, beside its chunks."""

_NAME_BYTES = 80
_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_FOLDER_OF_CHUNKS = re.compile(r"-[0-9a-f]{12}$")
_CHUNK_NAME = re.compile(r"^\d{4,}\.md$")


def folder_for(document: str, key: str) -> str:
    """Where a document's chunks go, below GEN_DIR: its folders, made safe, then its name and twelve digits of a hash.

    Args:
        document: path below DATA_DIR.
        key: whatever makes this reading of it another one (content, settings).
    """
    *folders, name = document.split("/")
    digest = hashlib.sha256(f"{document}\0{key}".encode()).hexdigest()[:12]
    stem = name.rsplit(".", 1)[0]
    return "/".join([*(_safe(folder) for folder in folders), f"{_safe(stem)}-{digest}"])


def _safe(name: str) -> str:
    """A name without what some system forbids, of at most 80 bytes; cut names stay apart by a hash."""
    safe = " ".join(_UNSAFE.sub("_", unicodedata.normalize("NFC", name)).split()).strip(" .") or "_"
    if len(safe.encode()) <= _NAME_BYTES:
        return safe
    digest = hashlib.sha256(name.encode()).hexdigest()[:6]
    cut = safe.encode()[: _NAME_BYTES - 7].decode("utf-8", "ignore").strip(" .")
    return f"{cut}~{digest}"


def is_chunk_file(path: Path) -> bool:
    """Whether it is named as ingest names chunks."""
    return _CHUNK_NAME.match(path.name) is not None and _FOLDER_OF_CHUNKS.search(path.parent.name) is not None


def sha256_of(path: Path) -> str:
    """Hash of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remove_strays(gen_dir: Path, wanted: set[Path]) -> None:
    """Remove chunk and table files and temporary files that no manifest names, and the folders that this leaves empty.

    Only what ingest itself could have written is touched, so that a GEN_DIR set by mistake loses nothing.
    """
    with writing(f"tidying {gen_dir}"):
        for folder, names, files in os.walk(gen_dir, topdown=False):
            here = Path(folder)
            holds_chunks = _FOLDER_OF_CHUNKS.search(here.name) is not None
            for path in (here / name for name in files):
                is_ours = is_chunk_file(path) or (holds_chunks and path.name == TABLES_NAME)
                if path.name.startswith(DRAFT_PREFIX) or (is_ours and path not in wanted):
                    path.unlink(missing_ok=True)
            if here != gen_dir and (holds_chunks or names) and not any(here.iterdir()):
                here.rmdir()
