"""Judges behind a real endpoint on loopback: what they say, what they fail to say, and what is kept of it."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.documents.chunk import Chunk
from core.errors import SettingsError
from core.models.base import Vectors
from core.settings import Settings, load_settings
from eval.judging.judge import check_judges
from eval.judging.kept import Kept
from eval.judging.report import as_json, judged_page
from eval.judging.run import Judgement, judge_rows
from tests.answering.llm.server import Script, ScriptedServer, serving

SHEET, PLAY = "Offres/Rimal Fibre FR.docx", "Offres/Rimal Play.docx"
CHUNKS = {
    chunk.id: chunk
    for chunk in (
        Chunk(SHEET, 0, "Rimal Fibre", "", None, "fr", "Offres", None, "220 Mbps : 2 560 DA par mois"),
        Chunk(SHEET, 1, "Rimal Fibre", "", None, "fr", "Offres", None, "440 Mbps : 2 970 DA par mois"),
        Chunk(PLAY, 0, "Rimal Play", "", None, "fr", "Offres", None, "Engagement de 14 mois"),
    )
}
ANSWER = "Rimal Fibre — 220 Mbps : 2 560 DA [1]. L'engagement est de 14 mois [2]."


def answered(name: str = "q", text: str = ANSWER, **more: Any) -> dict[str, Any]:
    """A row: two sentences over three passages, of which the first two are right; one fact in them, one not."""
    passages = [{"chunk": chunk} for chunk in CHUNKS]
    return {
        "id": name,
        "question": "prix fibre 220",
        "expected": "answer",
        "documents": [SHEET],
        "must_include": [["2 560", "2560"], ["3 333"]],
        "reply_kind": "answer",
        "reply_language": "fr",
        "text": text,
        "passages": passages,
        "candidates": [{"chunk": chunk, "gate": 0.8} for chunk in CHUNKS],
    } | more


def refused(name: str = "r", **more: Any) -> dict[str, Any]:
    """A row: refused, nothing was handed on."""
    row = answered(name, "Information non disponible.", reply_kind="refusal", expected="refuse", passages=[])
    return row | {"documents": [], "must_include": []} | more


def part_of(body: dict[str, Any]) -> str:
    """What a request asks for, by the form that it wants."""
    names = set(body["response_format"]["json_schema"]["schema"]["properties"])
    if "questions" in names:
        return "questions"
    if "answerable" in names:
        return "refusal"
    return "statements" if "Affirmations" in body["messages"][1]["content"] else "passages"


def supported(*verdicts: bool) -> dict[str, Any]:
    """What a judge says of statements, each found in the first passage."""
    return {str(n): {"passage": 1, "supported": verdict} for n, verdict in enumerate(verdicts, 1)}


def saying(**verdicts: Any) -> Callable[[dict[str, Any]], Script]:
    """A judge who says the same of every question; by default all is well."""
    said = {
        "statements": supported(True, True, True, False),
        "passages": {"relevant": [1]},
        "questions": {"questions": ["Quel est le prix ?", "Combien ?", "Le tarif ?"], "noncommittal": False},
        "refusal": {"answerable": False, "polite": True, "useful": True},
    } | verdicts
    return lambda body: Script(json.dumps(said[part_of(body)]))


def encode(texts: Sequence[str]) -> Vectors:
    """The question asked stands at a cosine of 0.6 to any other."""
    return np.array([[1, 0] if n == 0 else [0.6, 0.8] for n in range(len(texts))], dtype=np.float32)


def settings_of(server: ScriptedServer, second: ScriptedServer | None = None, **more: Any) -> Settings:
    other = {"second_judge_url": second.url, "second_judge_model": "b"} if second else {}
    return load_settings(judge_url=server.url, judge_model="a", judge_timeout_s=5.0, **other, **more)


async def judged(settings: Settings, file: Path, *rows: dict[str, Any]) -> Judgement:
    return await judge_rows("base", rows, CHUNKS, settings, Kept(file), encode)


def figures(judgement: Judgement, name: str = "q", judge: str = "1: a") -> dict[str, float]:
    return dict(judgement.scored[judge][name].figures)


async def test_the_figures_of_an_answer(tmp_path: Path) -> None:
    async with serving() as server:
        server.say = saying(statements=supported(True, False, True, False))
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered())
    assert figures(judgement) == {
        "faithfulness": 0.5,
        "context_recall": 0.5,
        "context_precision": 1.0,
        "answer_relevancy": pytest.approx(0.6),
    }
    assert len(server.requests) == 3
    sentences = server.requests[0]["messages"][1]["content"]
    assert "1. Rimal Fibre — 220 Mbps : 2 560 DA." in sentences
    assert "4. La réponse à « prix fibre 220 » contient : 3 333" in sentences
    assert "[1]" not in server.requests[2]["messages"][1]["content"], "labels are no part of the answer"


async def test_the_calls_of_a_question_begin_alike(tmp_path: Path) -> None:
    async with serving() as server:
        server.say = saying()
        await judged(settings_of(server), tmp_path / "j.jsonl", answered())
    one, other = ([message["content"] for message in body["messages"]] for body in server.requests[:2])
    assert one[0] == other[0]
    shared = one[1].partition("Affirmations")[0]
    assert other[1].startswith(shared.rstrip())
    assert all(chunk.text in shared for chunk in CHUNKS.values())


async def test_the_figure_of_a_refusal(tmp_path: Path) -> None:
    async with serving() as server:
        server.say = saying(refusal={"answerable": False, "polite": True, "useful": False})
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", refused())
    assert figures(judgement, "r") == {"refusal_quality": pytest.approx(2 / 3)}
    assert len(server.requests) == 1
    assert "220 Mbps" in server.requests[0]["messages"][1]["content"], "the passages that the gate looked at"


async def test_nothing_handed_on_recalls_nothing(tmp_path: Path) -> None:
    row = refused(expected="answer", documents=[SHEET], must_include=[["2 560"]])
    async with serving() as server:
        server.say = saying()
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", row)
    assert figures(judgement, "r") == {"context_recall": 0.0, "refusal_quality": 1.0}


async def test_rate_limits_and_faults_are_waited_out(tmp_path: Path) -> None:
    async with serving() as server:
        say, failures = saying(), [Script(status=status, headers={"retry-after": "0"}) for status in [429] * 5 + [503]]
        server.say = lambda body: failures.pop() if failures else say(body)
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered())
    assert judgement.not_judged == 0
    assert figures(judgement)["faithfulness"] == 1
    assert len(server.requests) == 6 + 3


@pytest.mark.parametrize(
    "said",
    [
        "oui",
        json.dumps(supported(True, True)),
        json.dumps(supported(True, True, True, "true")),  # type: ignore[arg-type]
        json.dumps(supported(True, True, True, True) | {"5": {"passage": 1, "supported": True}}),
        json.dumps(supported(True, True, True) | {"4": {"passage": 4, "supported": True}}),
        json.dumps(supported(True, True, True) | {"4": True}),
        "[true, true, true, true]",
    ],
)
async def test_what_is_no_verdict_is_asked_once_more_then_not_judged(tmp_path: Path, said: str) -> None:
    async with serving() as server:
        say = saying()
        server.say = lambda body: Script(said) if part_of(body) == "statements" else say(body)
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered(), refused())
        assert [part_of(body) for body in server.requests].count("statements") == 2
        assert sorted(figures(judgement)) == ["answer_relevancy", "context_precision"], "no zero for what failed"
        assert judgement.not_judged == 2
        found = as_json(judgement)["figures"]["1: a"]
        assert found["faithfulness"] == {"estimate": None, "not_judged": 1}
        assert found["refusal_quality"]["not_judged"] == 0
        assert "judge 1: a, q: faithfulness (no JSON after the schema, twice)" in judged_page(judgement)

        server.requests.clear()
        server.say = say
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered(), refused())
        assert [part_of(body) for body in server.requests] == ["statements"], "all else was kept"
    assert judgement.not_judged == 0


@pytest.mark.parametrize("relevant", [[0], [4], [True], ["1"], None])
async def test_passages_that_are_none(tmp_path: Path, relevant: object) -> None:
    async with serving() as server:
        server.say = saying(passages={"relevant": relevant})
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered())
    assert list(judgement.scored["1: a"]["q"].not_judged) == ["context_precision"]


async def test_no_relevant_passage_is_a_zero(tmp_path: Path) -> None:
    async with serving() as server:
        server.say = saying(passages={"relevant": []})
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered())
    assert figures(judgement)["context_precision"] == 0


async def test_questions_without_a_word_are_none(tmp_path: Path) -> None:
    async with serving() as server:
        server.say = saying(questions={"questions": ["…", "…", "…"], "noncommittal": False})
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered())
    assert "answer_relevancy" in judgement.scored["1: a"]["q"].not_judged


async def test_a_fence_around_the_json_is_forgiven(tmp_path: Path) -> None:
    async with serving() as server:
        say = saying()
        server.say = lambda body: Script(f"```json\n{say(body).text}\n```")
        assert (await judged(settings_of(server), tmp_path / "j.jsonl", answered())).not_judged == 0


async def test_an_endpoint_that_is_down_is_left_alone(tmp_path: Path) -> None:
    rows = [answered(f"q{n}") for n in range(4)]
    async with serving(Script(status=401)) as server:
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", *rows)
    assert len(server.requests) == 3
    assert judgement.not_judged == 16
    assert figures(judgement, "q0") == {}
    assert "not asked any more after 3 failures: the endpoint refuses the request with status 401" in (
        judged_page(judgement)
    )


async def test_half_a_line_of_a_run_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    async with serving() as server:
        server.say = saying()
        settings = settings_of(server)
        await judged(settings, file, answered())
        file.write_bytes(file.read_bytes()[:-30])
        server.requests.clear()
        first = await judged(settings, file, answered())
        assert [part_of(body) for body in server.requests] == ["questions"]
        server.requests.clear()
        assert await judged(settings, file, answered()) == first
        assert not server.requests, "the line after the broken one can be read"


async def test_another_answer_is_judged_anew_and_so_it_is_by_another_judge(tmp_path: Path) -> None:
    file = tmp_path / "j.jsonl"
    async with serving() as server, serving() as other:
        server.say = other.say = saying()
        await judged(settings_of(server), file, answered())
        server.requests.clear()
        await judged(settings_of(server), file, answered(text="Rimal Fibre : 2 560 DA [1]. Engagement : 12 mois [2]."))
        assert [part_of(body) for body in server.requests] == ["statements", "questions"]
        await judged(settings_of(other), file, answered())
        assert len(other.requests) == 3


async def test_two_judges_and_their_agreement(tmp_path: Path) -> None:
    async with serving() as server, serving() as second:
        server.say = saying(statements=supported(True, True, True, False))
        second.say = saying(
            statements=supported(True, False, True, False),
            passages={"relevant": [2]},
            refusal={"answerable": True, "polite": True, "useful": True},
        )
        judgement = await judged(settings_of(server, second), tmp_path / "j.jsonl", answered(), refused())
    assert figures(judgement, judge="2: b")["context_precision"] == 0.5
    found = as_json(judgement)["agreement"]
    both = found["judge 1: a / judge 2: b"]
    assert both["claim"] == {"count": 2, "same": 0.5, "kappa": pytest.approx(0)}
    assert both["fact"] == {"count": 2, "same": 1.0, "kappa": pytest.approx(1)}
    assert both["passage"]["same"] == pytest.approx(1 / 3)
    assert both["refusal"]["same"] == pytest.approx(2 / 3)
    assert both["all"]["count"] == 2 + 2 + 3 + 1 + 3
    labels = found["judge 1: a / the labels"]
    assert labels["fact"] == {"count": 2, "same": 1.0, "kappa": pytest.approx(1)}
    assert labels["passage"]["same"] == pytest.approx(2 / 3), "the second passage is of the right document"
    page = judged_page(judgement)
    assert "| faithfulness | 1.00 (1.00–1.00), n=1 | 0.50 (0.50–0.50), n=1 | 0.50, n=1 |" in page
    assert "| refusal quality | 1.00 (1.00–1.00), n=1 | 0.00 (0.00–0.00), n=1 | 1.00, n=1 |" in page
    assert "| judge 1: a and judge 2: b | claim supported | 2 | 0.50 | 0.00 |" in page


async def test_what_one_judge_could_not_judge_is_not_compared(tmp_path: Path) -> None:
    async with serving() as server, serving(Script(status=401)) as second:
        server.say = saying()
        judgement = await judged(settings_of(server, second), tmp_path / "j.jsonl", answered())
    assert "judge 1: a / judge 2: b" in as_json(judgement)["agreement"]
    assert as_json(judgement)["agreement"]["judge 1: a / judge 2: b"] == {}
    assert "| faithfulness | 1.00 (1.00–1.00), n=1 | 1 not judged |  |" in judged_page(judgement)


async def test_questions_without_a_reply_are_counted_apart(tmp_path: Path) -> None:
    async with serving() as server:
        server.say = saying()
        judgement = await judged(settings_of(server), tmp_path / "j.jsonl", answered(reply_kind="error"), refused())
    assert judgement.no_reply == ("q",)
    assert "nothing was judged: 1" in judged_page(judgement)


async def test_passages_that_do_not_fit_are_told(tmp_path: Path) -> None:
    long = {**CHUNKS, f"{PLAY}#0": Chunk(PLAY, 0, "Rimal Play", "", None, "fr", "Offres", None, "14 mois. " * 400)}
    async with serving() as server:
        server.say = saying(passages={"relevant": [2, 1]})
        settings = settings_of(server, judge_context_tokens=2048)
        judgement = await judge_rows("base", [answered()], long, settings, Kept(tmp_path / "j"), encode)
    assert judgement.left_out == 1
    assert "weren't shown: 1" in judged_page(judgement)


def test_which_judges_can_be_set() -> None:
    one = {"judge_url": "http://127.0.0.1:9/v1", "judge_model": "a"}
    check_judges(load_settings(**one))
    check_judges(load_settings(llm_url="http://127.0.0.1:9/v1", llm_model="m"))
    check_judges(load_settings(**one, second_judge_url=one["judge_url"], second_judge_model="b"))
    with pytest.raises(SettingsError, match="no judge"):
        check_judges(load_settings())
    with pytest.raises(SettingsError, match="same model"):
        check_judges(load_settings(**one, second_judge_url=one["judge_url"], second_judge_model="a"))
    with pytest.raises(SettingsError, match="JUDGE_URL and JUDGE_MODEL"):
        load_settings(judge_url="http://127.0.0.1:9/v1")
    with pytest.raises(SettingsError, match="JUDGE_API_KEY"):
        load_settings(judge_url="http://me:secret@127.0.0.1:9/v1", judge_model="a")
