"""The page's conversation: what is told as it comes, what is remembered, and clients that go away."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from bot.conversation import Conversation
from bot.replies import BotReply, Message, Progress
from bot.web.reindex_runs import ReindexRuns
from bot.web.review_texts import ReviewPageText
from bot.web.texts import WebText
from tests.bot.web.conftest import ARABIC, PRICE, Web, parse_events

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_an_answer_is_told_as_it_is_made(web: Web) -> None:
    await web.enter()
    events = await web.say(ARABIC)
    names = [name for name, _ in events]
    assert names[0] == "working"
    assert names[-2:] == ["answer", "done"]
    assert "preview" in names
    answer = events[-2][1]
    assert answer["language"] == "ar"
    assert "\u2066[1]\u2069" in answer["text"]
    assert answer["sources"][0]["line"].startswith("\u200f\u2066[1]\u2069")


async def test_commands_are_answered_and_kept(web: Web) -> None:
    await web.enter()
    [(name, notice), _] = await web.say("/lang ar")
    assert (name, notice["language"]) == ("notice", "ar")
    await web.say("/scope Offres")
    _, session = await web.call("GET", "/api/session")
    assert (session["language"], session["scope"]) == ("ar", "Offres")
    await web.say("/lang auto")
    await web.say("/scope all")
    [(_, welcome), _] = await web.say("/start")
    assert len(welcome["choices"]) == 3


async def test_history_is_this_person_s_with_their_votes(web: Web) -> None:
    await web.enter()
    answer = (await web.say(PRICE))[-2][1]
    await web.call("POST", "/api/feedback", web.origin, json={"answer": answer["answer"], "vote": "up"})
    _, history = await web.call("GET", "/api/history")
    assert history["turns"][-1]["answer"]["text"] == answer["text"]
    assert history["turns"][-1]["vote"] == "up"
    _, other = await web.call("GET", "/api/history", await web.key())
    assert other["turns"] == []


async def test_a_follow_up_is_understood(web: Web) -> None:
    await web.enter()
    await web.say(PRICE)
    events = await web.say("et pour 220 Mbps ?")
    assert "2\u202f870" in events[-2][1]["text"]
    assert events[-2][1]["completed"]


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"text": 1}', b'{"text": "a", "more": 1}', b'{"text": "\\ud800"}'])
async def test_what_cannot_be_said_is_refused(web: Web, body: bytes) -> None:
    await web.enter()
    headers = {**web.origin, "Content-Type": "application/json"}
    status, _ = await web.call("POST", "/api/say", headers, data=body)
    assert status in (400, 422)


async def test_a_client_that_goes_away_leaves_the_server_well(web: Web) -> None:
    """And their next question is not held up by the one that nobody waits for."""
    key = (await web.key())["Authorization"]
    host, port = web.url.removeprefix("http://").split(":")
    body = b'{"text": "quelles sont les conditions de l\'offre locataire ?"}'
    head = (
        f"POST /api/say HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: {key}\r\nContent-Type: application/json\r\n"
    )
    for _ in range(5):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        sock: socket.socket = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        writer.close()  # a reset, not a farewell
    async with asyncio.timeout(60):
        events = await web.events("/api/say", {"text": PRICE}, {"Authorization": key})
    assert events[-1][0] == "done"


async def test_two_people_talk_at_the_same_time(web: Web) -> None:
    keys = [await web.key() for _ in range(6)]
    told = await asyncio.gather(*(web.events("/api/say", {"text": f"{PRICE} ?"}, key) for key in keys))
    assert all(events[-2][0] == "answer" for events in told)


class SlowReindex:
    """A conversation whose reindex goes on when it is let."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.ended = 0

    async def handle(self, message: Message) -> AsyncGenerator[BotReply]:
        try:
            yield Progress("begun", "fr", 1, 2)
            await self.may_end.wait()
            yield Progress("done", "fr", 2, 2)
        finally:
            self.ended += 1


async def test_a_reindex_goes_on_without_who_started_it_and_others_follow_it() -> None:
    slow: Any = SlowReindex()
    conversation: Conversation = slow
    runs = ReindexRuns(conversation)
    await runs.start(Message("web", "a", "/reindex"))
    assert runs.is_running
    leaving = runs.follow()
    assert (await anext(leaving)).text == "begun"  # type: ignore[union-attr]
    await leaving.aclose()
    await runs.start(Message("web", "b", "/reindex"))  # joins the one that runs
    slow.may_end.set()
    assert [reply.text async for reply in runs.follow()] == ["begun", "done"]  # type: ignore[union-attr]
    assert (slow.ended, runs.is_running) == (1, False)
    assert runs.state().text == "done"


async def test_a_reindex_is_ended_with_the_server() -> None:
    slow: Any = SlowReindex()
    runs = ReindexRuns(slow)
    await runs.start(Message("web", "a", "/reindex"))
    await runs.stop()
    assert (slow.ended, runs.is_running) == (1, False)


async def test_comments_in_a_stream_are_no_events() -> None:
    assert parse_events(": \n\nevent: done\ndata: {}\n\n") == [("done", {})]


async def test_the_page_s_texts_name_the_same_fields_in_both_languages(web: Web) -> None:
    import re

    members = WebText.__members__ | ReviewPageText.__members__
    for name, text in members.items():
        fields = [set(re.findall(r"\{(\w+)\}", said)) for said in text.value]
        assert fields[0] == fields[1], name
    _, texts = await web.call("GET", "/static/texts.json")
    assert set(texts["texts"]["fr"]) == {name.lower() for name in members}
    assert texts["commands"]["ar"]["scope"] == "/نطاق"
