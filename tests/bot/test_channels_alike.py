"""The same conversation over every channel, through its real adapter: what a person is told must mean the same."""

import html
import io
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest

from bot.admin_texts import AdminText
from bot.console.channel import Console
from bot.http import http_server
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import StorageError
from core.settings import Settings
from storage.database import Database
from tests.bot.conftest import Bot, open_door
from tests.bot.teams.conftest import Teams, running_teams
from tests.bot.teams.servers import OpenId, RecordingConnector
from tests.bot.telegram.api import ANN, fake_api, press_update, text_update
from tests.bot.telegram.conftest import Served, serving

_SIGNS = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069\u200e\u200f"))


class Line(Protocol):
    """A channel with people on it, known by number; 1 is the admin. `bot` is what stands behind."""

    bot: Bot

    async def say(self, text: str, person: int = 2) -> str:
        """Write; all that is shown for it, buttons included, without markup."""
        ...

    async def press(self, label: str, person: int = 2) -> str:
        """Press the last button that shows this, or the channel's own thumb."""
        ...


def _plain(*texts: str) -> str:
    """Without markup, isolates and odd blanks; one line a paragraph."""
    joined = html.unescape(re.sub(r"</?[a-z][^>]*>", "", "\n".join(texts))).translate(_SIGNS)
    return re.sub(r"\n+", "\n", re.sub("[\u00a0\u202f\u2009]", " ", re.sub(r"\\(.)", r"\1", joined)))


class OnConsole:
    """Its person is the admin of their own bot."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def say(self, text: str, person: int = 2) -> str:
        read, write = os.pipe()
        os.write(write, f"{text}\n".encode())
        os.close(write)
        output = io.StringIO()
        try:
            await Console(self.bot.conversation, str(person), read, output).run()
        finally:
            os.close(read)
        return _plain(output.getvalue())


class OnTelegram:
    def __init__(self, served: Served, api: Any) -> None:
        self.bot = served.bot
        self._served = served
        self._api = api
        self._count = 0

    async def say(self, text: str, person: int = 2) -> str:
        self._count += 1
        update = text_update(self._count, text, chat=person, **{"from": {**ANN, "id": person}})
        return await self._told(update)

    async def press(self, label: str, person: int = 2) -> str:
        data, message = self._button(label)
        self._count += 1
        update = press_update(self._count, data, message, chat=person)
        update["callback_query"]["from"] = {**ANN, "id": person}
        return await self._told(update)

    async def _told(self, update: dict[str, Any]) -> str:
        before = len(self._api.calls)
        self._api.push(update)
        await self._served.done(self._count)
        calls = [given for _, given in self._api.calls[before:]]
        buttons = [button["text"] for given in calls for button in _keyboard(given)]
        return _plain(*(given.get("text", "") for given in calls), *buttons)

    def _button(self, label: str) -> tuple[str, int]:
        """Data, and the message it hangs below; the small Bot API numbers messages from 1000 on."""
        found, number = ("", 0), 999
        for method, given in self._api.calls:
            if method in ("sendMessage", "sendDocument"):
                number += 1
            for button in _keyboard(given):
                if label in button["text"]:
                    found = (button["callback_data"], int(given.get("message_id", number)))
        assert found[0], label
        return found


def _keyboard(given: dict[str, Any]) -> list[dict[str, Any]]:
    rows = json.loads(given["reply_markup"]).get("inline_keyboard", []) if given.get("reply_markup") else []
    return [button for row in rows for button in row]


class OnTeams:
    def __init__(self, teams: Teams) -> None:
        self.bot = teams.bot
        self._teams = teams
        self._count = 0

    async def say(self, text: str, person: int = 2) -> str:
        return await self._told(self._activity(person, text=text))

    async def press(self, label: str, person: int = 2) -> str:
        if label in "👍👎":
            rated = {"reaction": "like" if label == "👍" else "dislike", "feedback": '{"feedbackText": ""}'}
            value = {"actionName": "feedback", "actionValue": rated}
            return await self._told(
                self._activity(person, type="invoke", name="message/submitAction", value=value, text=None)
            )
        action = next(each for each in reversed(self._buttons) if label in each["title"])
        pressed = {"action": action}
        return await self._told(
            self._activity(person, type="invoke", name="adaptiveCard/action", value=pressed, text=None)
        )

    @property
    def _buttons(self) -> list[dict[str, Any]]:
        return self._teams.connector.buttons

    def _activity(self, person: int, **more: Any) -> dict[str, Any]:
        who = {"id": f"29:{person}", "aadObjectId": str(person), "name": f"Person {person}"}
        where = {"id": f"a:{person}", "conversationType": "personal"}
        return self._teams.activity(**{"from": who, "conversation": where, **more})

    async def _told(self, activity: dict[str, Any]) -> str:
        before = len(self._teams.connector.messages)
        self._count += 1
        token = self._teams.openid.token(activity["serviceUrl"])
        headers = {"Authorization": f"Bearer {token}"}
        async with self._teams.session.post(self._teams.url, json=activity, headers=headers) as response:
            answered = await response.text()
        await self._teams.until_done(self._count)
        sent = self._teams.connector.messages[before:]
        invoked = [json.loads(answered)] if answered else []
        return _plain(*(text for shown in [*sent, *invoked] for text in _texts(shown)))


def _texts(shown: Any) -> list[str]:
    """Everything in an activity or card that is read: texts and the titles of buttons."""
    if isinstance(shown, dict):
        own = [value for key, value in shown.items() if key in ("text", "title") and isinstance(value, str)]
        return [*own, *(text for value in shown.values() for text in _texts(value))]
    return [text for item in shown for text in _texts(item)] if isinstance(shown, list) else []


@asynccontextmanager
async def _console(path: Path, settings: Settings) -> AsyncIterator[Line]:
    database = Database(path, StorageError)
    await database.open()
    yield OnConsole(Bot(database, settings))
    await database.close()


@asynccontextmanager
async def _telegram(path: Path, settings: Settings) -> AsyncIterator[Line]:
    async with fake_api() as api, serving(path, api, settings=settings) as served:
        yield OnTelegram(served, api)


@asynccontextmanager
async def _teams(path: Path, settings: Settings) -> AsyncIterator[Line]:
    connector, openid = RecordingConnector(), OpenId()
    async with (
        http_server(connector.routes(), "127.0.0.1", 0) as connector_port,
        http_server(openid.routes(), "127.0.0.1", 0) as openid_port,
    ):
        connector.url, openid.url = (f"http://127.0.0.1:{port}" for port in (connector_port, openid_port))
        async with running_teams(path, connector, openid, settings) as teams:
            yield OnTeams(teams)


Opens = Callable[[Path, Settings], AbstractAsyncContextManager[Line]]
CHANNELS: dict[str, Opens] = {"console": _console, "telegram": _telegram, "teams": _teams}
WITH_STRANGERS = ["telegram", "teams"]


def _says(said: str, text: Text, language: Language = "fr") -> bool:
    """Whether one of the bot's texts was told, whatever its fields are filled with."""
    pieces = re.split(r"\{\w+\}", _plain(text.value[language == "ar"]))
    return re.search(".*".join(re.escape(piece.strip()) for piece in pieces), said, re.DOTALL) is not None


async def _votes(line: Line) -> Sequence[tuple[Any, ...]]:
    return await line.bot.database.read(
        lambda db: list(db.conn.execute("SELECT answer_id, value, reason FROM votes ORDER BY answer_id"))
    )


@pytest.mark.parametrize("channel", CHANNELS)
async def test_a_conversation(channel: str, database_path: Path) -> None:
    async with CHANNELS[channel](database_path, open_door()) as line:
        assert _says(await line.say("/start"), Text.WELCOME)
        assert "480 Mbps : 7 150 DA [1] [2]." in await line.say("prix azur 480")
        assert "prix azur 240" in await line.say("et 240 ?")
        assert [question.text for question in line.bot.engine.asked] == ["prix azur 480", "prix azur 240"]

        first = await line.say("sources")
        assert _says(first, Text.SOURCES_PAGE)
        assert "Offre Azur" in first and re.search(r"▸.*480 Mbps", first)
        second = await line.say("/sources 2")
        assert "عرض أزور" in second and "Source 2 sur 2" in second
        assert _says(await line.say("/sources 9"), Text.NO_SUCH_SOURCE)

        assert _says(await line.say("+"), Text.VOTED_UP)
        assert await _votes(line) == [("a2", 1, "")]
        asked = await line.say("-")
        assert _says(asked, Text.VOTED_DOWN)
        reasons = (Text.REASON_FIGURE, Text.REASON_DOCUMENT, Text.REASON_INCOMPLETE, Text.REASON_OTHER)
        assert all(_says(asked, reason) for reason in reasons)
        assert _says(await line.say("- mauvais chiffre"), Text.VOTED_WITH_REASON)
        assert await _votes(line) == [("a2", -1, "wrong-figure")]

        asked_before = list(line.bot.engine.asked)
        assert _says(await line.say("ok merci"), Text.THANKED)
        assert _says(await line.say("سلام"), Text.GREETED, "ar")
        assert line.bot.engine.asked == asked_before

        refusal = await line.say("quelle météo ?")
        assert "Hors sujet." in refusal and "[1]" not in refusal
        assert _says(await line.say("sources"), Text.NO_SOURCES)


@pytest.mark.parametrize("channel", CHANNELS)
async def test_commands(channel: str, database_path: Path) -> None:
    async with CHANNELS[channel](database_path, open_door()) as line:
        assert _says(await line.say("aide"), Text.HELP)
        assert _says(await line.say("مساعدة"), Text.HELP, "ar")
        assert _says(await line.say("/nimporte"), Text.UNKNOWN_COMMAND)
        assert _says(await line.say("sources"), Text.NO_ANSWER_YET)

        assert _says(await line.say("/lang ar"), Text.LANG_FIXED_AR, "ar")
        assert "السعر 7 150 دج [1] [2]." in await line.say("prix azur 480")
        assert _says(await line.say("المصادر"), Text.SOURCES_PAGE, "ar")
        assert _says(await line.say("/lang auto"), Text.LANG_AUTO, "ar")
        assert "7 150 DA" in await line.say("prix azur 240")

        assert _says(await line.say("/scope Azur"), Text.SCOPE_SET)
        await line.say("prix azur 120")
        assert line.bot.engine.asked[-1].scope == "Offres/Azur.docx"
        assert _says(await line.say("/scope all"), Text.SCOPE_ALL)
        assert _says(await line.say("/scope Zéphyr"), Text.UNKNOWN_SCOPE)

        assert "7 150 DA" in await line.say("/compare Azur 240 | Azur 480")
        assert line.bot.engine.asked[-1].text == "Azur 240 | Azur 480"
        assert _says(await line.say("/compare Azur"), Text.COMPARE_USAGE)
        assert _says(await line.say("/feedback très utile"), Text.FEEDBACK_KEPT)
        assert _says(await line.say("/privacy"), Text.PRIVACY)


@pytest.mark.parametrize("channel", WITH_STRANGERS)
async def test_who_may_ask_what_and_how_often(channel: str, database_path: Path) -> None:
    closed = Settings(access="closed", questions_per_minute=2, admins=f"{channel}:1")
    async with CHANNELS[channel](database_path, closed) as line:
        for text in ("prix azur 480", "/start", "sources", "+"):
            assert _says(await line.say(text, 3), Text.ACCESS_NEEDED)
        assert _says(await line.say("ما هو سعر أزور", 3), Text.ACCESS_NEEDED, "ar")
        assert line.bot.engine.asked == []

        invitation = await line.say("/users invite", 1)
        assert _says(invitation, AdminText.INVITATION)
        code = re.search(r"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", invitation)
        assert code, invitation
        assert _says(await line.say(code[0], 3), Text.WELCOME)
        assert _says(await line.say(code[0], 4), Text.CODE_USED)

        for text in ("/reindex", "/stats", "/users"):
            assert _says(await line.say(text, 3), Text.ADMINS_ONLY)
        for text in ("prix azur 480", "prix azur 240"):
            assert "7 150 DA" in await line.say(text, 3)
        assert _says(await line.say("prix azur 120", 3), Text.TOO_MANY_QUESTIONS)
        assert _says(await line.say("sources", 3), Text.SOURCES_PAGE)
        assert _says(await line.say("/stats", 1), AdminText.STATS_INDEX)


@pytest.mark.parametrize("channel", WITH_STRANGERS)
async def test_the_channels_own_thumbs_and_buttons(channel: str, database_path: Path) -> None:
    async with CHANNELS[channel](database_path, open_door()) as line:
        await line.say("prix azur 480")
        await line.press("👍")
        assert await _votes(line) == [("a1", 1, "")]
        asked = await line.press("👎")
        assert await _votes(line) == [("a1", -1, "")]
        assert _says(asked, Text.REASON_FIGURE)
        await line.press(Text.REASON_FIGURE.say("fr"))
        assert await _votes(line) == [("a1", -1, "wrong-figure")]
        page = await line.press("Sources")
        assert _says(page, Text.SOURCES_PAGE)
        assert re.search(r"▸.*480 Mbps", page)


@pytest.mark.parametrize("channel", WITH_STRANGERS)
async def test_two_people_do_not_get_in_each_others_way(channel: str, database_path: Path) -> None:
    async with CHANNELS[channel](database_path, open_door()) as line:
        await line.say("prix azur 480", 2)
        assert _says(await line.say("sources", 3), Text.NO_ANSWER_YET)
        await line.say("/lang ar", 3)
        assert "7 150 DA" in await line.say("prix azur 240", 2)
