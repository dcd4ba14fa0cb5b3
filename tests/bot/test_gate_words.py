import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.doctor import questions
from bot.gate_words import gate_advice, gate_line, gate_words
from core.calibration import Calibration
from core.rates import Rate
from core.settings import load_settings

BY_TITLES = Calibration(0.2, 0.1, "titles", (150, 400), Rate(3, 150), Rate(20, 400), "key", 0.8, 0.05)
BY_QUESTIONS = replace(BY_TITLES, source="questions")


def test_errors_are_told_of_a_hundred_questions_with_their_range() -> None:
    words = gate_words(BY_TITLES, "fr")
    assert "environ 2 sont refusées à tort (entre 0 et 6)" in words
    assert "environ 5 reçoivent quand même une réponse (entre 3 et 8)" in words


def test_it_says_what_was_measured_on() -> None:
    assert "au moins 40 questions réelles" in gate_words(BY_TITLES, "fr")
    assert "150 de vos propres questions" in gate_words(BY_QUESTIONS, "fr")
    assert "150 من أسئلتكم" in gate_words(BY_QUESTIONS, "ar")
    assert "measured on 150 your own questions" not in gate_line(BY_TITLES)
    assert "made of titles" in gate_line(BY_TITLES)


@pytest.mark.parametrize(
    ("calibration", "asks"),
    [
        (BY_TITLES, False),
        (replace(BY_TITLES, answerable_refused=Rate(1, 10)), False),  # too few to be sure
        (replace(BY_TITLES, answerable_refused=Rate(30, 150)), True),
        (replace(BY_TITLES, foreign_answered=Rate(200, 400)), True),
    ],
)
def test_what_is_surely_too_much_asks_for_something(calibration: Calibration, asks: bool) -> None:
    assert bool(gate_advice(calibration)) == asks


@pytest.mark.parametrize(("count", "state"), [(39, "warn"), (40, "ok")])
def test_doctor_says_when_there_are_too_few_questions_to_calibrate_on(tmp_path: Path, count: int, state: str) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([{"question": f"prix {n}"} for n in range(count)]))
    [finding] = questions(load_settings(questions_file=path))
    assert finding.state == state


def test_a_gate_that_was_not_set_on_this_corpus_says_so() -> None:
    calibration = replace(BY_TITLES, set_on=(0, 0), gate="other/1")
    assert "not calibrated" in gate_line(calibration)
    assert "reindex" in gate_advice(calibration)
    assert "/reindex" in gate_words(calibration, "fr")
    assert "/فهرسة" in gate_words(calibration, "ar")
