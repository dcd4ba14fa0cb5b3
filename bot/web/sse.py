"""Server-sent events: what is told as it comes, to a client that may go away at any time."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from aiohttp import web

from bot.web.refusals import API_HEADERS, told
from core.errors import ForsaError

log = logging.getLogger(__name__)

Event = tuple[str, dict[str, Any]]
"""The event's name and its object."""
PING_S = 15.0
"""A comment at least so often, so that no proxy takes the stream for dead, and a client that left is noticed."""
_HEADERS = {**API_HEADERS, "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


def wants_events(request: web.Request) -> bool:
    """Whether the client asks for a stream."""
    return "text/event-stream" in request.headers.get("Accept", "").lower()


async def stream(request: web.Request, events: AsyncGenerator[Event]) -> web.StreamResponse:
    """Send the events; the last one is `done`, or `error` where something failed. The work behind them ends when the
    client goes away."""
    response = web.StreamResponse(headers=_HEADERS)
    response.enable_chunked_encoding()
    queue: asyncio.Queue[Event | None] = asyncio.Queue()
    pump = asyncio.create_task(_pump(events, queue))
    try:
        await response.prepare(request)
        while (event := await _next(queue)) is not None:
            await response.write(_bytes(*event) if event else b": \n\n")
        await response.write_eof()
    except ConnectionError:
        log.info("a client went away from %s", request.path)
    finally:
        pump.cancel()
        await asyncio.gather(pump, return_exceptions=True)
    return response


async def _pump(events: AsyncGenerator[Event], queue: "asyncio.Queue[Event | None]") -> None:
    """Take the events in one task, which ends them in order when it is cancelled."""
    last: Event = ("done", {})
    try:
        async with aclosing(events):
            async for event in events:
                queue.put_nowait(event)
    except ForsaError as error:
        log.error("%s (%s)", error, error.hint)
        reason = getattr(error, "reason", "") or "unavailable"
        last = ("error", {"reason": reason, "message": told(error)})
    except Exception:
        # The last line of defence, for one stream, whose status has gone out already.
        log.exception("a stream failed")
        last = ("error", {"reason": "internal", "message": "an internal error; it is in the log: try again"})
    queue.put_nowait(last)
    queue.put_nowait(None)


async def _next(queue: "asyncio.Queue[Event | None]") -> Event | tuple[()] | None:
    """The next event; nothing in it where none came for a while, None at the end."""
    try:
        async with asyncio.timeout(PING_S):
            return await queue.get()
    except TimeoutError:
        return ()


def _bytes(name: str, value: dict[str, Any]) -> bytes:
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\ndata: {data}\n\n".encode("utf-8", "backslashreplace")
