"""Models on another server, so that several bots share one GPU: embeddings and reranking over HTTP.

Embeddings in OpenAI's form (`POST /v1/embeddings`), which TEI, Infinity and vLLM serve. Reranking in the form of TEI
(`POST /rerank` with `texts`), or that of Cohere (`POST /v1/rerank` with `documents`), which Infinity and vLLM serve.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelDownError
from core.models.base import Asked, Vectors
from core.models.http import Caller
from core.models.plain_text import sendable

RerankForm = Literal["tei", "cohere"]

MOST_TEXTS = 32
"""Texts of one request: what TEI takes unless it is told otherwise."""
_AT_ONCE = 8
"""Requests under way together: a rerank request carries one question."""


class RemoteEncoder:
    """The role `Encoder` by a server. Questions and passages are encoded alike, as bge-m3 wants it.

    Args:
        caller: the endpoint, as a full address.
        model: what the server calls the model; part of the name, so the index knows it.
    """

    def __init__(self, caller: Caller, model: str) -> None:
        self._caller = caller
        self._model = model
        self._dimension = 0
        self.name = f"remote/{model}"

    @property
    def dimension(self) -> int:
        """What the server gives; asked once. Raises ModelDownError."""
        if not self._dimension:
            self.encode_queries(["?"])
        return self._dimension

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """As in `Encoder`. Raises ModelDownError."""
        return self._encode(texts)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """As in `Encoder`. Raises ModelDownError."""
        return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        parts = [self._request(texts[start : start + MOST_TEXTS]) for start in range(0, len(texts), MOST_TEXTS)]
        try:
            vectors = np.concatenate(parts)
        except ValueError as error:
            raise self._caller.unusable("vectors of several lengths") from error
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(vectors).all() or not lengths.all() or self._dimension not in (0, vectors.shape[1]):
            raise self._caller.unusable(f"unusable vectors (dimension {vectors.shape[1]})")
        self._dimension = vectors.shape[1]
        normalised: Vectors = vectors / lengths
        return normalised

    def _request(self, texts: Sequence[str]) -> Vectors:
        body = {"model": self._model, "input": [sendable(text) for text in texts], "encoding_format": "float"}
        answer = self._caller.post(body)
        try:
            entries = sorted(answer["data"], key=lambda entry: entry["index"])
            if [entry["index"] for entry in entries] != list(range(len(texts))):
                raise ValueError("not one vector a text")
            vectors = np.array([entry["embedding"] for entry in entries], dtype=np.float32)
            if vectors.ndim != 2 or not vectors.shape[1]:
                raise ValueError("vectors of several lengths")
        except (KeyError, TypeError, ValueError) as error:
            raise self._caller.unusable(f"{type(error).__name__}: {error}") from error
        return vectors


class RemoteReranker:
    """The role `Reranker` by a server that gives probabilities: it takes the sigmoid, nobody takes it again.

    Args:
        caller: the endpoint, as a full address.
        form: how requests and answers are written.
    """

    def __init__(self, caller: Caller, model: str, form: RerankForm) -> None:
        self._caller = caller
        self._model = model
        self._form = form
        self.name = f"remote/{model}"

    def probabilities(self, asked: Sequence[Asked]) -> list[NDArray[np.float64]]:
        """As in `Reranker`. Raises ModelDownError."""
        with ThreadPoolExecutor(max_workers=max(1, min(_AT_ONCE, len(asked)))) as pool:
            return list(pool.map(self._one, asked))

    def _one(self, asked: Asked) -> NDArray[np.float64]:
        question, passages = asked
        parts = [
            self._request(question, passages[start : start + MOST_TEXTS])
            for start in range(0, len(passages), MOST_TEXTS)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _request(self, question: str, passages: Sequence[str]) -> NDArray[np.float64]:
        texts, query = [sendable(passage) for passage in passages], sendable(question)
        body: dict[str, Any]
        if self._form == "tei":
            body, score = {"query": query, "texts": texts, "raw_scores": False, "truncate": True}, "score"
        else:
            body = {"model": self._model, "query": query, "documents": texts, "top_n": len(texts)}
            score = "relevance_score"
        answer = self._caller.post(body)
        try:
            entries = answer if self._form == "tei" else answer["results"]
            scores = {int(entry["index"]): float(entry[score]) for entry in entries}
            found = np.array([scores[i] for i in range(len(texts))], dtype=np.float64)
        except (KeyError, TypeError, ValueError) as error:
            raise self._caller.unusable(f"{type(error).__name__}: {error}") from error
        if not ((found >= 0) & (found <= 1)).all():
            raise ModelDownError(
                f"{self._caller.url} gives scores that are no probabilities ({found.min():.3g} to {found.max():.3g})",
                "let the server give scores from 0 to 1 (its sigmoid), not raw ones",
            )
        return found
