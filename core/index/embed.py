"""The vectors of a corpus: those that are known are reused, only new text is encoded.

What is kept of a text is one record: its vector, and by an encoder with more heads its lexical weights after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.documents.chunk import Chunk
from core.errors import ForsaError, IndexDamagedError
from core.index.base import Progress, Scores
from core.index.sparse import PAIR, SparseIndex, as_pairs
from core.index.store import read_manifest, read_version
from core.index.version import digest
from core.models.base import Encoder, HeadedEncoder
from core.ports import EmbeddingStore

BATCH = 16
"""Passages a call of the encoder: short enough that a stop or a crash loses seconds."""


@dataclass(frozen=True)
class Embedded:
    """A corpus as its encoder read it, in the chunks' order.

    Attributes:
        vectors: shape (chunks, dimension).
        sparse: the lexical weights; None by an encoder that has none.
        encoded: chunks that had to be encoded now.
    """

    vectors: Scores
    sparse: SparseIndex | None
    encoded: int


def embed(
    chunks: Sequence[Chunk],
    encoder: Encoder,
    store: EmbeddingStore,
    versions: Sequence[Path],
    progress: Progress,
) -> Embedded:
    """Encode these chunks' contents.

    Each batch is kept in `store` at once, so that an interrupted run goes on where it was. `versions` are folders of
    index versions: their vectors serve where the store lacks one (a fresh clone has the sample's index, but no store).
    """
    digests = [digest(chunk) for chunk in chunks]
    size = encoder.dimension * np.dtype("<f4").itemsize
    has_weights = isinstance(encoder, HeadedEncoder)
    known = {
        name: record
        for name, record in store.get(encoder.name, digests).items()
        if len(record) == size or (has_weights and len(record) > size and not (len(record) - size) % PAIR.itemsize)
    }
    # A version keeps weights by token and not by text, so of an encoder with more heads it has no whole records.
    if (missing := set(digests) - known.keys()) and not has_weights:
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
        records = _encode(encoder, [text for _, text in batch])
        fresh = {name: record for (name, _), record in zip(batch, records, strict=True)}
        store.put(encoder.name, fresh)
        known.update(fresh)
        progress("encode", start + len(batch), len(new))

    joined = b"".join(known[name][:size] for name in digests)
    vectors = np.frombuffer(joined, dtype="<f4").reshape(len(digests), encoder.dimension)
    pairs = [np.frombuffer(known[name], dtype=PAIR, offset=size) for name in digests] if has_weights else None
    return Embedded(vectors, None if pairs is None else SparseIndex.build(pairs), len(new))


def _encode(encoder: Encoder, texts: Sequence[str]) -> list[bytes]:
    """A record of each text."""
    weights = [b""] * len(texts)
    if isinstance(encoder, HeadedEncoder):
        read = encoder.encode_all(texts)
        vectors = np.array([one.vector for one in read], dtype="<f4")
        pairs = [as_pairs(one.weights) for one in read]
        if not all(np.isfinite(one["weight"]).all() for one in pairs):
            raise ForsaError(f"the encoder {encoder.name} gave unusable lexical weights")
        weights = [one.tobytes() for one in pairs]
    else:
        vectors = np.asarray(encoder.encode_passages(texts), dtype="<f4")
    if vectors.shape != (len(texts), encoder.dimension) or not np.isfinite(vectors).all():
        # Kept once, a bad vector would be reused for ever.
        raise ForsaError(f"the encoder {encoder.name} gave unusable vectors (shape {vectors.shape})")
    return [vector.tobytes() + own for vector, own in zip(vectors, weights, strict=True)]


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
