"""A small OpenAI-compatible server on loopback that says what it is told, whole or in any chunks, or fails as told."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass(frozen=True)
class Script:
    """One response. `text` is what the model says, in `chunks` if given.

    `then` is what happens after the chunks: `end`, `cut` (the connection goes), `vanish` (the stream ends without its
    end), `hang`, `length` (too many tokens), `error` (an error as an event), `repeat` (the chunks again, for ever).
    """

    text: str = ""
    chunks: Sequence[str] | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = '{"error": {"message": "no: sk-secret-key"}}'
    raw: Sequence[bytes] | None = None
    then: str = "end"
    wait_s: float = 0.0
    pause_s: float = 0.0
    usage: tuple[int, int] | None = (100, 20)


class ScriptedServer:
    """Answers each request with the next of its scripts; the last one stays."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = list(scripts)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.asked = asyncio.Event()
        self.gone = asyncio.Event()
        """Set once somebody went away before the end."""
        self.at_once = 0
        self.most_at_once = 0
        self.say: Callable[[dict[str, Any]], Script] | None = None
        self.url = ""

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        self.asked.set()
        self.keys.append(request.headers.get("Authorization", ""))
        script = self.say(body) if self.say else self.scripts.pop(0) if len(self.scripts) > 1 else self.scripts[0]
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(script.wait_s)
            if script.status != 200:
                return web.Response(status=script.status, text=script.body, headers=dict(script.headers))
            if not body.get("stream"):
                return web.json_response(_whole(script))
            return await self._stream(request, script)
        except (ConnectionResetError, asyncio.CancelledError):
            self.gone.set()
            raise
        finally:
            self.at_once -= 1

    async def _stream(self, request: web.Request, script: Script) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        if script.raw is not None:
            for data in script.raw:
                await response.write(data)
            return response
        await _write(response, _delta({"role": "assistant", "content": None}))
        chunks = [script.text] if script.chunks is None else script.chunks
        while True:
            for chunk in chunks:
                await _write(response, _delta({"content": chunk}))
                await asyncio.sleep(script.pause_s)
            if script.then != "repeat":
                break
        if script.then == "hang":
            await asyncio.sleep(30)
        if script.then == "error":
            await _write(response, {"error": {"message": "out of memory: sk-secret-key", "code": 500}})
        if script.then == "cut":
            assert request.transport is not None
            request.transport.abort()
        if script.then in ("end", "length"):
            reason = "stop" if script.then == "end" else "length"
            await _write(response, _delta({}, reason))
            if script.usage:
                usage = {"prompt_tokens": script.usage[0], "completion_tokens": script.usage[1], "total_tokens": 0}
                await _write(response, {**_delta({}), "choices": [], "usage": usage})
            await response.write(b"data: [DONE]\n\n")
        return response


@asynccontextmanager
async def serving(*scripts: Script) -> AsyncIterator[ScriptedServer]:
    """The server, on a free port."""
    server = ScriptedServer(*scripts)
    app = web.Application()
    app.router.add_post("/v1/chat/completions", server._handle)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    try:
        yield server
    finally:
        await runner.cleanup()


def _delta(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}


def _whole(script: Script) -> dict[str, Any]:
    message = {"role": "assistant", "content": script.text}
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 50, "completion_tokens": 10, "total_tokens": 60},
    }


async def _write(response: web.StreamResponse, event: Mapping[str, Any]) -> None:
    await response.write(f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode())
