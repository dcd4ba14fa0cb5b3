"""Whatever fails on the way to Telegram, the answer comes, once."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.conftest import StartsBots
from tests.e2e.driver.bot import Bot
from tests.e2e.driver.emulator import Emulator
from tests.e2e.driver.person import Person, new_id, text_of
from tests.e2e.driver.told import is_answer, votes

pytestmark = pytest.mark.e2e

PRICE = "tarif rimal fibre 220 mega residentiel"
FAULTS: dict[str, dict[str, Any]] = {
    "429": {"code": 429, "description": "Too Many Requests: retry after 1", "parameters": {"retry_after": 1}},
    "500": {"code": 500, "description": "Internal Server Error"},
    "502": {"code": 502, "description": "Bad Gateway"},
    "cut": {"cut": True},
}
REFUSED = {"400": {"code": 400, "description": "Bad Request: CHAT_RESTRICTED"}}


@pytest.mark.parametrize("fault", [*FAULTS, "400"])
@pytest.mark.parametrize("method", ["sendChatAction", "sendMessageDraft"])
def test_nothing_besides_the_answer_can_stop_it(bot: Bot, agent: Person, method: str, fault: str) -> None:
    bot.emulator.fail(method, chat=agent.chat, times=3, **(FAULTS | REFUSED)[fault])
    said = agent.ask(PRICE)
    bot.emulator.mend()
    assert [is_answer(message) for message in said] == [True]


@pytest.mark.parametrize("fault", FAULTS)
def test_an_answer_that_could_not_be_sent_is_sent_again(bot: Bot, agent: Person, fault: str) -> None:
    bot.emulator.fail("sendMessage", chat=agent.chat, times=2, **FAULTS[fault])
    said = agent.ask(PRICE)
    assert [is_answer(message) for message in said] == [True]


@pytest.mark.parametrize("fault", [*FAULTS, "400"])
@pytest.mark.parametrize("method", ["sendChatAction", "editMessageText", "editMessageReplyMarkup"])
def test_in_a_group_too(bot: Bot, agent: Person, method: str, fault: str) -> None:
    member = agent.in_group(-1_000_000_000_000 - new_id())
    bot.emulator.fail(method, chat=member.chat, times=3, **(FAULTS | REFUSED)[fault])
    member.say("@forsa_test_bot comment annuler vente modem sira")
    member.wait(is_answer, "the answer")
    bot.emulator.mend()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_group_gets_its_answer_when_sending_fails(bot: Bot, agent: Person, fault: str) -> None:
    member = agent.in_group(-1_000_000_000_000 - new_id())
    bot.emulator.fail("sendMessage", chat=member.chat, times=2, **FAULTS[fault])
    member.say(f"@forsa_test_bot {PRICE}")
    member.wait(is_answer, "the answer")


@pytest.mark.parametrize("fault", [*FAULTS, "400"])
def test_a_vote_counts_though_the_press_could_not_be_answered(bot: Bot, agent: Person, fault: str) -> None:
    answer = agent.answer(PRICE)
    bot.emulator.fail("answerCallbackQuery", **(FAULTS | REFUSED)[fault])
    bot.emulator.post("/person/press", person=agent.about, message_id=answer["message_id"], label="👍")
    agent.wait(lambda message: "👍 ✓" in str(message.get("reply_markup")), "the vote to show")
    bot.emulator.mend()
    assert [value for value, _ in votes(bot, agent.id)] == [1]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_button_shows_the_vote_though_the_edit_failed(bot: Bot, agent: Person, fault: str) -> None:
    answer = agent.answer(PRICE)
    for method in ("editMessageReplyMarkup", "editMessageText"):
        bot.emulator.fail(method, chat=agent.chat, **FAULTS[fault])
    bot.emulator.post("/person/press", person=agent.about, message_id=answer["message_id"], label="👍")
    agent.wait(lambda message: "👍 ✓" in str(message.get("reply_markup")), "the vote to show")
    bot.emulator.mend()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_document_comes_though_sending_failed(bot: Bot, agent: Person, fault: str) -> None:
    answer = agent.answer(PRICE)
    agent.press(answer, "Sources")
    page = agent.replies(answer["message_id"])[-1]
    keys = [key for row in page["reply_markup"]["inline_keyboard"] for key in row]
    data = next(key["callback_data"] for key in keys if key["callback_data"].startswith("d"))
    bot.emulator.fail("sendDocument", chat=agent.chat, **FAULTS[fault])
    bot.emulator.post("/person/press", person=agent.about, message_id=page["message_id"], data=data)
    agent.wait(lambda message: "document" in message, "the document")


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("method", ["getMe", "setMyCommands", "deleteWebhook", "getUpdates"])
def test_the_start_survives_a_fault(emulator: Emulator, start_bot: StartsBots, method: str, fault: str) -> None:
    emulator.fail(method, **FAULTS[fault])
    with start_bot(emulator):
        assert is_answer(Person(emulator).answer(PRICE))


def test_the_start_survives_a_fault_of_the_webhook(emulator: Emulator, start_bot: StartsBots) -> None:
    emulator.fail("setWebhook", **FAULTS["500"])
    with start_bot(emulator, "webhook"):
        assert is_answer(Person(emulator).answer(PRICE))


def test_polling_goes_on_after_faults(emulator: Emulator, start_bot: StartsBots) -> None:
    with start_bot(emulator):
        for fault in FAULTS.values():
            emulator.fail("getUpdates", **fault)
            assert is_answer(Person(emulator).answer(PRICE))


def test_a_storm_of_429_drops_nothing_and_the_waits_are_kept(bot: Bot) -> None:
    people = [Person(bot.emulator) for _ in range(5)]
    before = len(bot.emulator.calls())
    bot.emulator.fail("*", for_ms=4000, **FAULTS["429"])
    asked = [(person, person.say(PRICE)) for person in people]
    for person, message in asked:
        person.wait(is_answer, "the answer after the storm", message)
    time.sleep(1.5)
    assert [len(person.messages(message)) for person, message in asked] == [1] * len(people)
    refused = [call for call in bot.emulator.calls(before) if call.get("status") == 429]
    per_chat = [sum(str(call["body"].get("chat_id")) == str(p.chat) for call in refused) for p in people]
    assert all(count <= 12 for count in per_chat), per_chat  # a second's wait each, not a hail of attempts


def test_the_network_is_down_for_a_while_and_order_is_kept(bot: Bot, agent: Person) -> None:
    for method in ("*", "getUpdates"):
        bot.emulator.fail(method, for_ms=3000, cut=True)
    asked = [agent.say(text) for text in (PRICE, "prix locataire 440", "il va pleuvoir demain ?")]
    agent.wait(lambda message: "pluie" in text_of(message) or "Je ne réponds" in text_of(message), "the last answer")
    said = [text_of(message) for message in agent.messages(asked[-1])]
    assert len(said) == 3
    assert ["2 560" in said[0], "3 330" in said[1], "Je ne réponds" in said[2]] == [True] * 3


def test_a_chat_that_has_gone_stops_nobody_else(bot: Bot, agent: Person) -> None:
    gone = Person(bot.emulator)
    bot.emulator.fail("*", chat=gone.chat, times=50, code=403, description="Forbidden: bot was blocked by the user")
    gone.say(PRICE)
    assert is_answer(agent.answer(PRICE))
    bot.emulator.mend()
    assert is_answer(gone.answer("prix locataire 440"))


def test_two_people_at_once_and_one_slow_chat_delays_nobody(bot: Bot, agent: Person) -> None:
    slow = Person(bot.emulator)
    bot.emulator.fail("*", chat=slow.chat, times=50, wait_ms=3000)
    begun = slow.say(PRICE)
    assert is_answer(agent.answer("prix locataire 440"))
    assert slow.messages(begun) == []
    bot.emulator.mend()
    assert "2 560" in text_of(slow.wait(is_answer, "the slow answer"))


def test_messages_of_one_person_are_answered_in_order(agent: Person) -> None:
    questions = {PRICE: "2 560", "prix locataire 440": "3 330", "/help": "/sources", "il va pleuvoir demain ?": "Je ne"}
    last = [agent.say(text) for text in questions][-1]
    ordered: Callable[[], list[str]] = lambda: [text_of(message) for message in agent.messages()]  # noqa: E731
    agent.wait(lambda message: "Je ne réponds" in text_of(message), "the last answer", last)
    assert len(ordered()) == len(questions), agent.transcript()
    assert all(piece in text for piece, text in zip(questions.values(), ordered(), strict=True)), ordered()
