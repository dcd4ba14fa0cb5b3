"""What a request is told that isn't carried out: a status, and one JSON object that says what to do."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from aiohttp import web

from core.errors import ForsaError

NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'"
API_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": NOTHING_ALLOWED,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refusal(Exception):
    """A request that isn't carried out.

    Args:
        reason: a word for programs; it never changes.
        message: one or two sentences for people.
        fields: what is wrong with single fields, each `{"field": …, "problem": …}`.
    """

    def __init__(
        self,
        status: int,
        reason: str,
        message: str,
        *,
        fields: Sequence[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.message = message
        self.fields = tuple(fields)
        self.headers = dict(headers or {})

    def to_json(self) -> dict[str, Any]:
        """The object of the body."""
        return {"error": {"reason": self.reason, "message": self.message, "fields": list(self.fields)}}

    def response(self) -> web.Response:
        """The whole answer."""
        return json_response(self.to_json(), self.status, self.headers)


def told(error: ForsaError) -> str:
    """What happened, and what to do about it."""
    return f"{error}: {error.hint}" if error.hint else str(error)


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """A JSON object as the API gives it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    body = text.encode("utf-8", "backslashreplace")
    return web.Response(
        body=body, status=status, content_type="application/json", headers={**API_HEADERS, **(headers or {})}
    )
