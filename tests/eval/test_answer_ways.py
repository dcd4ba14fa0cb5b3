"""Ways of answering side by side: one draft serves them all, and the table says what each displays."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from click.testing import CliRunner

from bot.cli import main
from core.settings import load_settings
from eval.answer_table import measure, table, uncited_numbers, wrong_row_values
from eval.answer_ways import CHECKED, EXTRACTIVE, UNCHECKED, VERIFIED, WAYS, ask_in_all_ways
from eval.drawing import draw
from eval.recorded import recording
from tests.answering.llm.server import Script, serving

BODY = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "?"}]}
QUESTION = {
    "id": "q",
    "question": "prix de la box 4g",
    "language": "fr",
    "expected": "answer",
    "documents": ["Offres/Rimal Box 4G prépayée - fiche offre 2026 FR.pdf"],
    "must_include": [["6 480"]],
    "must_not_include": ["3 870"],
}


async def ask(url: str, body: dict[str, Any]) -> str:
    async with aiohttp.ClientSession() as session, session.post(f"{url}/chat/completions", json=body) as answer:
        return await answer.text() if answer.status == 200 else f"status {answer.status}"


async def test_what_was_drafted_is_given_again_without_the_model(tmp_path: Path) -> None:
    file = tmp_path / "drafts.jsonl"
    async with serving(Script("Le prix est de 5 DA [1]."), Script(status=500)) as server:
        async with recording(server.url, "", file) as recorder:
            first = await ask(recorder.url, BODY)
        async with recording(server.url, "", file) as recorder:
            assert await ask(recorder.url, BODY) == first
            assert recorder.asked[0].text == "Le prix est de 5 DA [1]."
            assert recorder.asked[0].tokens == (100, 20)
            assert await ask(recorder.url, {**BODY, "temperature": 1}) == "status 500", "another request"
            assert len(recorder.asked) == 1, "what failed is not kept"
        assert len(server.requests) == 2


async def test_half_a_line_of_a_run_that_was_killed_is_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "drafts.jsonl"
    async with serving(Script("Oui [1].")) as server:
        async with recording(server.url, "", file) as recorder:
            await ask(recorder.url, BODY)
        file.write_text(file.read_text()[:40])
        async with recording(server.url, "", file) as recorder:
            await ask(recorder.url, BODY)
            assert recorder.asked[0].text == "Oui [1]."


@pytest.mark.slow
async def test_one_draft_serves_all_ways(tmp_path: Path, models_dir: Path) -> None:
    draft = "Box 4G avec carte SIM : 6 480 DA TTC [1]. Elle coûte aussi 777 DA [1]."
    judged = '{"claims": [{"n": 1, "verdict": "absent"}]}'
    settings = load_settings(llm_url="http://127.0.0.1:9/v1", llm_model="m", models_dir=models_dir, encoder_threads=1)
    async with serving() as server:
        server.say = lambda body: Script(draft if body.get("stream") else judged)
        async with recording(server.url, "", tmp_path / "drafts.jsonl") as recorder:
            rows = {row["way"]: row async for row in ask_in_all_ways(settings, [QUESTION], recorder)}
        assert [body.get("stream", False) for body in server.requests] == [True, False]
    assert rows[EXTRACTIVE]["calls"] == []
    assert rows[UNCHECKED]["reply"]["text"] == draft
    assert "777" not in rows[CHECKED]["reply"]["text"]
    assert rows[VERIFIED]["reply"]["text"] == rows[EXTRACTIVE]["reply"]["text"], "what was rejected is replaced"
    figures = {way: measure(QUESTION, rows[way], rows[EXTRACTIVE]["reply"]["text"]) for way in WAYS}
    assert [figures[way]["uncited"] for way in WAYS] == [0, 1, 0, 0]
    assert [figures[way]["facts"] for way in (EXTRACTIVE, UNCHECKED, CHECKED)] == [1, 1, 1]
    assert [figures[way]["dropped"] for way in WAYS] == [0, 0, 1, 2]
    assert figures[VERIFIED]["fallback"] == 1
    assert figures[VERIFIED]["tokens_in"] == 150
    shown = table({"q": QUESTION}, list(rows.values()))
    assert "1 of 1 questions" in shown
    assert "| uncited numbers displayed | 0 | 1 | 0 | 0 |" in shown


def test_numbers_without_a_source() -> None:
    texts = {1: "| Débit : 440 Mbps | Tarif : 2 270 DA |", 2: "9 120 DA"}
    asked = "tarif 440 ?"

    def uncited(sentence: str, *cites: int) -> list[Decimal]:
        return uncited_numbers(sentence, cites, texts, asked)

    assert uncited("Pour 440 Mbps, 2 270 DA par mois", 1) == []
    assert uncited("Pour 440 Mbps, 9 120 DA par mois", 1) == [9120]
    assert uncited("Pour 440 Mbps, 9 120 DA par mois", 1, 2) == []
    assert uncited("Le tarif est de 2 270 DA") == [2270], "nothing is cited"
    assert uncited("1. Ouvrir le menu", 1) == [], "a step's number"


def test_a_value_of_the_neighbouring_row() -> None:
    row = "| Débit : 880 Mbps | Tarif : 3 870 DA |"
    reply = {"kind": "answer", "text": "Le prix est de 3 870 DA [1].", "citations": [{"n": 1, "text": row}]}
    assert wrong_row_values(QUESTION, reply) == ["3 870"]
    assert wrong_row_values(QUESTION, {**reply, "citations": [{"n": 1, "text": "Tarif : 3 870 DA"}]}) == []
    assert wrong_row_values(QUESTION, {**reply, "kind": "refusal"}) == []


def test_the_same_questions_are_drawn_each_time() -> None:
    questions = [{"id": str(n), "language": "fr" if n % 2 else "ar"} for n in range(40)]
    drawn = draw(questions, 15)
    assert drawn == draw(list(questions), 15)
    assert len(drawn) == 15
    assert [question["language"] for question in drawn] == sorted(question["language"] for question in drawn)
    assert len(draw(questions, None)) == 40


@pytest.mark.parametrize(
    "arguments",
    [
        ["--draw", "3"],
        ["--answerer", "llm", "--compare", "a", "b"],
        ["--answerer", "llm", "--label", "no-model-is-set"],
    ],
)
def test_wrong_use_ends_with_status_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(main, ["evaluate", *arguments]).exit_code == 2


def test_what_only_a_rewrite_takes() -> None:
    assert CliRunner().invoke(main, ["ingest", "--yes"]).exit_code == 2
    assert CliRunner().invoke(main, ["ingest", "--rewrite", "--json"]).exit_code == 2
