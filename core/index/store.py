"""Index versions on disk.

    DB_DIR/index/CURRENT                 name of the version that answers, swapped atomically
    DB_DIR/index/versions/<name>/        manifest.json, chunks.jsonl, vectors.faiss, and what `finish` added;
                                         by an encoder that gives lexical weights also sparse.npz

A version is written in a hidden folder and renamed when complete, and never changed afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import numpy as np

from core.documents.chunk import Chunk
from core.errors import EncoderMismatchError, IndexDamagedError, NoIndexError
from core.index.base import LexicalIndex, Rows, VectorIndex
from core.index.sparse import SparseIndex
from core.index.version import IndexedChunk, Manifest, entries_from_bytes, is_version_name, sha256

P = TypeVar("P")

MANIFEST, CHUNKS, VECTORS, SPARSE = "manifest.json", "chunks.jsonl", "vectors.faiss", "sparse.npz"


@dataclass(frozen=True)
class StoredVersion:
    """A version as read and verified: `entries[i]` has the vector in row i, and so its lexical weights."""

    path: Path
    manifest: Manifest
    entries: tuple[IndexedChunk, ...]
    vectors: VectorIndex
    sparse: SparseIndex | None = None


@dataclass(frozen=True)
class LoadedIndex:
    """A version that can be searched, wholly in memory: it answers on when its files are pruned.

    `chunks[i]` is row i of `vectors`, of `lexical` and of `sparse`, which an encoder without lexical weights leaves
    None. `rows_by_document` has every document of the corpus, sorted,
    those included whose texts are all kept as another's duplicates. `path` is the version's folder, where `finish`
    keeps what it adds.
    """

    version: str
    path: Path
    manifest: Manifest
    chunks: tuple[IndexedChunk, ...]
    vectors: VectorIndex
    lexical: LexicalIndex
    rows_by_document: Mapping[str, Rows]
    sparse: SparseIndex | None = None

    def every_chunk(self) -> Iterator[Chunk]:
        """Every chunk of every document, row by row."""
        return (copy for entry in self.chunks for copy in entry.copies)

    @cached_property
    def facts(self) -> Mapping[str, Chunk]:
        """One chunk of each document: what it says of the document, all of them say."""
        return {copy.document: copy for copy in self.every_chunk()}

    def rows_of(self, documents: Iterable[str]) -> Rows:
        """Rows of the chunks that stand in any of these documents, sorted; unknown documents have none."""
        found = [self.rows_by_document[document] for document in documents if document in self.rows_by_document]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


def index_folder(db_dir: Path) -> Path:
    """Where everything of this module lies."""
    return db_dir / "index"


def versions_folder(db_dir: Path) -> Path:
    """Where versions lie side by side."""
    return index_folder(db_dir) / "versions"


def current_version(db_dir: Path) -> str:
    """Name of the version that answers.

    Raises:
        NoIndexError: nothing was indexed yet.
        IndexDamagedError: the pointer can't be read.
    """
    pointer = index_folder(db_dir) / "CURRENT"
    try:
        name = pointer.read_bytes().decode("ascii", "replace").strip()
    except FileNotFoundError as error:
        raise NoIndexError(f"there is no index in {db_dir}") from error
    except OSError as error:
        raise IndexDamagedError(f"{pointer} can't be read: {error.strerror}") from error
    if not is_version_name(name):
        raise IndexDamagedError(f"{pointer} doesn't hold the name of a version")
    return name


def load_current(db_dir: Path, encoder_name: str, analyser_name: str) -> LoadedIndex:
    """The version that answers now, verified and whole.

    Raises:
        NoIndexError: nothing was indexed yet.
        IndexDamagedError: a file is missing, changed or can't be read; no other version is served in its place.
        EncoderMismatchError: built by another encoder or analyser than these.
    """
    name = current_version(db_dir)
    while True:
        try:
            return load_version(versions_folder(db_dir) / name, encoder_name, analyser_name)
        except IndexDamagedError:
            # Between the pointer and its files a reindex may have swapped and pruned: then the new one is meant.
            before, name = name, current_version(db_dir)
            if name == before:
                raise


def load_version(folder: Path, encoder_name: str, analyser_name: str) -> LoadedIndex:
    """One version, verified and whole; raises as `load_current`."""
    manifest = read_manifest(folder)
    for role, built, wanted in (
        ("encoder", manifest.encoder, encoder_name),
        ("analyser", manifest.analyser, analyser_name),
    ):
        if built != wanted:
            raise EncoderMismatchError(
                f"index version {manifest.version} was built by the {role} {built!r}, this program uses {wanted!r}",
                "run `python bot.py reindex`, or go back to the settings it was built with",
            )
    return searchable(read_version(folder))


def searchable(stored: StoredVersion) -> LoadedIndex:
    """Adds what is computed at loading: BM25, and where each document's chunks are."""
    from core.index.lexical import Bm25

    rows: dict[str, list[int]] = {}
    for row, entry in enumerate(stored.entries):
        for document in (entry.chunk.document, *entry.also_in):
            rows.setdefault(document, []).append(row)
    return LoadedIndex(
        version=stored.manifest.version,
        path=stored.path,
        manifest=stored.manifest,
        chunks=stored.entries,
        vectors=stored.vectors,
        lexical=Bm25([entry.tokens for entry in stored.entries]),
        rows_by_document={document: np.array(rows[document], dtype=np.int64) for document in sorted(rows)},
        sparse=stored.sparse,
    )


def read_manifest(folder: Path) -> Manifest:
    """What a version says of itself. Raises IndexDamagedError."""
    manifest = _parsed(folder, MANIFEST, Manifest.from_bytes, _read(folder, MANIFEST))
    if manifest.version != folder.name or not manifest.files.keys() >= {CHUNKS, VECTORS}:
        raise IndexDamagedError(f"index version {folder.name}: {MANIFEST} belongs to another version")
    return manifest


def read_version(folder: Path) -> StoredVersion:
    """A version with every file held against its checksum. Raises IndexDamagedError."""
    from core.index.vectors import FlatVectors

    manifest = read_manifest(folder)
    contents = {}
    for name, checksum in manifest.files.items():
        content = _read(folder, name)
        if sha256(content) != checksum:
            raise IndexDamagedError(f"index version {folder.name}: {name} doesn't match its checksum")
        if name in (CHUNKS, VECTORS, SPARSE):
            contents[name] = content
    entries = _parsed(folder, CHUNKS, entries_from_bytes, contents[CHUNKS])
    vectors = _parsed(folder, VECTORS, FlatVectors.from_bytes, contents[VECTORS])
    sparse = _parsed(folder, SPARSE, SparseIndex.from_bytes, contents[SPARSE]) if SPARSE in contents else None
    if sparse is not None and len(sparse) != manifest.texts:
        raise IndexDamagedError(f"index version {folder.name}: {SPARSE} doesn't belong to its other files")
    if not len(entries) == len(vectors) == manifest.texts or vectors.dimension != manifest.dimension:
        raise IndexDamagedError(f"index version {folder.name}: its files don't belong together")
    return StoredVersion(folder, manifest, entries, vectors, sparse)


def _read(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError as error:
        raise IndexDamagedError(f"index version {folder.name}: {name} is missing") from error
    except OSError as error:
        raise IndexDamagedError(f"index version {folder.name}: {name} can't be read: {error.strerror}") from error


def _parsed(folder: Path, name: str, parse: Callable[[bytes], P], content: bytes) -> P:
    try:
        return parse(content)
    except (ValueError, KeyError, TypeError) as error:
        raise IndexDamagedError(f"index version {folder.name}: {name} can't be understood: {error}") from error
