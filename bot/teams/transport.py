"""HTTP for the SDK: the project's own session instead of `requests`, and the bot's login beside the event loop.

The SDK's own sends in the threads that everybody shares, asks for its token inside the event loop, and retries behind
our back.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout
from botframework.connector.auth import MicrosoftAppCredentials
from msrest.pipeline import Request, Response
from msrest.pipeline.async_abc import AsyncHTTPSender
from msrest.universal_http.async_abc import AsyncClientResponse

from bot.teams.sender import ConnectorError

Login = Callable[[], Awaitable[str]]
"""Gives the token that the connector wants to see, '' for none."""
Session = Callable[[], ClientSession]
"""The HTTP session, made when it is first wanted."""

TIMEOUT = ClientTimeout(total=30)
TOKEN_KEPT_S = 60.0
"""MSAL keeps the token itself; this only spares its locks and a thread for every message."""


class AppLogin:
    """The bot's own token for the connector. MSAL's calls block, so they run in a thread, one at a time."""

    def __init__(self, app_id: str, password: str, tenant: str | None) -> None:
        self._credentials = MicrosoftAppCredentials(app_id, password, channel_auth_tenant=tenant)
        self._token, self._until = "", 0.0
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self) -> str:
        async with self._one_at_a_time:
            if time.monotonic() >= self._until:
                try:
                    self._token = await asyncio.to_thread(self._credentials.get_access_token)
                except PermissionError as error:
                    raise ConnectorError(401, "login", str(error)) from error
                except (OSError, ValueError) as error:  # of requests and of MSAL: the login service isn't there
                    raise ConnectorError(0, "login", f"{type(error).__name__}: {error}") from error
                self._until = time.monotonic() + TOKEN_KEPT_S
            return self._token


async def no_login() -> str:
    """For development: the client on loopback asks for no token."""
    return ""


class SdkHttp(AsyncHTTPSender[Any, Any]):
    """The SDK's requests over the project's HTTP session; whatever isn't a success is a ConnectorError."""

    def __init__(self, session: Session, login: Login) -> None:
        self._session = session
        self._login = login

    async def __aexit__(self, *_: object) -> None:
        """The session is its owner's to close."""

    async def send(self, request: Request[Any], **_: Any) -> Response[Any, Any]:
        sent = request.http_request
        headers = dict(sent.headers)
        if token := await self._login():
            headers["Authorization"] = f"Bearer {token}"
        try:
            async with self._session().request(
                sent.method, sent.url, data=sent.data, headers=headers, timeout=TIMEOUT, allow_redirects=False
            ) as answer:
                body = await answer.read()
        except (ClientError, TimeoutError, OSError) as error:
            raise ConnectorError(0, "unreachable", f"{type(error).__name__}: {error}") from error
        if not 200 <= answer.status < 300:
            raise _error(answer, body)
        return Response(request, _Answer(sent, answer, body))


def _error(answer: ClientResponse, body: bytes) -> ConnectorError:
    """The fault that the connector tells of; it says why in JSON, a proxy before it in anything."""
    try:
        told = json.loads(body)["error"]
        code, message = str(told.get("code", "")), str(told.get("message", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        code, message = "", body[:200].decode("utf-8", "replace")
    waits = answer.headers.get("Retry-After", "")
    return ConnectorError(answer.status, code, message, float(waits) if waits.isdecimal() else None)


class _Answer(AsyncClientResponse):
    """What the SDK reads of a success: the id in its JSON, or nothing."""

    def __init__(self, request: Any, answer: ClientResponse, body: bytes) -> None:
        super().__init__(request, answer)
        self.status_code = answer.status
        self.headers = {"content-type": "application/json"}
        self.reason = answer.reason
        self._body = body if _is_json(body) else b"{}"

    def body(self) -> bytes:
        return self._body


def _is_json(body: bytes) -> bool:
    try:
        return isinstance(cast(object, json.loads(body)), dict)
    except ValueError:
        return False
