"""A small Bot API on the loopback interface: keeps what the bot calls, and fails as it is told."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

TOKEN = "123456:TEST-token_of-nobody"
ME = {"id": 666, "is_bot": True, "first_name": "Forsa", "username": "ForsaBot"}
ANN = {"id": 42, "is_bot": False, "first_name": "Ann", "last_name": "B"}


class FakeApi:
    """`calls` are (method, parameters); `failures` are answered first, each once: (method, status, body)."""

    def __init__(self) -> None:
        self.url = ""
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.failures: list[tuple[str, int, dict[str, Any]]] = []
        self.updates: list[dict[str, Any]] = []
        self.offsets: list[int] = []
        self.changed = asyncio.Event()
        self._message_ids = itertools.count(1000)

    def fail(self, method: str, status: int, description: str = "told to", **parameters: Any) -> None:
        """Answer the next call of this method so."""
        body = {"ok": False, "error_code": status, "description": description}
        self.failures.append((method, status, {**body, **({"parameters": parameters} if parameters else {})}))

    def of(self, *methods: str) -> list[dict[str, Any]]:
        """The parameters of the calls of some methods, in order."""
        return [parameters for method, parameters in self.calls if method in methods]

    def texts(self) -> list[str]:
        """The texts of the messages that were sent, with common blanks."""
        return [parameters["text"].replace("\u00a0", " ") for parameters in self.of("sendMessage")]

    async def wait(self, method: str, count: int = 1) -> list[dict[str, Any]]:
        """Wait until a method was called so often."""
        async with asyncio.timeout(20):
            while len(self.of(method)) < count:
                self.changed.clear()
                await self.changed.wait()
        return self.of(method)

    def push(self, update: dict[str, Any]) -> None:
        """An update for the bot to fetch."""
        self.updates.append(update)

    async def handle(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        values = dict((await request.post()).items())
        self.calls.append((method, values))
        self.changed.set()
        for place, (name, status, body) in enumerate(self.failures):
            if name == method:
                del self.failures[place]
                return web.json_response(body, status=status)
        return web.json_response({"ok": True, "result": await self._result(method, values)})

    async def _result(self, method: str, values: dict[str, Any]) -> Any:
        if method == "getMe":
            return ME
        if method == "getUpdates":
            offset = int(values.get("offset", 0))
            self.offsets.append(offset)
            self.updates = [update for update in self.updates if update["update_id"] >= offset]
            if not self.updates:
                await asyncio.sleep(0.02)
            return self.updates
        if method in ("sendMessage", "editMessageText", "editMessageReplyMarkup", "sendDocument", "sendPhoto"):
            chat = int(values["chat_id"])
            return {
                "message_id": int(values.get("message_id", 0)) or next(self._message_ids),
                "date": 1_900_000_000,
                "from": ME,
                "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"},
                "text": values.get("text", ""),
            }
        return True


@asynccontextmanager
async def fake_api() -> AsyncIterator[FakeApi]:
    api = FakeApi()
    app = web.Application()
    app.router.add_route("*", "/bot{token}/{method}", api.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    api.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield api
    await runner.cleanup()


def text_update(id_: int, text: str, *, chat: int = 42, **more: Any) -> dict[str, Any]:
    """Ann wrote something."""
    message = {
        "message_id": 10 * id_,
        "date": 1_900_000_000,
        "from": ANN,
        "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"},
        "text": text,
        **more,
    }
    return {"update_id": id_, "message": message}


def press_update(id_: int, data: str, on: int, *, chat: int = 42) -> dict[str, Any]:
    """Ann pressed a button."""
    kind = "private" if chat > 0 else "supergroup"
    message = {"message_id": on, "date": 1_900_000_000, "from": ME, "chat": {"id": chat, "type": kind}, "text": "…"}
    query = {"id": f"q{id_}", "from": ANN, "chat_instance": "1", "data": data, "message": message}
    return {"update_id": id_, "callback_query": query}
