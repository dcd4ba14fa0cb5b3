"""The page from the command line: served where nothing else is set up, its keys made beside it, ended in order."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.doctor import page
from bot.web.refusals import Refusal
from core.settings import PROJECT_ROOT, load_settings
from tests.bot.test_cli import folders_of, run_bot

pytestmark = pytest.mark.slow


async def test_run_serves_the_page_and_says_where(tmp_path: Path) -> None:
    environment = {**os.environ, **folders_of(tmp_path), "HTTP_PORT": "0", "TELEGRAM_TOKEN": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(PROJECT_ROOT / "bot.py"),
        "run",
        cwd=tmp_path,
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    line = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
    address = re.search(r"serving: web; the page: (http://127\.0\.0\.1:\d+/)", line)
    assert address, line
    secret = (await asyncio.to_thread(run_bot, ["key", "create", "essai"], tmp_path)).stdout.split()[-1]
    async with aiohttp.ClientSession() as session:
        async with session.get(address[1]) as response:
            assert response.status == 200
        async with session.get(f"{address[1]}api/history", headers={"Authorization": f"Bearer {secret}"}) as response:
            assert response.status == 200  # a key that is made beside the running bot opens at once
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 15) == 0
    assert (await process.stderr.read()) == b""


def test_keys_are_made_listed_and_revoked(tmp_path: Path) -> None:
    assert "key create" in run_bot(["key", "list"], tmp_path).stdout
    made = run_bot(["key", "create", "caisse", "--role", "admin"], tmp_path)
    secret = made.stdout.split()[-1]
    assert secret.startswith("forsa_")
    listed = run_bot(["key", "list"], tmp_path).stdout
    assert re.match(r"1  caisse  admin  made \S+  never used\n", listed)
    assert secret not in listed
    assert run_bot(["key", "revoke", "1"], tmp_path).returncode == 0
    assert "revoked" in run_bot(["key", "list"], tmp_path).stdout
    ended = run_bot(["key", "revoke", "7"], tmp_path)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("settings", "state", "line"),
    [
        ({}, "ok", "who sits here is admin"),
        ({"web_local_admin": False}, "ok", "by invitation"),
        ({"web_hosts": "forsa.example"}, "ok", "behind a proxy as forsa.example"),
        ({"http_host": "0.0.0.0"}, "warn", "without encryption"),
        ({"web_page": False}, "ok", "no page"),
    ],
)
def test_doctor_says_who_reaches_the_page(settings: dict[str, object], state: str, line: str) -> None:
    [finding] = page(load_settings(**settings))
    assert finding.state == state
    assert line in finding.what


def test_a_refusal_is_one_object() -> None:
    refusal = Refusal(422, "invalid", "no", fields=[{"field": "a", "problem": "b"}])
    assert refusal.to_json() == {
        "error": {"reason": "invalid", "message": "no", "fields": [{"field": "a", "problem": "b"}]}
    }
