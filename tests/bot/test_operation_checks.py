"""What `doctor` says of the operation."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.backup import LAST
from bot.finding import Finding
from bot.locks import serving_lock
from bot.operation_checks import backup, decisions, exposure, log, retention, server
from bot.restore import PENDING
from core.settings import load_settings


def the(findings: Iterator[Finding]) -> Finding:
    [finding] = findings
    if finding.state != "ok":
        assert finding.advice
    return finding


def test_a_taken_port_is_named_unless_it_is_our_own(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = load_settings(db_dir=tmp_path, http_port=taken.getsockname()[1])
        assert the(server(settings)).state == "fail"
        with serving_lock(tmp_path):
            found = the(server(settings))
    assert (found.state, "runs" in found.what) == ("ok", True)
    assert the(server(settings)).state == "ok"


@pytest.mark.parametrize(
    ("settings", "state"),
    [
        ({"metrics": "local", "http_host": "0.0.0.0"}, "ok"),
        ({"metrics": "open", "http_host": "127.0.0.1"}, "ok"),
        ({"metrics": "open", "http_host": "0.0.0.0"}, "warn"),
        ({"metrics": "off"}, "ok"),
    ],
)
def test_figures_that_strangers_could_see_are_told(settings: dict[str, Any], state: str) -> None:
    assert the(exposure(load_settings(**settings))).state == state


@pytest.mark.parametrize(
    ("settings", "state"), [({}, "ok"), ({"log_questions": True}, "warn"), ({"log_level": "DEBUG"}, "warn")]
)
def test_a_log_that_shows_questions_is_told(settings: dict[str, Any], state: str) -> None:
    assert the(log(load_settings(**settings))).state == state


def test_keeping_for_good_is_told() -> None:
    assert the(retention(load_settings())).state == "ok"
    assert the(retention(load_settings(retention_days=0))).state == "warn"


@pytest.mark.parametrize(
    ("note", "state"),
    [
        (None, "warn"),
        ({"made": time.time() - 3600, "file": "b.tar.gz"}, "ok"),
        ({"made": time.time() - 30 * 86_400, "file": "b.tar.gz"}, "warn"),
        ({"made": "yesterday"}, "warn"),
        ([], "warn"),
    ],
)
def test_the_age_of_the_backup_is_told(tmp_path: Path, note: object, state: str) -> None:
    settings = load_settings(db_dir=tmp_path)
    assert the(backup(settings)).what == "nothing to back up yet"
    (tmp_path / "forsa.sqlite").touch()
    if note is not None:
        (tmp_path / LAST).write_text(json.dumps(note), encoding="utf-8")
    assert the(backup(settings)).state == state


def test_a_restore_that_was_cut_off_is_told(tmp_path: Path) -> None:
    (tmp_path / PENDING).write_text("{}", encoding="utf-8")
    first, *_ = backup(load_settings(db_dir=tmp_path))
    assert (first.state, "interrupted" in first.what) == ("fail", True)


def test_contradictions_that_wait_are_counted() -> None:
    found = the(decisions(load_settings()))
    assert (found.state, found.what[0]) == ("warn", "1"), "the sample has one"
