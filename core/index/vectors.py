"""Exact search over vectors with FAISS (flat, inner product). FAISS is known to this file alone."""

from typing import TYPE_CHECKING

import numpy as np

from core.index.base import Rows, Scores

if TYPE_CHECKING:
    from faiss import IndexFlat


class FlatVectors:
    """The role `VectorIndex` in memory: 4 bytes a dimension and chunk. Row i is the vector of chunk i."""

    def __init__(self, index: "IndexFlat") -> None:
        self._index = index

    @classmethod
    def build(cls, vectors: Scores) -> "FlatVectors":
        """Index the rows of `vectors`, shape (n, dimension), float32, L2-normalised; n may be 0."""
        import faiss

        index = faiss.IndexFlatIP(vectors.shape[1])
        index.add(np.ascontiguousarray(vectors, dtype=np.float32))
        return cls(index)

    @classmethod
    def from_bytes(cls, content: bytes) -> "FlatVectors":
        """What `to_bytes` wrote. Check the bytes first: FAISS trusts what it reads.

        Raises:
            ValueError: they aren't a flat index of inner products.
        """
        import faiss

        try:
            index = faiss.deserialize_index(np.frombuffer(content, dtype=np.uint8))
        except RuntimeError as error:
            raise ValueError(f"not a FAISS index: {error}") from error
        if not isinstance(index, faiss.IndexFlat) or index.metric_type != faiss.METRIC_INNER_PRODUCT:
            raise ValueError(f"a {type(index).__name__}, not a flat index of inner products")
        return cls(index)

    def to_bytes(self) -> bytes:
        """FAISS's own file format; the same vectors give the same bytes."""
        import faiss

        return bytes(faiss.serialize_index(self._index).tobytes())

    def __len__(self) -> int:
        return int(self._index.ntotal)

    @property
    def dimension(self) -> int:
        return int(self._index.d)

    def search(self, vectors: Scores, k: int, allowed: Rows | None = None) -> tuple[Scores, Rows]:
        """The `k` best rows for each vector, best first; see `VectorIndex.search`."""
        import faiss

        if vectors.ndim != 2 or vectors.shape[1] != self.dimension:
            raise ValueError(f"vectors of shape {vectors.shape} asked of an index of dimension {self.dimension}")
        scores = np.full((len(vectors), k), -np.inf, dtype=np.float32)
        rows = np.full((len(vectors), k), -1, dtype=np.int64)
        findable = min(k, len(self) if allowed is None else len(allowed))
        if findable and len(vectors):
            # Threads that wait for each other cost more than they bring while the other core is busy, as it is during
            # a reindex: one vector against 10,000 took 32 ms on two threads and 2 ms on one. Holds for this thread.
            faiss.omp_set_num_threads(1)
            scope = None
            if allowed is not None:
                selector = faiss.IDSelectorBatch(np.ascontiguousarray(allowed, dtype=np.int64))
                scope = faiss.SearchParameters(sel=selector)  # type: ignore[call-arg]  # its stub forgets it
            query = np.ascontiguousarray(vectors, dtype=np.float32)
            scores[:, :findable], rows[:, :findable] = self._index.search(query, findable, params=scope)
            scores[rows < 0] = -np.inf
        return scores, rows

    def rows(self, rows: Rows | None = None) -> Scores:
        """The vectors themselves, of these rows or of all: shape (len(rows), dimension), a copy."""
        vectors: Scores
        if rows is None:
            vectors = self._index.reconstruct_n(0, len(self))
        else:
            vectors = self._index.reconstruct_batch(np.ascontiguousarray(rows, dtype=np.int64))
        return vectors
