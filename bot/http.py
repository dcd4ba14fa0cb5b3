"""The project's one HTTP server: channels add their routes to it."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.typedefs import Handler

from core.errors import SettingsError

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 1024**2
"""A larger request is answered 413."""


@asynccontextmanager
async def http_server(routes: Sequence[web.RouteDef], host: str, port: int) -> AsyncIterator[int]:
    """Serve the routes while the block runs; gives the port, which is a free one where 0 was asked for.

    Raises:
        SettingsError: the address can't be listened at.
    """
    app = web.Application(client_max_size=MAX_BODY_BYTES, middlewares=[_refuse_broken_bodies])
    app.add_routes(routes)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
        except OSError as error:
            raise SettingsError(
                f"can't listen at {host}:{port}: {error.strerror}", "set HTTP_HOST, HTTP_PORT"
            ) from error
        taken = int(runner.addresses[0][1])
        log.info("HTTP server at %s:%d", host, taken)
        yield taken
    finally:
        await runner.cleanup()


@web.middleware
async def _refuse_broken_bodies(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A body that isn't packed as it says is its sender's fault, whoever reads it here."""
    try:
        return await handler(request)
    except web.RequestPayloadError:
        return web.Response(status=400)
