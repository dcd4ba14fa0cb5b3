"""What goes wrong beside the connector: the bot was stopped for long, the process dies, the database refuses."""

import json
from pathlib import Path

import pytest

from bot import patience, working
from bot.teams.activities import read
from bot.teams.meaning import Meaning
from bot.texts import Text
from core.errors import StorageError
from tests.bot.conftest import held_by_another, until
from tests.bot.teams.conftest import Teams, running_teams
from tests.bot.teams.servers import Json, OpenId, RecordingConnector


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "WAITS_S", (0.05, 0.1))


async def _left(teams: Teams, *activities: Json) -> None:
    """Activities as a process that died has left them: kept, and answered by nobody."""
    await teams.inbox.add([(read(activity).key, json.dumps(activity)) for activity in activities])


async def test_what_waited_too_long_is_to_be_asked_again_once_a_chat(
    database_path: Path, connector: RecordingConnector, openid: OpenId, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480")
        await teams.until_done(1)
        await _left(teams, teams.activity("سعر أزور"), teams.activity("سعر أزور"))
    monkeypatch.setattr(working, "TOO_OLD_S", -1.0)
    async with running_teams(database_path, connector, openid) as teams:
        await teams.until_done(2)
        assert teams.bot.engine.asked == []
    (_, told) = connector.texts
    assert Text.ASK_AGAIN.say("ar") in told["text"]


async def test_who_may_not_ask_is_not_told_to_ask_again(
    database_path: Path, connector: RecordingConnector, openid: OpenId, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480")
        await teams.until_done(1)
        await teams.bot.database.write(lambda db: db.conn.execute("UPDATE people SET is_blocked = 1"))
        await _left(teams, teams.activity("prix azur 240"))
    before = len(connector.messages)
    monkeypatch.setattr(working, "TOO_OLD_S", -1.0)
    async with running_teams(database_path, connector, openid) as teams:
        await teams.until_done(1)
        assert await teams.inbox.waiting() == []
    assert len(connector.messages) == before


async def test_a_vote_that_was_counted_before_a_crash_is_not_withdrawn_after_it(
    database_path: Path, connector: RecordingConnector, openid: OpenId
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480")
        await teams.until_done(1)
        vote = teams.activity("+")
        await teams.post(vote)
        await teams.until_done(2)
        await _left(teams, vote | {"id": "as if the answer to the press had not been kept"})
    async with running_teams(database_path, connector, openid) as teams:
        await teams.until_done(1)
        stands = await teams.bot.feedback.vote_of("a1", "teams", "agent")
    assert stands.value == 1


async def test_a_database_that_is_busy_at_the_start_does_not_end_the_bot(
    database_path: Path, connector: RecordingConnector, openid: OpenId
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480")
        await teams.until_done(1)
        await _left(teams, teams.activity("prix azur 480"))
    async with running_teams(database_path, connector, openid) as teams:
        with held_by_another(database_path):
            await until(lambda: teams.outcomes.of("storage", "retried") > 0)
        await teams.until_done(1)
    assert len(connector.texts) == 2


async def test_an_answer_that_can_not_be_kept_is_sent_all_the_same_and_once(teams: Teams) -> None:
    await teams.inbox._database.write(
        lambda db: db.conn.execute(
            "CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'no room'); END"
        )
    )
    await teams.say("prix azur 480")
    await teams.until_done(1)
    assert teams.outcomes.of("storage", "failed") == 1
    assert [message["text"] for message in teams.connector.texts] == ["480 Mbps : 7 150 DA [1] [2]."]


@pytest.mark.parametrize(("said", "language"), [("prix azur 480", "fr"), ("سعر أزور", "ar")])
async def test_what_can_not_even_be_looked_up_is_told(
    teams: Teams, monkeypatch: pytest.MonkeyPatch, said: str, language: str
) -> None:
    async def refuses(*_: object) -> None:
        raise StorageError("the disk is gone")

    monkeypatch.setattr(Meaning, "of", refuses)
    await teams.say(said)
    await teams.until_done(1)
    assert teams.outcomes.of("storage", "retried") == 2
    assert await teams.inbox.waiting() == []
    (told,) = teams.connector.texts
    assert Text.TROUBLE.say(language) in told["text"]  # type: ignore[arg-type]
