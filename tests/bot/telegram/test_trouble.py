"""What goes wrong beside the network: the database refuses, the process dies, a button is strange."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot import patience, working
from bot.outcomes import Outcomes
from bot.replies import BotReply, Message, Notice, Preview, Working
from bot.rich import Span
from bot.telegram import showing, worker
from bot.telegram.build import build_telegram
from bot.telegram.showing import Showing
from bot.texts import Text
from core.errors import StorageError
from core.settings import Settings
from storage.database import Database
from tests.bot.conftest import Bot, held_by_another, until
from tests.bot.telegram.api import ANN, FakeApi, press_update, text_update
from tests.bot.telegram.conftest import inbox_at, serving
from tests.bot.telegram.test_render import received


class WhileHeld:
    """A conversation during which another program takes the database, until `release`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held = held_by_another(path)
        self.asked = 0

    async def handle(self, message: Message) -> AsyncIterator[BotReply]:
        self.asked += 1
        self._held.__enter__()
        yield Notice(f"Réponse à {message.text}", "fr")

    def release(self) -> None:
        self._held.__exit__(None, None, None)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "WAITS_S", (0.05, 0.1))


async def test_a_database_that_is_busy_for_a_moment_costs_nobody_the_answer(database_path: Path, api: FakeApi) -> None:
    busy = WhileHeld(database_path)
    async with serving(database_path, api, conversation=busy) as served:
        api.push(text_update(1, "prix"))
        await until(lambda: served.outcomes.of("storage", "retried") > 0)
        busy.release()
        await served.done(1)
        assert await served.inbox.waiting() == []
    assert api.texts() == ["Réponse à prix"]
    assert busy.asked == 1


async def test_a_database_that_is_busy_at_the_start_does_not_end_the_bot(database_path: Path, api: FakeApi) -> None:
    async with inbox_at(database_path) as inbox:
        await inbox.add([("1", json.dumps(text_update(1, "prix azur")))])
    async with serving(database_path, api) as served:
        with held_by_another(database_path):
            await until(lambda: served.outcomes.of("storage", "retried") > 0)
        await served.done(1)
    assert len(api.texts()) == 1


async def test_an_answer_that_can_not_be_kept_is_sent_all_the_same_and_once(database_path: Path, api: FakeApi) -> None:
    busy = WhileHeld(database_path)
    async with serving(database_path, api, conversation=busy) as served:
        api.push(text_update(1, "prix"))
        await served.done(1)
        busy.release()
        assert served.outcomes.of("storage", "failed") == 2  # neither kept nor noted as sent
    assert api.texts() == ["Réponse à prix"]


async def test_what_can_not_even_be_looked_up_is_told(
    database_path: Path, api: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuses(*_: object) -> None:
        raise StorageError("the disk is gone")

    monkeypatch.setattr(worker, "resolve", refuses)
    async with serving(database_path, api) as served:
        api.push(text_update(1, "/help"))
        await served.done(1)
        assert served.outcomes.of("storage", "retried") == 2
        assert await served.inbox.waiting() == []
    assert api.texts() == [Text.TROUBLE.say("fr")]


@pytest.mark.parametrize("data", ["", "x?", "z9:abc", "c7"])
async def test_a_button_that_is_not_known_any_more_is_answered(database_path: Path, api: FakeApi, data: str) -> None:
    async with serving(database_path, api) as served:
        update = press_update(1, data or "?", 77)
        update["callback_query"]["from"] = {**ANN, "language_code": "ar-DZ"}
        api.push(update)
        await served.done(1)
    assert [call["text"] for call in api.of("answerCallbackQuery")] == [Text.BUTTON_GONE.say("ar")]
    assert api.texts() == []


@pytest.mark.parametrize(
    ("code", "language"), [("ar", "ar"), ("ar-DZ", "ar"), ("fr-FR", "fr"), ("en", "fr"), ("", "fr")]
)
async def test_the_phone_tells_the_language_until_something_is_written(
    database_path: Path, api: FakeApi, code: str, language: str
) -> None:
    person = {**ANN, "language_code": code} if code else ANN
    async with serving(database_path, api) as served:
        api.push(text_update(1, "/privacy", **{"from": person}))
        await served.done(1)
    assert [text.startswith(Text.PRIVACY.say(language)) for text in api.texts()] == [True]  # type: ignore[arg-type]


async def test_another_bot_s_updates_are_not_taken_for_known_ones(tmp_path: Path, api: FakeApi) -> None:
    database = Database(tmp_path / "forsa.sqlite", StorageError)
    await database.open()
    conversation = Bot(database).conversation
    new = []
    for token in ("123:first", "456:second", "456:renewed"):
        settings = Settings(telegram_token=token, telegram_api_url=api.url)
        channel = build_telegram(settings, conversation, database, Outcomes())
        new.append(len(await channel._inbox.add([("1", "{}")])))
    await database.close()
    assert new == [1, 1, 0]


async def test_a_vote_that_was_counted_before_a_crash_is_not_withdrawn_after_it(
    database_path: Path, api: FakeApi
) -> None:
    async with serving(database_path, api) as served:
        api.push(text_update(1, "prix azur"))
        [sent] = await api.wait("sendMessage")
        await served.done(1)
        data = json.loads(sent["reply_markup"])["inline_keyboard"][0][0]["callback_data"]
        api.push(press_update(2, data, 1000))
        await served.done(2)
    again = (json.dumps(press_update(2, data, 1000)),)
    async with inbox_at(database_path) as inbox:  # as if the process had died before the answer to the press was kept
        await inbox._database.write(
            lambda db: db.conn.execute("UPDATE inbox SET done = NULL, body = ? WHERE id = '2'", again)
        )
    async with serving(database_path, api) as served:
        await served.done(1)
        vote = await served.bot.feedback.vote_of("a1", "telegram", "42")
    assert vote.value == 1


async def test_who_may_not_ask_is_not_told_to_ask_again(
    database_path: Path, api: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database_path, api) as served:
        api.push(text_update(1, "prix azur"))
        await served.done(1)
        await served.bot.database.write(lambda db: db.conn.execute("UPDATE people SET is_blocked = 1"))
    async with inbox_at(database_path) as inbox:
        await inbox.add([("7", json.dumps(text_update(7, "prix azur")))])
    monkeypatch.setattr(working, "TOO_OLD_S", -1.0)
    async with serving(database_path, api) as served:
        await served.done(1)
    assert len(api.texts()) == 1


class Slowly:
    """Two previews, then the answer."""

    async def handle(self, message: Message) -> AsyncIterator[BotReply]:
        yield Working("answer")
        yield Preview("Première phrase.", "fr")
        await until(lambda: self.is_shown())
        yield Notice("Tout.", "fr")

    def __init__(self, api: FakeApi) -> None:
        self._api = api

    def is_shown(self) -> bool:
        return "Première phrase." in self._api.texts()


@pytest.mark.parametrize("status", [400, 404])
async def test_where_drafts_are_refused_a_message_grows_instead(database_path: Path, api: FakeApi, status: int) -> None:
    api.fail("sendMessageDraft", status, "Not Found")
    async with serving(database_path, api, conversation=Slowly(api)) as served:
        api.push(text_update(1, "prix"))
        await served.done(1)
    assert api.texts() == ["Première phrase."]
    assert [call["text"] for call in api.of("editMessageText")] == ["Tout."]


async def test_a_draft_that_hangs_does_not_hold_the_answer_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "PATIENCE_S", 0.05)
    hanging = asyncio.Event()

    class Stuck:
        async def attempt(self, *_: object) -> None:
            hanging.set()
            await asyncio.Event().wait()

    stuck: Any = Stuck()
    async with asyncio.timeout(20):
        async with Showing(stuck, stuck, received(), 1, None, lambda _: asyncio.sleep(0)) as shown:
            shown.show((Span("Première phrase."),))
            await hanging.wait()


async def test_a_disk_that_is_slow_again_and_again_loses_and_doubles_nothing(
    database_path: Path, api: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than a write waits for another program's, shorter than we are patient."""
    monkeypatch.setattr(patience, "WAITS_S", (0.1, 0.2, 0.4, 0.8))
    people = range(100, 140)
    async with serving(database_path, api) as served:
        for number in people:
            api.push(text_update(number, "prix azur 480", chat=number, **{"from": {**ANN, "id": number}}))
        for _ in range(6):
            with suppress(sqlite3.OperationalError), held_by_another(database_path):  # where it isn't the bot's turn
                await asyncio.sleep(0.3)
            await asyncio.sleep(0.1)
        await served.done(len(people))
        # The lock of the other program may just be going; the bot itself is as patient.
        assert await patience.Patience(served.outcomes)(served.inbox.waiting) == []
    said = [(int(call["chat_id"]), call["text"]) for call in api.of("sendMessage")]
    assert {chat for chat, _ in said} == set(people)
    assert len(said) == len(set(said))  # who was told besides that their answer could not be kept has two messages
