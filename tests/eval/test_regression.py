"""Won and lost between two versions, what may measure, and the history of runs."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.calibrating import ENOUGH_QUESTIONS, for_setting
from core.settings import PROJECT_ROOT, Settings
from eval.halves import calibrating, measuring
from eval.history import KEPT, Run, figures_of, line_of, note, runs
from eval.regression import is_right, regression, right_rows
from eval.trend import trend_table
from eval.trend_picture import draw_trend

OWN = json.loads((PROJECT_ROOT / "eval" / "questions.json").read_text(encoding="utf-8"))
ASKED = {"id": "q", "question": "prix azur", "language": "fr", "expected": "answer", "documents": ["a.docx"]}


def reply(text: str = "7 150 DA [1].", kind: str = "answer", document: str = "a.docx") -> dict[str, Any]:
    citations = [] if kind == "refusal" else [{"document": document, "text": text}]
    return {"kind": kind, "text": text, "citations": citations, "candidates": []}


@pytest.mark.parametrize(
    ("question", "given", "right"),
    [
        ({"must_include": [["7 150"]]}, reply(), True),
        ({}, reply(), True),
        ({"must_include": [["9 990"]]}, reply(), False),
        ({"must_not_include": ["7 150"]}, reply(), False),
        ({}, reply(document="b.docx"), False),
        ({}, reply("Je ne sais pas.", "refusal"), False),
        ({}, {"kind": "error", "text": ""}, False),
        ({"expected": "refuse"}, reply("Je ne sais pas.", "refusal"), True),
        ({"expected": "refuse"}, reply(), False),
    ],
)
def test_what_is_right(question: dict[str, Any], given: dict[str, Any], right: bool) -> None:
    [row] = right_rows([ASKED | question], [given])
    assert row["figures"]["right"] == right == is_right(row["figures"], row["expected"])


@pytest.mark.parametrize(
    ("lost", "won", "is_drop"),
    [(6, 0, True), (5, 0, False), (0, 6, False), (9, 2, False), (12, 2, True), (0, 0, False)],
)
def test_a_drop_is_more_than_chance(lost: int, won: int, is_drop: bool) -> None:
    questions = [ASKED | {"id": str(number)} for number in range(lost + won + 20)]
    refusal = reply("non", "refusal")
    before = right_rows(questions, [refusal if number < won else reply() for number in range(len(questions))])
    after = right_rows(questions, [refusal if won <= n < won + lost else reply() for n in range(len(questions))])
    found = regression(before, after)
    assert (len(found.won), len(found.lost), found.is_drop) == (won, lost, is_drop)
    assert found.to_json()["is_drop"] == is_drop


def test_no_question_both_sets_and_measures(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text(json.dumps(OWN), encoding="utf-8")
    settings = Settings(questions_file=path)
    measured = {question["question"] for question in measuring(OWN, settings)}
    taken = calibrating(path)
    assert measured
    assert taken
    assert not measured & taken
    assert measured | taken == {question["question"] for question in OWN}
    # A copy under another name measures no better, and a promoted question falls on its side by the same rule.
    for text in ("prix azur 480", "prix azur 240", "prix azur 120", "frais azur"):
        more = [*OWN, ASKED | {"id": text, "question": text}]
        path.write_text(json.dumps(more), encoding="utf-8")
        assert (text in calibrating(path)) == for_setting(text)
        assert {question["question"] for question in measuring(more, settings)} >= measured, "others keep their side"


def test_where_nothing_is_calibrated_on_questions_all_measure(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    few = [question for question in OWN if question["expected"] == "answer"][: ENOUGH_QUESTIONS - 1]
    path.write_text(json.dumps(few), encoding="utf-8")
    assert measuring(few, Settings(questions_file=path)) == few
    assert measuring(OWN, Settings()) == OWN


RUN = Run("2026-11-30T10:00:00+00:00", "check", "reindex-1", ("q.json",), {}, {}, "v1", "s1", {}, {})


def test_history_and_its_line(tmp_path: Path) -> None:
    questions = [ASKED | {"id": "1"}, ASKED | {"id": "2", "language": "ar"}, ASKED | {"id": "3", "expected": "refuse"}]
    figures, counts = figures_of(right_rows(questions, [reply(), reply("x", "refusal"), reply("x", "refusal")]))
    assert figures["right"] == {"all": 0.6667, "fr": 1.0, "ar": 0.0}
    assert figures["refused"] == {"all": 0.5, "fr": 0.0, "ar": 1.0}
    assert figures["answered"] == {"all": 0.0, "fr": 0.0}
    assert counts == {"all": 3, "fr": 2, "ar": 1}
    for hour in range(3):
        note(replace(RUN, date=f"2026-11-30T1{hour}:00:00+00:00", figures=figures, counts=counts), tmp_path)
    note(replace(RUN, date="2026-11-30T14:00:00+00:00", changed={"X": "1"}), tmp_path)
    note(replace(RUN, date="2026-11-30T15:00:00+00:00", questions=("other.json",)), tmp_path)
    note(replace(RUN, date="2026-11-30T16:00:00+00:00", figures=figures, counts=counts), tmp_path)
    (tmp_path / "evaluations" / "20270101000000-broken.json").write_text("{", encoding="utf-8")
    line = line_of(runs(tmp_path))
    assert [run.date[11:13] for run in line] == ["10", "11", "12", "16"]
    assert "| v1 | 0.67 · 1.00 · 0.00 |" in trend_table(line)
    draw_trend(line, tmp_path / "trend.png")
    assert (tmp_path / "trend.png").read_bytes().startswith(b"\x89PNG")


def test_the_oldest_runs_go(tmp_path: Path) -> None:
    for number in range(KEPT + 3):
        note(replace(RUN, date=f"2026-11-30T10:{number // 60:02}:{number % 60:02}+00:00"), tmp_path)
    assert len(runs(tmp_path)) == KEPT
    assert runs(tmp_path)[0].date.endswith("10:00:03+00:00")
