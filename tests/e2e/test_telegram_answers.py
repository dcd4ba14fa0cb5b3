"""Questions and what belongs to their answers: sources, votes, follow-ups, edits."""

import re
from typing import Any

import pytest

from tests.e2e.driver.bot import Bot
from tests.e2e.driver.person import Person, buttons, plain, text_of
from tests.e2e.driver.told import is_answer, tells, votes

pytestmark = pytest.mark.e2e

PRICE = "tarif rimal fibre 220 mega residentiel"
PRICE_AR = "ما هو سعر 110 ميغا للمستأجر"
TWO_SOURCES = "Pour ma PME je veux IP fixe, واش Rimal Pro يكفي؟"


def _button(message: dict[str, Any], part: str) -> str:
    return next(label for label in buttons(message) if part in label)


def test_a_question_in_french(agent: Person) -> None:
    said = agent.ask(PRICE)
    assert len(said) == 1
    text = text_of(said[0])
    assert re.search(r"2 560 DA.*\[1\]", text)
    assert re.search(r"^\[1\].*Rimal Fibre Résidentiel", text, re.MULTILINE)
    assert _button(said[0], "👍") and _button(said[0], "👎") and _button(said[0], "Sources")


def test_a_question_in_arabic(arab: Person) -> None:
    (said,) = arab.ask(PRICE_AR)
    assert re.search(r"2 460.*\[1\]", text_of(said), re.DOTALL)
    assert _button(said, "المصادر")
    for run in ("[1]", "Rimal Fibre Locataire", "110"):
        assert re.search(f"[\u2066\u2068][^\u2069]*{re.escape(run)}", plain_blanks(said["text"])), run


def plain_blanks(text: str) -> str:
    return re.sub("[\u00a0\u202f]", " ", text)


def test_a_mixed_question_is_answered_in_the_clause_that_asks(agent: Person) -> None:
    said = agent.answer(TWO_SOURCES)
    assert is_answer(said)
    assert _button(said, "المصادر")


def test_the_bot_types_before_it_answers_and_previews_are_drafts(bot: Bot, agent: Person) -> None:
    agent.ask(f"quelle est la durée d'engagement de la fibre résidentielle {agent.id % 7}00 ?")
    methods = [call["method"] for call in bot.emulator.calls(chat=agent.chat)]
    assert methods[0] == "sendChatAction"
    assert methods[-1] == "sendMessage"
    assert set(methods) <= {"sendChatAction", "sendMessageDraft", "sendMessage"}


def test_a_refusal_cites_nothing(agent: Person, arab: Person) -> None:
    assert "Je ne réponds qu'aux questions" in text_of(agent.answer("il va pleuvoir demain ?"))
    refused = arab.answer("ما هي عاصمة فرنسا؟")
    assert "أجيب فقط" in text_of(refused)
    assert "[1]" not in text_of(refused)


def test_sources_are_paged(agent: Person) -> None:
    answer = agent.answer(TWO_SOURCES)
    agent.press(answer, "المصادر")
    (page,) = agent.messages(answer["message_id"])
    assert "1 من 2" in text_of(page)
    assert "Rimal Pro" in text_of(page)
    agent.press_data(page, data=_paging(page)[-1])
    second = agent.now(page)
    assert "2 من 2" in text_of(second)
    assert agent.messages(answer["message_id"]) == [second]
    agent.press_data(second, data=_paging(second)[0])
    assert text_of(agent.now(page)) == text_of(page)


def _paging(message: dict[str, Any]) -> list[str]:
    """Data of the buttons in the row that turns pages."""
    keys = [button for row in message["reply_markup"]["inline_keyboard"] for button in row]
    return [key["callback_data"] for key in keys if key["callback_data"].startswith("p")]


def test_a_table_row_is_shown_as_a_row_and_the_document_can_be_had(agent: Person) -> None:
    answer = agent.answer(PRICE)
    agent.press(answer, "Sources")
    page = agent.replies(answer["message_id"])[-1]
    assert re.search(r"┊ .*220.*\n(┊.*\n)*▸ .*2 560", text_of(page))
    keys = [key for row in page["reply_markup"]["inline_keyboard"] for key in row]
    document = next(key for key in keys if key["callback_data"].startswith("d"))
    agent.press_data(page, data=document["callback_data"])
    sent = agent.replies(page["message_id"])[-1]
    assert sent["document"]["file_name"].endswith(".docx")
    assert sent["document"]["file_size"] > 1000


def test_votes_are_given_changed_and_withdrawn(bot: Bot, agent: Person) -> None:
    answer = agent.answer(PRICE)
    before = _button(answer, "👍")
    agent.press(answer, "👍")
    assert votes(bot, agent.id) == [(1, "")]
    assert _button(agent.now(answer), "👍") != before
    agent.press(agent.now(answer), "👎")
    assert [value for value, _ in votes(bot, agent.id)] == [-1]
    assert _button(agent.now(answer), "👍") == before
    assert _button(agent.now(answer), "👎") != "👎"
    agent.press(agent.now(answer), "👎")
    assert votes(bot, agent.id) == []
    assert {"👍", "👎", "Sources"} <= set(buttons(agent.now(answer)))


def _reasons(person: Person, answer: dict[str, Any]) -> dict[str, Any]:
    """The message that offers the reasons."""
    person.press(answer, "👎")
    offered = [message for message in person.messages() if message["message_id"] >= answer["message_id"]]
    return next(message for message in reversed(offered) if len(buttons(message)) >= 4)


def test_a_reason_is_kept_with_the_vote(bot: Bot, agent: Person) -> None:
    answer = agent.answer(PRICE)
    offered = _reasons(agent, answer)
    reasons = [label for label in buttons(offered) if label not in buttons(answer) and "👎" not in label]
    assert len(reasons) == 4
    agent.press(offered, reasons[0])
    ((value, reason),) = votes(bot, agent.id)
    assert value == -1
    assert reason


def test_a_reason_in_ones_own_words(bot: Bot, agent: Person) -> None:
    answer = agent.answer(PRICE)
    offered = _reasons(agent, answer)
    reasons = [label for label in buttons(offered) if label not in buttons(answer) and "👎" not in label]
    before = {message["message_id"] for message in agent.messages()}
    agent.press(offered, reasons[-1])
    asked = next(message for message in agent.messages() if message["message_id"] not in before)
    agent.ask("le prix a changé en mars", reply_to=asked["message_id"])
    assert votes(bot, agent.id) == [(-1, "le prix a changé en mars")]


def test_a_follow_up_is_completed_and_says_so(agent: Person, arab: Person) -> None:
    agent.ask(PRICE)
    said = agent.answer("et pour 440 mega ?")
    assert "2 970" in text_of(said)
    assert re.search(r"440.*[Rr]esidentiel|[Rr]esidentiel.*440", text_of(said))
    arab.ask("شحال سعر الألياف 440 للزبائن الخواص")
    assert "2 560" in text_of(arab.answer("و 220؟"))


def test_a_reply_to_an_answer_is_about_that_answer(agent: Person) -> None:
    price = agent.answer(PRICE)
    agent.ask("comment annuler vente modem sira")
    assert "2 970" in text_of(agent.answer("et 440 ?", reply_to=price["message_id"]))


def test_an_edited_question_is_answered_anew(agent: Person) -> None:
    asked = agent.say(PRICE)
    agent.replies(asked)
    agent.edit(asked, "tarif rimal fibre 440 mega residentiel")
    found = agent.wait(lambda message: "2 970" in text_of(message), "the answer to the edited question")
    assert is_answer(found)


@pytest.mark.parametrize("kind", ["voice", "photo", "sticker", "location", "document", "video", "contact"])
def test_what_is_no_text_gets_one_polite_sentence(agent: Person, kind: str) -> None:
    said = agent.attach(kind)
    assert len(said) == 1
    assert len(text_of(said[0])) < 200
    assert not is_answer(said[0])


def test_a_question_of_5000_characters_is_refused(agent: Person, arab: Person) -> None:
    assert tells(agent.answer("tarif fibre " * 340), "TOO_LONG", "fr")
    assert tells(arab.answer("سعر الألياف " * 340), "TOO_LONG", "ar")


def test_odd_characters_break_nothing(agent: Person) -> None:
    said = agent.ask("tarif <b>fibre</b> & 220 mega *_`[ résidentiel")
    assert len(said) == 1
    assert is_answer(said[0])


def test_an_old_button_is_answered_too(agent: Person) -> None:
    answer = agent.answer(PRICE)
    agent.press_data(answer, data="x9:from-another-version", stale=True)


def test_two_votes_at_once_count_once(bot: Bot, agent: Person) -> None:
    """A double press: two updates with the same button, before the bot could change it."""
    answer = agent.answer(PRICE)
    for _ in range(2):
        bot.emulator.post("/person/press", person=agent.about, message_id=answer["message_id"], label="👍")
    agent.ask("bonjour")
    assert len(votes(bot, agent.id)) <= 1


def test_markup_that_is_refused_falls_back_to_plain_text(bot: Bot, agent: Person) -> None:
    why = "Bad Request: can't parse entities: Unsupported start tag"
    bot.emulator.fail("sendMessage", code=400, description=why, chat=agent.chat)
    said = agent.answer(PRICE)
    assert re.search(r"2 560 DA.*\[1\]", text_of(said))
    assert "<" not in plain(said["text"])
    assert not said["entities"]
