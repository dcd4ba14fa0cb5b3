"""An encoder that remembers: questions that every reindex asks again (calibration) are encoded once."""

import hashlib
from collections.abc import Sequence

import numpy as np

from core.models.base import Encoder, HeadedEncoder, Vectors
from core.ports import EmbeddingStore


def remembering(encoder: Encoder, store: EmbeddingStore) -> Encoder:
    """The encoder, remembering its questions. One with more heads is given back as it is: what they say of a question
    is many times the size of its vector, and where they run, a question takes milliseconds."""
    return encoder if isinstance(encoder, HeadedEncoder) else RememberingEncoder(encoder, store)


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
        size = self.dimension * np.dtype("<f4").itemsize
        known = {name: vector for name, vector in self._store.get(self.name, digests).items() if len(vector) == size}
        # By digest, so that a question asked twice is encoded once.
        if new := {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in known}:
            encoded = self._encoder.encode_queries(list(new.values())).astype("<f4")
            fresh = {digest: vector.tobytes() for digest, vector in zip(new, encoded, strict=True)}
            self._store.put(self.name, fresh)
            known.update(fresh)
        joined = b"".join(known[digest] for digest in digests)
        return np.frombuffer(joined, dtype="<f4").reshape(len(texts), self.dimension)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """As the other does."""
        return self._encoder.encode_passages(texts)
