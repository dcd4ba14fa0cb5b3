"""The endpoint answers what it should to whoever knocks."""

import gzip
import io
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.http import MAX_BODY_BYTES, http_server
from bot.telegram.client import build_bot
from bot.telegram.webhook import SECRET_HEADER, Webhook, derived_secret
from core.errors import StorageError
from tests.bot.telegram.api import TOKEN, FakeApi, text_update

SECRET = "s-e_c-r3t"
GOOD = {SECRET_HEADER: SECRET, "Content-Type": "application/json"}


class Endpoint:
    def __init__(self, session: aiohttp.ClientSession, url: str, taken: list[tuple[str, str]]) -> None:
        self.session, self.url, self.taken = session, url, taken
        self.failure: Exception | None = None

    async def post(self, body: bytes, headers: dict[str, str] = GOOD) -> int:
        async with self.session.post(self.url, data=io.BytesIO(body), headers=headers) as response:
            return response.status


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    taken: list[tuple[str, str]] = []

    async def take(updates: list[tuple[str, str]]) -> None:
        if found.failure is not None:
            raise found.failure
        taken.extend(updates)

    hook = Webhook("https://bot.example.org/telegram/hook", SECRET, build_bot(TOKEN, "http://127.0.0.1:1"), take)
    async with http_server([hook.route()], "127.0.0.1", 0) as port, aiohttp.ClientSession() as session:
        found = Endpoint(session, f"http://127.0.0.1:{port}/telegram/hook", taken)
        yield found


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


async def test_an_update_is_taken_and_kept(endpoint: Endpoint) -> None:
    assert await endpoint.post(as_json(text_update(7, "سعر"))) == 200
    [(id_, body)] = endpoint.taken
    assert id_ == "7"
    assert json.loads(body)["message"]["text"] == "سعر"


@pytest.mark.parametrize("secret", [None, "", "wrong", "é", SECRET + "x"])
async def test_without_the_right_secret_nothing_is_read(endpoint: Endpoint, secret: str | None) -> None:
    headers = {} if secret is None else {SECRET_HEADER: secret}
    assert await endpoint.post(as_json(text_update(7, "x")), headers) == 401
    assert endpoint.taken == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'"text"',
        b"null",
        b"{}",
        b'{"update_id": "7"}',
        b'{"update_id": true}',
        b'{"update_id": 1.5}',
        b'{"update_id": 7, "message": 5}',
        b'{"update_id": 7, "message": {"text": "x"}}',
        b'{"update_id": 7, "message": {"message_id": 1, "date": 1e400, "chat": {"id": 1, "type": "private"}}}',
        b'{"update_id": 7, "callback_query": []}',
        b"[" * 100_000,
        b'{"update_id": ' + b"9" * 5000 + b"}",
    ],
    ids=lambda body: body[:60].decode("latin-1"),
)
async def test_what_is_no_update_is_refused(endpoint: Endpoint, body: bytes) -> None:
    assert await endpoint.post(body) == 400
    assert endpoint.taken == []


async def test_a_body_that_is_not_packed_as_it_says(endpoint: Endpoint) -> None:
    assert 400 <= await endpoint.post(b"no gzip", {**GOOD, "Content-Encoding": "gzip"}) < 500


async def test_too_large_is_413_packed_or_not(endpoint: Endpoint) -> None:
    large = as_json(text_update(7, "x" * MAX_BODY_BYTES))
    assert await endpoint.post(large) == 413
    assert await endpoint.post(gzip.compress(large), {**GOOD, "Content-Encoding": "gzip"}) == 413
    assert endpoint.taken == []


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD"])
async def test_only_post_is_allowed(endpoint: Endpoint, method: str) -> None:
    async with endpoint.session.request(method, endpoint.url, headers=GOOD) as response:
        assert response.status == 405


async def test_another_path_is_not_found(endpoint: Endpoint) -> None:
    endpoint.url += "/more"
    assert await endpoint.post(as_json(text_update(7, "x"))) == 404


async def test_an_update_that_cannot_be_kept_comes_again(endpoint: Endpoint) -> None:
    endpoint.failure = StorageError("no room left", "free some")
    assert await endpoint.post(as_json(text_update(7, "x"))) == 503


async def test_half_a_surrogate_pair_is_kept(endpoint: Endpoint) -> None:
    assert await endpoint.post(as_json(text_update(7, "a\ud800"))) == 200
    assert len(endpoint.taken) == 1


async def test_nothing_of_the_secret_is_logged(endpoint: Endpoint, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        await endpoint.post(as_json(text_update(7, "x")))
        await endpoint.post(b"{")
        await endpoint.post(b"{}", {SECRET_HEADER: "wrong"})
    assert SECRET not in caplog.text
    assert TOKEN not in caplog.text


def test_the_derived_secret_lasts_and_tells_nothing(api: FakeApi) -> None:
    secret = derived_secret(TOKEN)
    assert secret == derived_secret(TOKEN) != derived_secret(TOKEN + "x")
    assert len(secret) == 64
    assert TOKEN not in secret
