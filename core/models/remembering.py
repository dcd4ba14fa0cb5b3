"""An encoder that remembers: questions that every reindex asks again (calibration) are encoded once."""

import hashlib
from collections.abc import Sequence

import numpy as np

from core.models.base import Encoder, Vectors
from core.ports import EmbeddingStore


class RememberingEncoder:
    """The role `Encoder` over another one, its questions' vectors kept in the embedding store.

    Passages aren't remembered here: indexing does that itself, batch by batch.
    """

    def __init__(self, encoder: Encoder, store: EmbeddingStore) -> None:
        self._encoder = encoder
        self._store = store

    @property
    def name(self) -> str:
        """The other's."""
        return self._encoder.name

    @property
    def dimension(self) -> int:
        """The other's."""
        return self._encoder.dimension

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions: shape (len(texts), dimension); only new ones are encoded."""
        digests = [hashlib.sha256(f"query\0{text}".encode("utf-8", "surrogatepass")).hexdigest() for text in texts]
        known = self._store.get(self.name, digests)
        new = [i for i, digest in enumerate(digests) if digest not in known]
        encoded = self._encoder.encode_queries([texts[i] for i in new]).astype("<f4")
        self._store.put(self.name, {digests[i]: vector.tobytes() for i, vector in zip(new, encoded, strict=True)})
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        vectors[new] = encoded
        for i in set(range(len(texts))) - set(new):
            vectors[i] = np.frombuffer(known[digests[i]], dtype="<f4")
        return vectors

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """As the other does."""
        return self._encoder.encode_passages(texts)
