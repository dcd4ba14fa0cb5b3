"""Forgetting by age, once a day while serving and by `bot.py retention`; one person's data by `bot.py person`."""

import asyncio
import json
import logging
import time
from datetime import UTC, datetime

from bot.edge import fail
from core.errors import ForsaError
from core.settings import Settings
from storage.personal_data import PersonalData
from storage.retention import Forgotten, Retention

log = logging.getLogger(__name__)

DAY_S = 86_400.0
EVERY_S = DAY_S
AGAIN_S = 3600.0
"""After a run that failed."""


async def forget_daily(retention: Retention, settings: Settings) -> None:
    """At the start and once a day, until cancelled. What can't be done now is tried again in an hour."""
    while settings.retention_days:
        wait = EVERY_S
        try:
            log.info("retention: %s", _told(await retention.forget(settings.retention_days * DAY_S)))
        except (ForsaError, OSError) as error:
            log.error("what is too old could not be forgotten: %s", error)
            wait = AGAIN_S
        await asyncio.sleep(wait)


def run_retention(settings: Settings) -> None:
    """Forget what is older than RETENTION_DAYS, and print what was. Exit status 2 where no age is set."""
    if not settings.retention_days:
        fail("RETENTION_DAYS is 0: everything is kept", 2)

    async def run() -> Forgotten:
        from bot.app import open_database

        async with open_database(settings.db_dir) as database:
            return await Retention(database, time.time).forget(settings.retention_days * DAY_S, compact=True)

    print(_told(asyncio.run(run())))


def run_export(settings: Settings, address: str) -> None:
    """Print all that is kept of a person as one JSON object. Exit status 2 where the address is none."""
    channel, person = _address(address)

    async def run() -> dict[str, object]:
        from bot.app import open_database

        async with open_database(settings.db_dir) as database:
            return await PersonalData(database, time.time).export(channel, person)

    print(json.dumps(_readable(asyncio.run(run())), ensure_ascii=False, indent=1))


def run_erase(settings: Settings, address: str) -> None:
    """Forget a person, and print how many rows were about them. Exit status 2 where the address is none."""
    channel, person = _address(address)

    async def run() -> int:
        from bot.app import open_database

        async with open_database(settings.db_dir) as database:
            return await PersonalData(database, time.time).erase(channel, person)

    rows = asyncio.run(run())
    print(f"{channel}:{person}: {rows} rows erased; backups that were made before still hold them")


def _told(done: Forgotten) -> str:
    return (
        f"{done.questions} questions without their person, {done.answers} answers without their text, "
        f"{done.votes} votes without their person, {done.comments} comments and {done.people} visitors removed"
    )


def _address(address: str) -> tuple[str, str]:
    channel, colon, person = address.partition(":")
    if not (channel.strip() and colon and person.strip()):
        fail(f"`{address}` isn't written as channel:person, for example telegram:12345", 2)
    return channel.strip().lower(), person.strip()


_TIMES = frozenset({"at", "created", "seen", "changed", "expires", "used", "exported"})


def _readable(told: object, name: str = "") -> object:
    """Times as people write them (UTC); the rest as it is."""
    if isinstance(told, dict):
        return {key: _readable(value, key) for key, value in told.items()}
    if isinstance(told, list):
        return [_readable(value) for value in told]
    if name in _TIMES and isinstance(told, float):
        return datetime.fromtimestamp(told, UTC).isoformat(timespec="seconds")
    return told
