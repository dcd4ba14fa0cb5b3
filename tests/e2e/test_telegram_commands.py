"""Every command, in both languages, and the menus that show them."""

from dataclasses import replace

import pytest

from core.documents.chunk import Language
from eval.history import note
from tests.e2e.driver.bot import Bot
from tests.e2e.driver.person import Person, buttons, text_of
from tests.e2e.driver.told import ARABIC, rows, tells
from tests.eval.test_regression import RUN

pytestmark = pytest.mark.e2e

PRICE = {"fr": "tarif rimal fibre 220 mega residentiel", "ar": "ما هو سعر 110 ميغا للمستأجر"}

FOR_ALL = [
    ("/start", "fr", "WELCOME"),
    ("/بداية", "ar", "WELCOME"),
    ("/help", "fr", "HELP"),
    ("/aide", "fr", "HELP"),
    ("/مساعدة", "ar", "HELP"),
    ("/privacy", "fr", "PRIVACY"),
    ("/خصوصية", "ar", "PRIVACY"),
    ("/lang", "fr", "LANG_USAGE"),
    ("/لغة", "ar", "LANG_USAGE"),
    ("/lang fr", "fr", "LANG_FIXED_FR"),
    ("/لغة ar", "ar", "LANG_FIXED_AR"),
    ("/لغة auto", "ar", "LANG_AUTO"),
    ("/scope", "fr", "SCOPE_LIST"),
    ("/نطاق", "ar", "SCOPE_LIST"),
    ("/scope Offres", "fr", "SCOPE_SET"),
    ("/scope all", "fr", "SCOPE_ALL"),
    ("/نطاق الكل", "ar", "SCOPE_ALL"),
    ("/scope Inconnu", "fr", "UNKNOWN_SCOPE"),
    ("/feedback", "fr", "FEEDBACK_USAGE"),
    ("/feedback très utile", "fr", "FEEDBACK_KEPT"),
    ("/رأي مفيد جدا", "ar", "FEEDBACK_KEPT"),
    ("/sources", "fr", "NO_ANSWER_YET"),
    ("/مصادر", "ar", "NO_ANSWER_YET"),
    ("/nimporte", "fr", "UNKNOWN_COMMAND"),
]
FOR_ADMINS = ["reindex", "stats", "users", "audit"]
FOR_ADMINS_AR = ["فهرسة", "إحصائيات", "مستخدمون", "تدقيق"]


@pytest.mark.parametrize(("typed", "language", "text"), FOR_ALL, ids=[typed for typed, _, _ in FOR_ALL])
def test_commands_for_all(bot: Bot, typed: str, language: Language, text: str) -> None:
    said = Person(bot.emulator, language).ask(typed)
    assert len(said) == 1
    assert tells(said[0], text, language), text_of(said[0])


@pytest.mark.parametrize("language", ["fr", "ar"])
def test_start_speaks_the_phones_language_and_its_examples_can_be_pressed(bot: Bot, language: Language) -> None:
    person = Person(bot.emulator, language)
    welcome = person.answer("/start")
    assert tells(welcome, "WELCOME", language)
    examples = buttons(welcome)
    assert len(examples) == 3
    assert all(bool(ARABIC.search(label)) == (language == "ar") for label in examples)
    person.press(welcome, examples[0])
    answer = person.wait(lambda message: "[1]" in text_of(message), "the answer to the example", welcome["message_id"])
    assert "👍" in str(answer["reply_markup"])


@pytest.mark.parametrize(("typed", "language"), [("/sources", "fr"), ("/sources 1", "fr"), ("/مصادر", "ar")])
def test_sources_of_the_last_answer(bot: Bot, typed: str, language: Language) -> None:
    person = Person(bot.emulator, language)
    person.ask(PRICE[language])
    assert tells(person.answer(typed), "SOURCES_PAGE", language)
    assert tells(person.answer(f"{typed.split()[0]} 9"), "ONE_SOURCE", language)


def test_lang_fixes_the_language_of_answers(agent: Person) -> None:
    agent.ask("/lang ar")
    assert tells(agent.answer("il va pleuvoir demain ?"), "LANG_FIXED_FR", "fr") is False
    assert ARABIC.search(text_of(agent.answer("il va pleuvoir demain ?")))
    agent.ask("/lang auto")
    assert not ARABIC.search(text_of(agent.answer("il va pleuvoir demain ?")))


def test_scope_narrows_the_search(agent: Person) -> None:
    agent.ask("/scope Guides")
    assert "2 560" not in text_of(agent.answer(PRICE["fr"]))
    agent.ask("/scope all")
    assert "2 560" in text_of(agent.answer(PRICE["fr"]))


def test_feedback_is_kept(bot: Bot, agent: Person) -> None:
    agent.ask("/feedback les prix des box manquent")
    kept = rows(bot, "SELECT text FROM comments WHERE person = ?", str(agent.id))
    assert kept == [("les prix des box manquent",)]


@pytest.mark.parametrize("name", FOR_ADMINS + FOR_ADMINS_AR)
def test_admins_commands_are_for_admins(agent: Person, name: str) -> None:
    said = agent.ask(f"/{name}")
    assert len(said) == 1
    assert tells(said[0], "ADMINS_ONLY", "ar" if ARABIC.search(name) else "fr"), text_of(said[0])


@pytest.mark.parametrize(("typed", "language"), [("/stats", "fr"), ("/إحصائيات", "ar")])
def test_stats(admin: Person, typed: str, language: Language) -> None:
    assert tells(admin.answer(typed), "STATS_INDEX", language)


def test_stats_bring_the_evaluations_picture(bot: Bot, admin: Person) -> None:
    kept = note(replace(RUN, figures={"right": {"all": 0.8}, "hit1": {"all": 0.9}}), bot.folder / "db")
    words, photo = admin.ask("/stats")
    kept.unlink()
    assert "1 réponses justes · 2 bon document en premier" in text_of(words)
    assert photo["photo"][0]["width"] == 748


@pytest.mark.parametrize(("typed", "language"), [("/users", "fr"), ("/مستخدمون", "ar")])
def test_users(agent: Person, admin: Person, typed: str, language: Language) -> None:
    agent.ask("/help")
    assert tells(admin.answer(typed), "USERS_HEAD", language)


@pytest.mark.parametrize(("typed", "language"), [("/audit", "fr"), ("/تدقيق", "ar")])
def test_audit(admin: Person, typed: str, language: Language) -> None:
    said = admin.answer(typed)
    texts = ("AUDIT_NOT_YET", "AUDIT_NOTHING", "AUDIT_OPEN")
    assert any(tells(said, text, language) for text in texts), text_of(said)


def test_compare(admin: Person) -> None:
    said = admin.answer("/compare")
    assert not tells(said, "UNKNOWN_COMMAND", "fr"), text_of(said)


def test_help_of_an_admin_shows_their_commands(admin: Person) -> None:
    assert "/reindex" in text_of(admin.answer("/help"))


def test_menus_are_localised_and_admins_have_their_own(bot: Bot) -> None:
    menus = bot.emulator.state()["commands"]
    common = {menu["language_code"]: menu["commands"] for menu in menus if menu["scope"]["type"] != "chat"}
    names = {"start", "help", "lang", "sources", "scope", "feedback", "privacy"}
    assert {command["command"] for command in common[""]} >= names
    assert not {command["command"] for command in common[""]} & set(FOR_ADMINS)
    assert all(ARABIC.search(command["description"]) for command in common["ar"])
    assert not any(ARABIC.search(command["description"]) for command in common[""])


def test_reindex_reports_in_one_message_and_answers_go_on(bot: Bot, admin: Person, agent: Person) -> None:
    asked = admin.say("/reindex")
    admin.wait(lambda message: True, "the first report", asked)
    assert "2 560" in text_of(agent.answer(PRICE["fr"]))
    second = admin.say("/reindex")
    assert admin.wait(lambda message: tells(message, "REINDEX_RUNNING", "fr"), "the refusal of a second one", second)
    admin.wait(lambda message: tells(message, "REINDEX_DONE", "fr"), "the summary", asked)
    apart = ("REINDEX_RUNNING", "REINDEX_CONTRADICTIONS")
    reports = [message for message in admin.messages(asked) if not any(tells(message, name, "fr") for name in apart)]
    assert len(reports) <= 2
    assert reports[0]["history"] or len(reports) == 2
