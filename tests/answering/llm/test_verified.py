"""The second look: before an answer is shown (VERIFY), and at one that was given (`/verify`)."""

import json
from pathlib import Path

import pytest

from core.errors import ModelError
from tests.answering.llm.asking import asking
from tests.answering.llm.server import Script, serving
from tests.answering.llm.test_writer import ASKED, OFFERED, OWN, RIGHT, WRONG
from tests.corpora import question


def judged(*verdicts: str) -> Script:
    return Script(json.dumps({"claims": [{"n": n, "verdict": verdict} for n, verdict in enumerate(verdicts, 1)]}))


async def test_what_stands_is_shown_after_it_was_judged(tmp_path: Path) -> None:
    async with (
        serving(Script(f"{RIGHT} {OFFERED}"), judged("supported", "supported")) as server,
        asking(tmp_path, server, verify=True) as asked,
    ):
        shown, reply = await asked.ask(ASKED)
    assert shown == [RIGHT, OFFERED]
    assert (reply.verified, reply.rejected) == (True, ())
    assert reply.usage is not None
    assert reply.usage.calls == 2
    assert server.requests[1]["response_format"]["type"] == "json_schema"


async def test_what_does_not_stand_is_never_shown(tmp_path: Path) -> None:
    async with (
        serving(Script(f"{OFFERED} {RIGHT}"), judged("contradicted", "supported")) as server,
        asking(tmp_path, server, verify=True) as asked,
    ):
        shown, reply = await asked.ask(ASKED)
        stored = await asked.answers.get(reply.answer_id)
    assert shown == [RIGHT]
    assert OFFERED not in reply.text
    assert stored is not None
    assert stored["rejected"] == [f"contradicted: {OFFERED}"]


async def test_where_nothing_stands_the_documents_own_words_answer(tmp_path: Path) -> None:
    async with serving(Script(OFFERED), judged("absent")) as server, asking(tmp_path, server, verify=True) as asked:
        shown, reply = await asked.ask(ASKED)
    assert (reply.kind, reply.reason, reply.verified) == ("answer", None, True)
    assert shown == [OWN]


@pytest.mark.parametrize(
    "draft", [Script("Information non disponible dans les documents."), Script(WRONG)], ids=["refusal", "own words"]
)
async def test_refusals_and_the_documents_own_words_are_not_judged(tmp_path: Path, draft: Script) -> None:
    async with serving(draft) as server, asking(tmp_path, server, verify=True) as asked:
        reply = (await asked.ask(ASKED))[1]
    assert reply.kind == "refusal" or reply.text == OWN
    assert len(server.requests) == 1


async def test_a_judgement_that_is_no_json_is_asked_for_once_more(tmp_path: Path) -> None:
    scripts = (Script(RIGHT), Script("Tout est vrai."), judged("supported"))
    async with serving(*scripts) as server, asking(tmp_path, server, verify=True) as asked:
        shown, reply = await asked.ask(ASKED)
    assert (shown, reply.verified, reply.degraded) == ([RIGHT], True, False)


@pytest.mark.parametrize(
    "bad",
    [
        Script("Tout est vrai."),
        Script('{"claims": []}'),
        Script('{"claims": [{"n": 1, "verdict": "yes"}]}'),
        Script('{"claims": [{"n": "1", "verdict": "supported"}]}'),
        Script('{"claims": [{"n": 1, "verdict": "supported", "why": "…"}]}'),
        Script('{"claims": [{"n": 1, "verdict": "supported"}, {"n": 1, "verdict": "absent"}]}'),
        Script(status=500),
    ],
)
async def test_without_a_judgement_the_documents_own_words_answer(tmp_path: Path, bad: Script) -> None:
    async with serving(Script(RIGHT), bad) as server, asking(tmp_path, server, verify=True) as asked:
        _, reply = await asked.ask(ASKED)
    assert (reply.degraded, reply.verified) == (True, False)
    assert RIGHT not in reply.text


async def test_an_endpoint_without_schemas_is_asked_without(tmp_path: Path) -> None:
    def say(body: dict[str, object]) -> Script:
        if body.get("stream"):
            return Script(RIGHT)
        return Script(status=400) if "response_format" in body else judged("supported")

    async with serving(Script()) as server, asking(tmp_path, server, verify=True) as asked:
        server.say = say
        assert (await asked.ask(ASKED))[1].verified


async def test_an_answer_that_was_given_is_looked_at_again(tmp_path: Path) -> None:
    async with (
        serving(Script(f"{RIGHT} {OFFERED}"), judged("supported", "absent")) as server,
        asking(tmp_path, server) as asked,
    ):
        given = (await asked.ask(ASKED))[1]
        looked = await asked.second_look.verify(given.answer_id)
        cached = (await asked.ask(ASKED))[1]
    assert looked is not None
    assert (looked.text, looked.answer_id, looked.verified) == (RIGHT, given.answer_id, True)
    assert looked.rejected == (f"absent: {OFFERED}",)
    assert (cached.cached, cached.text) == (True, RIGHT), "whoever asks next is given what stood"


async def test_nothing_left_of_a_given_answer_leaves_its_source(tmp_path: Path) -> None:
    async with serving(Script(OFFERED), judged("contradicted")) as server, asking(tmp_path, server) as asked:
        given = (await asked.ask(question("le modem est-il offert pour azur max 240 Mbps")))[1]
        looked = await asked.second_look.verify(given.answer_id)
    assert looked is not None
    assert (looked.kind, looked.reason, len(looked.citations)) == ("quote", "check-failed", 1)


async def test_a_look_that_fails_changes_nothing(tmp_path: Path) -> None:
    async with serving(Script(RIGHT), Script(status=401)) as server, asking(tmp_path, server) as asked:
        given = (await asked.ask(ASKED))[1]
        with pytest.raises(ModelError):
            await asked.second_look.verify(given.answer_id)
        stored = await asked.answers.get(given.answer_id)
        assert await asked.second_look.verify("nobody's") is None
    assert stored is not None
    assert (stored["text"], stored["verified"]) == (RIGHT, False)
