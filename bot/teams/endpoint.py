"""`POST /api/messages`: what may come in, and what becomes of everything else. Nothing sent here is answered 500."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from aiohttp import web

from bot.teams.activities import Incoming, read
from bot.teams.hosts import may_be_answered
from bot.teams.tokens import KeysUnreachable, TokenCheck, TokenRefused
from core.errors import StorageError

log = logging.getLogger(__name__)

PATH = "/api/messages"
MAX_BYTES = 262_144
"""Teams' largest activities have about 100 KB."""
READ_TIMEOUT_S = 20.0
CHANNEL_ID = "msteams"


@dataclass(frozen=True)
class InvokeAnswer:
    """What is answered to an invoke at once."""

    status: int
    body: Any = None


Receive = Callable[[Incoming], Awaitable[InvokeAnswer | None]]
"""Takes an activity in: keeps it and returns at once, to an invoke with its answer. Raises StorageError."""


class Endpoint:
    """Checks requests and hands on what passes.

    Args:
        tokens: None in development only: then anybody on this machine may write.
        tenants: organisations that may ask; empty for all.
        development: answers may go to this machine too.
    """

    def __init__(
        self, receive: Receive, tokens: TokenCheck | None, tenants: frozenset[str], *, development: bool
    ) -> None:
        self._receive = receive
        self._tokens = tokens
        self._tenants = tenants
        self._development = development

    async def handle(self, request: web.Request) -> web.Response:
        """One activity."""
        if request.content_type != "application/json":
            return web.Response(status=415)
        body = await _body(request)
        if isinstance(body, web.Response):
            return body
        incoming = read(body)
        if refusal := await self._refusal(request.headers.get("Authorization", ""), incoming):
            return refusal
        if not incoming.reference.chat or not incoming.person:
            return _no("no conversation or no sender", 400)
        try:
            answer = await self._receive(incoming)
        except StorageError as error:
            log.error("%s (%s)", error, error.hint)
            return web.Response(status=503)  # it isn't kept, so Teams shall bring it again
        if answer is None:
            return web.Response(status=200)
        return web.json_response(answer.body, status=answer.status)

    async def _refusal(self, authorization: str, incoming: Incoming) -> web.Response | None:
        service_url = incoming.reference.service_url
        if self._tokens is not None:
            try:
                await self._tokens.check(authorization, incoming.channel_id, service_url)
            except TokenRefused as error:
                return _no(f"token refused: {error}", 401)
            except KeysUnreachable as error:
                log.error("the connector's keys can't be downloaded: %s", error)
                return web.Response(status=503)
            if incoming.channel_id != CHANNEL_ID:
                return _no(f"not from Teams but from {incoming.channel_id!r}", 401)
        if not may_be_answered(service_url, development=self._development):
            return _no(f"service URL {service_url!r} is none of Teams'", 401)
        if self._tenants and incoming.tenant.casefold() not in self._tenants:
            return _no(f"tenant {incoming.tenant!r} is not in TEAMS_TENANTS", 403)
        return None


async def _body(request: web.Request) -> dict[str, Any] | web.Response:
    """The activity's JSON object, or the refusal of what is none."""
    try:
        async with asyncio.timeout(READ_TIMEOUT_S):
            raw = await _at_most(request, MAX_BYTES)
    except TimeoutError:
        return web.Response(status=408)
    except (web.RequestPayloadError, ConnectionError) as error:
        refusal = _no(f"unreadable body: {error}", 400)
        refusal.force_close()  # nobody knows where the next request would begin
        return refusal
    if raw is None:
        return web.Response(status=413)
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return _no("no JSON", 400)
    if not isinstance(body, dict) or not isinstance(body.get("type"), str) or not body["type"]:
        return _no("no activity: an object with a type is needed", 400)
    return cast(dict[str, Any], body)


async def _at_most(request: web.Request, limit: int) -> bytes | None:
    """The body, None where it is longer."""
    if (request.content_length or 0) > limit:
        return None
    raw = bytearray()
    async for chunk in request.content.iter_any():
        raw += chunk
        if len(raw) > limit:
            return None
    return bytes(raw)


def _no(why: str, status: int) -> web.Response:
    """The log says why; the stranger is told no more than the status."""
    log.warning("Teams endpoint: %d, %s", status, why)
    return web.Response(status=status)
