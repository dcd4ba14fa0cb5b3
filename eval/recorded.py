"""A language model asked once: its answers are kept in a file, and given again to whoever asks the same.

A server of its own between the bot and the model, so that what is measured is the product as it is. What was drafted
once serves every way of answering, and a run that was broken off goes on where it stopped.
"""

import hashlib
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from bot.http import http_server

_NOT_OF_THE_ANSWER = frozenset({"stream_options"})


@dataclass(frozen=True)
class Answered:
    """What the model said to a request: the body of its response, and the seconds that it took the first time."""

    request: str
    streamed: bool
    body: str
    seconds: float

    @property
    def text(self) -> str:
        """The model's words."""
        if not self.streamed:
            return str(json.loads(self.body)["choices"][0]["message"]["content"] or "")
        return "".join(
            choice["delta"].get("content") or "" for event in self._events() for choice in event.get("choices", ())
        )

    @property
    def tokens(self) -> tuple[int, int]:
        """Tokens read and written, by the model's own count; 0 where it gave none."""
        events = self._events() if self.streamed else [json.loads(self.body)]
        usage: dict[str, int] = next((event["usage"] for event in reversed(events) if event.get("usage")), {})
        return usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0)

    def _events(self) -> list[dict[str, Any]]:
        lines = (line.removeprefix("data:").strip() for line in self.body.splitlines() if line.startswith("data:"))
        return [json.loads(line) for line in lines if line != "[DONE]"]


class Recorder:
    """Answers from the file, else from the model behind `upstream`; `asked` are the answers given since it was emptied.

    Only whole answers are kept: a request that failed is asked again the next time.
    """

    def __init__(self, upstream: str, key: str, file: Path) -> None:
        self._upstream = upstream
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._file = file
        self._known = {answer.request: answer for answer in _read(file)}
        self.asked: list[Answered] = []
        self.url = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """`POST /chat/completions`."""
        body = await request.json()
        name = _name(body)
        if (known := self._known.get(name)) is not None:
            self.asked.append(known)
            kind = "text/event-stream" if known.streamed else "application/json"
            return web.Response(text=known.body, content_type=kind)
        return await self._ask(request, body, name)

    async def _ask(self, request: web.Request, body: dict[str, Any], name: str) -> web.StreamResponse:
        begin, data = time.monotonic(), b""
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(None)) as session,
            session.post(f"{self._upstream}/chat/completions", json=body, headers=self._headers) as answer,
        ):
            if answer.status != 200:
                return web.Response(status=answer.status, body=await answer.read())
            response = web.StreamResponse(headers={"Content-Type": answer.headers["Content-Type"]})
            await response.prepare(request)
            async for chunk in answer.content.iter_any():
                data += chunk
                with suppress(ConnectionError):  # whoever asked has heard enough; the draft is wanted whole
                    await response.write(chunk)
        answered = Answered(name, bool(body.get("stream")), data.decode(), round(time.monotonic() - begin, 2))
        self._keep(answered)
        return response

    def _keep(self, answered: Answered) -> None:
        self._known[answered.request] = answered
        self.asked.append(answered)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(answered), ensure_ascii=False) + "\n")


@asynccontextmanager
async def recording(upstream: str, key: str, file: Path) -> AsyncIterator[Recorder]:
    """The recorder, on a free port of this machine."""
    file.parent.mkdir(parents=True, exist_ok=True)
    recorder = Recorder(upstream, key, file)
    async with http_server([web.post("/v1/chat/completions", recorder.handle)], "127.0.0.1", 0) as port:
        recorder.url = f"http://127.0.0.1:{port}/v1"
        yield recorder


def _name(body: dict[str, Any]) -> str:
    """The same for requests that the same answer serves."""
    asked = {name: value for name, value in body.items() if name not in _NOT_OF_THE_ANSWER}
    return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _read(file: Path) -> list[Answered]:
    if not file.exists():
        return []
    answers = []
    for line in file.read_text(encoding="utf-8").splitlines():
        with suppress(ValueError):  # the last line of a run that was killed may be half a line
            answers.append(Answered(**json.loads(line)))
    return answers
