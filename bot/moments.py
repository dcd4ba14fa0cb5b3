"""Moments as people read them, in the time of the machine's own place."""

import math
from datetime import datetime

from bot.texts import Text
from core.documents.chunk import Language

_SECONDS_TOLD = 90


def written_day(seconds: float) -> str:
    """`30/11/2031`, of seconds since 1970."""
    return datetime.fromtimestamp(seconds).strftime("%d/%m/%Y")


def written_moment(seconds: float) -> str:
    """`30/11/2031 14:05`, of seconds since 1970."""
    return datetime.fromtimestamp(seconds).strftime("%d/%m/%Y %H:%M")


def after(wait: float, now: float, language: Language) -> str:
    """When something can be tried again, never too early: `dans 40 s`, `à 14:05`, `le 01/12 à 09:10`.

    Args:
        wait: seconds from `now`, which is in seconds since 1970.
    """
    if wait <= _SECONDS_TOLD:
        return Text.IN_SECONDS.say(language, seconds=math.ceil(wait))
    then = datetime.fromtimestamp(60 * math.ceil((now + wait) / 60))
    time = then.strftime("%H:%M")
    if then.date() == datetime.fromtimestamp(now).date():
        return Text.AT_TIME.say(language, time=time)
    return Text.ON_DAY.say(language, day=then.strftime("%d/%m"), time=time)
