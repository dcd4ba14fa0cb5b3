"""An encoder with more heads that needs no network: words are tokens."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from core.models.base import Encoded, HeadedEncoder
from tests.index.helpers import HashEncoder, WordAnalyser, hash_vector


def number(word: str) -> int:
    return crc32(word.encode()) % 1_000_000


class WordHeads(HashEncoder, HeadedEncoder):
    """Each word weighs its length, and has a vector by its hash; the text's own vector means nothing.

    Remembers in `asked` the texts of each call.
    """

    def __init__(self, name: str = "words-heads-1", with_token_vectors: bool = False) -> None:
        super().__init__(name)
        self._with_token_vectors = with_token_vectors
        self.asked: list[list[str]] = []

    def encode_all(self, texts: Sequence[str]) -> list[Encoded]:
        self.asked.append(list(texts))
        return [self._read(text) for text in texts]

    def _read(self, text: str) -> Encoded:
        words = WordAnalyser().tokens(text)
        vectors = np.array([hash_vector(word) for word in words], dtype=np.float32).reshape(-1, self.dimension)
        return Encoded(
            hash_vector(text),
            {number(word): float(len(word)) for word in words},
            vectors if self._with_token_vectors else None,
        )
