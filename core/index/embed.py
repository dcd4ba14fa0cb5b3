"""The vectors of a corpus: those that are known are reused, only new text is encoded."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from core.documents.chunk import Chunk
from core.errors import ForsaError, IndexDamagedError
from core.index.base import Progress, Scores
from core.index.store import read_manifest, read_version
from core.index.version import digest
from core.models.base import Encoder
from core.ports import EmbeddingStore

BATCH = 16
"""Passages a call of the encoder: short enough that a stop or a crash loses seconds."""


def vectors_of(
    chunks: Sequence[Chunk],
    encoder: Encoder,
    store: EmbeddingStore,
    versions: Sequence[Path],
    progress: Progress,
) -> tuple[Scores, int]:
    """The vectors of these chunks' contents, and how many had to be encoded.

    Each batch is kept in `store` at once, so that an interrupted run goes on where it was. `versions` are folders of
    index versions: their vectors serve where the store lacks one (a fresh clone has the sample's index, but no store).

    Returns:
        vectors of shape (len(chunks), encoder.dimension) in the chunks' order; the number encoded now.
    """
    digests = [digest(chunk) for chunk in chunks]
    size = encoder.dimension * np.dtype("<f4").itemsize
    known = {name: vector for name, vector in store.get(encoder.name, digests).items() if len(vector) == size}
    if missing := set(digests) - known.keys():
        found = _from_versions(versions, encoder, missing)
        if found:
            store.put(encoder.name, found)
            known.update(found)

    new = [(name, chunk.content) for name, chunk in zip(digests, chunks, strict=True) if name not in known]
    # Texts of like length make batches with little padding. The longest come first, so that the time left is never
    # promised too short.
    new.sort(key=lambda item: (-len(item[1]), item[0]))
    progress("encode", 0, len(new))
    for start in range(0, len(new), BATCH):
        batch = new[start : start + BATCH]
        vectors = _encode(encoder, [text for _, text in batch])
        fresh = {name: vector.tobytes() for (name, _), vector in zip(batch, vectors, strict=True)}
        store.put(encoder.name, fresh)
        known.update(fresh)
        progress("encode", start + len(batch), len(new))

    joined = b"".join(known[name] for name in digests)
    return np.frombuffer(joined, dtype="<f4").reshape(len(digests), encoder.dimension), len(new)


def _encode(encoder: Encoder, texts: Sequence[str]) -> Scores:
    vectors = np.asarray(encoder.encode_passages(texts), dtype="<f4")
    if vectors.shape != (len(texts), encoder.dimension) or not np.isfinite(vectors).all():
        # Kept once, a bad vector would be reused for ever.
        raise ForsaError(f"the encoder {encoder.name} gave unusable vectors (shape {vectors.shape})")
    return vectors


def _from_versions(versions: Sequence[Path], encoder: Encoder, wanted: set[str]) -> Mapping[str, bytes]:
    found: dict[str, bytes] = {}
    for folder in versions:
        if not wanted - found.keys():
            break
        try:
            if read_manifest(folder).encoder != encoder.name:
                continue
            stored = read_version(folder)
        except IndexDamagedError:
            continue
        names = [digest(entry.chunk) for entry in stored.entries]
        rows = np.array([row for row, name in enumerate(names) if name in wanted], dtype=np.int64)
        for row, vector in zip(rows, stored.vectors.rows(rows), strict=True):
            found[names[row]] = vector.astype("<f4").tobytes()
    return found
