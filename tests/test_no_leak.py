"""No evaluation question reaches what answers, neither text nor labels. Pinned answers are listed, and apart."""

import ast
import json
from pathlib import Path

from core.calibrating import ENOUGH_QUESTIONS, calibrate
from core.name_check import NameCheck
from core.settings import PROJECT_ROOT
from core.text.tokens import Analyser
from tests.corpora import chunk, corpus_of, coverage_gate

READERS = {"core/calibrating.py", "core/settings.py"}
"""The only modules of the engine that know of QUESTIONS_FILE: the setting, and what sets thresholds by it."""


def test_only_calibration_knows_of_the_questions() -> None:
    for path in sorted((PROJECT_ROOT / "core").rglob("*.py")):
        if path.relative_to(PROJECT_ROOT).as_posix() in READERS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {getattr(node, "attr", ""), getattr(node, "id", ""), getattr(node, "name", "")}
            assert not names & {"questions_file", "read_questions"}, path
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert "questions.json" not in node.value, path


def test_a_calibration_holds_nothing_of_its_questions(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, [chunk("La fibre Azur coûte 4 320 DA par mois.")])
    questions = [f"zzkanari combien coûte la fibre azur {number}" for number in range(ENOUGH_QUESTIONS)]
    names = NameCheck(corpus.index, Analyser())
    found = calibrate(corpus.retriever, coverage_gate(), names, questions, ["météo demain", "capitale"], 10)
    assert found.source == "questions"
    written = json.dumps(found.to_json())
    assert "zzkanari" not in written
    assert "combien" not in written
    held = [path for path in tmp_path.rglob("*") if path.is_file() and b"zzkanari" in path.read_bytes()]
    assert not held
