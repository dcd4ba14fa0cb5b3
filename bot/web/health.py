"""`/health`: whether the service is there, and whether it can answer. For those who watch it, so without a key."""

from aiohttp import web

from bot.asks import Asks
from bot.web.operations import Call
from bot.web.refusals import json_response
from bot.web.shapes import Health
from core.corpus import CorpusFacts
from core.errors import ForsaError
from storage.database import Database


class HealthChecks:
    """Live: this answers. Ready: the database and the index can be read."""

    def __init__(self, engine: Asks, database: Database) -> None:
        self._engine = engine
        self._database = database

    async def live(self, call: Call) -> web.StreamResponse:
        """The process is there, whatever it can do."""
        return json_response({"live": True})

    async def ready(self, call: Call) -> web.StreamResponse:
        """What works; 503 where something doesn't."""
        facts, database = await self._facts(), await self._reads()
        health = Health(
            live=True,
            ready=facts is not None and database,
            database=database,
            index=facts is not None,
            index_version=facts.version if facts else "",
            documents=facts.documents if facts else 0,
            passages=facts.passages if facts else 0,
        )
        return json_response(health.model_dump(), 200 if health.ready else 503)

    async def _facts(self) -> CorpusFacts | None:
        try:
            return await self._engine.facts()
        except ForsaError:
            return None

    async def _reads(self) -> bool:
        try:
            await self._database.read(lambda db: db.conn.execute("SELECT count(*) FROM web_sessions").fetchone())
        except ForsaError:
            return False
        return True
