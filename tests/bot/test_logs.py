"""What a line of the log holds, and what it never does."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.logs import Asked, Format, JsonLines, Marking, TextLines, about_question, question_id
from bot.redacting import Redacting
from tests.bot.conftest import Bot

QUESTION = "combien coûte l'abonnement du client 4711 ?"
SECRET = 'se"cret\\é'


@contextmanager
def logging_to(form: Format = "text", questions: bool = False, level: int = logging.DEBUG) -> Iterator[io.StringIO]:
    """All that the project logs, as it would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(Redacting(JsonLines() if form == "json" else TextLines(), [SECRET]))
    handler.addFilter(Marking(questions))
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(level)
    try:
        yield written
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def test_a_json_line_is_one_object_with_its_question() -> None:
    with logging_to("json") as written, about_question(Asked("4f", "x")):
        logging.getLogger("bot.x").info("two\nlines of %s", "it")
    told = json.loads(written.getvalue())
    assert (told["level"], told["logger"], told["question"]) == ("INFO", "bot.x", "4f")
    assert told["message"].startswith("two\nlines of it")
    assert told["time"].endswith("+00:00")


def test_half_a_letter_stands_in_a_line_as_an_escape() -> None:
    """Formatted apart: what pytest notes of the log must be UTF-8 where it runs on several cores."""
    line = JsonLines().format(logging.makeLogRecord({"name": "bot.x", "msg": "half \ud800"}))
    assert json.loads(line)["message"] == "half \ud800"
    assert line.encode()


def test_a_text_line_names_its_question_and_others_name_none() -> None:
    with logging_to() as written:
        with about_question(Asked("4f")):
            logging.getLogger("bot.x").info("during")
        logging.getLogger("bot.x").info("after")
    during, after = written.getvalue().splitlines()
    assert during.endswith("INFO bot.x: during [question 4f]")
    assert after.endswith("INFO bot.x: after")


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_above_debug_shows_what_was_asked_not_even_a_traceback(form: Format) -> None:
    with logging_to(form, level=logging.INFO) as written, about_question(Asked("4f", QUESTION)):
        try:
            raise KeyError(QUESTION)
        except KeyError:
            logging.getLogger("bot.x").exception("failed at %s", QUESTION)
    assert "KeyError" in written.getvalue()
    assert "4711" not in written.getvalue()
    assert "4f" in written.getvalue()


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_shows_a_secret_however_it_is_written(form: Format) -> None:
    with logging_to(form) as written:
        logging.getLogger("bot.x").error("refused: %s", SECRET)
    assert "cret" not in written.getvalue()


def test_an_id_is_the_same_after_a_restart_and_differs_by_channel() -> None:
    assert question_id("telegram", "7") == question_id("telegram", "7") != question_id("teams", "7")


@pytest.mark.parametrize(("questions", "shown_at"), [(False, "DEBUG"), (True, "INFO")])
async def test_a_question_stands_in_the_log_only_where_it_may(bot: Bot, questions: bool, shown_at: str) -> None:
    bot.watch._level = logging.getLevelNamesMapping()[shown_at]
    with logging_to("json", questions) as written:
        await bot.send("prix azur 480", id="m1")
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert {line["level"] for line in lines if "prix azur" in line["message"]} == {shown_at}
    assert [line for line in lines if "answer in fr" in line["message"]]
    assert len({line["question"] for line in lines if line["logger"].startswith("bot.")}) == 1


async def test_the_questions_of_two_people_at_once_are_told_apart(bot: Bot) -> None:
    with logging_to("json") as written:
        await bot.send("prix azur 480", person="a", id="m1")
        await bot.send("prix azur 480", person="b", id="m2", chat="c")
    told = [json.loads(line) for line in written.getvalue().splitlines()]
    assert len({line["question"] for line in told if "answer in fr" in line["message"]}) == 2
