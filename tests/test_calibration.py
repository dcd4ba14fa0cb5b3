import json
from pathlib import Path

import pytest

from core.calibration import (
    Calibration,
    calibrate,
    calibration_key,
    foreign_questions,
    load_calibration,
    made_questions,
    read_questions,
    save_calibration,
)
from core.documents.rows import format_row
from core.errors import IndexDamagedError, SettingsError
from core.text.normalise import count_letters
from tests.corpora import chunk, corpus_of, coverage_gate

PRICES = chunk(
    "\n".join(
        format_row(["Débit", "Tarif"], [f"{speed} Mbps", f"{price} DA"]) for speed, price in [(120, 900), (240, 990)]
    )
)
OWN = ["tarif azur max 120 mega", "tarif azur max 240 mbps", "prix offre azur max", "azur max débit"] * 6
FOREIGN = ["capitale de l'australie", "recette du couscous", "ما هو علاج الصداع", "qui a inventé le téléphone"] * 6


def test_foreign_questions_ship_in_both_scripts_and_each_stands_once() -> None:
    questions = foreign_questions()
    assert len(questions) >= 300
    assert len(set(questions)) == len(questions)
    arabic = sum(count_letters(text)[1] > 0 for text in questions)
    assert len(questions) * 0.3 < arabic < len(questions) * 0.7


def test_made_questions_come_from_sections_and_rows_and_stay_the_same() -> None:
    made = made_questions([PRICES])
    assert "Tarif 120 Mbps Offre Azur Max" in made
    assert "Tarifs Offre Azur Max" in made
    assert made == made_questions([PRICES])
    assert len(made_questions([PRICES], count=2)) == 2


def test_the_corpus_questions_set_the_thresholds_where_there_are_enough(tmp_path: Path) -> None:
    retriever = corpus_of(tmp_path, [PRICES, chunk("Autre chose.", title="Autre")]).retriever
    with_own = calibrate(retriever, coverage_gate(), OWN, FOREIGN, 10)
    too_few = calibrate(retriever, coverage_gate(), OWN[:3], FOREIGN, 10)
    assert (with_own.source, too_few.source) == ("questions", "titles")
    assert with_own.off_topic_threshold <= with_own.threshold
    assert with_own.accepted > 0.9
    assert with_own.refused > 0.9


def test_a_calibration_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = Calibration(0.3, 0.1, "titles", 0.99, 0.97, 240, 361, "key", 0.82, 0.02)
    save_calibration(tmp_path, kept)
    assert load_calibration(tmp_path) == kept


@pytest.mark.parametrize("content", [None, "", "{", '{"threshold": 1}', "[]"])
def test_a_damaged_calibration_is_reported(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "calibration.json").write_text(content)
    with pytest.raises(IndexDamagedError):
        load_calibration(tmp_path)


def test_the_key_changes_with_gate_and_questions() -> None:
    gate = coverage_gate()
    keys = {calibration_key(gate, own, foreign) for own in (OWN, OWN[:1]) for foreign in (FOREIGN, FOREIGN[:1])}
    assert len(keys) == 4


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"q": "x"}]', '"text"'], ids=repr)
def test_a_questions_file_of_another_form_is_a_settings_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "questions.json"
    path.write_text(content)
    with pytest.raises(SettingsError):
        assert read_questions(path) is None


def test_only_answerable_questions_are_positives(tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([{"question": "a", "expected": "answer"}, {"question": "b", "expected": "refuse"}]))
    assert read_questions(path) == ["a"]
