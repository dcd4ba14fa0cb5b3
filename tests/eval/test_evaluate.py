"""The command as it is started, over the committed sample."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.settings import PROJECT_ROOT, Settings

pytestmark = pytest.mark.slow

QUESTIONS = json.loads((PROJECT_ROOT / "eval" / "questions.json").read_text(encoding="utf-8"))
ANSWERABLE = [question for question in QUESTIONS if question["expected"] == "answer"][:4]
TO_REFUSE = [question for question in QUESTIONS if question["kind"] == "off-topic"][:2]

KEY = ["--set", "JUDGE_API_KEY=sk-secret"]


def run(*arguments: str, folder: Path, door: str = "bot.py") -> "subprocess.CompletedProcess[str]":
    """Start it in a folder that has its own `db`; whoever runs the tests may have settings, which don't count here."""
    command = [str(PROJECT_ROOT / door), *(["evaluate"] if door == "bot.py" else [])]
    environment = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return subprocess.run(
        [sys.executable, *command, *arguments, "--results", str(folder)],
        cwd=folder,
        env={**environment, "DB_DIR": str(folder / "db")},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with questions and the results of two runs over them, one through each door."""
    folder = tmp_path_factory.mktemp("evaluated")
    shutil.copytree(PROJECT_ROOT / "db" / "index", folder / "db" / "index")
    (folder / "q.json").write_text(json.dumps([*ANSWERABLE, *TO_REFUSE]), encoding="utf-8")
    for door, more in (("bot.py", ["one"]), ("eval/run_eval.py", ["two", "--set", "GATE_THRESHOLD=1", *KEY])):
        done = run("q.json", "--label", *more, folder=folder, door=door)
        assert done.returncode == 0, done.stderr
        assert "answerable" in done.stdout
    return folder


def test_a_run_writes_a_row_a_question_and_a_page(asked: Path) -> None:
    result = json.loads((asked / "one.json").read_text(encoding="utf-8"))
    assert [row["id"] for row in result["rows"]] == [question["id"] for question in (*ANSWERABLE, *TO_REFUSE)]
    first = result["rows"][0]
    assert first["rank"] == 1
    assert first["passages"]
    assert first["figures"]["facts_passed_on"] == 1, "the passages' texts were found in the index"
    assert first["timings_ms"]["total"] > 0
    assert len(result["index_version"]) == len(result["answer_state"]) == 16
    assert "# Evaluation: one" in (asked / "one.md").read_text(encoding="utf-8")


def test_a_setting_of_the_run_takes_effect_and_is_kept(asked: Path) -> None:
    result = json.loads((asked / "two.json").read_text(encoding="utf-8"))
    assert result["changed"] == {"GATE_THRESHOLD": "1", "JUDGE_API_KEY": "***"}
    assert not [path for path in asked.glob("*.*") if b"sk-secret" in path.read_bytes()], "no key is kept"
    assert {row["reply_kind"] for row in result["rows"]} == {"refusal"}
    assert {row["refused_by"] for row in result["rows"]} == {"score"}


def test_scores_are_kept_whatever_the_threshold(asked: Path) -> None:
    one, two = (json.loads((asked / f"{name}.json").read_text(encoding="utf-8"))["rows"] for name in ("one", "two"))
    assert [row["score"] for row in one] == pytest.approx([row["score"] for row in two], abs=1e-4)


def test_nothing_is_left_among_peoples_answers(asked: Path) -> None:
    assert not [path.name for path in (asked / "db").iterdir() if path.suffix in (".sqlite", ".json")]


def test_two_runs_are_compared_without_asking(asked: Path) -> None:
    done = run("--compare", "one", "two", folder=asked)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# one → two")
    assert "| GATE_THRESHOLD | None | 1.0 |" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.json"], "none.json can't be read"),
        (["--set", "CHUNK_SIZE=3"], "no setting 'CHUNK_SIZE'"),
        (["--set", "SEMANTIC_WEIGHT=3"], "SEMANTIC_WEIGHT"),
        (["--label", "a/b"], "can't be a label"),
        (["--compare", "one", "none"], "no result 'none'"),
        (["--compare", "one", "two", "--label", "x"], "belong to QUESTIONS"),
    ],
)
def test_wrong_use_is_told_in_one_line(asked: Path, arguments: list[str], said: str) -> None:
    done = run(*arguments, folder=asked)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_an_index_it_says_what_to_do(asked: Path, tmp_path: Path) -> None:
    done = run(str(asked / "q.json"), folder=tmp_path)
    assert done.returncode == 1
    assert "reindex" in done.stderr
    assert not list(tmp_path.glob("*.json"))
