"""Large encoder: BAAI/bge-m3, in fp16 on an accelerator and in fp32 elsewhere. Here its dense vectors; what else it
gives is in `bge_m3_heads.py`.

Through sentence-transformers rather than FlagEmbedding, whose `encode` computes the first batch twice (to find a batch
size that fits; one question is one batch) and takes every RuntimeError for a lack of memory. `docs/gpu.md` has figures.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from core.models.accelerator import device, free_memory, is_out_of_memory
from core.models.base import Vectors
from core.models.batching import FittingBatches
from core.models.local import dimension, fingerprint, longest, model_folder
from core.models.plain_text import sendable

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

R = TypeVar("R")

LONGEST = 2048
"""Tokens of a text that are read. A chunk has about 300; only a table row, which is never split, may have more."""


class BgeM3Encoder:
    """The role `Encoder`. Not for several threads at once: the worker owns it. Loaded on first use.

    Questions and passages are encoded alike, without prefixes. Name and dimension are read from the model's files;
    nothing is loaded for them, but a model of the hub is fetched.

    Args:
        model: the model's folder, or its name at the hub.
        models_dir: where a folder of that name is looked for before the hub is asked.
        batch: texts at once, at most; halved where memory runs out.
    """

    def __init__(self, model: str, models_dir: Path, batch: int) -> None:
        self._model = model
        self._models_dir = models_dir
        self._batches = FittingBatches(batch, is_out_of_memory, free_memory)

    @cached_property
    def name(self) -> str:
        """Tells weights from weights, wherever they lie. Raises MissingModelError."""
        return f"bge-m3/{fingerprint(self._folder)}"

    @cached_property
    def dimension(self) -> int:
        """Of the vectors; 1,024 for the real weights. Raises MissingModelError."""
        return dimension(self._folder)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """As in `Encoder`. Raises MissingModelError."""
        return self._encode(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """As in `Encoder`. Raises MissingModelError."""
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for i, row in enumerate(self._in_batches(texts, self._encode_batch)):
            # The length of a vector in fp16 is rough: it is made 1 in fp32.
            vectors[i] = row / np.linalg.norm(row)
        return vectors

    def _in_batches(self, texts: Sequence[str], work: Callable[[Sequence[str]], Sequence[R]]) -> list[R]:
        """One result a text, in their order."""
        # Texts of like length make batches with little padding; the longest first, so that what doesn't fit shows soon.
        order = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
        results = dict(zip(order, self._batches.run([sendable(texts[i]) for i in order], work), strict=True))
        return [results[i] for i in range(len(texts))]

    def _encode_batch(self, texts: Sequence[str]) -> Sequence[Any]:
        encoded = self._loaded.encode(
            list(texts), batch_size=len(texts), show_progress_bar=False, convert_to_numpy=True
        )
        return list(encoded.astype(np.float32))

    @cached_property
    def _folder(self) -> Path:
        return model_folder(self._model, self._models_dir, "ENCODER_MODEL")

    @cached_property
    def _loaded(self) -> "SentenceTransformer":
        import torch
        from sentence_transformers import SentenceTransformer
        from sentence_transformers.base.modules import Transformer
        from sentence_transformers.sentence_transformer.modules import Pooling

        where = device()
        transformer = Transformer(
            str(self._folder),
            model_kwargs={"dtype": torch.float32 if where == "cpu" else torch.float16},
            max_seq_length=longest(self._folder, LONGEST),
        )
        # Said here and not left to the folder's own files: without them a mean would be taken in silence.
        return SentenceTransformer(modules=[transformer, Pooling(self.dimension, "cls")], device=where)
