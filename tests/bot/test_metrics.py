"""What is counted of messages, and who may see it."""

import logging
from typing import Any

import pytest
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

from bot.http import http_server
from bot.metrics import ErrorCount, Metrics, metrics_route
from bot.outcomes import Outcomes
from core.errors import InputError, NoIndexError, StorageError
from core.reply import Reply, Usage
from core.settings import load_settings
from tests.bot.conftest import Bot


def value(metrics: Metrics, name: str, **labels: str) -> float:
    """A figure as Prometheus would read it; 0 where it doesn't stand there yet."""
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            if sample.name == name and sample.labels.items() >= labels.items():
                return float(sample.value)
    return 0.0


async def test_questions_are_counted_by_what_became_of_them(bot: Bot) -> None:
    await bot.send("prix azur 480", id="1")
    await bot.send("سعر أزور 480", id="2")
    await bot.send("météo demain", id="3")
    bot.engine.failure = NoIndexError("none")
    await bot.send("prix azur 480", id="4")
    counted = {"channel": "test"}
    told = "forsa_questions_total"
    assert value(bot.metrics, told, **counted, language="fr", kind="answer") == 1
    assert value(bot.metrics, told, **counted, language="ar", kind="answer") == 1
    assert value(bot.metrics, told, **counted, kind="refusal", reason="off-topic") == 1
    assert value(bot.metrics, told, **counted, kind="error", reason="no-index") == 1
    assert value(bot.metrics, "forsa_question_seconds_count", cached="no") == 3


@pytest.mark.parametrize(
    ("text", "failure", "reason"),
    [
        ("🙂🙂", None, "unreadable"),
        ("prix azur", InputError("unknown-scope", "gone"), "unknown-scope"),
        ("prix azur", StorageError("full"), "trouble"),
        ("prix azur", ValueError("a fault"), "trouble"),
    ],
)
async def test_what_got_no_answer_is_counted_by_reason(
    bot: Bot, text: str, failure: Exception | None, reason: str
) -> None:
    bot.engine.failure = failure
    await bot.send(text)
    assert value(bot.metrics, "forsa_questions_total", kind="error", reason=reason) == 1


async def test_commands_are_no_questions_and_votes_are_counted(bot: Bot) -> None:
    await bot.send("prix azur 480", id="1")
    await bot.send("/help")
    await bot.send("/scope nowhere")
    for text in ("+", "-", "-"):
        await bot.send(text)
    assert value(bot.metrics, "forsa_questions_total", kind="error") == 0
    for vote in ("up", "down", "withdrawn"):
        assert value(bot.metrics, "forsa_votes_total", channel="test", vote=vote) == 1


def test_what_a_language_model_took_is_added_up_once_an_answer() -> None:
    metrics = Metrics(Outcomes(), lambda: 0)
    made = Reply("q", "fr", "answer", None, "t", usage=Usage("m", tokens_in=900, tokens_out=50, cost=0.25))
    metrics.answered("web", made)
    metrics.answered("web", made.from_cache(1.0))
    assert value(metrics, "forsa_model_tokens_total", model="m", way="in") == 900
    assert value(metrics, "forsa_model_cost_total", model="m") == 0.25


def test_queue_and_deliveries_are_read_when_somebody_looks() -> None:
    outcomes = Outcomes()
    metrics = Metrics(outcomes, lambda: 7)
    outcomes.count("message", "sent")
    outcomes.count("message", "sent")
    assert value(metrics, "forsa_queue_length") == 7
    assert value(metrics, "forsa_deliveries_total", kind="message", outcome="sent") == 2
    assert value(metrics, "process_resident_memory_bytes") > 0


def test_errors_of_the_log_are_counted_by_logger() -> None:
    metrics = Metrics(Outcomes(), lambda: 0)
    handler = ErrorCount(metrics)
    logging.getLogger().addHandler(handler)
    try:
        logging.getLogger("bot.here").error("lost")
        logging.getLogger("bot.here").warning("not yet")
    finally:
        logging.getLogger().removeHandler(handler)
    assert value(metrics, "forsa_errors_total", logger="bot.here") == 1


@pytest.mark.parametrize(
    ("setting", "headers", "status"),
    [
        ("local", {}, 200),
        ("local", {"X-Forwarded-For": "203.0.113.9"}, 404),
        ("open", {"X-Forwarded-For": "203.0.113.9"}, 200),
        ("off", {}, 404),
    ],
)
async def test_who_is_given_the_figures(setting: Any, headers: dict[str, str], status: int) -> None:
    routes = metrics_route(Metrics(Outcomes(), lambda: 0), load_settings(metrics=setting))
    async with http_server(routes, "127.0.0.1", 0) as port, ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/metrics", headers=headers) as response:
            text = await response.text()
        assert response.status == status
        assert ("forsa_queue_length 0.0" in text) == (status == 200)
