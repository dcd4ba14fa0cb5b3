"""The web channel: the page and the API, over the project's HTTP server."""

import asyncio
from collections.abc import Sequence

from aiohttp import web

from bot.web.reindex_runs import ReindexRuns


class WebChannel:
    """Everything is done by the server's requests; what goes on without one is ended here."""

    name = "web"

    def __init__(self, routes: Sequence[web.RouteDef], runs: ReindexRuns) -> None:
        self._routes = routes
        self._runs = runs

    def routes(self) -> Sequence[web.RouteDef]:
        """The page's and the API's."""
        return self._routes

    async def run(self, stopping: asyncio.Event) -> None:
        """Wait until told to stop."""
        try:
            await stopping.wait()
        finally:
            await self._runs.stop()
