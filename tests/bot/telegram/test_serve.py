"""`bot.py serve` as a process: it starts, says what is missing, stops when told, and tells no secret."""

import asyncio
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.doctor import channels
from bot.reindex_job import job_environment
from bot.telegram.webhook import SECRET_HEADER, derived_secret
from bot.texts import Text
from core.errors import SettingsError
from core.settings import PROJECT_ROOT, load_settings
from tests.bot.telegram.api import TOKEN, FakeApi, text_update
from tests.bot.test_cli import folders_of, run_bot

pytestmark = pytest.mark.slow


@asynccontextmanager
async def served(folder: Path, api: FakeApi, **more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The process, killed at the end if it still lives; what it logs goes to `log` in the folder."""
    environment = {
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_API_URL": api.url,
        "LOG_LEVEL": "DEBUG",
        "ACCESS": "open",
        "WEB_PAGE": "False",
        "HTTP_PORT": "0",
        **more,
    }
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(PROJECT_ROOT / "bot.py"),
            "serve",
            cwd=folder,
            env={**os.environ, **folders_of(folder), **environment},
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_serves_until_told_to_stop_and_tells_no_secret(
    tmp_path: Path, api: FakeApi, number: signal.Signals
) -> None:
    async with served(tmp_path, api) as process:
        api.push(text_update(1, "/privacy"))
        await api.wait("sendMessage")
        process.send_signal(number)
        assert await asyncio.wait_for(process.wait(), 10) == 0
    [told] = api.texts()
    assert told.startswith(Text.PRIVACY.say("fr"))
    log = (tmp_path / "log").read_text()
    assert "sendMessage" in log
    assert "serving: telegram" in log
    assert TOKEN not in log


async def test_json_lines_name_their_question_and_the_figures_can_be_read(tmp_path: Path, api: FakeApi) -> None:
    async with served(tmp_path, api, LOG_FORMAT="json") as process, aiohttp.ClientSession() as session:
        api.push(text_update(1, "quel secret est-ce ?"))
        await api.wait("sendMessage")
        port = re.search(r"HTTP server at \S+:(\d+)", (tmp_path / "log").read_text())
        assert port is not None
        async with session.get(f"http://127.0.0.1:{port[1]}/metrics") as response:
            figures = await response.text()
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 15) == 0
    assert 'forsa_questions_total{channel="telegram",kind="error",language="fr",reason="no-index"} 1.0' in figures
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if line.startswith("{")]
    about = [line for line in told if line.get("question")]
    assert {line["level"] for line in told if "quel secret" in line["message"]} == {"DEBUG"}
    assert len({line["question"] for line in about}) == 1
    assert {line["logger"] for line in about} >= {"bot.watch"}
    assert TOKEN not in (tmp_path / "log").read_text()


async def test_two_bots_on_one_folder_are_one_too_many(tmp_path: Path, api: FakeApi) -> None:
    async with served(tmp_path, api) as first:
        await api.wait("deleteWebhook")
        other = run_bot(["serve"], tmp_path, TELEGRAM_TOKEN=TOKEN, TELEGRAM_API_URL=api.url, HTTP_PORT="0")
        assert other.returncode == 1
        assert "another process serves" in other.stderr
        assert first.returncode is None


async def test_it_stops_in_time_while_telegram_is_away(tmp_path: Path, api: FakeApi) -> None:
    async with served(tmp_path, api, TELEGRAM_API_URL="http://127.0.0.1:1") as process:
        while b"can't be reached" not in (tmp_path / "log").read_bytes():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 10) == 0


async def test_what_a_killed_process_had_taken_is_answered_by_the_next_and_once(tmp_path: Path, api: FakeApi) -> None:
    for _ in range(30):
        api.fail("sendMessage", 502, "Bad Gateway")
    async with served(tmp_path, api) as process:
        api.push(text_update(1, "/privacy"))
        await api.wait("sendMessage")
        process.kill()
        await process.wait()
    api.failures.clear()
    api.calls.clear()
    async with served(tmp_path, api) as process:
        await api.wait("sendMessage")
        process.send_signal(signal.SIGTERM)
        await process.wait()
    async with served(tmp_path, api) as process:
        await api.wait("getMe", 2)
        await api.wait("getUpdates", len(api.of("getUpdates")) + 2)
    [told] = api.texts()
    assert told.startswith(Text.PRIVACY.say("fr"))


async def test_by_webhook(tmp_path: Path, api: FakeApi) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"TELEGRAM_WEBHOOK_URL": "https://bot.example.org/hook", "HTTP_PORT": str(port)}
    secret = derived_secret(TOKEN)
    async with served(tmp_path, api, **settings) as process, aiohttp.ClientSession() as session:
        [hook] = await api.wait("setWebhook")
        assert (hook["url"], hook["secret_token"]) == ("https://bot.example.org/hook", secret)
        statuses = []
        for headers in ({SECRET_HEADER: secret}, {SECRET_HEADER: secret}, {}):
            url = f"http://127.0.0.1:{port}/hook"
            async with session.post(url, json=text_update(1, "/privacy"), headers=headers) as response:
                statuses.append(response.status)
        assert statuses == [200, 200, 401]
        await api.wait("sendMessage")
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 10) == 0
    assert len(api.texts()) == 1
    log = (tmp_path / "log").read_text()
    assert TOKEN not in log
    assert secret not in log


async def test_a_refused_token_is_said_in_one_line_without_it(tmp_path: Path, api: FakeApi) -> None:
    api.fail("getMe", 401, "Unauthorized")
    async with served(tmp_path, api, LOG_LEVEL="WARNING") as process:
        assert await asyncio.wait_for(process.wait(), 20) == 1
    log = (tmp_path / "log").read_text()
    assert "Telegram refuses TELEGRAM_TOKEN" in log
    assert TOKEN not in log


@pytest.mark.parametrize(
    ("settings", "status", "said"),
    [
        ({}, 2, "TELEGRAM_TOKEN"),
        ({"TELEGRAM_TOKEN": "not a token"}, 1, "no token of a bot"),
        ({"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_WEBHOOK_URL": "bot"}, 1, "TELEGRAM_WEBHOOK_URL"),
        (
            {
                "TELEGRAM_TOKEN": TOKEN,
                "TELEGRAM_WEBHOOK_URL": "https://b.example.org",
                "TELEGRAM_WEBHOOK_SECRET": "é é",
            },
            1,
            "TELEGRAM_WEBHOOK_SECRET",
        ),
    ],
    ids=["nothing", "token", "url", "secret"],
)
def test_what_is_not_set_up_is_said(tmp_path: Path, settings: dict[str, str], status: int, said: str) -> None:
    ended = run_bot(["serve"], tmp_path, **{"TELEGRAM_TOKEN": "", "WEB_PAGE": "False", **settings})
    assert ended.returncode == status
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "not a token" not in ended.stderr


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({}, "no Telegram channel"),
        ({"telegram_token": TOKEN}, "by polling"),
        ({"telegram_token": TOKEN, "telegram_webhook_url": "https://b.example.org/hook"}, "by webhook"),
    ],
)
def test_doctor_says_what_would_be_served(settings: dict[str, str], line: str) -> None:
    [finding] = channels(load_settings(**settings))
    assert finding.state == "ok"
    assert line in finding.what
    assert TOKEN not in str(finding)


def test_doctor_names_a_token_that_is_none() -> None:
    with pytest.raises(SettingsError, match="no token of a bot"):
        list(channels(load_settings(telegram_token="oops")))


def test_the_child_that_reindexes_is_given_no_secrets() -> None:
    environment = job_environment(load_settings(telegram_token=TOKEN, telegram_webhook_secret="hush"))
    assert TOKEN not in environment.values()
    assert not {"TELEGRAM_TOKEN", "TELEGRAM_WEBHOOK_SECRET"} & set(environment)
