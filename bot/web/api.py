"""Every operation of the HTTP API, in one list."""

from aiohttp import web

from bot.web import shapes
from bot.web.asking import ApiAsking
from bot.web.health import HealthChecks
from bot.web.managing import Managing
from bot.web.operations import Operation
from bot.web.refusals import Refusal
from bot.web.talking import Talking
from core.reply import Reply

_ANSWER = "{answer:[0-9A-Za-z-]+}"
_FORM = {
    "folder": "The folder (family) below DATA_DIR; before the file.",
    "file": "The document, with its file name.",
}


def operations(asking: ApiAsking, talking: Talking, managing: Managing, health: HealthChecks) -> tuple[Operation, ...]:
    """In the order of the description."""
    return (
        Operation(
            "post", "/api/ask", "ask", "Ask one question; with Accept: text/event-stream, as it is made.",
            asking.ask, "person", {200: Reply}, shapes.AskRequest, events=True,
        ),
        Operation(
            "post", "/api/chat/", "chat", "Ask a batch of questions, by category and id.",
            asking.chat, "person", {200: shapes.ChatAnswer}, shapes.ChatRequest, aliases=("/api/chat",),
        ),
        Operation(
            "get", f"/api/sources/{_ANSWER}", "sources", "The passages that an answer cites, as they were then.",
            talking.sources, "person", {200: shapes.Sources},
        ),
        Operation(
            "get", f"/api/sources/{_ANSWER}/{{n:[0-9]+}}/file", "source_file", "A cited document itself.",
            talking.file, "person", {200: None},
        ),
        Operation(
            "post", "/api/feedback", "feedback", "Vote on an answer, or comment it.",
            talking.feedback, "person", {200: shapes.FeedbackAnswer}, shapes.FeedbackRequest,
        ),
        Operation(
            "get", "/api/scopes", "scopes", "What a question can be narrowed to.",
            talking.scopes, "person", {200: shapes.Scopes},
        ),
        Operation(
            "post", "/api/say", "say", "Say something in a conversation, as on the page: a question or a command.",
            talking.say, "person", {200: None}, shapes.SayRequest, events=True,
        ),
        Operation(
            "get", "/api/history", "history", "The latest answers of the conversation.",
            talking.history, "person", {200: shapes.History},
        ),
        Operation(
            "get", "/api/session", "session", "Who is there.", talking.session, "person", {200: shapes.Session},
        ),
        Operation(
            "post", "/api/session", "enter", "Begin a session; for the page.",
            talking.enter, "browser", {201: shapes.Session, 200: shapes.Session}, shapes.EnterRequest,
            may_be_empty=True,
        ),
        Operation(
            "delete", "/api/session", "leave", "End the session.", talking.leave, "browser", {204: None},
        ),
        Operation(
            "post", "/api/reindex", "reindex", "Start a reindex, or follow the one that runs.",
            managing.reindex, "admin", {202: shapes.ReindexState, 200: None}, events=True,
        ),
        Operation(
            "get", "/api/reindex", "reindex_state", "How the reindex stands.",
            managing.reindex_state, "admin", {200: shapes.ReindexState}, events=True,
        ),
        Operation(
            "post", "/api/documents", "upload", "Upload a document; it waits to be confirmed.",
            managing.upload, "admin", {201: shapes.WaitingDocument}, form=_FORM,
        ),
        Operation(
            "get", "/api/documents", "waiting", "The documents that wait to be confirmed.",
            managing.waiting, "admin", {200: shapes.Waiting},
        ),
        Operation(
            "delete", "/api/documents/{id:[0-9a-f]+}", "discard", "Discard a document that waits.",
            managing.discard, "admin", {204: None},
        ),
        Operation(
            "post", "/api/documents/confirm", "confirm", "Put what waits into DATA_DIR, and reindex.",
            managing.confirm, "admin", {202: shapes.Confirmed}, shapes.ConfirmRequest, may_be_empty=True,
        ),
        Operation(
            "post", "/api/cache", "cache", "Forget the kept answers, or load the index again.",
            managing.cache, "admin", {200: shapes.CacheAnswer}, shapes.CacheRequest,
        ),
        Operation(
            "get", "/health", "health", "Whether the service is there and can answer.",
            health.ready, "nobody", {200: shapes.Health, 503: shapes.Health}, aliases=("/health/ready",),
        ),
        Operation(
            "get", "/health/live", "live", "Whether the process is there.", health.live, "nobody", {200: shapes.Live},
        ),
    )  # fmt: skip


EVERYTHING_ELSE = "/api/{rest}"


async def nothing_here(request: web.Request) -> web.StreamResponse:
    """Addresses below `/api/` that don't exist, and methods that they don't know, told as the rest is."""
    allowed: set[str] = set()
    for resource in request.app.router.resources():
        if resource.canonical != EVERYTHING_ELSE:
            _, methods = await resource.resolve(request)
            allowed |= methods
    if allowed:
        names = ", ".join(sorted(allowed))
        refusal = Refusal(405, "wrong-method", f"this address takes {names}", headers={"Allow": names})
    else:
        refusal = Refusal(
            404, "not-found", "there is no such address: /api/openapi.json describes those that there are"
        )
    response = refusal.response()
    if not request.content.is_eof():
        response.force_close()
    return response
