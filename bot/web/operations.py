"""An operation of the API: how it is called, by whom, and what it does. Routes and description come from one list."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import web
from pydantic import BaseModel

from bot.asker import Asker
from bot.web.bodies import read_json, read_query
from bot.web.callers import Caller, Callers
from bot.web.origins import Origins, require_browser_of_ours
from bot.web.refusals import Refusal, told
from core.errors import ForsaError, IndexUnavailable, InputError

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Call:
    """One request that passed the doors. `asker` is None where nobody in particular is needed."""

    request: web.Request
    asker: Asker | None
    caller: Caller | None
    body: Any = None
    query: Any = None

    @property
    def who(self) -> Asker:
        """The person; there is one wherever the operation needs one."""
        assert self.asker is not None
        return self.asker

    @property
    def by(self) -> Caller:
        """The caller, likewise."""
        assert self.caller is not None
        return self.caller


Handle = Callable[[Call], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Operation:
    """`answers` are shapes by status, None for a body that is no JSON; what may be refused is added by itself.

    `needs`: who may call; a `browser` is one that stands on our page. `events`: it answers server-sent events, too.
    `query`: what may stand behind the path. `form`: the fields of a multipart body. `aliases`: other spellings of the
    path.
    """

    method: Literal["get", "post", "delete"]
    path: str
    name: str
    summary: str
    handle: Handle
    needs: Literal["nobody", "browser", "person", "admin"]
    answers: Mapping[int, type[Any] | None]
    body: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    may_be_empty: bool = False
    events: bool = False
    form: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()


def routes(operations: tuple[Operation, ...], origins: Origins, callers: Callers) -> list[web.RouteDef]:
    """The operations as the server takes them; other methods are answered 405 by themselves."""
    found = []
    for operation in operations:
        handler = _handler(operation, origins, callers)
        for path in (operation.path, *operation.aliases):
            found.append(web.route(operation.method.upper(), path, handler))
    return found


def _handler(
    operation: Operation, origins: Origins, callers: Callers
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            return await operation.handle(await _call(operation, request, origins, callers))
        except Refusal as refusal:
            return _closing(request, refusal.response())
        except InputError as error:
            said = f"{error}; the nearest: {error.hint}" if error.reason == "unknown-scope" else str(error)
            return Refusal(422, error.reason, said).response()
        except IndexUnavailable as error:
            return Refusal(503, error.reason, told(error)).response()
        except ForsaError as error:
            log.error("%s (%s)", error, error.hint)
            return Refusal(503, "unavailable", told(error)).response()

    return handle


async def _call(operation: Operation, request: web.Request, origins: Origins, callers: Callers) -> Call:
    """Through the doors, one after the other. Raises Refusal."""
    caller, asker = None, None
    if operation.needs != "nobody":
        origins.check(request)
    if operation.needs == "browser":
        require_browser_of_ours(request)
    elif operation.needs != "nobody":
        caller = await callers.of(request)
        if caller is None:
            raise Refusal(
                401,
                "no-key",
                "send an API key (Authorization: Bearer KEY; `bot.py key create` makes one), or open the page",
                headers={"WWW-Authenticate": "Bearer"},
            )
        asker = await callers.admitted(caller)
        if operation.needs == "admin" and not asker.is_admin:
            raise Refusal(403, "admins-only", "this is for admins: use a key with the role admin")
    body = None
    if operation.body is not None:
        body = await read_json(request, operation.body, may_be_empty=operation.may_be_empty)
    query = read_query(request, operation.query) if operation.query is not None else None
    return Call(request, asker, caller, body, query)


def _closing(request: web.Request, response: web.Response) -> web.Response:
    """What is left unread of a refused body can't be told from the next request: close the connection."""
    if not request.content.is_eof():
        response.force_close()
    return response
