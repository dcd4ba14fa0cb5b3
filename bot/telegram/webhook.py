"""The endpoint that Telegram brings updates to, where it is set up."""

import hashlib
import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Bot, Update

from core.errors import StorageError

log = logging.getLogger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"

Take = Callable[[list[tuple[str, str]]], Awaitable[None]]
"""Takes updates (id, body) over; what it was given is kept when it returns."""


def derived_secret(token: str) -> str:
    """A secret that outlives restarts and doesn't give the token away."""
    return hmac.new(token.encode(), b"forsa webhook", hashlib.sha256).hexdigest()


class Webhook:
    """Answers 200 once an update is kept, 401 without the right secret, 400 to what is no update."""

    def __init__(self, url: str, secret: str, bot: Bot, take: Take) -> None:
        self.url = url
        self.secret = secret
        self._bot = bot
        self._take = take

    def route(self) -> web.RouteDef:
        """At the path of the public address: a proxy before us hands it on as it is."""
        return web.post(urlsplit(self.url).path or "/", self._receive)

    async def _receive(self, request: web.Request) -> web.Response:
        # Compared as bytes: a header may hold anything.
        shown = request.headers.get(SECRET_HEADER, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(shown, self.secret.encode()):
            return web.Response(status=401)
        update = self._read(await request.read())
        if update is None:
            return web.Response(status=400)
        try:
            await self._take([update])
        except StorageError as error:
            log.error("%s (%s)", error, error.hint)
            return web.Response(status=503)  # Telegram brings it again
        return web.Response()

    def _read(self, body: bytes) -> tuple[str, str] | None:
        """The update's id and text; None for what is none."""
        try:
            value: Any = json.loads(body)
            if not isinstance(value, dict) or type(value.get("update_id")) is not int:
                return None
            update = Update.de_json(value, self._bot)
            return str(update.update_id), update.to_json()
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError, OSError):
            return None  # not JSON, or not in the shape of an update: the library finds that out by stumbling
