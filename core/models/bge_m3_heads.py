"""bge-m3 with its other two heads: lexical weights (sparse) and a vector a token (multi-vector).

As the model's paper has them (Chen et al., 2024, arXiv:2402.03216). Both are one linear layer over what the network
says of each token: a weight is ReLU(w h + b), the greatest of a token's where it stands several times; a token's vector
is W h + b, normalised. The special tokens have no weight, and the first one, whose state is the dense vector, has no
vector.
"""

import pickle
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import MissingModelError
from core.models.accelerator import device
from core.models.base import Encoded, HeadedEncoder
from core.models.bge_m3 import BgeM3Encoder
from core.models.local import fingerprint, model_folder

SPARSE, MULTI_VECTOR = "sparse_linear.pt", "colbert_linear.pt"


class BgeM3Heads(BgeM3Encoder, HeadedEncoder):
    """The roles `Encoder` and `HeadedEncoder`; otherwise as `BgeM3Encoder`.

    Args:
        with_token_vectors: whether the head for them is loaded, too.
    """

    def __init__(self, model: str, models_dir: Path, batch: int, *, with_token_vectors: bool) -> None:
        super().__init__(model, models_dir, batch)
        self._files = (SPARSE, MULTI_VECTOR) if with_token_vectors else (SPARSE,)

    @cached_property
    def name(self) -> str:
        """Tells whose weights an index keeps; of token vectors it keeps none. Raises MissingModelError."""
        return f"bge-m3/{fingerprint(self._folder)}+sparse/{fingerprint(self._folder, (SPARSE,))}"

    def encode_all(self, texts: Sequence[str]) -> list[Encoded]:
        """As in `HeadedEncoder`."""
        return self._in_batches(texts, self._read_batch)

    def _encode_batch(self, texts: Sequence[str]) -> Sequence[Any]:
        return [read.vector for read in self._read_batch(texts)]

    def _read_batch(self, texts: Sequence[str]) -> list[Encoded]:
        import torch
        from sentence_transformers.util import batch_to_device

        # Not by `encode`: sentence-transformers 5.7.0, asked for all outputs, fails on a batch of five texts or more.
        network = self._loaded.eval()
        with torch.inference_mode():
            output = network(batch_to_device(network.preprocess(list(texts)), network.device))
            names = "sentence_embedding", "token_embeddings", "input_ids", "attention_mask"
            return [self._read(*parts) for parts in zip(*(output[name] for name in names), strict=True)]

    def _read(self, dense: Any, states: Any, numbers: Any, mask: Any) -> Encoded:
        """One text's share of what the network gave, by token, padding included."""
        import torch
        from torch.nn.functional import linear, normalize

        states, numbers = states[mask.bool()], numbers[mask.bool()]
        weights = torch.relu(linear(states, *self._layers[SPARSE])).squeeze(-1)
        greatest: dict[int, float] = {}
        for number, weight in zip(numbers.tolist(), weights.tolist(), strict=True):
            if weight > greatest.get(number, 0.0) and number not in self._special:
                greatest[number] = weight
        vectors = None
        if MULTI_VECTOR in self._layers:
            projected = linear(states[1:], *self._layers[MULTI_VECTOR])
            vectors = normalize(projected.float(), dim=-1).cpu().numpy()
        vector = dense.float().cpu().numpy()
        return Encoded(vector / np.linalg.norm(vector), greatest, vectors)

    @cached_property
    def _special(self) -> frozenset[int]:
        tokenizer = self._loaded.tokenizer
        return frozenset(
            (tokenizer.cls_token_id, tokenizer.eos_token_id, tokenizer.pad_token_id, tokenizer.unk_token_id)
        )

    @cached_property
    def _folder(self) -> Path:
        folder = model_folder(self._model, self._models_dir, "ENCODER_MODEL", self._files)
        if missing := [name for name in self._files if not (folder / name).is_file()]:
            raise MissingModelError(
                f"BGE_SCORES: the model in {folder} lacks {' and '.join(missing)}",
                "copy what is missing there from the model's page at the hub, or set BGE_SCORES=dense",
            )
        return folder

    @cached_property
    def _layers(self) -> dict[str, tuple[Any, Any]]:
        """Weight and bias of each head by its file."""
        return {name: self._layer(self._folder / name) for name in self._files}

    def _layer(self, path: Path) -> tuple[Any, Any]:
        import torch

        try:
            stored = torch.load(path, map_location="cpu", weights_only=True)
            weight, bias = stored["weight"], stored["bias"]
            if weight.shape != (len(bias), self.dimension):
                raise ValueError(f"it is for other sizes: {tuple(weight.shape)}")
        except (OSError, ValueError, KeyError, TypeError, EOFError, RuntimeError, pickle.UnpicklingError) as error:
            raise MissingModelError(
                f"{path} can't be used: {type(error).__name__} {error}", "copy the file there anew"
            ) from error
        where = device()
        kind = torch.float32 if where == "cpu" else torch.float16
        return weight.to(where, kind), bias.to(where, kind)
