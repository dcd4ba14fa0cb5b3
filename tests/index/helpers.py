"""Fakes that speak the real roles, and small corpora."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.documents.chunk import Chunk
from core.models.base import Vectors


class WordAnalyser:
    """Lower-case words."""

    def __init__(self, name: str = "words-1") -> None:
        self.name = name

    def tokens(self, text: str) -> list[str]:
        return re.findall(r"\w+", text.lower())


class HashEncoder:
    """A vector by the text's hash: the same text has the same vector in every process. Remembers what it encoded."""

    dimension = 16

    def __init__(self, name: str = "hash-1") -> None:
        self.name = name
        self.batches: list[list[str]] = []

    @property
    def encoded(self) -> list[str]:
        return [text for batch in self.batches for text in batch]

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        return np.array([hash_vector(text) for text in texts], dtype=np.float32).reshape(len(texts), self.dimension)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        self.batches.append(list(texts))
        return self.encode_queries(texts)


def hash_vector(text: str) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8])
    vector = np.random.default_rng(seed).normal(size=HashEncoder.dimension)
    return (vector / np.linalg.norm(vector)).astype(np.float32)


class DictEmbeddings:
    """The role `EmbeddingStore` in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def get(self, encoder: str, digests: Sequence[str]) -> dict[str, bytes]:
        return {digest: self.kept[encoder, digest] for digest in digests if (encoder, digest) in self.kept}

    def put(self, encoder: str, vectors: Mapping[str, bytes]) -> None:
        self.kept.update({(encoder, digest): vector for digest, vector in vectors.items()})


CHUNK = Chunk(
    document="Offres/fibre.docx",
    ordinal=0,
    title="Fibre",
    section="Tarifs",
    page=1,
    language="fr",
    family="Offres",
    twin="Offres/الألياف.docx",
    text="| Débit : 480 Mbps | Tarif : 7 150 DA |",
)


def corpus(size: int, per_document: int = 4) -> list[Chunk]:
    """`size` different chunks, in documents of `per_document`."""
    return [
        replace(
            CHUNK,
            document=f"Offres/d{number // per_document}.docx",
            ordinal=number % per_document,
            text=f"| Débit : {number} Mbps | العرض {number} |",
        )
        for number in range(size)
    ]
