"""The load test's Teams: many conversations with the real bot's endpoint, and a connector that records what comes back.

The bot runs as for development, so no token is checked; everything else is as in earnest. An answer counts when the
connector has taken its lasting message, `first_words` when it has taken the first that says anything of the answer.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from aiohttp import ClientSession, TCPConnector

from bot.http import http_server
from eval.labelled import OWN_QUESTIONS, texts_of
from eval.load import LAST_LOOK_S, PATIENCE_S, Answered, Ask, figures, plan, told_of_answers, told_of_machine
from tests.bot.teams.servers import RecordingConnector, personal_message
from tests.e2e.driver.playground import TeamsBot, running_teams_bot

Json = dict[str, Any]


class Crowd:
    """People in conversations of their own, by number. `asked` holds when each wrote what, in seconds since 1970."""

    def __init__(self, bot: TeamsBot, connector: RecordingConnector, session: ClientSession) -> None:
        self._bot = bot
        self._connector = connector
        self._session = session
        self.asked: dict[int, list[tuple[float, str]]] = {}

    async def ask(self, person: int, question: str) -> None:
        """Bring a message to the endpoint, as the connector does. It must be acknowledged."""
        asked = self.asked.setdefault(person, [])
        asked.append((time.time(), question))
        activity = personal_message(self._connector.url, str(person), question, f"in-{person}-{len(asked)}")
        async with self._session.post(self._bot.endpoint, json=activity) as response:
            response.raise_for_status()

    def said(self, person: int) -> list[tuple[float, Json]]:
        """What a person was sent, and when."""
        path = f"/v3/conversations/a:{person}/activities"
        taken = zip(self._connector.taken_at, self._connector.taken, strict=True)
        return [(at, activity) for at, (_, where, activity) in taken if where.startswith(path)]


def _is_answer(activity: Json) -> bool:
    return activity["type"] == "message" and any("@type" in entity for entity in activity.get("entities", []))


def _has_words(activity: Json) -> bool:
    kinds = [entity.get("streamType") for entity in activity.get("entities", [])]
    return "text" in activity and "informative" not in kinds


async def _ask_all(crowd: Crowd, asks: Sequence[Ask]) -> None:
    begun = time.monotonic()

    async def ask(each: Ask) -> None:
        await asyncio.sleep(max(0.0, begun + each.at - time.monotonic()))
        await crowd.ask(each.person, each.question)

    await asyncio.gather(*map(ask, asks))


async def _wait_for_all(crowd: Crowd, people: Sequence[int]) -> None:
    """Until everybody has as many answers as they asked questions, or patience ends."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if all(len(_answers(crowd, person)) >= len(crowd.asked[person]) for person in people):
            break
        await asyncio.sleep(0.2)


def _answers(crowd: Crowd, person: int) -> list[tuple[float, Json]]:
    return [(at, activity) for at, activity in crowd.said(person) if _is_answer(activity)]


def _count(crowd: Crowd, people: Sequence[int]) -> Json:
    """What was answered and when; what was lost, doubled, or no answer."""
    answered: list[Answered] = []
    first_words: list[float] = []
    lost = doubled = others = 0
    for person in people:
        asked, said, answers = crowd.asked[person], crowd.said(person), _answers(crowd, person)
        lost += max(0, len(asked) - len(answers))
        doubled += max(0, len(answers) - len(asked))
        others += sum(activity["type"] == "message" and "text" in activity for _, activity in said) - len(answers)
        answered += [Answered(text, at, then) for (at, text), (then, _) in zip(asked, answers, strict=False)]
        first_words += [min(at for at, activity in said if _has_words(activity)) - asked[0][0]] if answers else []
    asked_by_all = sum(len(crowd.asked[person]) for person in people)
    told = told_of_answers(answered, asked_by_all, lost, doubled, others)
    return told | {"first_words": figures(first_words)}


async def _run(bot: TeamsBot, arguments: argparse.Namespace) -> Json:
    questions = texts_of(OWN_QUESTIONS)
    connector = RecordingConnector()
    async with (
        http_server(connector.routes(), "127.0.0.1", 0) as port,
        ClientSession(connector=TCPConnector(limit=0)) as session,
    ):
        connector.url = f"http://127.0.0.1:{port}"
        crowd = Crowd(bot, connector, session)
        await crowd.ask(0, questions[0])  # the models are loaded with the first question
        await _wait_for_all(crowd, [0])
        people = range(1, arguments.people + 1)
        asks = plan(people, questions[1:], arguments.seconds, arguments.repeated, arguments.seed)
        before = os.getloadavg()[0]
        await _ask_all(crowd, asks)
        await _wait_for_all(crowd, people)
        await asyncio.sleep(LAST_LOOK_S)
    calls = Counter(f"{method} {activity['type']}" for method, _, activity in connector.taken)
    log = bot.log.read_text(encoding="utf-8")
    told = _count(crowd, people)
    if told["lost"] or told["doubled"]:
        print(log, file=sys.stderr)
    return told | {
        "calls": dict(calls),
        "refused_calls": len(connector.refused),
        **told_of_machine(log, before),
    }


def measure(arguments: argparse.Namespace) -> Json:
    """The whole run, as the object that is printed."""
    with running_teams_bot(encoder_threads=0) as bot:
        told = asyncio.run(_run(bot, arguments))
    shown = {"channel": "teams", "people": arguments.people, "seconds": arguments.seconds}
    return shown | told
