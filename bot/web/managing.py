"""What admins do over HTTP: reindex, upload documents, empty the cache. Each is noted in the admins' log."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from aiohttp import web

from bot.admin_texts import AdminText
from bot.web.operations import Call
from bot.web.refusals import API_HEADERS, Refusal, json_response, told
from bot.web.reindex_runs import ReindexRuns
from bot.web.render import event_of
from bot.web.shapes import CacheRequest, ConfirmRequest
from bot.web.sse import Event, stream, wants_events
from bot.web.uploading import receive
from bot.web.waiting_area import UploadRefused, Waiting, WaitingArea
from core.engine import Engine
from core.errors import DocumentError
from storage.admin_log import AdminLog
from storage.cache import ReplyCache

_REINDEX = "/reindex"


class Managing:
    """Each operation is one method.

    Args:
        max_bytes: largest document that is taken.
    """

    def __init__(
        self,
        engine: Engine,
        cache: ReplyCache,
        area: WaitingArea,
        runs: ReindexRuns,
        log: AdminLog,
        max_bytes: int,
    ) -> None:
        self._engine = engine
        self._cache = cache
        self._area = area
        self._runs = runs
        self._log = log
        self._max_bytes = max_bytes
        self._taking = asyncio.Lock()

    async def reindex(self, call: Call) -> web.StreamResponse:
        """Start a reindex, or follow the one that runs."""
        await self._runs.start(call.by.message(_REINDEX))
        if refusal := self._runs.refusal():
            raise Refusal(409, "reindex-running", refusal)
        if wants_events(call.request):
            return await stream(call.request, self._progress())
        return json_response(self._runs.state().model_dump(), 202)

    async def reindex_state(self, call: Call) -> web.StreamResponse:
        """How the reindex stands that was started over HTTP."""
        if wants_events(call.request):
            return await stream(call.request, self._progress())
        return json_response(self._runs.state().model_dump())

    async def upload(self, call: Call) -> web.StreamResponse:
        """Take a document in; it waits to be confirmed."""
        try:
            waiting = await receive(call.request, self._area, self._max_bytes)
        except UploadRefused as error:
            raise _refusal(error) from error
        except DocumentError as error:
            raise Refusal(422, error.reason, told(error)) from error
        await self._note(call, "upload", waiting.document)
        return json_response(await asyncio.to_thread(self._told, waiting), 201)

    async def waiting(self, call: Call) -> web.StreamResponse:
        """What waits."""
        return json_response({"waiting": await asyncio.to_thread(lambda: [*map(self._told, self._area.all())])})

    async def discard(self, call: Call) -> web.StreamResponse:
        """Remove what waits under an id."""
        id = call.request.match_info["id"]
        await self._note(call, "discard upload", id)
        if not await asyncio.to_thread(self._area.discard, id):
            raise Refusal(404, "not-found", "no document waits under this id: look at GET /api/documents")
        return web.Response(status=204, headers=API_HEADERS)

    async def confirm(self, call: Call) -> web.StreamResponse:
        """Put what waits into DATA_DIR, and reindex."""
        body: ConfirmRequest = call.body
        async with self._taking:
            if self._runs.is_running:
                raise Refusal(409, "reindex-running", AdminText.REINDEX_RUNNING.say(call.who.language))
            await self._note(call, "confirm uploads", ", ".join(body.ids) if body.ids else "all")
            try:
                taken = await asyncio.to_thread(self._area.take, body.ids)
            except UploadRefused as error:
                raise _refusal(error) from error
            if not taken:
                raise Refusal(409, "nothing-waits", "no document waits: upload some first (POST /api/documents)")
            await self._runs.start(call.by.message(_REINDEX))
        return json_response({"documents": [item.document for item in taken]}, 202)

    async def cache(self, call: Call) -> web.StreamResponse:
        """Forget the kept answers, load the index again, or both."""
        body: CacheRequest = call.body
        if not (body.clear or body.reload):
            raise Refusal(422, "invalid", "say what to do: clear, reload, or both")
        await self._note(call, "cache", " ".join(["clear"] * body.clear + ["reload"] * body.reload))
        cleared = await self._cache.clear() if body.clear else 0
        if body.reload:
            await self._engine.reload()
        return json_response({"cleared": cleared, "index_version": (await self._engine.facts()).version})

    async def _progress(self) -> AsyncGenerator[Event]:
        async with aclosing(self._runs.follow()) as replies:
            async for reply in replies:
                yield event_of(reply)

    def _told(self, waiting: Waiting) -> dict[str, Any]:
        return {**vars(waiting), "replaces": self._area.replaces(waiting)}

    async def _note(self, call: Call, action: str, detail: str) -> None:
        await self._log.note(call.by.channel, call.by.person, action, detail)


def _refusal(error: UploadRefused) -> Refusal:
    status = {"not-found": 404, "unsupported": 415, "too-many-waiting": 409, "too-large": 413}.get(error.reason, 422)
    return Refusal(status, error.reason, told(error))
