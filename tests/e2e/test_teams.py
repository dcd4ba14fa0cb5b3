"""Teams as a clerk sees it: the real bot before Microsoft's Agents Playground in a browser, offline."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.texts import Text
from core.documents.chunk import Language
from eval.history import note
from tests.e2e.driver.bot import BotProcess
from tests.e2e.driver.emulator import wait_for
from tests.e2e.driver.person import plain
from tests.e2e.driver.playground import (
    BOT_NAME,
    PERSON,
    Client,
    TeamsBot,
    before,
    running_playground,
    running_teams_bot,
    what_is_missing,
)
from tests.e2e.driver.told import ARABIC, rows, tells
from tests.eval.test_regression import RUN

pytestmark = pytest.mark.e2e

ARTEFACTS = Path(__file__).resolve().parent / "artefacts"
"""Where each case leaves a picture of its end; git ignores it."""

PRICE = "tarif rimal fibre 220 mega residentiel"
PRICE_AR = "ما هو سعر 110 ميغا للمستأجر"
TWO_SOURCES = "difference prix 220 locataire et residentiel"


@pytest.fixture(scope="module")
def teams_packages() -> None:
    if missing := what_is_missing():
        pytest.skip(missing)


@pytest.fixture(scope="module")
def teams_bot(teams_packages: None, models_dir: Path) -> Iterator[TeamsBot]:
    """A bot, open to everybody; the person is no admin."""
    with running_teams_bot(models_dir=models_dir, questions_per_minute=0) as bot:
        yield bot


@pytest.fixture(scope="module")
def agents_page(teams_bot: TeamsBot) -> Iterator[Client]:
    with running_playground(teams_bot.endpoint) as playground, before(playground) as client:
        yield client


@pytest.fixture
def agent(agents_page: Client, request: pytest.FixtureRequest) -> Iterator[Client]:
    """The page, loaded anew."""
    yield from _with_picture(agents_page, request)


@pytest.fixture
def admin(agents_page: Client, teams_bot: TeamsBot, request: pytest.FixtureRequest) -> Iterator[Client]:
    """The same person as an admin."""
    teams_bot.start_again(admins=f"teams:{PERSON}")
    yield from _with_picture(agents_page, request)


def _with_picture(page: Client, request: pytest.FixtureRequest) -> Iterator[Client]:
    ARTEFACTS.mkdir(exist_ok=True)
    yield page.open()
    page.do("shot", path=str(ARTEFACTS / f"{request.node.name}.png"))


def _vote(bot: BotProcess, value: int, reason: str) -> bool:
    return (value, reason) in rows(
        bot, "SELECT value, reason FROM votes WHERE channel = 'teams' AND person = ?", PERSON
    )


def test_a_question_in_french_is_streamed_and_ends_with_label_citation_and_thumbs(agent: Client) -> None:
    answer = agent.ask(PRICE)
    assert "2 560 DA" in answer["text"]
    assert answer["labelled"]
    assert (answer["citations"], answer["thumbs"]) == (1, 1)
    sent = agent.playground.of_bot()
    kinds = [
        (activity["type"], entity["streamType"])
        for activity in sent
        for entity in activity.get("entities", [])
        if entity["type"] == "streaminfo"
    ]
    assert kinds[0][0] == "typing"  # the first sentences, or that it looks where the machine is slow
    assert kinds[-1] == ("message", "final")
    button = agent.wait(lambda message: message["buttons"] == ["Sources (1)"], "the button to the sources")
    assert (button["labelled"], button["thumbs"]) == (False, 0)


def test_a_question_in_arabic(agent: Client) -> None:
    answer = agent.ask(PRICE_AR)
    assert "2 460" in answer["text"]
    assert ARABIC.search(answer["text"])
    assert answer["labelled"] and answer["citations"] >= 1
    agent.wait(lambda message: any("المصادر" in label for label in message["buttons"]), "the button to the sources")


def test_a_citation_tells_where_it_is_from(agent: Client) -> None:
    agent.ask(PRICE)
    shown = plain(agent.do("hover"))
    assert "Nouvelle gamme Rimal Fibre Résidentiel" in shown
    assert "2 560" in shown


def test_thumbs_are_kept_with_their_comment(agent: Client, teams_bot: TeamsBot) -> None:
    agent.ask(PRICE)
    agent.do("rate", thumb="Like", comment="très clair")
    wait_for(lambda: _vote(teams_bot, 1, "très clair"), "the vote")
    agent.do("rate", thumb="Dislike", comment="tarif de l'an dernier")
    wait_for(lambda: _vote(teams_bot, -1, "tarif de l'an dernier"), "the changed vote")


def test_a_thumb_down_without_words_asks_for_the_reason(agent: Client, teams_bot: TeamsBot) -> None:
    agent.ask("tarif rimal fibre 440 mega residentiel")
    after = len(agent.messages())
    agent.do("rate", thumb="Dislike", comment="")
    agent.wait(lambda message: tells(message, "VOTED_DOWN", "fr"), "the reasons", after)
    agent.do("press", label=Text.REASON_FIGURE.say("fr"))
    agent.wait(lambda message: tells(message, "VOTED_WITH_REASON", "fr"), "thanks in the card's place", after)
    assert _vote(teams_bot, -1, "wrong-figure")
    assert not agent.messages()[-1]["buttons"]


def test_a_reason_of_ones_own_is_written_into_the_card(agent: Client, teams_bot: TeamsBot) -> None:
    agent.ask("tarif rimal fibre 880 mega residentiel")
    after = len(agent.messages())
    agent.do("rate", thumb="Dislike", comment="")
    agent.wait(lambda message: tells(message, "VOTED_DOWN", "fr"), "the reasons", after)
    agent.do("press", label=Text.REASON_OTHER.say("fr"))
    agent.wait(lambda message: tells(message, "VOTE_TELL", "fr"), "the text field", after)
    agent.do("fill", text="il manque l'engagement")
    agent.do("press", label=Text.REASON_SEND.say("fr"))
    agent.wait(lambda message: tells(message, "VOTED_WITH_REASON", "fr"), "thanks in the card's place", after)
    assert _vote(teams_bot, -1, "il manque l'engagement")


def test_sources_are_turned_in_the_card_itself(agent: Client) -> None:
    agent.ask(TWO_SOURCES)
    after = len(agent.messages())
    agent.do("say", text="/sources")
    first = agent.wait(lambda message: tells(message, "SOURCES_PAGE", "fr"), "the first source", after)
    pages = re.search(r"Source 1 sur (\d+)", first["text"])
    assert pages and int(pages[1]) >= 2
    assert tells(first, "DOCUMENT_NOT_HERE", "fr")
    agent.do("press", label=f"2/{pages[1]} ›")
    agent.wait(lambda message: "Source 2 sur" in message["text"], "the second source", after)
    agent.do("press", label=f"‹ 1/{pages[1]}")
    agent.wait(lambda message: "Source 1 sur" in message["text"], "the first source again", after)
    cards = [message for message in agent.messages()[after:] if tells(message, "SOURCES_PAGE", "fr")]
    assert len(cards) == 1


def test_the_button_below_an_answer_becomes_its_source_from_the_right_in_arabic(agent: Client) -> None:
    agent.ask(PRICE_AR)
    button = agent.wait(lambda message: any("المصادر" in label for label in message["buttons"]), "the button")
    agent.do("press", label=button["buttons"][0])
    card = agent.wait(lambda message: tells(message, "SOURCES_PAGE", "ar"), "the source")
    assert card["rtl"]


@pytest.mark.parametrize(
    ("word", "name", "language", "question"),
    [
        ("sources", "SOURCES_PAGE", "fr", PRICE),
        ("المصادر", "SOURCES_PAGE", "ar", PRICE_AR),
        ("aide", "HELP", "fr", PRICE),
        ("مساعدة", "HELP", "ar", PRICE_AR),
    ],
    ids=["sources", "sources-ar", "help", "help-ar"],
)
def test_commands_are_plain_words_too(agent: Client, word: str, name: str, language: Language, question: str) -> None:
    agent.ask(question)
    agent.told(word, name, language)


def test_an_example_of_the_greeting_can_be_pressed(agent: Client) -> None:
    agent.ask(PRICE)  # in French the next greeting
    agent.open()
    agent.do("press", label=Text.EXAMPLE_PRICE.say("fr"))
    answer = agent.wait(lambda message: message["thumbs"] > 0, "the answer to the example")
    assert answer["citations"]


def test_a_follow_up_shows_how_it_was_understood(agent: Client) -> None:
    agent.ask(PRICE)
    answer = agent.ask("et pour 440 mega ?")
    assert "2 970" in answer["text"]
    assert re.search(r"→ .*440", answer["text"])


def test_what_the_documents_do_not_say_is_refused(agent: Client) -> None:
    refusal = agent.ask("il va pleuvoir demain ?")
    assert refusal["labelled"]
    assert refusal["citations"] == 0
    assert not any("Sources" in label for label in agent.quiet()[-1]["buttons"])


def test_in_a_group_it_answers_a_mention_in_one_message_that_quotes(agent: Client) -> None:
    agent.do("go", to="Group Chat")
    agent.do("say", text="bonjour tout le monde")  # nobody asked the bot
    answer = agent.ask(PRICE, mention=BOT_NAME)
    said = [message for message in agent.quiet() if message["author"] and not tells(message, "WELCOME", "fr")]
    assert said == [answer]
    assert re.search(rf"{PRICE}\n.*2 560 DA", answer["text"], re.DOTALL)
    assert (answer["citations"], answer["thumbs"], answer["buttons"]) == (1, 1, [])
    sent = [activity for activity in agent.playground.of_bot() if activity.get("conversation", {}).get("isGroup")]
    assert {activity["type"] for activity in sent} == {"message"}


def test_reindexing_is_for_admins(agent: Client) -> None:
    agent.ask(PRICE)
    agent.told("/reindex", "ADMINS_ONLY", "fr")


def test_an_admin_gets_the_evaluations_picture(admin: Client, teams_bot: TeamsBot) -> None:
    kept = note(replace(RUN, figures={"right": {"all": 0.8}, "hit1": {"all": 0.9}}), teams_bot.folder / "db")
    admin.do("say", text="/stats")
    admin.wait(lambda message: message["pictures"] == 1, "the picture")
    kept.unlink()
    assert "1 réponses justes · 2 bon document en premier" in plain(admin.messages()[-2]["text"])


def test_an_admin_reindexes_and_one_card_shows_how_far_it_is(admin: Client) -> None:
    admin.do("say", text="/reindex")
    admin.wait(lambda message: tells(message, "REINDEX_DONE", "fr"), "the summary", patience_s=180)
    assert len([message for message in admin.messages() if "…" in message["text"]]) == 1
    assert len([activity for activity in admin.playground.of_bot() if "…" in str(activity)]) > 1


def test_nothing_went_wrong_and_nothing_left_the_machine(agent: Client, teams_bot: TeamsBot) -> None:
    log = teams_bot.log.read_text(encoding="utf-8")
    assert set(log.splitlines()) == {"serving: teams"}
    assert set(agent.do("hosts")) <= {"res-1.cdn.office.net"}  # a font, refused
