"""Many people ask within a minute: is anybody left without an answer, or given two, and how long does it take?

usage: python eval/load.py --channel telegram [--people 200] [--seconds 60] [--way polling|webhook] [--repeated 0.4]
                           [--latency-ms 0] [--seed 1]
       python eval/load.py --channel teams [--people 100] [--seconds 0] [--repeated 0.4] [--seed 1]

Starts the emulator of tests/e2e (`make e2e` installs its packages) and the real bot on a copy of the sample's index,
and asks the sample's questions in both languages, one or several a person. Prints one JSON object; the exit status is
1 if an answer was lost or doubled. Seconds count from the moment a person wrote to the lasting message, both by the
emulator's clock. A question is `cached` if somebody had its answer before it was asked. Teams' side is load_teams.py.
"""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from eval.labelled import OWN_QUESTIONS, texts_of  # noqa: E402
from tests.e2e.driver.bot import WAYS, running_bot  # noqa: E402
from tests.e2e.driver.emulator import Emulator, running_emulator  # noqa: E402
from tests.e2e.driver.person import Person  # noqa: E402
from tests.e2e.driver.told import is_answer  # noqa: E402

MOST_OF_ONE = 2
"""Questions of one person, at most."""
PATIENCE_S = 60.0
"""Seconds after the last question within which everybody must have their answer."""
LAST_LOOK_S = 3.0
"""Seconds to wait for what comes twice, once everybody has an answer."""


@dataclass(frozen=True)
class Ask:
    """Who asks what, and when, in seconds from the start."""

    at: float
    person: Any
    question: str


@dataclass(frozen=True)
class Answered:
    """A question with its lasting message: when each was written, in seconds since 1970."""

    question: str
    asked: float
    answered: float


def plan(people: Sequence[Any], questions: Sequence[str], seconds: float, repeated: float, seed: int) -> list[Ask]:
    """Everybody's questions in order of time; about a share of them, and all once none is new, was asked before."""
    chance = random.Random(seed)
    unasked = chance.sample(questions, len(questions))
    asked: list[str] = []
    who = [person for person in people for _ in range(chance.randint(1, MOST_OF_ONE))]
    chance.shuffle(who)
    asks = []
    for at, person in zip(sorted(chance.uniform(0, seconds) for _ in who), who, strict=True):
        is_new = unasked and (not asked or chance.random() >= repeated)
        question = unasked.pop() if is_new else chance.choice(asked)
        asked.append(question)
        asks.append(Ask(at, person, question))
    return asks


def ask_all(asks: Sequence[Ask]) -> None:
    """Write each question at its time."""
    begun = time.monotonic()
    for ask in asks:
        time.sleep(max(0.0, begun + ask.at - time.monotonic()))
        ask.person.say(ask.question)


def wait_for_all(emulator: Emulator, expected: Counter[int]) -> None:
    """Until everybody was sent as many messages as they asked questions, or patience ends."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        sent = Counter(int(call["body"]["chat_id"]) for call in emulator.calls() if "message_id" in call)
        if all(sent[chat] >= count for chat, count in expected.items()):
            break
        time.sleep(0.5)
    time.sleep(LAST_LOOK_S)


def outcomes(people: Sequence[Person]) -> tuple[list[Answered], int, int, int]:
    """What was answered; how many questions have no message, and how many messages are too many or no answers."""
    answered, lost, doubled, others = [], 0, 0, 0
    for person in people:
        chat = person.emulator.chat(person.chat)
        asked = [each for each in chat if not each["is_bot"]]
        said = [each for each in chat if each["is_bot"] and not each["deleted"]]
        lost += max(0, len(asked) - len(said))
        doubled += max(0, len(said) - len(asked))
        others += sum(not is_answer(each) for each in said)
        for question, answer in zip(asked, said, strict=False):  # one person's are answered in order
            answered.append(Answered(question["text"], question["at"] / 1000, answer["at"] / 1000))
    return answered, lost, doubled, others


def faults(people: Sequence[Person]) -> list[str]:
    """The chats in which not every question has one message."""
    chats = ((person, person.emulator.chat(person.chat)) for person in people)
    return [person.transcript() for person, chat in chats if 2 * sum(each["is_bot"] for each in chat) != len(chat)]


def split_by_cache(answered: Sequence[Answered]) -> tuple[list[float], list[float]]:
    """Seconds of those that somebody had the answer of before they were asked, and of the others."""
    first: dict[str, float] = {}
    for each in answered:
        first[each.question] = min(first.get(each.question, each.answered), each.answered)
    cached = [each.answered - each.asked for each in answered if first[each.question] < each.asked]
    uncached = [each.answered - each.asked for each in answered if first[each.question] >= each.asked]
    return cached, uncached


def figures(seconds: Sequence[float]) -> dict[str, Any]:
    """Count, median and 95th percentile."""
    if len(seconds) < 2:
        return {"count": len(seconds), "p50_s": None, "p95_s": None}
    p95 = statistics.quantiles(seconds, n=20, method="inclusive")[-1]
    return {"count": len(seconds), "p50_s": round(statistics.median(seconds), 3), "p95_s": round(p95, 3)}


def told_of_answers(answered: Sequence[Answered], asked: int, lost: int, doubled: int, others: int) -> dict[str, Any]:
    """What became of the questions, and how long it took, as it is printed."""
    cached, uncached = split_by_cache(answered)
    return {
        "asked": asked,
        "answered": len(answered),
        "lost": lost,
        "doubled": doubled,
        "not_answers": others,
        **{name: value for name, value in figures([*cached, *uncached]).items() if name != "count"},
        "cached": figures(cached),
        "uncached": figures(uncached),
    }


def told_of_machine(log: str, load_before: float) -> dict[str, Any]:
    """How much the bot logged, and how busy the machine was before the questions and is now, as it is printed."""
    return {
        "log_lines": len(log.splitlines()),
        "cores": len(os.sched_getaffinity(0)),
        "load_before": round(load_before, 1),
        "load_after": round(os.getloadavg()[0], 1),
    }


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """The whole run, as the object that is printed."""
    questions = texts_of(OWN_QUESTIONS)
    with running_emulator() as emulator:
        if arguments.latency_ms:
            emulator.post("/__latency", min=arguments.latency_ms / 2, max=arguments.latency_ms * 3 / 2)
        with running_bot(emulator, arguments.way, encoder_threads=0) as bot:
            people = [Person(emulator, "ar" if n % 2 else "fr") for n in range(arguments.people)]
            Person(emulator).ask(questions[0])  # the models are loaded with the first question
            asks = plan(people, questions[1:], arguments.seconds, arguments.repeated, arguments.seed)
            before = os.getloadavg()[0]
            ask_all(asks)
            wait_for_all(emulator, Counter(ask.person.chat for ask in asks))
            answered, lost, doubled, others = outcomes(people)
            calls = emulator.calls()
            log = bot.log.read_text(encoding="utf-8")
            if lost or doubled:
                print(*faults(people), log, sep="\n", file=sys.stderr)
    return {
        "channel": arguments.channel,
        "way": arguments.way,
        "people": arguments.people,
        "seconds": arguments.seconds,
        **told_of_answers(answered, len(asks), lost, doubled, others),
        "calls": dict(Counter(call["method"] for call in calls)),
        "refused_calls": sum(call.get("status") not in (200, None) for call in calls),
        **told_of_machine(log, before),
    }


def _measured(arguments: argparse.Namespace) -> dict[str, Any]:
    usual = {"telegram": (200, 60.0), "teams": (100, 0.0)}[arguments.channel]
    arguments.people = usual[0] if arguments.people is None else arguments.people
    arguments.seconds = usual[1] if arguments.seconds is None else arguments.seconds
    if arguments.channel == "telegram":
        return measure(arguments)
    from eval.load_teams import measure as measure_teams

    return measure_teams(arguments)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--channel", choices=["telegram", "teams"], required=True)
    parser.add_argument("--way", choices=WAYS, default="polling")
    parser.add_argument("--people", type=int, help="200; for Teams 100")
    parser.add_argument("--seconds", type=float, help="60; for Teams 0: all at once")
    parser.add_argument("--repeated", type=float, default=0.4, help="share of questions that were asked before")
    parser.add_argument("--latency-ms", type=float, default=0.0, help="mean time of a call on the emulator's side")
    parser.add_argument("--seed", type=int, default=1)
    told = _measured(parser.parse_args())
    print(json.dumps(told, indent=1))
    sys.exit(1 if told["lost"] or told["doubled"] else 0)


if __name__ == "__main__":
    main()
