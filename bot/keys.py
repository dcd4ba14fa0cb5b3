"""`key`: makes, lists and revokes API keys; also while the bot runs."""

import asyncio
import time

from bot.app import open_database
from bot.edge import fail
from bot.moments import written_day
from core.settings import Settings
from storage.api_keys import ApiKey, ApiKeyStore
from storage.people import Role

ROLES: dict[str, Role] = {"user": "agent", "admin": "admin"}
"""A key's role as the command line says it, and what people call it."""


def create(settings: Settings, name: str, role: str) -> None:
    """Print a new key's secret on standard output: the only time that it is shown."""

    async def run() -> tuple[ApiKey, str]:
        async with open_database(settings.db_dir) as database:
            return await ApiKeyStore(database, time.time).create(name, ROLES[role])

    key, secret = asyncio.run(run())
    print(f"key {key.number}, {name}, {role}. Keep it now: it isn't shown again.\n{secret}")


def show(settings: Settings) -> None:
    """Print a line a key."""

    async def run() -> list[ApiKey]:
        async with open_database(settings.db_dir) as database:
            return await ApiKeyStore(database, time.time).all()

    keys = asyncio.run(run())
    if not keys:
        print("no keys: `python bot.py key create NAME` makes one")
    for key in keys:
        role = next(name for name, known in ROLES.items() if known == key.role)
        used = f"used {written_day(key.used)}" if key.used else "never used"
        state = f"revoked {written_day(key.revoked)}" if key.revoked else used
        print(f"{key.number}  {key.name}  {role}  made {written_day(key.created)}  {state}")


def revoke(settings: Settings, number: int) -> None:
    """Let a key open nothing any more. Exit status 2 where there is none of this number."""

    async def run() -> bool:
        async with open_database(settings.db_dir) as database:
            return await ApiKeyStore(database, time.time).revoke(number)

    if not asyncio.run(run()):
        fail(f"no key has the number {number}: `python bot.py key list` shows them", 2)
    print(f"key {number} opens nothing any more")
