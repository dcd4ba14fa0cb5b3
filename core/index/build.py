"""From chunks to an index version that answers: `reindex`. Plain and synchronous; run it in a process of its own."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.documents.chunk import Chunk
from core.durable import writing
from core.errors import ForsaError, IndexUnavailable
from core.index.base import Analyser, Progress
from core.index.embed import embed
from core.index.held import let_go
from core.index.lock import reindex_lock
from core.index.publish import Finish, prune, remove_leftovers, set_current, versions_by_age, write_version
from core.index.store import StoredVersion, current_version, index_folder, read_version, versions_folder
from core.index.version import FORMAT, IndexedChunk, Manifest, same_texts, version_name
from core.models.base import Encoder
from core.ports import EmbeddingStore

Admit = Callable[[str, str], bool]
"""Called with the name of the version that answers and of the one that is to: whether it may now."""


@dataclass(frozen=True)
class ReindexReport:
    """What a reindex did.

    `chunks` were handed in, `unique` of their texts differ; of those `encoded` were encoded now and `reused` known
    (both 0 where the version existed). `added` and `removed` count texts by document against the version that
    answered before; a changed text is one of each. `pruned` names the versions removed. `held` is set where the
    version is built but doesn't answer: it wasn't admitted.
    """

    version: str
    created: bool
    chunks: int
    unique: int
    added: int
    removed: int
    encoded: int
    reused: int
    seconds: float
    pruned: tuple[str, ...]
    held: bool = False


def no_progress(stage: str, done: int, total: int) -> None:
    """For callers that show none."""


def reindex(
    db_dir: Path,
    chunks: Iterable[Chunk],
    encoder: Encoder,
    analyser: Analyser,
    embeddings: EmbeddingStore,
    *,
    keep: int = 3,
    progress: Progress = no_progress,
    finish: Finish | None = None,
    finish_key: str = "",
    admit: Admit | None = None,
) -> ReindexReport:
    """Build the version of these chunks beside the others and let it answer; do nothing if it answers already.

    Until the very end the old version answers, whatever happens: an error, a full disk, kill -9.

    Args:
        keep: versions left on disk, the current one among them.
        finish: adds to the version (calibration) before it answers.
        finish_key: whatever `finish` depends on besides chunks, encoder and analyser; part of the version's name.
        admit: asked before a version takes another one's place; what it doesn't admit stays beside.

    Raises:
        ReindexRunning: another process is indexing this `db_dir`.
        StorageError: the disk is full or not writable.
        ForsaError: there are no chunks.
    """
    begin = time.perf_counter()
    groups = same_texts(chunks)
    handed_in = [copy for group in groups for copy in group]
    if not handed_in:
        raise ForsaError("there are no chunks to index", "run `python bot.py ingest` first")
    name = version_name(handed_in, encoder.name, analyser.name, finish_key)
    folder = versions_folder(db_dir) / name
    with writing("preparing the index"):
        versions_folder(db_dir).mkdir(parents=True, exist_ok=True)
    with reindex_lock(index_folder(db_dir)):
        remove_leftovers(db_dir)
        before = _current(db_dir)
        created = _intact(folder) is None
        encoded = 0
        if created:
            texts = [group[0] for group in groups]
            embedded = embed(texts, encoder, embeddings, versions_by_age(db_dir), progress)
            encoded = embedded.encoded
            entries = _analysed(groups, analyser, progress)
            manifest = Manifest(
                version=name,
                format=FORMAT,
                encoder=encoder.name,
                dimension=encoder.dimension,
                analyser=analyser.name,
                documents=len({chunk.document for chunk in handed_in}),
                chunks=len(handed_in),
                texts=len(groups),
                files={},
            )
            write_version(folder, manifest, entries, embedded.vectors, progress, finish, embedded.sparse)
        is_new = before is None or before.path != folder
        held = admit is not None and before is not None and is_new and not admit(before.manifest.version, name)
        if is_new and not held:
            set_current(db_dir, name)
        if not held:
            let_go(db_dir)
        pruned = () if held else prune(db_dir, name, keep)
    old = set() if before is None else _texts_by_document(before)
    new = {(chunk.document, chunk.content) for chunk in handed_in}
    return ReindexReport(
        version=name,
        created=created,
        chunks=len(handed_in),
        unique=len(groups),
        added=len(new - old),
        removed=len(old - new),
        encoded=encoded,
        reused=len(groups) - encoded if created else 0,
        seconds=time.perf_counter() - begin,
        pruned=pruned,
        held=held,
    )


def _analysed(groups: Sequence[Sequence[Chunk]], analyser: Analyser, progress: Progress) -> list[IndexedChunk]:
    entries = []
    progress("analyse", 0, len(groups))
    for done, (chunk, *duplicates) in enumerate(groups, start=1):
        entries.append(IndexedChunk(chunk, tuple(analyser.tokens(chunk.content)), tuple(duplicates)))
        progress("analyse", done, len(groups))
    return entries


def _intact(folder: Path) -> StoredVersion | None:
    """The version if it is there and whole; a damaged one is built again."""
    try:
        return read_version(folder)
    except IndexUnavailable:
        return None


def _current(db_dir: Path) -> StoredVersion | None:
    """The version that answered until now, if it can be read."""
    try:
        return _intact(versions_folder(db_dir) / current_version(db_dir))
    except IndexUnavailable:
        return None


def _texts_by_document(stored: StoredVersion) -> set[tuple[str, str]]:
    return {(copy.document, copy.content) for entry in stored.entries for copy in entry.copies}
