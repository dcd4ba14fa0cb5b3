"""What a channel must do to be served; a provider is one folder beside this file."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from aiohttp import web


class Channel(Protocol):
    """A way in for people."""

    @property
    def name(self) -> str:
        """As messages and logs call it."""
        ...

    def routes(self) -> Sequence[web.RouteDef]:
        """What it needs of the project's HTTP server; nothing where it needs none."""
        ...

    async def run(self, stopping: asyncio.Event) -> None:
        """Serve until `stopping` is set, then finish or store what runs within `FINISH_S` and `SEND_S` and return.

        Raises:
            SettingsError: it can't start as it is set up.
        """
        ...


FINISH_S, SEND_S = 5.0, 2.0
"""When stopping: seconds for what runs, and then for what is being sent."""
