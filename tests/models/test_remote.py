"""Models on another server, over real HTTP to a small server on this machine."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.engine import gate_batch
from core.errors import ModelDownError, SettingsError
from core.models.factory import build_encoder, build_gate
from core.models.http import PAUSE_S, TRIES, Caller
from core.models.remote import RemoteEncoder, RemoteReranker
from core.settings import load_settings
from tests.corpora import chunk, corpus_of, question

Reply = tuple[int, Any]


class ModelServer(ThreadingHTTPServer):
    """Speaks as TEI, Infinity and vLLM do; keeps what it was asked, answers what it is told to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.keys: set[str | None] = set()
        self.replies: list[Reply | Callable[[], Reply]] = []
        self.most_texts = 32

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, path: str, body: dict[str, Any]) -> Reply:
        if self.replies:
            told = self.replies.pop(0)
            return told() if callable(told) else told
        texts = body.get("input") or body.get("texts") or body.get("documents")
        if len(texts) > self.most_texts:
            return 413, {"error": f"batch size {len(texts)} > maximum allowed batch size {self.most_texts}"}
        if path == "/v1/embeddings":
            entries = [{"index": i, "embedding": [len(text), 1.0, 0.0]} for i, text in enumerate(texts)]
            return 200, {"object": "list", "data": entries[::-1]}
        scores = sorted(((min(1.0, len(text) / 100), i) for i, text in enumerate(texts)), reverse=True)
        if path == "/rerank":
            return 200, [{"index": i, "score": score} for score, i in scores]
        return 200, {"results": [{"index": i, "relevance_score": score} for score, i in scores]}


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, body))
        self.server.keys.add(self.headers.get("Authorization"))
        status, answer = self.server.answer(self.path, body)
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(ConnectionError):  # who gave up isn't there any more
            self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        """Silent."""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@contextmanager
def calling(url: str, **values: Any) -> Iterator[tuple[Caller, list[float]]]:
    """A caller, and the waits between its tries, which take no time here."""
    waits: list[float] = []
    caller = Caller(url, sleep=waits.append, **values)
    yield caller, waits
    caller.close()


@pytest.fixture
def encoder(server: ModelServer) -> Iterator[RemoteEncoder]:
    with calling(f"{server.url}/v1/embeddings", key="secret") as (caller, _):
        yield RemoteEncoder(caller, "bge-m3")


def test_vectors_come_in_order_normalised_and_in_requests_that_the_server_takes(
    server: ModelServer, encoder: RemoteEncoder
) -> None:
    texts = ["x" * (n + 1) for n in range(70)]
    vectors = encoder.encode_passages(texts)
    assert (vectors.shape, vectors.dtype, encoder.dimension) == ((70, 3), np.float32, 3)
    assert np.allclose(vectors[:, 0] / vectors[:, 1], range(1, 71))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert [len(body["input"]) for _, body in server.asked] == [32, 32, 6]
    assert server.asked[0][1]["model"] == "bge-m3"
    assert server.keys == {"Bearer secret"}
    assert encoder.encode_queries([]).shape == (0, 3)


def test_the_name_is_the_models_and_not_the_servers(encoder: RemoteEncoder) -> None:
    assert encoder.name == "remote/bge-m3"


def test_odd_texts_can_be_sent(encoder: RemoteEncoder, server: ModelServer) -> None:
    assert encoder.encode_queries(["\ud800 prix", "", "سعر"]).shape == (3, 3)
    assert server.asked[0][1]["input"] == ["? prix", "?", "سعر"]


@pytest.mark.parametrize("path", ["/rerank", "/v1/rerank"])
def test_probabilities_come_in_order_a_request_a_question(server: ModelServer, path: str) -> None:
    with calling(server.url + path) as (caller, _):
        reranker = RemoteReranker(caller, "reranker", "tei" if path == "/rerank" else "cohere")
        asked = [("prix", ["x" * 10, "x" * 90, "x" * 50]), ("rien", []), ("carte", ["x" * n for n in range(1, 41)])]
        found = reranker.probabilities(asked)
    assert found[0].tolist() == [0.1, 0.9, 0.5]
    assert found[1].shape == (0,)
    assert found[2].tolist() == [n / 100 for n in range(1, 41)]
    bodies = [body for _, body in server.asked]
    assert sorted(len(body.get("texts") or body["documents"]) for body in bodies) == [3, 8, 32]
    if path == "/rerank":
        assert all(body["raw_scores"] is False for body in bodies)


def test_raw_scores_are_refused_and_not_squeezed(server: ModelServer) -> None:
    server.replies = [(200, [{"index": 0, "score": 3.2}])]
    with calling(f"{server.url}/rerank") as (caller, _), pytest.raises(ModelDownError, match="no probabilities"):
        RemoteReranker(caller, "reranker", "tei").probabilities([("prix", ["x"])])


@pytest.mark.parametrize("status", [429, 502, 503])
def test_what_may_pass_is_tried_again(server: ModelServer, status: int) -> None:
    server.replies = [(status, {"error": "overloaded"})] * (TRIES - 1)
    with calling(f"{server.url}/v1/embeddings") as (caller, waits):
        assert RemoteEncoder(caller, "bge-m3").encode_queries(["prix"]).shape == (1, 3)
    assert waits == [0.2, 0.4]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ((401, {"error": "wrong key"}), "answered 401: .*wrong key"),
        ((200, b"<html>"), "gave no JSON"),
        ((200, {"data": []}), "can't be used"),
        ((200, {"data": [{"index": 0, "embedding": [0.0, 0.0]}]}), "unusable vectors"),
        ((200, {"data": [{"index": 0, "embedding": ["a"]}]}), "can't be used"),
        ((200, ["?"]), "can't be used"),
    ],
)
def test_what_cannot_be_mended_is_told_at_once(server: ModelServer, reply: Reply, said: str) -> None:
    server.replies = [reply]
    with calling(f"{server.url}/v1/embeddings") as (caller, waits):
        encoder = RemoteEncoder(caller, "bge-m3")
        with pytest.raises(ModelDownError, match=said):
            encoder.encode_queries(["prix"])
        assert encoder.encode_queries(["prix"]).shape == (1, 3)  # the next request is sound
    assert waits == []


def test_a_slow_server_is_given_up(server: ModelServer) -> None:
    over = threading.Event()

    def slow() -> Reply:
        over.wait(20)
        return 200, {}

    server.replies = [slow] * TRIES
    with calling(f"{server.url}/v1/embeddings", timeout_s=0.05) as (caller, _):
        with pytest.raises(ModelDownError, match="Timeout"):
            RemoteEncoder(caller, "bge-m3").encode_queries(["prix"])
        over.set()


def test_after_a_failure_nobody_waits_until_the_pause_is_over(server: ModelServer) -> None:
    now = [100.0]
    server.replies = [(503, {})] * TRIES
    with calling(f"{server.url}/v1/embeddings", clock=lambda: now[0]) as (caller, _):
        encoder = RemoteEncoder(caller, "bge-m3")
        for _ in range(3):
            with pytest.raises(ModelDownError, match="503"):
                encoder.encode_queries(["prix"])
        assert len(server.asked) == TRIES
        now[0] += PAUSE_S
        assert encoder.encode_queries(["prix"]).shape == (1, 3)


def test_no_server_is_told() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1/embeddings"
    with calling(url) as (caller, _), pytest.raises(ModelDownError, match="doesn't answer"):
        RemoteEncoder(caller, "bge-m3").encode_queries(["prix"])


def test_settings_build_both_and_the_key_is_sent(server: ModelServer, tmp_path: Path) -> None:
    settings = load_settings(
        encoder="remote",
        gate="remote",
        remote_encoder_url=f"{server.url}/v1/embeddings",
        remote_gate_url=f"{server.url}/rerank",
        remote_key="secret",
    )
    encoder, gate = build_encoder(settings), build_gate(settings)
    assert (encoder.name, gate.name) == ("remote/BAAI/bge-m3", "remote/BAAI/bge-reranker-v2-m3")
    corpus = corpus_of(tmp_path, [chunk("La fibre Azur coûte 4 320 DA."), chunk("Autre chose.", title="Autre")])
    corpus._gate = gate
    rankings = corpus.retriever.rank([question("fibre azur"), question("autre")])
    try:
        gated = gate_batch([(corpus, ranking) for ranking in rankings])
        encoder.encode_queries(["prix"])
    finally:
        encoder._caller.close()  # type: ignore[attr-defined]
        gate._reranker._caller.close()  # type: ignore[attr-defined]
    assert all(one.result.best > 0 for one in gated)
    assert server.keys == {"Bearer secret"}


@pytest.mark.parametrize("role", ["encoder", "gate"])
def test_an_address_that_is_missing_is_named(role: str) -> None:
    build = build_encoder if role == "encoder" else build_gate
    with pytest.raises(SettingsError, match=f"REMOTE_{role.upper()}_URL"):
        build(load_settings(**{role: "remote"}))
