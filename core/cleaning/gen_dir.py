"""The passages of GEN_DIR that a model may put in order, and its text in the place of theirs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from core.documents.chunk import Chunk
from core.documents.chunks import format_chunk, read_chunk
from core.documents.ingest import LOCK_NAME, IngestRunning
from core.documents.manifest import Manifest
from core.durable import replace_file, writing
from core.errors import InputError

KEPT_NAME = "rewritten.jsonl"
"""What the model said, below GEN_DIR: asked once, whatever becomes of the run."""


@contextmanager
def locked(gen_dir: Path) -> Iterator[None]:
    """No ingest beside it. Raises IngestRunning."""
    lock = FileLock(gen_dir / LOCK_NAME)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise IngestRunning(f"an ingest is writing to {gen_dir}") from error
    try:
        yield
    finally:
        lock.release()


def passages_of(gen_dir: Path, documents: Sequence[str]) -> list[tuple[Path, Chunk]]:
    """The passages of these documents with their files; where none is named, all that were recognised in pictures.

    Raises:
        InputError: `unknown-scope`: no such document was read.
        ChunkFormatError
    """
    entries = (Manifest.load(gen_dir) or Manifest()).entries
    if unknown := [name for name in documents if name not in entries or not entries[name].chunks]:
        raise InputError("unknown-scope", f"no document {unknown[0]!r} was read", "give its path below DATA_DIR")
    found: list[tuple[Path, Chunk]] = []
    for name in documents or sorted(entries):
        for file in entries[name].chunks:
            path = gen_dir / entries[name].folder / file
            chunk = read_chunk(path)
            if documents or chunk.ocr:
                found.append((path, chunk))
    return found


def put(path: Path, chunk: Chunk) -> None:
    """Replace a passage's file in one step. Raises StorageError."""
    with writing(f"writing {path}"):
        replace_file(path, format_chunk(chunk).encode())
