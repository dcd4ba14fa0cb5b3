"""Large reranker: BAAI/bge-reranker-v2-m3, a cross-encoder whose one logit becomes a probability here, and only here.

FlagEmbedding loads it. Its `compute_score` isn't used: it computes the first batch twice (ten passages are one batch)
and shrinks the batch at every RuntimeError, down to none. The same tokens go through the same model here, once.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.models.accelerator import device, free_memory, is_out_of_memory
from core.models.base import Asked
from core.models.batching import FittingBatches
from core.models.local import fingerprint, longest, model_folder
from core.models.plain_text import sendable

if TYPE_CHECKING:
    from FlagEmbedding import FlagReranker

LONGEST = 1024
"""Tokens of question and passage together: what the model was trained with."""

Pair = tuple[str, str]


class BgeReranker:
    """The role `Reranker`. Not for several threads at once: the worker owns it (two would race in its tokenizer).
    Loaded on first use.

    Args:
        model: the model's folder, or its name at the hub.
        models_dir: where a folder of that name is looked for before the hub is asked.
        batch: pairs at once, at most; halved where memory runs out.
    """

    def __init__(self, model: str, models_dir: Path, batch: int) -> None:
        self._model = model
        self._models_dir = models_dir
        self._batches = FittingBatches(batch, is_out_of_memory, free_memory)

    @cached_property
    def name(self) -> str:
        """Tells weights from weights, wherever they lie. Raises MissingModelError."""
        return f"bge-reranker/{fingerprint(self._folder)}"

    def probabilities(self, asked: Sequence[Asked]) -> list[NDArray[np.float64]]:
        """As in `Reranker`. Raises MissingModelError."""
        pairs = [(sendable(question), sendable(passage)) for question, passages in asked for passage in passages]
        found = sigmoid(self._logits(pairs))
        stops = np.cumsum([len(passages) for _, passages in asked])
        return np.split(found, stops[:-1]) if len(stops) else []

    def _logits(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        logits = np.zeros(len(pairs))
        order = sorted(range(len(pairs)), key=lambda i: -sum(map(len, pairs[i])))
        logits[order] = self._batches.run([pairs[i] for i in order], self._logits_of_batch)
        return logits

    def _logits_of_batch(self, pairs: Sequence[Pair]) -> Sequence[float]:
        import torch

        tokenizer, model = self._loaded.tokenizer, self._loaded.model
        with torch.inference_mode():
            inputs = tokenizer(
                list(pairs), padding=True, truncation=True, max_length=self._longest, return_tensors="pt"
            )
            logits: list[float] = model(**inputs.to(model.device)).logits.view(-1).float().tolist()
        return logits

    @cached_property
    def _folder(self) -> Path:
        return model_folder(self._model, self._models_dir, "GATE_MODEL")

    @cached_property
    def _longest(self) -> int:
        return longest(self._folder, LONGEST)

    @cached_property
    def _loaded(self) -> "FlagReranker":
        from FlagEmbedding import FlagReranker

        where = device()
        loaded = FlagReranker(str(self._folder), devices=where)
        # FlagEmbedding does this at its first score.
        loaded.model.to(where).eval()
        if where != "cpu":
            loaded.model.half()
        return loaded


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """From logits to probabilities, without overflow."""
    found: NDArray[np.float64] = np.exp(-np.logaddexp(0.0, -logits))
    return found
