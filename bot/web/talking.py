"""What the page does for a person: entering, talking, what was said before, sources, votes."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any
from urllib.parse import quote

from aiohttp import web

from bot.asker import Asker
from bot.asks import Asks
from bot.commands import Command, parse
from bot.conversation import Conversation
from bot.document_files import DocumentFiles
from bot.replies import BotReply, Message, Notice, VoteNotice
from bot.web.callers import Caller, Callers
from bot.web.operations import Call
from bot.web.refusals import API_HEADERS, Refusal, json_response
from bot.web.reindex_runs import ReindexRuns
from bot.web.render import VOTES, answer_json, event_of, source_json, vote_json
from bot.web.shapes import EnterRequest, FeedbackRequest, SayRequest, Session
from bot.web.sse import Event, stream
from core.ports import AnswerStore
from core.reply import Reply
from storage.conversations import ConversationStore
from storage.feedback import FeedbackStore

HISTORY_TURNS = 30
_OPENS_NOTHING = "there is no such answer; it may be older than what is kept"


class Talking:
    """Each operation is one method."""

    def __init__(
        self,
        conversation: Conversation,
        callers: Callers,
        engine: Asks,
        answers: AnswerStore,
        conversations: ConversationStore,
        feedback: FeedbackStore,
        files: DocumentFiles,
        runs: ReindexRuns,
    ) -> None:
        self._conversation = conversation
        self._callers = callers
        self._engine = engine
        self._answers = answers
        self._conversations = conversations
        self._feedback = feedback
        self._files = files
        self._runs = runs

    async def enter(self, call: Call) -> web.StreamResponse:
        """Begin a session: at this machine, by a key, by an invitation's code, or because the door is open."""
        body: EnterRequest = call.body
        is_bare = not (body.code or body.key)
        if is_bare and (known := await self._callers.of(call.request)) is not None:
            return json_response(_session(await self._callers.admitted(known)))
        caller = self._callers.local(call.request) if is_bare else None
        if caller is None:
            await self._callers.count_entry(call.request)
            caller = await (self._callers.of_key(body.key.strip()) if body.key else self._stranger(body.code))
        asker = await self._callers.admitted(caller)
        response = json_response(_session(asker), 201)
        await self._callers.begin(call.request, caller, response)
        return response

    async def _stranger(self, code: str | None) -> Caller:
        """Somebody new, let in by the code if they have one."""
        caller = self._callers.stranger()
        if code:
            async with aclosing(self._conversation.handle(caller.message(f"/start {code}"))) as replies:
                async for reply in replies:
                    if isinstance(reply, Notice) and reply.is_error:
                        raise Refusal(403, "not-admitted", reply.text)
        return caller

    async def session(self, call: Call) -> web.StreamResponse:
        """Who is there."""
        return json_response(_session(call.who))

    async def leave(self, call: Call) -> web.StreamResponse:
        """End the session."""
        response = web.Response(status=204, headers=API_HEADERS)
        await self._callers.end(call.request, response)
        return response

    async def say(self, call: Call) -> web.StreamResponse:
        """A question, command or vote; the replies as events."""
        body: SayRequest = call.body
        meant = parse(body.text)
        message = call.by.message(body.text, body.about)
        if isinstance(meant, Command) and meant.name == "reindex" and call.who.is_admin:
            await self._runs.start(message)
            return await stream(call.request, _events(self._runs.follow()))
        return await stream(call.request, _events(self._conversation.handle(message)))

    async def scopes(self, call: Call) -> web.StreamResponse:
        """What a question can be narrowed to."""
        return json_response({"scopes": list(await self._engine.scopes())})

    async def history(self, call: Call) -> web.StreamResponse:
        """The person's latest answers."""
        channel, person = call.by.channel, call.by.person
        turns = await self._conversations.last_turns(channel, person, "", HISTORY_TURNS)
        ids = [turn.answer_id for turn in reversed(turns)]
        stored = await asyncio.gather(*map(self._answers.get, ids))
        votes = await asyncio.gather(*(self._feedback.vote_of(id, channel, person) for id in ids))
        found = [
            {"answer": answer_json(Reply.from_json(answer)), "vote": VOTES[vote.value]}
            for answer, vote in zip(stored, votes, strict=True)
            if answer is not None
        ]
        return json_response({"turns": found})

    async def sources(self, call: Call) -> web.StreamResponse:
        """The passages that an answer cites."""
        reply = await self._reply(call.request.match_info["answer"])
        found = [
            source_json(reply, item, reply.language, self._files.find(item.document) is not None)
            for item in reply.citations
        ]
        return json_response({"answer": reply.answer_id, "sources": found})

    async def file(self, call: Call) -> web.StreamResponse:
        """A cited document itself."""
        reply = await self._reply(call.request.match_info["answer"])
        n = call.request.match_info["n"]
        cited = [item for item in reply.citations if str(item.n) == n]
        file = self._files.find(cited[0].document) if cited else None
        if file is None:
            raise Refusal(404, "not-found", "this document isn't there any more, or may not be downloaded")
        headers = {
            **API_HEADERS,
            "Content-Type": "application/octet-stream",
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(file.name, safe='')}",
        }
        return web.FileResponse(file, headers=headers)

    async def feedback(self, call: Call) -> web.StreamResponse:
        """A vote, a comment, or both. The vote is what it says, however often it is sent."""
        body: FeedbackRequest = call.body
        if body.vote is None and not body.comment.strip():
            raise Refusal(422, "invalid", "give a vote (up, down, none), a comment, or both")
        if body.reason and body.vote != "down":
            raise Refusal(422, "invalid", "a reason goes with a vote down")
        await self._reply(body.answer)
        said: BotReply | None = None
        if comment := " ".join(body.comment.split()):
            said = await self._one(call.by.message(f"/feedback {comment}", body.answer))
        if body.vote is not None:
            said = await self._vote(call.by, body)
        vote = await self._feedback.vote_of(body.answer, call.by.channel, call.by.person)
        if isinstance(said, VoteNotice):
            return json_response(vote_json(said))
        if isinstance(said, Notice) and not said.is_error:
            told = {"answer": body.answer, "vote": VOTES[vote.value], "text": said.text, "language": said.language}
            return json_response({**told, "reasons": [], "wants_text": False})
        raise Refusal(503, "unavailable", said.text if isinstance(said, Notice) else "it couldn't be kept: try again")

    async def _vote(self, caller: Caller, body: FeedbackRequest) -> BotReply | None:
        standing = (await self._feedback.vote_of(body.answer, caller.channel, caller.person)).value
        if body.vote == "none":
            if standing is None:
                return VoteNotice("", "fr", body.answer, None)
            # The same vote again, without a reason, takes it back.
            return await self._one(caller.message("+" if standing == 1 else "-", body.answer))
        sign = "+" if body.vote == "up" else "-"
        reason = " ".join(body.reason.split())
        return await self._one(caller.message(f"{sign} {reason}".strip(), body.answer, vote_stands=True))

    async def _one(self, message: Message) -> BotReply | None:
        """The last thing that is said to a message."""
        last: BotReply | None = None
        async with aclosing(self._conversation.handle(message)) as replies:
            async for reply in replies:
                last = reply
        return last

    async def _reply(self, answer_id: str) -> Reply:
        stored: dict[str, Any] | None = await self._answers.get(answer_id)
        if stored is None:
            raise Refusal(404, "not-found", _OPENS_NOTHING)
        return Reply.from_json(stored)


async def _events(replies: AsyncGenerator[BotReply]) -> AsyncGenerator[Event]:
    async with aclosing(replies):
        async for reply in replies:
            yield event_of(reply)


def _session(asker: Asker) -> dict[str, Any]:
    return Session(
        channel=asker.message.channel,
        role="admin" if asker.is_admin else "agent",
        language=asker.fixed_language,
        scope=asker.preferences.scope,
    ).model_dump(mode="json")
