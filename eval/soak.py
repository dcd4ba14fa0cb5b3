"""The whole service for a bounded time, with all that can happen to it: is any question lost, or answered twice?

usage: python eval/soak.py --seconds N [--rate 2.0] [--seed 1]

Starts the real bot over the emulator of Telegram (`make e2e` installs its packages) and a Teams connector that records,
and a console beside them on the same database. People ask the sample's questions in both languages and vote while an
admin reindexes and faults are injected: database locked, disk full, model down, index damaged, clients gone, kill -9
and restart. Prints one JSON object; the exit status is 1 if a question was lost or answered twice.

A message that Telegram had taken when the bot was killed, before this was noted, is sent again: nobody can know. These
are counted apart (`resent_at_kill`).
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from eval.labelled import OWN_QUESTIONS, texts_of  # noqa: E402
from eval.soak_channels import (  # noqa: E402
    Channel,
    TeamsPeople,
    TelegramPeople,
    resident_mb,
    wait_until,
)
from eval.soak_console import ConsolePerson  # noqa: E402
from eval.soak_counting import Count  # noqa: E402
from eval.soak_faults import START_S, Faults, copied_sample  # noqa: E402
from tests.e2e.driver.bot import Bot  # noqa: E402
from tests.e2e.driver.emulator import running_emulator  # noqa: E402
from tests.e2e.driver.person import Person  # noqa: E402
from tests.e2e.driver.told import rows  # noqa: E402

PATIENCE_S = 90.0
"""Seconds after the last question, and again after a restart if need be, within which all must be told something."""
SHARES = (("telegram", 6), ("teams", 3), ("console", 1))
VOTES = 0.2
"""Votes a question on Telegram."""
_UNDONE = "SELECT channel, id, tries FROM inbox WHERE done IS NULL"


class Soak:
    """One run: who asks, and what is done to the bot meanwhile."""

    def __init__(self, bot: Bot, arguments: argparse.Namespace) -> None:
        self._seconds, self._rate = arguments.seconds, arguments.rate
        self._chance = random.Random(arguments.seed)
        self._questions = texts_of(OWN_QUESTIONS)
        self.telegram = TelegramPeople(bot.emulator, 12)
        self.teams = TeamsPeople(bot, 6)
        self.console = ConsolePerson(bot)
        self.channels: dict[str, Channel] = {"telegram": self.telegram, "teams": self.teams, "console": self.console}
        self.faults = Faults(bot, min(5.0, self._seconds / 20))
        self.errors: list[str] = []

    def run(self) -> None:
        """Ask at the rate while the faults take their turn; then wait for all answers."""
        breaking = threading.Thread(target=self._break)
        breaking.start()
        begun, number = time.monotonic(), 0
        names = [name for name, share in SHARES for _ in range(share)]
        while (at := number / self._rate) < self._seconds:
            time.sleep(max(0.0, begun + at - time.monotonic()))
            name = self._chance.choice(names)
            self.channels[name].ask(self._chance.choice(self._questions), number)
            if self._chance.random() < VOTES:
                self.telegram.vote(number)
            number += 1
        breaking.join()
        if not wait_until(self._is_done, PATIENCE_S):
            # What was refused for long is kept for the next start, and promised to be answered then.
            self.faults.run("restarted", self.faults.stopped_and_started)
            wait_until(self._is_done, PATIENCE_S)
        time.sleep(3)  # for what comes twice

    def count(self) -> dict[str, Count]:
        return {name: channel.count(self.faults.kills) for name, channel in self.channels.items()}

    def _break(self) -> None:
        """The faults, spread over the time. Each is undone before the next."""
        faults = self.faults
        # The kills come first, so that the memory of what runs at the end tells of some time.
        steps: list[tuple[str, Callable[[], object]]] = [
            ("reindex", faults.reindex),
            ("killed", faults.killed),
            ("model-down", faults.model_down),
            ("client-gone", self._clients_leave),
            ("killed", faults.killed),
            ("database-locked", faults.database_locked),
            ("disk-full", faults.disk_full),
            ("index-damaged", faults.index_damaged),
            ("reindex", faults.reindex),
        ]
        begun = time.monotonic()
        for place, (name, fault) in enumerate(steps):
            time.sleep(max(0.0, begun + self._seconds * (place + 1) / (len(steps) + 1) - time.monotonic()))
            try:
                faults.run(name, fault)
            except Exception as error:  # noqa: BLE001 - told in the result, and the run fails by it
                self.errors.append(f"{name}: {type(error).__name__}: {error}")

    def _clients_leave(self) -> None:
        self.telegram.leave()
        self.console.leave()

    def _is_done(self) -> bool:
        return all(channel.is_done() for channel in self.channels.values())


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """The whole run, as the object that is printed."""
    with running_emulator() as emulator, tempfile.TemporaryDirectory() as folder:
        bot = Bot(
            emulator,
            Path(folder),
            data_dir=f"{folder}/data",
            gen_dir=f"{folder}/gen",
            encoder_threads=0,
            teams_development=True,
            questions_per_minute=0,
            questions_per_day=0,
            log_level="INFO",
        )
        copied_sample(bot)
        soak = None
        try:
            bot.start(START_S)
            soak = Soak(bot, arguments)
            Person(emulator).ask("tarif fibre residentiel 440 mega")  # the models are loaded with the first question
            start_mb = resident_mb(bot.pid)
            soak.run()
            end_mb = resident_mb(bot.pid)
            counts = soak.count()
            votes = rows(bot, "SELECT count(*) FROM votes")[0][0]
            lost, doubled = (sum(getattr(each, name) for each in counts.values()) for name in ("lost", "doubled"))
            if lost or doubled or soak.errors or arguments.log:
                told = [
                    *soak.telegram.faults(),
                    *map(str, rows(bot, _UNDONE)),
                    bot.log.read_text(encoding="utf-8")[-20_000:],
                ]
                print(*told, sep="\n", file=sys.stderr)
        finally:
            bot.kill()
            if soak is not None:
                soak.console.close()
                soak.teams.close()
    told_errors = sum((each.told for each in counts.values()), start=Count().told)
    return {
        "seconds": arguments.seconds,
        "asked": sum(each.asked for each in counts.values()),
        "answered": sum(each.answered for each in counts.values()),
        "lost": lost,
        "doubled": doubled,
        "resent_at_kill": sum(each.resent_at_kill for each in counts.values()),
        "errors_shown": told_errors.total(),
        "errors": dict(told_errors),
        "rss_start_mb": round(start_mb, 1),
        "rss_end_mb": round(end_mb, 1),
        "by_channel": {name: [each.asked, each.lost, each.doubled] for name, each in counts.items()},
        "votes_pressed": soak.telegram.votes,
        "votes_kept": votes,
        "faults": soak.faults.done,
        "faults_that_failed": soak.errors,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=2.0, help="questions a second, on all channels together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="print the bot's log too")
    told = measure(parser.parse_args())
    print(json.dumps(told, indent=1))
    sys.exit(1 if told["lost"] or told["doubled"] or told["faults_that_failed"] else 0)


if __name__ == "__main__":
    main()
