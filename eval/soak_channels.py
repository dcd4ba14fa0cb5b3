"""The soak's people on Telegram and Teams: they ask, and at the end it is counted what they were told."""

import asyncio
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from aiohttp import ClientError, ClientSession

from bot.http import http_server
from eval.soak_counting import BESIDES, Count, resent_at, told_of
from tests.bot.teams.servers import RecordingConnector, personal_message
from tests.e2e.driver.bot import Bot
from tests.e2e.driver.emulator import Emulator
from tests.e2e.driver.person import Person, text_of
from tests.e2e.driver.told import is_answer


class Channel(Protocol):
    """A way to ask."""

    def ask(self, question: str, number: int) -> None: ...

    def is_done(self) -> bool:
        """Whether every question has something said to it."""
        ...

    def count(self, kills: list[float]) -> Count:
        """What became of all; `kills` are the moments (seconds since 1970) at which the bot was killed."""
        ...


class TelegramPeople:
    """Some people in their own chats; they vote on answers too."""

    def __init__(self, emulator: Emulator, people: int) -> None:
        self._emulator = emulator
        self._people = [Person(emulator, "ar" if n % 2 else "fr") for n in range(people)]
        self._asked: Counter[int] = Counter()
        self._presses: Counter[int] = Counter()
        self._voted: set[tuple[int, str]] = set()
        self.votes = 0

    def ask(self, question: str, number: int) -> None:
        person = self._people[number % len(self._people)]
        self._asked[person.chat] += 1
        person.say(question)

    def vote(self, number: int) -> None:
        """Press 👍 on the latest answer that somebody was given and hasn't voted on, if there is one."""
        person = self._people[number % len(self._people)]
        # An answer from the cache is the same one: pressed again, the vote would be taken back.
        answers = [
            each for each in person.messages() if is_answer(each) and (person.id, text_of(each)) not in self._voted
        ]
        if answers:
            self._voted.add((person.id, text_of(answers[-1])))
            wish = {"message_id": answers[-1]["message_id"], "label": "👍"}
            if "error" not in self._emulator.post("/person/press", person=person.about, **wish):
                self.votes += 1
                self._presses[person.chat] += 1

    def leave(self) -> None:
        """Somebody new asks and blocks the bot: they are owed nothing."""
        person = Person(self._emulator)
        self._emulator.fail(
            "sendMessage", chat=person.chat, code=403, times=1000, description="bot was blocked by the user"
        )
        person.say("tarif fibre residentiel 440 mega")

    def is_done(self) -> bool:
        return all(len(self._said(person)) >= self._asked[person.chat] for person in self._people)

    def count(self, kills: list[float]) -> Count:
        count = Count()
        for person in self._people:
            said = self._said(person)
            count.add(
                self._asked[person.chat],
                [text_of(each) for each in said],
                resent_at(said, kills),
                self._presses[person.chat],
            )
        return count

    def faults(self) -> list[str]:
        """The chats in which not every question has one message, as they stand."""
        return [each.transcript() for each in self._people if len(self._said(each)) != self._asked[each.chat]]

    def _said(self, person: Person) -> list[dict[str, Any]]:
        return [each for each in person.messages() if not told_of(text_of(each), BESIDES)]


class TeamsPeople:
    """Some people in personal chats, behind a connector that records, on an event loop of their own."""

    def __init__(self, bot: Bot, people: int) -> None:
        self._bot = bot
        self._people = people
        self._asked: Counter[str] = Counter()
        self._connector = RecordingConnector()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._stop: asyncio.Event
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self._thread.start()
        self._ready.wait()

    def ask(self, question: str, number: int) -> None:
        person = f"agent-{number % self._people}"
        activity = personal_message(self._connector.url, person, question, f"in-{number}")
        self._asked[activity["conversation"]["id"]] += 1
        asyncio.run_coroutine_threadsafe(self._bring(activity), self._loop)

    def is_done(self) -> bool:
        said = self._said()
        return all(len(said.get(chat, [])) >= count for chat, count in self._asked.items())

    def count(self, kills: list[float]) -> Count:
        count, said = Count(), self._said()
        for chat, asked in self._asked.items():
            texts = said.get(chat, [])
            count.add(asked, [text_of(each) for each in texts], resent_at(texts, kills))
        return count

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _said(self) -> dict[str, list[dict[str, Any]]]:
        """The messages of each chat, as `text` and `at`, like Telegram's."""
        found: dict[str, list[dict[str, Any]]] = {}
        for (method, path, activity), at in zip(
            list(self._connector.taken), list(self._connector.taken_at), strict=False
        ):
            shown = activity.get("text", "")
            # A card stands below an answer, and is none.
            is_said = method == "POST" and activity["type"] == "message" and shown
            if is_said and not told_of(shown, BESIDES):
                chat = path.split("/conversations/")[1].split("/")[0]
                found.setdefault(chat, []).append({"text": shown, "at": 1000 * at})
        return found

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        async with http_server(self._connector.routes(), "127.0.0.1", 0) as port, ClientSession() as session:
            self._connector.url = f"http://127.0.0.1:{port}"
            self._session = session
            self._ready.set()
            await self._stop.wait()

    async def _bring(self, activity: dict[str, Any]) -> None:
        """Until it is taken, as Teams does, though not for ever: the same activity each time."""
        url = f"http://127.0.0.1:{self._bot.port}/api/messages"
        for _ in range(300):
            try:
                async with self._session.post(url, json=activity) as response:
                    if response.status == 200:
                        return
            except (ClientError, OSError):
                pass  # it is being started again
            await asyncio.sleep(0.5)


def wait_until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Look again and again; whether it became so in time."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.25)
    return True


def resident_mb(pid: int) -> float:
    """Memory that a process holds, in megabytes."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:  # noqa: PTH123 - a file of the kernel
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024**2
