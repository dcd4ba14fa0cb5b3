"""`serve`: every channel that is set up, until told to stop."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from bot.channels import Channel
from bot.edge import fail
from bot.locks import serving_lock
from bot.restore import finish_restore
from core.settings import Settings

if TYPE_CHECKING:
    from aiohttp.web import RouteDef

log = logging.getLogger(__name__)

LAST_MOMENT_S = 9.5
"""Seconds after the signal to stop when the program ends whatever still runs: what isn't done is kept on disk."""

NO_CHANNEL = (
    "nothing to serve: set WEB_PAGE=True (the page), TELEGRAM_TOKEN (a token from @BotFather) or TEAMS_APP_ID "
    "(deploy/teams/README.md) in .env or the environment"
)


def serve(settings: Settings, on_page: Callable[[str], object] | None = None) -> None:
    """Start every channel. Exit status 2 where none is set up, 1 where one can't start. `on_page` gets the address of
    the page once it can be opened."""
    from bot.app import build_channels, has_channel, open_app
    from bot.metrics import ErrorCount, metrics_route
    from bot.retention import forget_daily

    if not (settings.web_page or has_channel(settings)):
        fail(NO_CHANNEL, 2)
    # It names every call's address, at a level that many run with.
    logging.getLogger("httpx").setLevel(logging.WARNING)

    async def run() -> None:
        stopping = _stop_on_signals()
        async with open_app(settings) as app, AsyncExitStack() as stack:
            logging.getLogger().addHandler(ErrorCount(app.metrics))
            forgetting = asyncio.create_task(forget_daily(app.retention, settings))
            stack.callback(forgetting.cancel)
            channels, own_routes = build_channels(settings, app), metrics_route(app.metrics, settings)
            await serve_channels(channels, settings, stopping, own_routes, on_page)

    with serving_lock(settings.db_dir):
        if finish_restore(settings):
            log.warning("a restore that was interrupted is complete now")
        asyncio.run(run())


def serve_and_open(settings: Settings) -> None:
    """Serve; where people have no other way in than the page, open it for who sits before a screen."""
    from bot.app import has_channel

    serve(settings, None if has_channel(settings) else open_browser)


def open_browser(address: str) -> None:
    """Open the page where a window can be shown, and somebody looks; elsewhere its address is printed anyway."""
    has_screen = sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if sys.stderr.isatty() and has_screen:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True, name="forsa-browser").start()


async def serve_channels(
    channels: Sequence[Channel],
    settings: Settings,
    stopping: asyncio.Event,
    own_routes: "Sequence[RouteDef]" = (),
    on_page: Callable[[str], object] | None = None,
) -> None:
    """Run the channels side by side, with the HTTP server if a route needs it. One that fails stops the others.

    Raises what a channel raises, the first of them.
    """
    from bot.http import http_server

    async with AsyncExitStack() as stack:
        address = ""
        if routes := [*own_routes, *(route for channel in channels for route in channel.routes())]:
            port = await stack.enter_async_context(http_server(routes, settings.http_host, settings.http_port))
            address = _address(settings.http_host, port)
        running = [asyncio.create_task(channel.run(stopping), name=channel.name) for channel in channels]
        has_page = any(channel.name == "web" for channel in channels)
        page = f"; the page: {address}" if has_page else ""
        print(f"serving: {', '.join(channel.name for channel in channels)}{page}", file=sys.stderr, flush=True)
        if has_page and on_page is not None:
            on_page(address)
        await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        stopping.set()
        ended = await asyncio.gather(*running, return_exceptions=True)
    for error in ended:
        if isinstance(error, BaseException):
            raise error


def _address(host: str, port: int) -> str:
    """As a browser at this machine is told it."""
    if host in ("", "0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _stop_on_signals() -> asyncio.Event:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if stopping.is_set():
            return
        log.info("stopping")
        stopping.set()
        timer = threading.Timer(LAST_MOMENT_S, os._exit, (0,))
        timer.daemon = True
        timer.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C interrupts there, as elsewhere in the program
            loop.add_signal_handler(number, stop)
    return stopping
