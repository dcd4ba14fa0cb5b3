"""`evaluate --judge` as it is started, over the committed sample; killed in the middle, it goes on where it was."""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from core.settings import PROJECT_ROOT, Settings
from tests.answering.llm.server import Script, serving

pytestmark = pytest.mark.slow

_QUESTIONS = json.loads((PROJECT_ROOT / "eval" / "questions.json").read_text(encoding="utf-8"))
ASKED = [
    *[question for question in _QUESTIONS if question["expected"] == "answer"][:2],
    *[question for question in _QUESTIONS if question["kind"] == "near-domain"][:1],
]


@pytest.fixture
def folder(tmp_path: Path, models_dir: Path) -> Path:
    shutil.copytree(PROJECT_ROOT / "db" / "index", tmp_path / "db" / "index")
    (tmp_path / "q.json").write_text(json.dumps(ASKED), encoding="utf-8")
    return tmp_path


async def start(folder: Path, url: str, models_dir: Path) -> asyncio.subprocess.Process:
    environment = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    own = {"DB_DIR": str(folder / "db"), "MODELS_DIR": str(models_dir), "JUDGE_URL": url, "JUDGE_MODEL": "a"}
    arguments = ["evaluate", "q.json", "--judge", "--label", "base", "--results", str(folder)]
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(PROJECT_ROOT / "bot.py"), *arguments),
        cwd=folder,
        env={**environment, **own},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def all_is_well(body: dict[str, Any]) -> Script:
    """Yes to everything, whatever is asked for."""
    properties = body["response_format"]["json_schema"]["schema"]["properties"]
    if "questions" in properties:
        return Script(json.dumps({"questions": ["Quel est le prix ?"] * 3, "noncommittal": False}))
    if "relevant" in properties:
        return Script(json.dumps({"relevant": [1]}))
    if "answerable" in properties:
        return Script(json.dumps({"answerable": False, "polite": True, "useful": True}))
    return Script(json.dumps({name: {"passage": 1, "supported": True} for name in properties}))


def hanging_from(count: int) -> Callable[[dict[str, Any]], Script]:
    """All is well so many times, then nothing comes any more."""
    left = iter(range(count))
    return lambda body: all_is_well(body) if next(left, None) is not None else Script(wait_s=60)


async def test_killed_in_the_middle_it_goes_on_where_it_was(folder: Path, models_dir: Path) -> None:
    async with serving() as server:
        server.say = hanging_from(4)
        process = await start(folder, server.url, models_dir)
        while len(server.requests) < 5:
            assert process.returncode is None
            await asyncio.sleep(0.05)
        process.kill()
        await process.communicate()
        assert len((folder / "base.judged.jsonl").read_text().splitlines()) == 4
        assert not (folder / "base.judged.md").exists()

        server.say, before = all_is_well, list(server.requests)
        server.requests.clear()
        process = await start(folder, server.url, models_dir)
        out, err = await process.communicate()
        assert process.returncode == 0, err.decode()
        assert not [body for body in server.requests if body in before[:4]], "what was judged isn't asked again"
        assert before[4] in server.requests, "what hung is"
        assert "| faithfulness | 1.00" in out.decode()

    found = json.loads((folder / "base.judged.json").read_text(encoding="utf-8"))
    assert set(found["questions"]["1: a"]) == {question["id"] for question in ASKED}
    assert found["figures"]["1: a"]["refusal_quality"]["estimate"]["value"] == 1
    assert 0.5 < found["figures"]["1: a"]["answer_relevancy"]["estimate"]["value"] < 1
    assert "# Judged: base" in (folder / "base.judged.md").read_text(encoding="utf-8")


async def test_what_is_not_judged_ends_with_status_1(folder: Path, models_dir: Path) -> None:
    async with serving(Script(status=401)) as server:
        process = await start(folder, server.url, models_dir)
        out, err = await process.communicate()
    assert process.returncode == 1
    assert "aren't judged" in err.decode()
    assert "not judged" in out.decode()
    assert (folder / "base.json").exists(), "the evaluation itself stands"


@pytest.mark.parametrize(
    "arguments",
    [["--judge", "--compare", "a", "b"], ["--judge", "--answerer", "llm"], ["--judge"]],
    ids=["with a comparison", "with the answerers", "without a judge"],
)
def test_wrong_use_ends_with_status_2(arguments: list[str]) -> None:
    assert CliRunner().invoke(main, ["evaluate", *arguments]).exit_code == 2


def test_a_result_never_replaces_its_questions(tmp_path: Path) -> None:
    questions = tmp_path / "q.json"
    questions.write_text(json.dumps(ASKED), encoding="utf-8")
    before = questions.read_bytes()
    done = CliRunner().invoke(main, ["evaluate", str(questions), "--results", str(tmp_path)])
    assert done.exit_code == 2
    assert questions.read_bytes() == before
