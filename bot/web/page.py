"""The page's own files: read once, served with headers that let them do nothing but what they are there for."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from bot.commands import WORDS
from bot.web.operations import Operation
from bot.web.origins import Origins
from bot.web.refusals import API_HEADERS, Refusal, json_response
from bot.web.review_texts import ReviewPageText
from bot.web.texts import WebText

_ARABIC = re.compile("[\u0621-\u064a]")
STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True)
class _File:
    body: bytes
    type: str
    tag: str


class Page:
    """The page at `/`, its parts at `/static/…`, its texts, and the description of the API."""

    def __init__(self, origins: Origins, description: Mapping[str, object]) -> None:
        self._origins = origins
        self._description = description
        self._files = {path.name: _file(path.read_bytes(), _TYPES[path.suffix]) for path in STATIC.iterdir()}
        texts = json.dumps(_texts(), ensure_ascii=False).encode()
        self._files["texts.json"] = _file(texts, "application/json; charset=utf-8")

    def routes(self) -> list[web.RouteDef]:
        """What the server needs."""
        return [
            web.get("/", self._index),
            web.get("/static/{name}", self._static),
            web.get("/api/openapi.json", self._describe),
        ]

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, "index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, request.match_info["name"])

    async def _describe(self, request: web.Request) -> web.StreamResponse:
        try:
            self._origins.check(request)
        except Refusal as refusal:
            return refusal.response()
        return json_response(self._description)

    def _send(self, request: web.Request, name: str) -> web.Response:
        try:
            self._origins.check(request)
        except Refusal as refusal:
            return web.Response(text=refusal.message, status=refusal.status, headers=API_HEADERS)
        file = self._files.get(name)
        if file is None:
            return web.Response(text="not found", status=404, headers=API_HEADERS)
        headers = {**_HEADERS, "ETag": file.tag}
        if file.tag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        return web.Response(body=file.body, headers={**headers, "Content-Type": file.type})


def _file(body: bytes, type: str) -> _File:
    return _File(body, type, f'"{hashlib.sha256(body).hexdigest()[:32]}"')


def _texts() -> dict[str, object]:
    """The page's words by language, and the commands as people of each write them."""
    told = {
        language: {
            name.lower(): text.say(language)
            for texts in (WebText, ReviewPageText)
            for name, text in texts.__members__.items()
        }
        for language in ("fr", "ar")
    }
    commands = {
        "fr": {name: f"/{words[0]}" for name, words in WORDS.items()},
        "ar": {name: f"/{next(filter(_ARABIC.search, words))}" for name, words in WORDS.items()},
    }
    return {"texts": told, "commands": commands}


def described(operations: tuple[Operation, ...]) -> Mapping[str, object]:
    """The description, made when the page is built: it costs too much for every start of a command."""
    from bot.web.openapi import describe

    return describe(operations)
