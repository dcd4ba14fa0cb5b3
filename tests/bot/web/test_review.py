"""The review of votes and the evaluations over HTTP: what an admin sees and does, what is refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bot.learning.personal_data import masked
from eval.history import note
from eval.labelled import read_labelled
from tests.bot.web.conftest import PRICE, Web, serving
from tests.eval.test_regression import RUN

DOCUMENT = "Offres/Offre Rimal Fibre Locataire V3 FR.docx"


@pytest.fixture
def own(tmp_path: Path, models_dir: Path) -> dict[str, Any]:
    """Settings of a bot whose questions lie in a file of its own."""
    return {"models_dir": models_dir, "questions_file": tmp_path / "questions.json"}


async def vote(web: Web, question: str, value: str, reason: str = "") -> str:
    """Ask and vote as the person at this machine; gives the group's id."""
    answer = next(told for name, told in await web.say(question) if name == "answer")
    body = {"answer": answer["answer"], "vote": value, "reason": reason}
    assert (await web.call("POST", "/api/feedback", web.origin, json=body))[0] == 200
    return next(group.id for group in await web.app.desk.groups() if group.answers[0].question == question)


async def test_a_vote_down_becomes_a_question_of_the_evaluation(tmp_path: Path, own: dict[str, Any]) -> None:
    question = f"{PRICE} pour le 0555 12 34 56"
    async with serving(tmp_path, **own) as web:
        await web.enter()
        group_id = await vote(web, question, "down", "appelez le 0661 00 11 22")
        _, listed = await web.call("GET", "/api/review")
        assert (listed["total"], listed["page"], listed["pages"]) == (1, 1, 1)
        [group] = listed["groups"]
        assert (group["id"], group["down"], group["is_complaint"]) == (group_id, 1, True)
        assert group["question"] == masked(question, "fr")

        _, detail = await web.call("GET", f"/api/review/{group_id.upper()}")
        assert detail["reasons"] == ["appelez le [téléphone]"]
        [given] = detail["answers"]
        assert "2\u202f460" in given["text"]
        assert given["gate"]["best"] > given["gate"]["threshold"]
        assert [item["number"] for item in given["documents"]] == list(range(1, len(given["documents"]) + 1))
        [cited] = [item for item in given["documents"] if item["passages"]]
        assert cited["document"] == DOCUMENT
        assert cited["score"]

        path = f"/api/review/{group_id}"
        verdict = {"documents": [str(cited["number"])], "facts": [["9 999 999"]]}
        status, refused = await web.call("POST", f"{path}/accept", web.origin, json=verdict)
        assert (status, refused["error"]["reason"]) == (422, "no-such-fact")
        assert refused["error"]["fields"][0]["problem"] == "9 999 999"

        verdict["facts"] = [["2 460", "2460"]]
        edited = await web.call("POST", f"{path}/edit", web.origin, json={"question": f"{PRICE} ?"})
        assert edited == (200, {"id": group_id})
        status, done = await web.call("POST", f"{path}/accept", web.origin, json={**verdict, "wrong": ["5 000"]})
        assert status == 200, done
        assert done["question"] == f"{PRICE} ?"
        [entry] = read_labelled([tmp_path / "questions.json"])
        assert (entry["id"], entry["documents"]) == (done["id"], [DOCUMENT])
        assert (entry["must_include"], entry["must_not_include"]) == ([["2 460", "2460"]], ["5 000"])

        assert (await web.call("GET", "/api/review"))[1]["groups"] == []
        _, accepted = await web.call("GET", "/api/review?show=accepted")
        assert [group["state"] for group in accepted["groups"]] == ["accepted"]
        status, refused = await web.call("POST", f"{path}/accept", web.origin, json=verdict)
        assert (status, refused["error"]["reason"]) == (409, "not-open")
        noted = await web.app.database.read(
            lambda db: [row[0] for row in db.conn.execute("SELECT action FROM admin_log ORDER BY rowid").fetchall()]
        )
        assert noted == [
            f"review {action}" for action in ("list", "show", "accept", "edit", "accept", "list", "list", "accept")
        ]


async def test_discard_reopen_and_refuse(tmp_path: Path, own: dict[str, Any]) -> None:
    async with serving(tmp_path, **own) as web:
        await web.enter()
        path = f"/api/review/{await vote(web, PRICE, 'down')}"
        assert (await web.call("POST", f"{path}/discard", web.origin))[0] == 200
        assert (await web.call("POST", f"{path}/discard", web.origin))[0] == 409
        assert (await web.call("GET", "/api/review?show=discarded"))[1]["total"] == 1
        assert (await web.call("POST", f"{path}/open", web.origin))[0] == 200
        told = await web.call("POST", f"{path}/accept", web.origin, json={"refuse": True, "facts": [["2 460"]]})
        assert told[0] == 422
        assert (await web.call("POST", f"{path}/accept", web.origin, json={"refuse": True}))[0] == 200
        [entry] = json.loads((tmp_path / "questions.json").read_text(encoding="utf-8"))
        assert entry["expected"] == "refuse"


async def test_a_praised_answer_is_pinned_and_let_go(tmp_path: Path, own: dict[str, Any]) -> None:
    async with serving(tmp_path, **own) as web:
        await web.enter()
        group_id = await vote(web, PRICE, "up")
        assert (await web.call("GET", "/api/review"))[1]["total"] == 0
        _, good = await web.call("GET", "/api/review?show=good")
        assert [group["id"] for group in good["groups"]] == [group_id]
        assert (await web.call("POST", f"/api/review/{group_id}/pin", web.origin))[0] == 200
        assert (await web.call("GET", "/api/review/pins"))[1] == {
            "pins": [{"id": group_id, "question": PRICE, "fault": None}]
        }
        assert (await web.call("POST", f"/api/review/{group_id}/unpin", web.origin))[1] == {"count": 1}
        other = await vote(web, "prix recharge Box L", "down")
        status, told = await web.call("POST", f"/api/review/{other}/pin", web.origin)
        assert (status, told["error"]["reason"]) == (422, "no-praise")


async def test_without_a_file_for_questions_it_says_so(tmp_path: Path, models_dir: Path) -> None:
    async with serving(tmp_path, models_dir=models_dir) as web:
        await web.enter()
        path = f"/api/review/{await vote(web, PRICE, 'down')}"
        status, told = await web.call("POST", f"{path}/accept", web.origin, json={"refuse": True})
        assert (status, told["error"]["reason"]) == (409, "no-questions-file")


@pytest.mark.asyncio(loop_scope="module")
async def test_only_admins_review(web: Web) -> None:
    key = await web.key("agent")
    for method, path in [
        ("GET", "/api/review"),
        ("GET", "/api/review/pins"),
        ("GET", "/api/review/0123456789"),
        ("POST", "/api/review/0123456789/accept"),
        ("POST", "/api/review/0123456789/discard"),
        ("GET", "/api/evaluations"),
        ("GET", "/api/evaluations/right.svg"),
    ]:
        status, told = await web.call(method, path, key)
        assert (status, told["error"]["reason"]) == (403, "admins-only"), path


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_not_there_or_not_described(web: Web) -> None:
    key = await web.key("admin")
    assert (await web.call("GET", "/api/review/0123456789", key))[0] == 404
    assert (await web.call("POST", "/api/review/0123456789/accept", key, json={"refuse": True}))[0] == 404
    assert (await web.call("GET", "/api/review?page=900", key))[1]["page"] == 1
    for query in ("page=0", "page=x", "show=all", "shown=good"):
        status, told = await web.call("GET", f"/api/review?{query}", key)
        assert (status, told["error"]["reason"]) == (422, "invalid"), query
    for body in ({"facts": [[" "]]}, {"facts": [[]]}, {"wrong": [""]}, {"fact": []}):
        assert (await web.call("POST", "/api/review/0123456789/accept", key, json=body))[0] == 422, body
    assert (await web.call("GET", "/api/evaluations/right.svg", key))[0] == 404


async def test_evaluations_in_numbers_and_as_a_picture(tmp_path: Path, models_dir: Path) -> None:
    async with serving(tmp_path, models_dir=models_dir) as web:
        key = await web.key("admin")
        assert (await web.call("GET", "/api/evaluations", key))[1] == {
            "dates": [],
            "index_versions": [],
            "figures": [],
        }
        for hour, values in (("10", {"all": 0.5, "fr": 0.75}), ("11", {"all": 0.625})):
            note(replace(RUN, date=f"2026-11-30T{hour}:00:00+00:00", figures={"right": values}), web.settings.db_dir)
        _, told = await web.call("GET", "/api/evaluations", key)
        assert told["figures"] == [{"figure": "right", "values": {"all": [0.5, 0.625], "fr": [0.75, None]}}]
        async with web.client.get(f"{web.url}/api/evaluations/right.svg", headers=key) as response:
            assert response.content_type == "image/svg+xml"
            drawn = ElementTree.fromstring(await response.text())
        assert len(drawn.findall("{*}circle")) == 3

        *_, (_, notice), _ = await web.events("/api/say", {"text": "/stats"}, key)
        assert notice["trend"] is True


@pytest.mark.asyncio(loop_scope="module")
async def test_the_description_names_what_may_stand_behind_the_path(web: Web) -> None:
    _, described = await web.call("GET", "/api/openapi.json")
    parameters = described["paths"]["/api/review"]["get"]["parameters"]
    assert [(item["name"], item["in"], item["required"]) for item in parameters] == [
        ("show", "query", False),
        ("page", "query", False),
    ]
    assert "good" in parameters[0]["schema"]["enum"]
    assert described["paths"]["/api/review/{id}/accept"]["post"]["requestBody"]["required"]
