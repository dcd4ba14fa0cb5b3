"""The channel starts only where it is safe to."""

from pathlib import Path
from typing import Any

import pytest

from bot.app import has_channel, open_database
from bot.conversation import Conversation
from bot.doctor import teams as doctor
from bot.outcomes import Outcomes
from bot.teams.build import build_teams, checked_app, checked_tenants
from core.errors import SettingsError
from core.settings import Settings
from tests.bot.teams.servers import APP_ID, TENANT


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "TEAMS_APP_ID"),
        ({"teams_development": True, "http_host": "0.0.0.0"}, "0.0.0.0"),
        ({"teams_development": True, "http_host": "192.168.1.5", "teams_app_id": APP_ID}, "192.168.1.5"),
        ({"teams_app_id": APP_ID}, "TEAMS_APP_PASSWORD"),
        ({"teams_app_id": "mine", "teams_app_password": "s"}, "TEAMS_APP_ID is no id"),
    ],
)
def test_it_does_not_start_where_strangers_could_use_it(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        checked_app(Settings(**given))


def test_it_starts_with_an_app_id_or_for_development_on_loopback() -> None:
    assert checked_app(Settings(teams_app_id=APP_ID, teams_app_password="s")) == (APP_ID, "s")
    for host in ("127.0.0.1", "localhost", "::1"):
        assert checked_app(Settings(teams_development=True, http_host=host)) == ("", "")


def test_tenants_are_checked() -> None:
    assert checked_tenants(Settings(teams_tenants=f" {TENANT.upper()} , ")) == {TENANT}
    assert checked_tenants(Settings()) == frozenset()
    with pytest.raises(SettingsError, match="rimal"):
        checked_tenants(Settings(teams_tenants="rimal.example"))


def test_it_is_a_channel_only_if_it_is_set_up() -> None:
    assert not has_channel(Settings())
    assert has_channel(Settings(teams_app_id=APP_ID))
    assert has_channel(Settings(teams_development=True))


def test_the_doctor_tells_how_open_it_is() -> None:
    def found(**given: Any) -> tuple[str, str]:
        (finding,) = doctor(Settings(**given))
        return finding.state, finding.what

    assert found() == ("ok", "TEAMS_APP_ID is not set: no Teams channel")
    assert found(teams_development=True)[0] == "warn"
    app = {"teams_app_id": APP_ID, "teams_app_password": "s"}
    assert found(**app)[0] == "warn"
    assert found(**app, teams_tenants=TENANT)[0] == "ok"


async def test_it_is_built_from_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    conversation: Conversation = None  # type: ignore[assignment]
    async with open_database(tmp_path) as database:
        for given in ({"teams_development": True}, {"teams_app_id": APP_ID, "teams_app_password": "s"}):
            channel = build_teams(Settings(**given), conversation, database, Outcomes())
            assert [route.path for route in channel.routes()] == ["/api/messages"]  # type: ignore[attr-defined]
            stopping = asyncio.Event()
            stopping.set()
            await channel.run(stopping)
