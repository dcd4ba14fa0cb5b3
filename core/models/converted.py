"""A file that is made once and kept: never half written, never used when damaged, made by one process at a time."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from core.durable import DRAFT_PREFIX, replace_file, writing

_DIGEST_BYTES = 32


def converted(path: Path, make: Callable[[], bytes]) -> bytes:
    """What the file holds, or what `make` gives, which is then kept there. A damaged file is made anew.

    The file starts with the SHA-256 of the rest. A process that finds another one making it waits.

    Raises:
        StorageError: the folder can't be written or read.
    """
    from filelock import FileLock

    with writing(f"keeping the converted encoder in {path.parent}"):
        content = _read(path)
        if content is not None:
            return content
        path.parent.mkdir(parents=True, exist_ok=True)
        # The lock goes with the process that holds it, however that ends.
        with FileLock(path.with_suffix(".lock")):
            content = _read(path)
            if content is None:
                for draft in path.parent.glob(f"{DRAFT_PREFIX}*{path.name}"):
                    draft.unlink()
                content = make()
                replace_file(path, hashlib.sha256(content).digest() + content)
    return content


def _read(path: Path) -> bytes | None:
    """What the file holds behind its checksum; None where it is missing or damaged."""
    try:
        whole = path.read_bytes()
    except FileNotFoundError:
        return None
    digest, content = whole[:_DIGEST_BYTES], whole[_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == digest else None
