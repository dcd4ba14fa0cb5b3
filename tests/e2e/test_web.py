"""The page in a real browser: each case is a function of `web/cases.mjs`."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import open_database
from core.settings import PROJECT_ROOT
from eval.history import LANGUAGES, TREND, note
from eval.labelled import read_labelled
from storage.invitations import InvitationStore
from tests.e2e.driver.bot import INDEX, environment, free_port
from tests.eval.test_regression import RUN

FOLDER = Path(__file__).parent / "web"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SHARED = ["french", "arabic", "vote", "history", "fault", "phone", "keyboard", "names", "stop", "people", "trend_none"]

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where cases leave what they saw; skips where they can't run."""
    if shutil.which("node") is None or not Path(CHROMIUM).exists():
        pytest.skip("node and Chromium are needed (CHROMIUM names it)")
    if not (FOLDER / "node_modules" / "playwright-core").is_dir():
        pytest.skip(f"playwright isn't installed: `make e2e`, or `npm ci` in {FOLDER}")
    kept = os.environ.get("FORSA_PICTURES")
    return Path(kept) if kept else tmp_path_factory.mktemp("pictures")


@contextmanager
def served(folder: Path, models_dir: Path, **settings: object) -> Iterator[str]:
    """`bot.py serve` as an operator starts it; gives the page's address."""
    port = free_port()
    for name in ("data", "gen"):
        (folder / name).mkdir()
    shutil.copytree(INDEX, folder / "db" / "index")
    chosen = {"http_port": port, "models_dir": models_dir, "encoder_threads": 1, **settings}
    chosen |= {f"{name}_dir": folder / name for name in ("data", "gen", "db")}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "bot.py", "serve"], cwd=PROJECT_ROOT, env=environment(chosen), stdout=log, stderr=log
        )
    try:
        address = f"http://127.0.0.1:{port}/"
        _wait_for(address, process)
        yield address
        process.terminate()
        assert process.wait(timeout=15) == 0
    finally:
        process.kill()
        process.wait()
    assert "Traceback" not in (folder / "log").read_text(encoding="utf-8")


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    while True:
        assert process.poll() is None, "the bot ended"
        try:
            urllib.request.urlopen(f"{address}health", timeout=30).close()
            return
        except urllib.error.URLError:
            time.sleep(0.1)


def run(case: str, address: str, pictures: Path, *more: str) -> None:
    command = ["node", str(FOLDER / "cases.mjs"), case, address, str(pictures / f"{case}.png"), *more]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=180)
    assert ended.returncode == 0, ended.stderr


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, models_dir: Path, pictures: Path) -> Iterator[str]:
    """One page for the cases that leave nothing behind which others would trip over."""
    with served(tmp_path_factory.mktemp("bot"), models_dir) as address:
        yield address


@pytest.mark.parametrize("case", SHARED)
def test_a_person_at_this_machine(page: str, pictures: Path, case: str) -> None:
    run(case, page, pictures)


@pytest.mark.parametrize("case", ["welcome", "settings", "reindex"])
def test_what_changes_the_bot(tmp_path: Path, models_dir: Path, pictures: Path, case: str) -> None:
    with served(tmp_path, models_dir) as address:
        run(case, address, pictures)


def test_an_invited_person(tmp_path: Path, models_dir: Path, pictures: Path) -> None:
    with served(tmp_path, models_dir, web_local_admin=False) as address:
        run("enter", address, pictures, asyncio.run(_invite(tmp_path / "db")))


@pytest.mark.parametrize("case", ["review", "review_phone"])
def test_a_vote_down_is_reviewed(tmp_path: Path, models_dir: Path, pictures: Path, case: str) -> None:
    questions = tmp_path / "questions.json"
    with served(tmp_path, models_dir, questions_file=questions) as address:
        run(case, address, pictures)
    if case == "review":
        [entry] = read_labelled([questions])
        assert entry["question"] == "Quel est le tarif fibre locataire 110 Mbps ?"
        assert (entry["must_include"], entry["must_not_include"]) == ([["2 460", "2460"]], ["5 000"])


def test_the_trend_of_the_evaluations(tmp_path: Path, models_dir: Path, pictures: Path) -> None:
    for month in range(1, 9):
        figures = {
            figure: {language: (40 + 7 * month * (place + 2) % 60) / 100 for place, language in enumerate(LANGUAGES)}
            for figure in TREND
        }
        run_of_month = replace(RUN, date=f"2031-{month:02}-05T10:00:00+00:00", figures=figures)
        note(run_of_month, tmp_path / "db")
    with served(tmp_path, models_dir) as address:
        run("trend", address, pictures)


async def _invite(folder: Path) -> str:
    async with open_database(folder) as database:
        return (await InvitationStore(database, time.time).invite("agent", 3600, "console", "p")).code
