"""The commands and the daily run that forget."""

import asyncio
import json
from pathlib import Path

import pytest

from bot.app import open_database
from bot.retention import forget_daily, run_erase, run_export, run_retention
from core.errors import StorageError
from core.settings import Settings, load_settings
from storage.conversations import ConversationStore, Turn
from storage.retention import Forgotten, Retention


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(db_dir=tmp_path, retention_days=30)


def keep(settings: Settings) -> None:
    """A question that was asked in 1970, and one of this century."""

    async def run() -> None:
        async with open_database(settings.db_dir) as database:
            for answer_id, at in (("old", 0.0), ("new", 4_000_000_000.0)):
                store = ConversationStore(database, lambda at=at: at)  # type: ignore[misc]
                await store.add_turn("telegram", "12345", "c", Turn(answer_id, "fr", answer_id))

    asyncio.run(run())


def test_what_is_old_is_forgotten_and_told(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    keep(settings)
    run_retention(settings)
    assert capsys.readouterr().out.startswith("1 questions without their person")


def test_without_an_age_nothing_is_forgotten(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as end:
        run_retention(load_settings(db_dir=tmp_path, retention_days=0))
    assert end.value.code == 2


def test_a_person_is_told_then_erased(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    keep(settings)
    run_export(settings, "Telegram:12345")
    told = json.loads(capsys.readouterr().out)
    assert [row["at"] for row in told["questions"]] == ["1970-01-01T00:00:00+00:00", "2096-10-02T07:06:40+00:00"]
    run_erase(settings, "telegram:12345")
    assert capsys.readouterr().out.startswith("telegram:12345: 2 rows erased")
    run_export(settings, "telegram:12345")
    assert json.loads(capsys.readouterr().out)["questions"] == []


@pytest.mark.parametrize("address", ["12345", "telegram:", ":1", ""])
def test_an_address_that_is_none_is_refused(settings: Settings, address: str) -> None:
    with pytest.raises(SystemExit) as end:
        run_export(settings, address)
    assert end.value.code == 2


async def test_a_run_that_fails_is_tried_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another day comes, whatever the disk said on this one."""
    tries = 0
    done = asyncio.Event()

    class Failing(Retention):
        async def forget(self, age_s: float, compact: bool = False) -> Forgotten:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise StorageError("no room left")
            done.set()
            return await super().forget(age_s, compact)

    monkeypatch.setattr("bot.retention.AGAIN_S", 0.0)
    async with open_database(settings.db_dir) as database:
        running = asyncio.create_task(forget_daily(Failing(database, lambda: 0.0), settings))
        await done.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert "could not be forgotten: no room left" in caplog.text
