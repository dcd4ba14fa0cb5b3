"""Who may ask: invitations, blocked people, limits."""

import re
import time
from collections.abc import Iterator

import pytest

from tests.e2e.conftest import StartsBots
from tests.e2e.driver.bot import ADMIN, WAYS, Bot
from tests.e2e.driver.emulator import running_emulator, wait_for
from tests.e2e.driver.person import Person, text_of
from tests.e2e.driver.told import is_answer, rows, tells

pytestmark = pytest.mark.e2e

PRICE = "tarif rimal fibre 220 mega residentiel"


@pytest.fixture(scope="module", params=WAYS)
def closed(request: pytest.FixtureRequest, packages: None, start_bot: StartsBots) -> Iterator[Bot]:
    """A bot as it comes: closed, three questions a minute."""
    with (
        running_emulator() as emulator,
        start_bot(emulator, request.param, access="closed", questions_per_minute=3) as bot,
    ):
        yield bot


@pytest.fixture
def admin(closed: Bot) -> Person:
    return Person(closed.emulator, number=ADMIN)


@pytest.fixture
def stranger(closed: Bot) -> Person:
    return Person(closed.emulator)


def _invitation(admin: Person) -> str:
    """A code, as the admin is given it: in the link that carries it."""
    said = "\n".join(text_of(message) + str(message) for message in admin.ask("/users invite"))
    link = re.search(r"t\.me/forsa_test_bot\?start=([\w-]+)", said)
    assert link, said
    return link[1]


def _invited(admin: Person, stranger: Person) -> Person:
    welcome = stranger.answer(f"/start {_invitation(admin)}")
    assert tells(welcome, "WELCOME", "fr"), text_of(welcome)
    return stranger


@pytest.mark.parametrize("typed", [PRICE, "/start", "/help", "/stats", "/sources", "/users invite", "+"])
def test_a_stranger_gets_the_way_in_and_nothing_else(stranger: Person, typed: str) -> None:
    said = stranger.ask(typed)
    assert len(said) == 1
    assert tells(said[0], "ACCESS_NEEDED", "fr"), text_of(said[0])


def test_a_stranger_is_told_in_their_language(closed: Bot) -> None:
    assert tells(Person(closed.emulator, "ar").answer("/start"), "ACCESS_NEEDED", "ar")


@pytest.mark.parametrize("kind", ["voice", "sticker"])
def test_a_strangers_picture_gets_the_way_in(stranger: Person, kind: str) -> None:
    assert tells(stranger.attach(kind)[-1], "ACCESS_NEEDED", "fr")


def test_a_link_lets_one_person_in_once(closed: Bot, admin: Person, stranger: Person) -> None:
    code = _invitation(admin)
    assert tells(stranger.answer(f"/start {code}"), "WELCOME", "fr")
    assert "2 560" in text_of(stranger.answer(PRICE))
    assert tells(Person(closed.emulator).answer(f"/start {code}"), "CODE_USED", "fr")


def test_a_code_may_be_typed(admin: Person, stranger: Person) -> None:
    assert tells(stranger.answer(_invitation(admin)), "WELCOME", "fr")
    assert is_answer(stranger.answer(PRICE))


def test_a_wrong_code_lets_nobody_in(stranger: Person) -> None:
    assert tells(stranger.answer("/start AAAA-BBBB-CCCC"), "CODE_WRONG", "fr")
    assert tells(stranger.answer(PRICE), "ACCESS_NEEDED", "fr")


def _number(admin: Person, person: Person) -> str:
    """A person's number in the admin's list."""
    for page in range(1, 50):
        text = text_of(admin.answer(f"/users {page}"))
        if found := re.search(rf"(\d+)\W[^\n]*Person {person.id}", text):
            return found[1]
    raise AssertionError(text)


def test_blocked_people_are_silent_until_unblocked(closed: Bot, admin: Person, stranger: Person) -> None:
    agent = _invited(admin, stranger)
    answer = agent.answer(PRICE)
    number = _number(admin, agent)
    assert tells(admin.answer(f"/users block {number}"), "USER_BLOCKED", "fr")
    for text in (PRICE, "/start", "/help"):
        agent.say(text)
    assert agent.silence(2)
    before = agent.now(answer)
    closed.emulator.post("/person/press", person=agent.about, message_id=answer["message_id"], label="👍")
    assert agent.silence(1)
    assert agent.now(answer) == before
    assert tells(admin.answer(f"/users unblock {number}"), "USER_UNBLOCKED", "fr")
    assert is_answer(agent.answer(PRICE))


def test_the_limit_is_told_politely_with_the_time(admin: Person, stranger: Person) -> None:
    agent = _invited(admin, stranger)
    said = [agent.answer(PRICE) for _ in range(4)]
    assert [is_answer(message) for message in said] == [True, True, True, False]
    assert tells(said[-1], "TOO_MANY_QUESTIONS", "fr")
    assert tells(agent.answer("/help"), "HELP", "fr")


def test_the_limit_ends(closed: Bot, admin: Person, stranger: Person) -> None:
    agent = _invited(admin, stranger)
    begun = time.monotonic()
    while is_answer(said := agent.answer(PRICE)):
        assert time.monotonic() - begun < 60
    seconds = re.search(r"dans (\d+) s", text_of(said))
    assert seconds
    time.sleep(int(seconds[1]) + 1)
    assert is_answer(agent.answer(PRICE))


def test_what_an_admin_does_is_kept(closed: Bot, admin: Person, stranger: Person) -> None:
    agent = _invited(admin, stranger)
    admin.ask(f"/users block {_number(admin, agent)}")
    kept = wait_for(lambda: rows(closed, "SELECT person, action, detail FROM admin_log"), "the admins' log")
    assert {person for person, _, _ in kept} == {str(ADMIN)}
    assert {action for _, action, _ in kept} >= {"invite", "block"}
