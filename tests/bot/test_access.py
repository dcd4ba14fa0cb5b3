"""The door: closed unless opened, one way in, silence for who is blocked, limits that say when to try again."""

import re
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.moments import after
from bot.replies import Answer, Invitation, Notice, VoteNotice
from bot.texts import Text
from bot.welcome import EXAMPLES
from core.errors import StorageError
from core.settings import Settings
from storage.database import Database
from tests.bot.conftest import Bot

DAY = 86_400.0
NOON = datetime(2031, 3, 12, 12, 0).timestamp()


class StandingClock:
    """Time that goes on only when the test says so."""

    def __init__(self) -> None:
        self.seconds = NOON

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
async def database(database_path: Path) -> AsyncIterator[Database]:
    database = Database(database_path, StorageError)
    await database.open()
    yield database
    await database.close()


def closed(**more: Any) -> Settings:
    return Settings(admins="test:boss, teams:chef", **more)


@pytest.fixture
def door(database: Database, clock: StandingClock) -> Bot:
    return Bot(database, closed(), clock)


async def code_of(bot: Bot, argument: str = "") -> str:
    made = await bot.send(f"/users invite {argument}", person="boss")
    assert isinstance(made, Invitation)
    return made.code


async def count(bot: Bot, table: str) -> int:
    return int(await bot.database.read(lambda db: db.conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0]))


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("tarif azur 480", "fr"),
        ("كم السعر؟", "ar"),
        ("/مساعدة", "ar"),
        ("/start", "fr ar"),
        ("/help", "fr ar"),
        ("/users", "fr ar"),
        ("/reindex", "fr ar"),
        ("/lang ar", "fr ar"),
        ("+", "fr ar"),
        ("- الرقم خاطئ", "ar"),
        ("🙂", "fr ar"),
        ("", "fr ar"),
    ],
)
async def test_a_stranger_is_told_how_to_get_in_and_nothing_else(door: Bot, text: str, languages: str) -> None:
    told = await door.replies(text, person="stranger", name="X")
    said = "\n\n".join(Text.ACCESS_NEEDED.say(each) for each in languages.split())  # type: ignore[arg-type]
    assert told == [Notice(said, languages[:2], is_error=True)]  # type: ignore[arg-type]
    assert door.engine.asked == []


async def test_a_stranger_leaves_no_trace(door: Bot, database_path: Path) -> None:
    await door.replies("un secret très reconnaissable", person="stranger-77", name="Monsieur Secret")
    await door.replies("/feedback un secret très reconnaissable", person="stranger-77")
    await door.replies("", person="stranger-77", kind="voice")
    for table in ("people", "attempts", "turns", "comments", "preferences", "admin_log"):
        assert await count(door, table) == 0, table
    kept = b"".join(file.read_bytes() for file in database_path.parent.iterdir())
    assert b"reconnaissable" not in kept
    assert b"stranger-77" not in kept


@pytest.mark.parametrize("form", ["/start {}", "{}", "/بداية {}"])
async def test_a_code_lets_in_and_is_welcomed(door: Bot, form: str) -> None:
    code = await code_of(door)
    welcome = await door.send(form.format(code), person="new", name="Lina")
    language = "ar" if "بداية" in form else "fr"
    assert welcome == Notice(Text.WELCOME.say(language), language, tuple(text.say(language) for text in EXAMPLES)[:2])
    assert isinstance(await door.send("tarif azur", person="new"), Answer)
    assert len(door.engine.asked) == 1, "the code itself is no question"
    assert (await door.send("/stats", person="new")).is_error
    assert (await door.send(f"/start {code}", person="new")).text == Text.WELCOME.say("fr"), "pressed twice"


async def test_an_admins_code_makes_an_admin(door: Bot) -> None:
    await door.send(await code_of(door, "admin"), person="new")
    assert "/users" in (await door.send("/help", person="new")).text
    assert isinstance(await door.send("/users invite", person="new"), Invitation)


async def test_a_member_stays_one_over_a_restart(door: Bot, database_path: Path, clock: StandingClock) -> None:
    await door.send(await code_of(door), person="new")
    other = Database(database_path, StorageError)
    await other.open()
    again = Bot(other, closed(), clock)
    assert isinstance(await again.send("tarif azur", person="new", chat="group"), Answer)
    assert (await again.send("tarif azur", person="stranger")).is_error
    await other.close()


async def test_used_expired_and_wrong_codes_get_one_honest_sentence(door: Bot, clock: StandingClock) -> None:
    def both(text: Text) -> str:
        return f"{text.say('fr')}\n\n{text.say('ar')}"

    used, old = await code_of(door), await code_of(door)
    await door.send(used, person="new")
    assert (await door.send(used, person="late")).text == both(Text.CODE_USED)
    clock.seconds += 7 * DAY
    assert (await door.send(f"/start {old}", person="late")).text == both(Text.CODE_EXPIRED)
    assert (await door.send("/start", person="late")).text == both(Text.ACCESS_NEEDED)
    for wrong in ("ABCDE-FGHJK", "/start ABCDE-FGHJK", "/start xyz"):
        assert (await door.send(wrong, person="late")).text == both(Text.CODE_WRONG)
    assert (await door.send("/بداية ABCDE-FGHJK", person="late")).text == Text.CODE_WRONG.say("ar")
    assert door.engine.asked == []


async def test_guessing_is_limited(door: Bot, clock: StandingClock) -> None:
    right = await code_of(door)
    for _ in range(5):
        assert Text.CODE_WRONG.say("fr") in (await door.send("ABCDE-FGHJK", person="guesser")).text
        clock.seconds += 60
    assert Text.TOO_MANY_CODES.say("fr", when="à 13:00") in (await door.send(right, person="guesser")).text
    assert (await door.send("bonjour", person="guesser")).text == Text.ACCESS_NEEDED.say("fr")
    clock.seconds += 3600 - 5 * 60
    assert (await door.send(right, person="guesser")).text == Text.WELCOME.say("fr")


async def test_who_is_blocked_hears_nothing_at_all(door: Bot) -> None:
    await door.send(await code_of(door), person="new")
    await door.send("/users block test:new", person="boss")
    code = await code_of(door)
    for text in ("tarif azur", "/start", "/help", "+", code, f"/start {code}", "/reindex", ""):
        assert await door.replies(text, person="new") == []
    await door.send("/users unblock test:new", person="boss")
    assert isinstance(await door.send("tarif azur", person="new"), Answer)


async def test_admins_of_the_settings_need_no_invitation(door: Bot) -> None:
    assert isinstance(await door.send("tarif azur", person="boss"), Answer)
    assert (await door.send("tarif azur", person="chef")).is_error, "an admin of another channel"


async def test_who_is_no_longer_in_the_settings_is_out(door: Bot, clock: StandingClock) -> None:
    await door.send("tarif azur", person="boss")
    later = Bot(door.database, Settings(), clock)
    assert (await later.send("tarif azur", person="boss")).text == Text.ACCESS_NEEDED.say("fr")


async def test_an_open_door_lets_everybody_ask_until_it_is_closed(database: Database, clock: StandingClock) -> None:
    opened = Bot(database, closed(access="open"), clock)
    assert isinstance(await opened.send("tarif azur", person="anyone", name="Sami"), Answer)
    assert (await opened.send("/users", person="anyone")).is_error
    assert "Sami" in (await opened.send("/users", person="boss")).text
    again = Bot(database, closed(), clock)
    assert (await again.send("tarif azur", person="anyone")).text == Text.ACCESS_NEEDED.say("fr")
    await again.send(await code_of(again), person="anyone")
    assert isinstance(await again.send("tarif azur", person="anyone"), Answer)


async def test_an_open_door_takes_codes_too(database: Database, clock: StandingClock) -> None:
    opened = Bot(database, closed(access="open"), clock)
    await opened.send(await code_of(opened, "admin"), person="new")
    assert isinstance(await opened.send("/users invite", person="new"), Invitation)
    assert (await opened.send("/start ABCDE-FGHJK", person="other")).text == Text.WELCOME.say("fr")
    assert isinstance(await opened.send("ABCDE-FGHJK", person="third"), Answer), "a question like any other"


async def test_a_person_may_ask_so_often_and_is_told_when_again(database: Database, clock: StandingClock) -> None:
    bot = Bot(database, closed(access="open", questions_per_minute=2, questions_per_day=3), clock)
    assert isinstance(await bot.send("tarif azur"), Answer)
    clock.seconds += 20
    assert isinstance(await bot.send("tarif azur", chat="group"), Answer)
    clock.seconds += 0.5
    held = await bot.send("كم السعر؟")
    assert held == Notice(Text.TOO_MANY_QUESTIONS.say("ar", when="بعد 40 ث"), "ar", is_error=True)
    for free in ("/help", "/sources", "/start", "/scope azur"):
        assert Text.TOO_MANY_QUESTIONS.value[0][:20] not in str(await bot.send(free))
    assert isinstance(await bot.send("+"), VoteNotice)
    assert isinstance(await bot.send("tarif azur", person="q"), Answer), "others aren't held up"
    clock.seconds += 39.5
    assert isinstance(await bot.send("tarif azur"), Answer)
    assert (await bot.send("tarif azur")).text == Text.TOO_MANY_QUESTIONS.say("fr", when="le 13/03 à 12:00")
    clock.seconds = NOON + DAY
    assert isinstance(await bot.send("tarif azur"), Answer)
    assert len(bot.engine.asked) == 5


async def test_admins_have_limits_for_questions_but_not_for_commands(database: Database, clock: StandingClock) -> None:
    bot = Bot(database, closed(questions_per_minute=1), clock)
    assert isinstance(await bot.send("tarif azur", person="boss"), Answer)
    assert (await bot.send("tarif azur", person="boss")).is_error
    for _ in range(3):
        assert isinstance(await bot.send("/users invite", person="boss"), Invitation)


async def test_the_console_has_no_door(door: Bot) -> None:
    for _ in range(12):
        assert isinstance(await door.send("tarif azur", person="root", is_admin=True), Answer)
    assert await count(door, "people") == 0


async def test_without_the_database_nobody_is_let_in(door: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise StorageError("no room left")

    monkeypatch.setattr(door.conversation._access._people, "find", broken)
    assert (await door.send("tarif azur", person="boss")).text == Text.TROUBLE.say("fr")
    assert door.engine.asked == []


@pytest.mark.parametrize(
    ("wait", "french", "arabic"),
    [
        (0.2, "dans 1 s", "بعد 1 ث"),
        (90, "dans 90 s", "بعد 90 ث"),
        (90.5, "à 12:02", "على الساعة 12:02"),
        (120, "à 12:02", "على الساعة 12:02"),
        (12 * 3600, "le 13/03 à 00:00", "يوم 13/03 على الساعة 00:00"),
    ],
)
def test_when_is_never_too_early(wait: float, french: str, arabic: str) -> None:
    assert (after(wait, NOON, "fr"), after(wait, NOON, "ar")) == (french, arabic)


async def test_codes_are_short_and_have_nothing_to_confuse(door: Bot) -> None:
    assert re.fullmatch("[A-HJKMNP-TW-Z2-9]{5}-[A-HJKMNP-TW-Z2-9]{5}", await code_of(door))
