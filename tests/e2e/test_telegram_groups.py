"""Groups: the bot speaks when it is spoken to."""

import itertools

import pytest

from tests.e2e.driver.bot import Bot
from tests.e2e.driver.person import Person, new_id, text_of
from tests.e2e.driver.told import is_answer, votes

pytestmark = pytest.mark.e2e

PRICE = "tarif rimal fibre 220 mega residentiel"


@pytest.fixture
def member(agent: Person) -> Person:
    """Somebody who writes in a group that the bot belongs to."""
    return agent.in_group(-1_000_000_000_000 - new_id())


def test_mentioned_it_answers(member: Person) -> None:
    said = member.ask(f"@forsa_test_bot {PRICE}")
    assert len(said) == 1
    assert "2 560" in text_of(said[0])
    assert is_answer(said[0])


def test_its_name_may_stand_anywhere(member: Person) -> None:
    assert "2 560" in text_of(member.answer(f"{PRICE} @Forsa_Test_Bot"))


def test_replied_to_it_answers(member: Person) -> None:
    first = member.answer(f"@forsa_test_bot {PRICE}")
    assert "3 330" in text_of(member.answer("prix locataire 440", reply_to=first["message_id"]))


@pytest.mark.parametrize("text", [PRICE, f"@un_autre_bot {PRICE}", "/help@un_autre_bot", "forsa_test_bot dit quoi ?"])
def test_otherwise_it_is_silent(member: Person, text: str) -> None:
    member.say(text)
    assert member.silence()
    assert member.messages() == []


def test_a_reply_to_somebody_else_is_not_for_it(member: Person) -> None:
    words = member.say("bonjour à tous")
    member.say(PRICE, reply_to=words)
    assert member.silence()


@pytest.mark.parametrize("kind", ["sticker", "photo", "voice"])
def test_pictures_for_others_are_no_matter(member: Person, kind: str) -> None:
    member.emulator.post("/person/send", person=member.about, chat=member.group, attached=kind)
    assert member.silence()


def test_commands_work_with_its_name(member: Person) -> None:
    assert "/sources" in text_of(member.answer("/help@forsa_test_bot"))


def test_previews_are_edits_of_one_message_at_most_one_per_second(bot: Bot, member: Person) -> None:
    member.ask("@forsa_test_bot comment annuler vente modem sira")
    calls = bot.emulator.calls(chat=member.chat)
    assert "sendMessageDraft" not in {call["method"] for call in calls}
    assert len(member.messages()) == 1
    previews = [call["at"] for call in calls if call["method"] in ("sendMessage", "editMessageText")][:-1]
    assert all(later - earlier >= 1000 for earlier, later in itertools.pairwise(previews))


def test_two_members_vote_for_themselves(bot: Bot, member: Person) -> None:
    answer = member.answer(f"@forsa_test_bot {PRICE}")
    other = Person(bot.emulator).in_group(member.chat)
    member.press(answer, "👍")
    other.press(member.now(answer), "👎")
    assert [value for value, _ in votes(bot, member.id)] == [1]
    assert [value for value, _ in votes(bot, other.id)] == [-1]
