"""Roles of the models. A provider is one file in this folder; `factory.py` builds the one that is set."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


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
