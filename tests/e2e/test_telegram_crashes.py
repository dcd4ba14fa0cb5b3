"""Nothing is lost and nothing comes twice: kill -9, SIGTERM, updates that come again."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.settings import PROJECT_ROOT
from tests.e2e.conftest import StartsBots
from tests.e2e.driver.bot import STOP_S, WAYS, Bot, environment
from tests.e2e.driver.emulator import Emulator, wait_for
from tests.e2e.driver.person import Person, text_of
from tests.e2e.driver.told import is_answer

pytestmark = pytest.mark.e2e

PRICE = "tarif rimal fibre 220 mega residentiel"
QUESTIONS = (PRICE, "prix locataire 440", "ما هو سعر 110 ميغا للمستأجر", "comment annuler vente modem sira")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("moment", ["fetched", "typing", "sending", "drafting"])
def test_killed_in_the_middle_of_an_answer(emulator: Emulator, start_bot: StartsBots, way: str, moment: str) -> None:
    """After the next start the answer has come once, or the person was told to ask again."""
    with start_bot(emulator, way) as bot:
        person = Person(emulator)
        method = {"typing": "sendChatAction", "sending": "sendMessage", "drafting": "sendMessageDraft"}.get(moment)
        if method:
            emulator.fail(method, chat=person.chat, wait_ms=30_000, cut=True)
        asked = person.say(QUESTIONS[-1])
        if method:
            wait_for(lambda: [c for c in emulator.calls() if c["method"] == method], f"the bot to be {moment}")
        else:
            wait_for(lambda: emulator.state()["pending"] == 0, "the update to be fetched")
        bot.kill()
        emulator.mend()
        bot.start()
        said = person.replies(asked)
        time.sleep(1)
        assert len(person.messages(asked)) == 1, [text_of(message) for message in person.messages(asked)]
        assert said[0]["text"]


@pytest.mark.parametrize("way", WAYS)
def test_killed_again_and_again(emulator: Emulator, start_bot: StartsBots, way: str) -> None:
    """Kills at whatever moment: every question is answered, or its person told, once."""
    with start_bot(emulator, way) as bot:
        asked: list[tuple[Person, int]] = []
        for round_ in range(4):
            for question in QUESTIONS:
                person = Person(emulator)
                asked.append((person, person.say(question)))
            time.sleep(0.05 + 0.1 * round_)
            bot.kill()
            bot.start()
        for person, message in asked:
            person.replies(message)
        time.sleep(1)
        counts = [len(person.messages(message)) for person, message in asked]
        assert min(counts) == 1, counts
        # A send that had reached Telegram when the process died can't be known of: it may be repeated, rarely.
        assert sum(counts) - len(asked) <= 2, counts


def test_updates_that_waited_for_the_start_are_answered_once(emulator: Emulator, start_bot: StartsBots) -> None:
    people = [Person(emulator) for _ in QUESTIONS]
    asked = [person.say(question) for person, question in zip(people, QUESTIONS, strict=True)]
    with start_bot(emulator):
        for person, message in zip(people, asked, strict=True):
            person.replies(message)
        time.sleep(1)
        assert [len(person.messages()) for person in people] == [1] * len(people)


def test_an_update_delivered_twice_is_answered_once(bot: Bot, agent: Person) -> None:
    sent = agent.say_update(PRICE)
    bot.emulator.again(sent["update_id"])
    agent.replies(sent["message_id"])
    bot.emulator.again(sent["update_id"])
    assert agent.silence(1.5)
    assert len(agent.messages()) == 1


def test_an_update_delivered_again_after_a_restart_is_answered_once(emulator: Emulator, start_bot: StartsBots) -> None:
    with start_bot(emulator) as bot:
        person = Person(emulator)
        sent = person.say_update(PRICE)
        person.replies(sent["message_id"])
        bot.stop()
        emulator.again(sent["update_id"])
        bot.start()
        assert person.silence(1.5)
        assert len(person.messages()) == 1


def test_votes_and_sources_survive_a_restart(emulator: Emulator, start_bot: StartsBots) -> None:
    with start_bot(emulator) as bot:
        person = Person(emulator)
        answer = person.answer(PRICE)
        person.press(answer, "👍")
        bot.kill()
        bot.start()
        person.press(person.now(answer), "Sources")
        assert "2 560" in text_of(person.replies(answer["message_id"])[-1])
        person.press(person.now(answer), "👍")
        assert "✓" not in str(person.now(answer)["reply_markup"])


@pytest.mark.parametrize("way", WAYS)
def test_sigterm_stops_in_time_and_loses_nothing(emulator: Emulator, start_bot: StartsBots, way: str) -> None:
    with start_bot(emulator, way) as bot:
        people = [Person(emulator) for _ in range(12)]
        asked = [person.say(QUESTIONS[n % len(QUESTIONS)]) for n, person in enumerate(people)]
        wait_for(lambda: emulator.calls(), "the bot to begin")
        assert bot.stop() < STOP_S
        bot.start()
        for person, message in zip(people, asked, strict=True):
            person.replies(message)
        time.sleep(1)
        assert [len(person.messages()) for person in people] == [1] * len(people)


def test_sigterm_stops_in_time_though_telegram_hangs(emulator: Emulator, start_bot: StartsBots) -> None:
    with start_bot(emulator) as bot:
        person = Person(emulator)
        emulator.fail("sendMessage", wait_ms=30_000, times=20, cut=True)
        asked = person.say(PRICE)
        wait_for(lambda: [c for c in emulator.calls() if c["method"] == "sendMessage"], "the answer to be sent")
        assert bot.stop() < STOP_S
        emulator.mend()
        bot.start()
        assert is_answer(person.replies(asked)[-1])
        assert len(person.messages()) == 1


@pytest.fixture(scope="module")
def long_corpus(tmp_path_factory: pytest.TempPathFactory, models_dir: Path) -> dict[str, Any]:
    """Settings of a bot whose document holds a procedure of sixty steps, and which may tell them all."""
    folder = tmp_path_factory.mktemp("long")
    steps = (
        f"{n}. Contrôler le point {n} du répartiteur, noter la valeur relevée dans la fiche de visite, puis fermer la "
        f"trappe et passer au point suivant."
        for n in range(1, 61)
    )
    text = "\n".join(
        ["# Guide de visite du répartiteur Rimal Télécom", "", "## Visiter un répartiteur", "", *steps, ""]
    )
    (folder / "data" / "Guides").mkdir(parents=True)
    (folder / "data" / "Guides" / "Guide de visite.md").write_text(text, encoding="utf-8")
    settings: dict[str, Any] = {"data_dir": folder / "data", "gen_dir": folder / "gen", "db_dir": folder / "db"}
    settings |= {"chunk_chars": 4000, "procedure_max_chars": 20_000, "max_passages": 20, "models_dir": models_dir}
    for command in ("ingest", "reindex"):
        subprocess.run([sys.executable, "bot.py", command], cwd=PROJECT_ROOT, env=environment(settings), check=True)
    # Each bot works on a copy: its database remembers the updates of one emulator.
    return {"index": settings.pop("db_dir") / "index", **settings}


@pytest.mark.parametrize("way", WAYS)
def test_an_answer_that_is_too_long_is_split_between_steps(
    emulator: Emulator, start_bot: StartsBots, long_corpus: dict[str, Any], way: str
) -> None:
    with start_bot(emulator, way, **long_corpus):
        said = Person(emulator).ask("Comment visiter un répartiteur ?")
    assert len(said) >= 2
    whole = "\n".join(text_of(message) for message in said)
    assert [f"{n}. Contrôler le point {n} " in whole for n in range(1, 61)] == [True] * 60
    assert [is_answer(message) for message in said] == [False] * (len(said) - 1) + [True]
    for message in said[1:]:
        assert text_of(message)[0] in "0123456789[" or text_of(message)[0].isupper()
