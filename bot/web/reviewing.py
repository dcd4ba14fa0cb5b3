"""The review of votes over HTTP, for admins: what `/review` does, on the same desk."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import web

from bot.bidi import shown
from bot.learning.acceptance import Verdict
from bot.learning.desk import NotOpen, ReviewDesk
from bot.learning.exporting import described
from bot.learning.groups import Group, Order
from bot.learning.listing import Listing
from bot.learning.personal_data import answer_text, masked
from bot.learning.question_file import AlreadyThere
from bot.learning.shown import Shown, documents_of
from bot.shortening import shortened
from bot.web.operations import Call
from bot.web.refusals import Refusal, json_response, told
from bot.web.review_shapes import AcceptRequest, EditRequest, ReviewQuery
from core.errors import InputError, SettingsError
from core.pins import PASSAGE_CHANGED
from core.reply import Reply
from storage.admin_log import AdminLog

GROUPS_A_PAGE = 20
ANSWERS_SHOWN = 5
_PASSAGE_CHARS = 600

_LISTS: dict[str, tuple[Listing, Order]] = {
    "recent": ("complaints", "recent"),
    "frequent": ("complaints", "frequent"),
    "documents": ("complaints", "documents"),
    "good": ("praised", "recent"),
    "accepted": ("accepted", "recent"),
    "discarded": ("discarded", "recent"),
}
_REASONS = {"unknown": "not-found", "unknown-scope": "no-such-document", "too-broad": "no-such-document"}


class Reviewing:
    """Each operation is one method. What changes something is noted in the admins' log before it is done."""

    def __init__(self, desk: ReviewDesk, log: AdminLog) -> None:
        self._desk = desk
        self._log = log

    async def list(self, call: Call) -> web.StreamResponse:
        """A page of what was judged."""
        query: ReviewQuery = call.query
        await self._note(call, "list", query.show)
        listed = await self._desk.listed(*_LISTS[query.show])
        pages = max(1, -(-len(listed.groups) // GROUPS_A_PAGE))
        page = min(query.page, pages)
        groups = listed.groups[(page - 1) * GROUPS_A_PAGE : page * GROUPS_A_PAGE]
        told = [_group(group, group.id in listed.stale) for group in groups]
        return json_response({"total": len(listed.groups), "page": page, "pages": pages, "groups": told})

    async def show(self, call: Call) -> web.StreamResponse:
        """One question with its answers as they were."""
        with _refusals():
            group = await self._desk.group(_id(call))
        await self._note(call, "show", group.id)
        replies = await self._desk.replies(group)
        told = {**described(group, await self._desk.remarks(group)), "is_complaint": group.is_complaint}
        answers = [_answer(reply) for reply in replies[:ANSWERS_SHOWN]]
        return json_response({**told, "language": group.language, "answers": answers})

    async def accept(self, call: Call) -> web.StreamResponse:
        """Make an evaluation question of it."""
        body: AcceptRequest = call.body
        if body.refuse and (body.documents or body.facts or body.wrong):
            raise Refusal(422, "invalid", "what must be refused has no documents and no facts")
        facts = tuple(tuple(way.strip() for way in ways) for ways in body.facts)
        wrong = tuple(text.strip() for text in body.wrong)
        if not all(way for ways in (*facts, wrong) for way in ways):
            raise Refusal(422, "invalid", "a fact needs at least one letter or digit")
        verdict = Verdict(body.refuse, tuple(name.strip() for name in body.documents), facts, wrong)
        await self._note(call, "accept", _id(call))
        with _refusals():
            done = await self._desk.accept(_id(call), verdict)
        told = {"id": done.id, "question": done.question, "was_masked": done.was_masked}
        return json_response({**told, "sets_thresholds": done.sets_thresholds})

    async def edit(self, call: Call) -> web.StreamResponse:
        """Put its question in other words."""
        body: EditRequest = call.body
        question = " ".join(body.question.split())
        if not question:
            raise Refusal(422, "invalid", "write the question")
        await self._note(call, "edit", _id(call))
        with _refusals():
            group = await self._desk.reword(_id(call), question)
        return json_response({"id": group.id})

    async def discard(self, call: Call) -> web.StreamResponse:
        """Put it aside."""
        await self._note(call, "discard", _id(call))
        with _refusals():
            group = await self._desk.discard(_id(call))
        return json_response({"id": group.id})

    async def reopen(self, call: Call) -> web.StreamResponse:
        """Take a decision back."""
        await self._note(call, "open", _id(call))
        with _refusals():
            group = await self._desk.reopen(_id(call))
        return json_response({"id": group.id})

    async def pin(self, call: Call) -> web.StreamResponse:
        """Pin its praised answer."""
        await self._note(call, "pin", _id(call))
        with _refusals():
            await self._desk.pin(_id(call))
        return json_response({"id": _id(call)})

    async def unpin(self, call: Call) -> web.StreamResponse:
        """Take its pins away."""
        await self._note(call, "unpin", _id(call))
        return json_response({"count": await self._desk.unpin(_id(call))})

    async def pins(self, call: Call) -> web.StreamResponse:
        """The pinned answers."""
        await self._note(call, "list", "pins")
        found = [
            {"id": group_id, "question": masked(state.question, state.reply.language), "fault": _fault(state.fault)}
            for group_id, state in await self._desk.pinned()
        ]
        return json_response({"pins": found})

    async def _note(self, call: Call, action: str, detail: str) -> None:
        await self._log.note(call.by.channel, call.by.person, f"review {action}", detail)


def _id(call: Call) -> str:
    return call.request.match_info["id"].lower()


def _group(group: Group, is_stale: bool) -> dict[str, Any]:
    return {
        "id": group.id,
        "state": group.state,
        "question": masked(group.question, group.language),
        "document": group.document,
        "down": group.down,
        "up": group.up,
        "refused": group.refused,
        "is_complaint": group.is_complaint,
        "pin_is_stale": is_stale,
        "latest": group.latest.latest,
    }


def _answer(reply: Reply) -> dict[str, Any]:
    gate = {"best": reply.gate.best, "threshold": reply.gate.threshold} if reply.gate is not None else None
    return {
        "language": reply.language,
        "kind": reply.kind,
        "reason": reply.reason,
        "text": shown(answer_text(reply)),
        "gate": gate,
        "documents": [_document(item) for item in documents_of(reply)],
    }


def _document(item: Shown) -> dict[str, Any]:
    passages = [{"n": cited.n, "text": shortened(cited.row or cited.text, _PASSAGE_CHARS)} for cited in item.cited]
    told = {"number": item.number, "document": item.document, "score": item.score}
    return {**told, "probability": item.probability, "passages": passages}


def _fault(fault: str) -> str | None:
    if not fault:
        return None
    return fault if fault == PASSAGE_CHANGED else "fails-checks"


@contextmanager
def _refusals() -> Iterator[None]:
    """What the desk doesn't do, as it is told over HTTP: `fields` name what it is about."""
    try:
        yield
    except NotOpen as error:
        raise _refusal(409, "not-open", told(error), "state", error.state) from error
    except AlreadyThere as error:
        raise _refusal(409, "already-there", told(error), "id", error.id) from error
    except SettingsError as error:
        raise Refusal(409, "no-questions-file", told(error)) from error
    except InputError as error:
        if error.reason == "cannot-pin":
            raise Refusal(422, _fault(error.hint) or "", str(error)) from error
        status, reason = 404 if error.reason == "unknown" else 422, _REASONS.get(error.reason, error.reason)
        raise _refusal(status, reason, told(error), error.reason, error.hint) from error


def _refusal(status: int, reason: str, message: str, field: str, problem: str) -> Refusal:
    return Refusal(status, reason, message, fields=[{"field": field, "problem": problem}])
