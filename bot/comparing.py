"""`/compare A | B`: two offers, tiers or versions side by side."""

import re

from bot.asker import Asker
from bot.asks import Asks
from bot.bidi import embed
from bot.faults import nearest_scopes
from bot.replies import Notice
from bot.texts import Text
from core.errors import UnknownSide
from core.reply import Reply
from core.settings import Settings

_BAR = re.compile(r"\s*[|¦｜]\s*|\s+(?:vs\.?|versus)\s+", re.IGNORECASE)


async def compare(asker: Asker, argument: str, engine: Asks, settings: Settings) -> Reply | Notice:
    """The comparison in the asker's language; a notice where there aren't two sides, or one is unknown.

    Raises:
        IndexUnavailable, ChunkFormatError: the index or the tables can't be read.
    """
    sides = _BAR.split(argument)
    if len(sides) != 2 or not all(sides):
        return asker.notice(Text.COMPARE_USAGE)
    if any(len(side) > settings.question_max_chars for side in sides):
        return asker.notice(Text.TOO_LONG, limit=settings.question_max_chars, is_error=True)
    try:
        return await engine.compare(sides[0], sides[1], asker.language)
    except UnknownSide as error:
        nearest = nearest_scopes(error, asker.language)
        return asker.notice(Text.UNKNOWN_SCOPE, name=embed(error.name), nearest=nearest, is_error=True)
