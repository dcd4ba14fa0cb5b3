"""Roles of the models. A provider is one file in this folder; `factory.py` builds the one that is set."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
LexicalWeights = Mapping[int, float]
"""What each token of a text counts, by the token's number; tokens that count nothing are left out."""
Asked = tuple[str, Sequence[str]]
"""A question and the passages that may answer it."""


class Encoder(Protocol):
    """Turns texts into vectors whose dot product is their likeness."""

    @property
    def name(self) -> str:
        """Provider, model and version; an index answers only for the encoder of this name."""
        ...

    @property
    def dimension(self) -> int: ...

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions: shape (len(texts), dimension), float32, L2-normalised."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages: shape (len(texts), dimension), float32, L2-normalised."""
        ...


@dataclass(frozen=True)
class Encoded:
    """A text as an encoder reads it.

    Attributes:
        vector: shape (dimension,), float32, L2-normalised.
        weights: where the model has a head for them; else empty.
        token_vectors: one a token, shape (at least 1, any dimension), float32, L2-normalised; None if not wanted.
    """

    vector: Vectors
    weights: LexicalWeights = field(default_factory=dict)
    token_vectors: Vectors | None = None


class HeadedEncoder(ABC):
    """What an `Encoder` is besides, whose network has more heads than the one for vectors."""

    @abstractmethod
    def encode_all(self, texts: Sequence[str]) -> list[Encoded]:
        """Questions or passages as all heads read them, in order; each text goes through the network once.

        Raises:
            MissingModelError: the weights of the network or of a head can't be had.
        """


class Reranker(Protocol):
    """Reads a question and a passage together and says whether the one answers the other."""

    @property
    def name(self) -> str:
        """Provider, model and version."""
        ...

    def probabilities(self, asked: Sequence[Asked]) -> list[NDArray[np.float64]]:
        """Of each question's passages, in order: arrays of shape (passages,), values 0 to 1. One call for all.

        Raises:
            MissingModelError, ModelsUnavailable: the model can't be had.
        """
        ...
