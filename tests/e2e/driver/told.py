"""What a message of the bot says, and what the bot keeps about it."""

import re
import sqlite3
from collections.abc import Sequence
from typing import Any

from bot.admin_texts import AdminText
from bot.texts import Said, Text
from core.documents.chunk import Language
from tests.e2e.driver.bot import Bot
from tests.e2e.driver.person import plain, text_of

TEXTS: dict[str, Said] = {**Text.__members__, **AdminText.__members__}
ARABIC = re.compile("[\u0621-\u064a]")


def tells(message: dict[str, Any], name: str, language: Language) -> bool:
    """Whether a message says one of the bot's texts, whatever its fields are filled with."""
    pieces = re.split(r"\{\w+\}", plain(TEXTS[name].value[language == "ar"]))
    pattern = ".*".join(re.escape(piece.strip()) for piece in pieces)
    return re.search(pattern, text_of(message), re.DOTALL) is not None


def is_answer(message: dict[str, Any]) -> bool:
    """Whether one can vote on it, which is so for answers alone."""
    return "👍" in str(message.get("reply_markup", ""))


def in_order(message: dict[str, Any], pieces: Sequence[str]) -> bool:
    """Whether these stand in a message, one after the other."""
    return re.search(".*".join(map(re.escape, pieces)), text_of(message), re.DOTALL) is not None


def rows(bot: Bot, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What the bot's database holds."""
    with sqlite3.connect(f"file:{bot.folder / 'db' / 'forsa.sqlite'}?mode=ro", uri=True) as database:
        return list(database.execute(query, values))


def votes(bot: Bot, person: int) -> list[tuple[int, str]]:
    """Value and reason of a person's standing votes."""
    return rows(bot, "SELECT value, reason FROM votes WHERE person = ?", str(person))
