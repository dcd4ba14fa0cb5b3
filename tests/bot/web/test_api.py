"""Questions over HTTP: one, a batch, a stream; and what becomes of everything that is no question."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from bot.web.asking import MOST_QUESTIONS
from bot.web.bodies import MAX_BYTES
from core.reply import Reply
from tests.bot.web.conftest import ARABIC, PRICE, Web, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_one_question_is_answered_with_the_reply_object(web: Web) -> None:
    status, body = await web.call("POST", "/api/ask", await web.key(), json={"question": PRICE})
    assert status == 200
    reply = Reply.from_json(body)
    assert (reply.kind, reply.language) == ("answer", "fr")
    assert "2\u202f460" in reply.text
    assert reply.citations[0].cell == "Tarif mensuel (DA TTC)"


async def test_language_and_scope_are_taken(web: Web) -> None:
    body = {"question": PRICE, "language": "ar", "scope": "Offres"}
    _, reply = await web.call("POST", "/api/ask", await web.key(), json=body)
    assert (reply["language"], reply["scope"]) == ("ar", "Offres")


async def test_a_stream_tells_stages_checked_sentences_and_the_reply(web: Web) -> None:
    events = await web.events("/api/ask", {"question": ARABIC}, await web.key())
    names = [name for name, _ in events]
    assert names[:2] == ["stage", "stage"]
    assert names[-2:] == ["reply", "done"]
    assert "sentence" in names
    assert events[-2][1]["language"] == "ar"


async def test_a_batch_keeps_its_categories_and_ids(web: Web) -> None:
    questions = {"offres": {"b": PRICE, "a": "prix locataire 999999 Mbps"}, "guides": {"1": ARABIC}, "rien": {}}
    status, body = await web.call("POST", "/api/chat/", await web.key(), json={"equipe": "nord", "question": questions})
    assert status == 200
    assert body["equipe"] == "nord"
    assert {name: list(texts) for name, texts in body["reponses"].items()} == {
        "offres": ["b", "a"],
        "guides": ["1"],
        "rien": [],
    }
    assert "2\u202f460" in body["reponses"]["offres"]["b"]
    assert "citations" not in body


async def test_a_batch_brings_citations_when_they_are_wanted_and_says_what_is_no_question(web: Web) -> None:
    body = {"equipe": 7, "question": {"x": {"1": PRICE, "2": "", "3": "[1]"}}, "citations": True, "more": None}
    status, answer = await web.call("POST", "/api/chat", await web.key(), json=body)
    assert status == 200
    assert answer["equipe"] == 7
    assert [item["n"] for item in answer["citations"]["x"]["1"]] == [1]
    assert answer["citations"]["x"]["2"] == []
    assert all(answer["reponses"]["x"].values())


async def test_what_a_key_asked_counts_against_its_limit(tmp_path: Path) -> None:
    async with serving(tmp_path, api_questions_per_minute=3) as web:
        key = await web.key()
        batch = {"equipe": "a", "question": {"x": {"1": PRICE, "2": ARABIC}}}
        assert (await web.call("POST", "/api/chat/", key, json=batch))[0] == 200
        async with web.client.post(f"{web.url}/api/chat/", json=batch, headers=key) as refused:
            assert refused.status == 429
            assert int(refused.headers["Retry-After"]) > 0
        assert (await web.call("POST", "/api/ask", key, json={"question": PRICE}))[0] == 200
        assert (await web.call("POST", "/api/ask", key, json={"question": PRICE}))[0] == 429
        # Another key has its own; a batch larger than any limit never passes.
        other = await web.key()
        assert (await web.call("POST", "/api/ask", other, json={"question": PRICE}))[0] == 200
        four = {"equipe": "a", "question": {"x": dict.fromkeys("1234", PRICE)}}
        assert (await web.call("POST", "/api/chat/", other, json=four))[0] == 413


async def test_many_at_once_are_all_answered(web: Web) -> None:
    key = await web.key()
    asked = [web.call("POST", "/api/ask", key, json={"question": f"{PRICE} {n}"}) for n in range(20)]
    assert {status for status, _ in await asyncio.gather(*asked)} == {200}


BAD = {
    "no JSON": ("{", 400, "not-json"),
    "nothing": ("", 415, "not-json"),
    "no object": ("[]", 422, "invalid"),
    "no question": ("{}", 422, "invalid"),
    "a number": ('{"question": 1}', 422, "invalid"),
    "unknown field": ('{"question": "prix", "x": 1}', 422, "invalid"),
    "no UTF-8": (b'{"question": "\xff"}', 400, "not-json"),
    "half a pair": ('{"question": "\\ud800"}', 400, "not-json"),
    "deep": ("[" * 100_000, 400, "not-json"),
    "empty": ('{"question": " "}', 422, "empty"),
    "no word": ('{"question": "[1]"}', 422, "unreadable"),
    "too long": (json.dumps({"question": "a" * 5000}), 422, "too-long"),
    "unknown scope": ('{"question": "prix", "scope": "zzz"}', 422, "unknown-scope"),
    "too large": (io.BytesIO(b"a" * (MAX_BYTES + 1)), 413, "too-large"),
}


@pytest.mark.parametrize(("body", "status", "reason"), BAD.values(), ids=BAD)
async def test_a_bad_body_is_told_what_is_wrong_with_it(web: Web, body: Any, status: int, reason: str) -> None:
    headers = {**await web.key(), **({"Content-Type": "application/json"} if body else {})}
    told, error = await web.call("POST", "/api/ask", headers, data=body)
    assert (told, error["error"]["reason"]) == (status, reason)
    assert error["error"]["message"]


async def test_too_many_questions_in_a_batch_are_refused(web: Web) -> None:
    questions = {"x": {str(n): "prix" for n in range(MOST_QUESTIONS + 1)}}
    status, error = await web.call("POST", "/api/chat/", await web.key(), json={"equipe": "a", "question": questions})
    assert (status, error["error"]["reason"]) == (413, "too-many-questions")


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/ask"), ("PUT", "/api/chat/"), ("PATCH", "/api/documents")])
async def test_a_wrong_method_is_told_the_right_one(web: Web, method: str, path: str) -> None:
    async with web.client.request(method, web.url + path, headers=await web.key()) as response:
        assert response.status == 405
        assert "POST" in response.headers["Allow"]
        assert (await response.json())["error"]["reason"] == "wrong-method"


@pytest.mark.parametrize("path", ["/api/nothing", "/api/sources/a%0Ab", "/api/sources/%C2%A9", "/api/"])
async def test_an_unknown_address_is_told_where_to_look(web: Web, path: str) -> None:
    status, error = await web.call("GET", path)
    assert status == 404
    assert "openapi.json" in error["error"]["message"]


async def test_without_an_index_it_is_our_fault_and_health_says_so(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    async with serving(tmp_path) as web:
        status, error = await web.call("POST", "/api/ask", await web.key(), json={"question": PRICE})
        assert (status, error["error"]["reason"]) == (503, "no-index")
        assert (await web.call("GET", "/health/ready"))[0] == 503
        assert (await web.call("GET", "/health/live"))[0] == 200


async def test_health_says_what_answers(web: Web) -> None:
    status, health = await web.call("GET", "/health")
    assert status == 200
    assert health["ready"]
    assert health["documents"] == 26


async def test_sources_show_what_the_answer_used(web: Web) -> None:
    key = await web.key()
    _, reply = await web.call("POST", "/api/ask", key, json={"question": PRICE})
    status, body = await web.call("GET", f"/api/sources/{reply['answer_id']}", key)
    assert status == 200
    [source] = body["sources"]
    [cited] = [line for line in source["lines"] if line.get("cited")]
    [cell] = [cell for cell in cited["cells"] if cell["answers"]]
    assert cell["parts"] == [{"text": "2 460", "used": True}]
    other = cited["cells"][2]["parts"]
    assert other == [{"text": "2 440", "used": False}], "a digit that two numbers share says nothing"
    assert (await web.call("GET", "/api/sources/none", key))[0] == 404


async def test_a_cited_document_is_downloaded_and_nothing_else(web: Web) -> None:
    key = await web.key()
    _, reply = await web.call("POST", "/api/ask", key, json={"question": PRICE})
    path = f"/api/sources/{reply['answer_id']}/1/file"
    assert (await web.call("GET", path, key))[0] == 404  # it isn't there any more
    file = web.settings.data_dir / reply["citations"][0]["document"]
    file.parent.mkdir(parents=True)
    file.write_bytes(b"the document")
    async with web.client.get(web.url + path, headers=key) as response:
        assert await response.read() == b"the document"
        assert response.headers["Content-Disposition"].startswith("attachment;")
    assert (await web.call("GET", path.replace("/1/", "/9/"), key))[0] == 404


async def test_votes_are_what_they_say_however_often_they_are_sent(web: Web) -> None:
    key = await web.key()
    _, reply = await web.call("POST", "/api/ask", key, json={"question": PRICE})
    answer = reply["answer_id"]

    async def send(**body: str) -> tuple[int, Any]:
        return await web.call("POST", "/api/feedback", key, json={"answer": answer, **body})

    for _ in range(2):
        assert (await send(vote="up"))[1]["vote"] == "up"
    down = (await send(vote="down"))[1]
    assert [item["reason"] for item in down["reasons"]] == ["wrong-figure", "wrong-document", "incomplete", "other"]
    assert (await send(vote="down", reason="other"))[1]["wants_text"]
    assert (await send(vote="down", reason="il manque l'option"))[1]["vote"] == "down"
    for _ in range(2):
        assert (await send(vote="none"))[1]["vote"] == "none"
    assert (await send(comment="merci"))[0] == 200
    assert (await send())[0] == 422
    assert (await send(vote="up", reason="x"))[0] == 422
    assert (await web.call("POST", "/api/feedback", key, json={"answer": "none", "vote": "up"}))[0] == 404


async def test_the_cache_is_emptied_and_the_index_loaded_again_by_admins(web: Web) -> None:
    key, admin = await web.key(), await web.key("admin")
    await web.call("POST", "/api/ask", key, json={"question": PRICE})
    _, again = await web.call("POST", "/api/ask", key, json={"question": PRICE})
    assert again["cached"]
    assert (await web.call("POST", "/api/cache", key, json={"clear": True}))[0] == 403
    assert (await web.call("POST", "/api/cache", admin, json={}))[0] == 422
    status, told = await web.call("POST", "/api/cache", admin, json={"clear": True, "reload": True})
    assert (status, told["index_version"]) == (200, again["index_version"])
    assert told["cleared"] >= 1
    _, fresh = await web.call("POST", "/api/ask", key, json={"question": PRICE})
    assert not fresh["cached"]
