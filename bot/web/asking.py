"""`/api/ask` and `/api/chat/`: questions of programs, one or a batch, without a conversation."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from aiohttp import web

from bot.asker import Asker
from bot.asking import Asking
from bot.asks import Asks, events_of
from bot.web.callers import Callers
from bot.web.operations import Call
from bot.web.refusals import Refusal, json_response
from bot.web.shapes import AskRequest, ChatRequest
from bot.web.sse import Event, stream, wants_events
from core.errors import StorageError
from core.question import Question, read_question
from core.reply import Final, Sentence, Stage
from core.settings import Settings
from storage.conversations import ConversationStore, Turn

log = logging.getLogger(__name__)

MOST_QUESTIONS = 1000
"""In one batch."""
_CHAT = "api"


class ApiAsking:
    """Both operations. Answers are kept as those of conversations are, so that figures and votes count them."""

    def __init__(self, engine: Asks, settings: Settings, conversations: ConversationStore, callers: Callers) -> None:
        self._engine = engine
        self._settings = settings
        self._conversations = conversations
        self._callers = callers

    async def ask(self, call: Call) -> web.StreamResponse:
        """One question: the reply object, or what leads to it as events."""
        body: AskRequest = call.body
        question = read_question(body.question, settings=self._settings, language=body.language)
        if body.scope is not None:
            question = replace(question, scope=await self._engine.resolve_scope(body.scope))
        await self._callers.count_questions(call.who, 1)
        if wants_events(call.request):
            return await stream(call.request, self._events(call.who, question))
        async with aclosing(self._events(call.who, question)) as events:
            async for name, value in events:
                if name == "reply":
                    return json_response(value)
        raise RuntimeError("the engine ended without a reply")

    async def chat(self, call: Call) -> web.StreamResponse:
        """A batch: `{"equipe": …, "reponses": {category: {id: text}}}`."""
        body: ChatRequest = call.body
        items = [
            {"id": (category, name), "question": text}
            for category, texts in body.question.items()
            for name, text in texts.items()
        ]
        if len(items) > MOST_QUESTIONS:
            raise Refusal(413, "too-many-questions", f"{len(items)} questions: at most {MOST_QUESTIONS} at once")
        if items:
            await self._callers.count_questions(call.who, len(items))
        texts: dict[str, dict[str, str]] = {category: {} for category in body.question}
        cited: dict[str, dict[str, list[dict[str, Any]]]] = {category: {} for category in body.question}
        asking = Asking(self._engine, self._settings, body.language)
        async with aclosing(asking.batch(items)) as objects:
            async for found in objects:
                category, name = found["id"]
                texts[category][name] = found["text"]
                cited[category][name] = [_cited(item) for item in found.get("citations", ())]
                await self._note(call.who, found.get("answer_id", ""), found.get("language", ""))
        answer: dict[str, Any] = {"equipe": body.equipe, "reponses": texts}
        return json_response({**answer, "citations": cited} if body.citations else answer)

    async def _events(self, asker: Asker, question: Question) -> AsyncGenerator[Event]:
        async with events_of(self._engine, question) as events:
            async for event in events:
                match event:
                    case Stage(name):
                        yield "stage", {"stage": name}
                    case Sentence(text):
                        yield "sentence", {"text": text}
                    case Final(reply):
                        await self._note(asker, reply.answer_id, reply.language)
                        yield "reply", reply.to_json()

    async def _note(self, asker: Asker, answer_id: str, language: str) -> None:
        """Note who was given the answer; a disk that is full must not cost them the answer itself."""
        if not answer_id:
            return
        message = asker.message
        try:
            await self._conversations.add_turn(message.channel, message.person, _CHAT, Turn(answer_id, language))
        except StorageError as error:
            log.error("%s (%s)", error, error.hint)


def _cited(citation: dict[str, Any]) -> dict[str, Any]:
    return {name: citation[name] for name in ("n", "document", "title", "section", "page", "text")}
