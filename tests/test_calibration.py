import json
import re
from pathlib import Path

import pytest

from core.calibrating import calibrate, calibration_key, for_setting, foreign_questions, read_questions
from core.calibration import Calibration, load_calibration, save_calibration
from core.documents.rows import format_row
from core.errors import IndexDamagedError, SettingsError
from core.name_check import NameCheck
from core.rates import Rate
from core.text.language import is_arabizi
from core.text.normalise import count_letters, fold
from core.text.tokens import Analyser
from tests.corpora import chunk, corpus_of, coverage_gate

PRICES = chunk(
    "\n".join(
        format_row(["Débit", "Tarif"], [f"{speed} Mbps", f"{price} DA"]) for speed, price in [(120, 900), (240, 990)]
    )
)
OWN = [f"tarif azur max {speed} {unit} {n}" for n in range(15) for speed in (120, 240) for unit in ("mega", "mbps")]
FOREIGN = [
    f"{text} {n}"
    for n in range(10)
    for text in ("capitale de l'australie", "recette du couscous", "ما هو علاج الصداع", "qui a inventé le téléphone")
]


def test_foreign_questions_ship_in_both_languages_mixed_and_in_latin_letters() -> None:
    questions = foreign_questions()
    letters = [count_letters(text) for text in questions]
    assert len(questions) >= 400
    assert sum(arabic > 0 == latin for latin, arabic in letters) >= 145
    assert sum(latin > 0 == arabic for latin, arabic in letters) >= 180
    assert sum(latin > 0 < arabic for latin, arabic in letters) + sum(map(is_arabizi, questions)) >= 90


def test_no_foreign_question_stands_twice_whatever_its_accents_and_order() -> None:
    said = [" ".join(sorted(re.findall(r"\w+", fold(text)))) for text in foreign_questions()]
    assert len(set(said)) == len(said)


def test_about_half_of_the_foreign_questions_set_and_the_others_measure() -> None:
    setting = sum(map(for_setting, foreign_questions()))
    assert 0.4 < setting / len(foreign_questions()) < 0.6


def calibrated(folder: Path, own: list[str] | None, foreign: list[str] = FOREIGN) -> Calibration:
    retriever = corpus_of(folder, [PRICES, chunk("Autre chose.", title="Autre")]).retriever
    return calibrate(retriever, coverage_gate(), NameCheck(retriever.index, Analyser()), own, foreign, 10)


def test_the_corpus_questions_set_the_thresholds_where_there_are_enough(tmp_path: Path) -> None:
    with_own = calibrated(tmp_path / "own", OWN)
    too_few = calibrated(tmp_path / "few", OWN[:39])
    assert (with_own.source, too_few.source) == ("questions", "titles")
    assert with_own.off_topic_threshold <= with_own.threshold
    assert with_own.answerable_refused.share < 0.1
    assert with_own.foreign_answered.share < 0.1


def test_questions_that_set_the_threshold_do_not_measure_it(tmp_path: Path) -> None:
    found = calibrated(tmp_path, OWN)
    setting = sum(map(for_setting, OWN))
    assert found.set_on == (setting, len(FOREIGN))
    assert found.answerable_refused.of == len(OWN) - setting
    assert found.foreign_answered.of == len(FOREIGN)


def test_made_questions_do_not_push_the_threshold_beyond_what_foreign_ones_need(tmp_path: Path) -> None:
    # Each made question is fully covered by its row; the foreign ones aren't at all.
    found = calibrated(tmp_path, None)
    assert found.source == "titles"
    assert found.threshold < 0.2


def test_a_question_refused_for_its_name_counts_as_refused(tmp_path: Path) -> None:
    named = [f"tarif azur max 120 mega chez Zorglub{n}" for n in range(40)]
    found = calibrated(tmp_path, OWN, named)
    assert found.foreign_answered.count == 0


def test_without_any_question_the_threshold_is_the_middle(tmp_path: Path) -> None:
    found = calibrated(tmp_path, OWN, [])
    assert (found.threshold, found.off_topic_threshold) == (0.5, 0.25)
    assert found.foreign_answered == Rate(0, 0)


def test_a_calibration_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = Calibration(0.3, 0.1, "titles", (150, 400), Rate(2, 150), Rate(21, 400), "key", 0.82, 0.02)
    save_calibration(tmp_path, kept)
    assert load_calibration(tmp_path) == kept
    assert json.loads((tmp_path / "calibration.json").read_text())["foreign_answered"]["high"] == 0.0789


def test_the_digest_changes_with_the_rates() -> None:
    one, other = (
        Calibration(0.3, 0.1, "titles", (1, 1), Rate(count, 9), Rate(0, 9), "key", 0.8, 0.1) for count in (0, 1)
    )
    assert one.digest != other.digest


@pytest.mark.parametrize("content", [None, "", "{", '{"threshold": 1}', "[]", '{"set_on": [1]}'])
def test_a_damaged_calibration_is_reported(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "calibration.json").write_text(content)
    with pytest.raises(IndexDamagedError):
        load_calibration(tmp_path)


def test_the_key_changes_with_what_is_read_and_questions() -> None:
    gate = coverage_gate()
    keys = {
        calibration_key(gate, reads, own, foreign)
        for reads in ("words", "more words")
        for own in (OWN, OWN[:1])
        for foreign in (FOREIGN, FOREIGN[:1])
    }
    assert len(keys) == 8


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
