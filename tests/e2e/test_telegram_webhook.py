"""The address where Telegram brings updates: who may bring what."""

from collections.abc import Iterator

import httpx
import pytest

from tests.e2e.conftest import StartsBots
from tests.e2e.driver.bot import Bot
from tests.e2e.driver.emulator import TOKEN, running_emulator
from tests.e2e.driver.person import Person
from tests.e2e.driver.told import is_answer

pytestmark = pytest.mark.e2e

SECRET = "X-Telegram-Bot-Api-Secret-Token"


@pytest.fixture(scope="module")
def hooked(packages: None, start_bot: StartsBots) -> Iterator[Bot]:
    with running_emulator() as emulator, start_bot(emulator, "webhook", log_level="DEBUG") as bot:
        yield bot


def _post(bot: Bot, content: bytes, **headers: str) -> int:
    url = bot.emulator.state()["webhook"]["url"]
    sent = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    with httpx.Client(trust_env=False) as client:
        return client.post(url, content=content, headers=sent).status_code


@pytest.mark.parametrize(
    ("content", "secret", "status"),
    [
        (b'{"update_id": 1}', None, 401),
        (b'{"update_id": 1}', "wrong", 401),
        (b'{"update_id": 1}', "", 401),
        (b"not json", None, 401),
        (b"not json", "right", 400),
        (b"", "right", 400),
        (b"\xff\xfe", "right", 400),
        (b"[]", "right", 400),
        (b"{}", "right", 400),
        (b'{"update_id": "x"}', "right", 400),
        (b'{"update_id": 1, "message": 3}', "right", 400),
        (b'{"a": "' + b"a" * 6_000_000 + b'"}', "right", 413),
        (b'{"update_id": 999000}', "right", 200),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_statuses(hooked: Bot, content: bytes, secret: str | None, status: int) -> None:
    right = hooked.emulator.state()["webhook"]["secret"]
    headers = {} if secret is None else {SECRET: right if secret == "right" else secret}
    assert _post(hooked, content, **headers) == status


def test_other_methods_and_places_are_refused(hooked: Bot) -> None:
    url = httpx.URL(hooked.emulator.state()["webhook"]["url"])
    with httpx.Client(trust_env=False) as client:
        assert client.get(url).status_code == 405
        assert client.post(url.copy_with(path="/elsewhere")).status_code == 404


def test_a_secret_is_derived_where_none_is_set(start_bot: StartsBots) -> None:
    with running_emulator() as emulator, start_bot(emulator, "webhook", telegram_webhook_secret="") as bot:
        secret = emulator.state()["webhook"]["secret"]
        assert secret and TOKEN not in secret and TOKEN.split(":")[1] not in secret
        assert _post(bot, b"{}") == 401
        assert is_answer(Person(emulator).answer("tarif rimal fibre 220 mega residentiel"))


def test_every_delivery_was_taken_at_once(hooked: Bot) -> None:
    person = Person(hooked.emulator)
    before = len(hooked.emulator.calls())
    person.ask("tarif rimal fibre 220 mega residentiel")
    delivered = [call for call in hooked.emulator.calls(before) if call["method"] == "->webhook"]
    assert [call["status"] for call in delivered] == [200]


def test_nothing_secret_is_logged(hooked: Bot) -> None:
    Person(hooked.emulator).ask("tarif rimal fibre 220 mega residentiel")
    _post(hooked, b"not json", **{SECRET: "a-wrong-secret"})
    log = hooked.log.read_text(encoding="utf-8")
    assert log
    for secret in (TOKEN, TOKEN.split(":")[1], hooked.secret, "a-wrong-secret"):
        assert secret not in log


def test_polling_after_webhook_takes_over(start_bot: StartsBots) -> None:
    """A webhook that a former start set would keep updates from a bot that polls."""
    with running_emulator() as emulator:
        with start_bot(emulator, "webhook"):
            assert emulator.state()["webhook"]
        person = Person(emulator)
        asked = person.say("tarif rimal fibre 220 mega residentiel")
        with start_bot(emulator):
            assert is_answer(person.replies(asked)[-1])
