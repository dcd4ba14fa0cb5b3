"""The real bot over the sample's index, behind a real server on this machine."""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.app import App, build_channels, open_app
from bot.http import http_server
from core.settings import PROJECT_ROOT, Settings, load_settings
from storage.api_keys import ApiKeyStore
from storage.people import Role

PRICE = "tarif fibre locataire 110 Mbps"
ARABIC = "كيف يتم إلغاء بيع مودم؟"


@dataclass
class Web:
    """A running server, a client of it, and the bot behind both."""

    url: str
    client: aiohttp.ClientSession
    app: App
    settings: Settings

    @property
    def origin(self) -> dict[str, str]:
        """What a browser adds that stands on our page."""
        return {"Origin": self.url}

    async def key(self, role: Role = "agent") -> dict[str, str]:
        """The header of a new key."""
        _, secret = await ApiKeyStore(self.app.database, lambda: 1_800_000_000.0).create("test", role)
        return {"Authorization": f"Bearer {secret}"}

    async def call(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> tuple[int, Any]:
        """Status and body, read as JSON where it is some."""
        async with self.client.request(method, self.url + path, headers=headers, **more) as response:
            raw = await response.read()
            is_json = response.content_type == "application/json"
            return response.status, json.loads(raw) if is_json else raw

    async def enter(self, **body: str) -> int:
        """Begin a session as the page does; the cookie stays with the client."""
        status, _ = await self.call("POST", "/api/session", self.origin, json=body)
        return status

    async def events(
        self, path: str, body: Any, headers: dict[str, str], method: str = "POST"
    ) -> list[tuple[str, Any]]:
        """The whole stream."""
        accept = {"Accept": "text/event-stream", **headers}
        async with self.client.request(method, self.url + path, json=body, headers=accept) as response:
            assert response.status == 200, await response.text()
            assert response.content_type == "text/event-stream"
            return parse_events((await response.read()).decode())

    async def say(self, text: str, about: str | None = None) -> list[tuple[str, Any]]:
        body = {"text": text, **({"about": about} if about else {})}
        return await self.events("/api/say", body, self.origin)


def parse_events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


@asynccontextmanager
async def serving(folder: Path, **values: Any) -> AsyncIterator[Web]:
    """A bot of its own: the sample's index, folders for all that it writes."""
    for name in ("data", "gen"):
        (folder / name).mkdir(exist_ok=True)
    if not (folder / "db").exists():
        shutil.copytree(PROJECT_ROOT / "db" / "index", folder / "db" / "index")
    places = {name: folder / name.removesuffix("_dir") for name in ("data_dir", "gen_dir", "db_dir")}
    settings = load_settings(**{"http_port": 0, "encoder_threads": 1, **places, **values})
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_app(settings))
        [channel] = build_channels(settings, app)
        port = await stack.enter_async_context(http_server(channel.routes(), "127.0.0.1", 0))
        # Cookies of an address, as a browser keeps them.
        jar = aiohttp.CookieJar(unsafe=True)
        client = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
        yield Web(f"http://127.0.0.1:{port}", client, app, settings)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> AsyncIterator[Web]:
    """One for a file's tests: each comes with a key or session of its own."""
    async with serving(tmp_path_factory.mktemp("web"), models_dir=models_dir) as web:
        yield web
