"""What admins are told of a checked reindex, and of the evaluations."""

import asyncio
import itertools
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bot.admin import AdminCommands
from bot.admin_texts import AdminText
from bot.learning.trend_texts import TrendText
from bot.reindex_job import JobDone
from bot.statistics import Statistics
from core.index.held import NothingHeld
from eval.trend_picture import numbered_trend
from storage.admin_log import AdminLog
from storage.usage import UsageStore
from tests.bot.conftest import Bot
from tests.eval.test_regression import RUN

LOST = {"id": "q", "question": "prix azur 480", "expected": "answer", "before": "7 150 DA", "after": "?"}
CHECK: dict[str, Any] = {
    "asked": 40,
    "before": 36,
    "after": 29,
    "won": [],
    "lost": [LOST] * 7,
    "p": 0.02,
    "is_drop": True,
    "added": {"Offres/Azur.docx": {"count": 1, "texts": []}},
    "removed": {"Offres/Azur.docx": {"count": 4, "texts": []}},
}


async def test_a_held_version_is_told_with_its_reasons_and_a_button(bot: Bot) -> None:
    bot.job.steps = [JobDone(0, 1, 0, (), 9.0, held=True, check=CHECK)]
    *_, told = await bot.replies("/reindex", is_admin=True)
    assert told.choices == ("/reindex confirm",)
    for part in ("40 questions : 36 justes avant, 29 après", "perdue : prix azur 480", "− 4 passage(s)", "attend"):
        assert part in told.text
    *_, arabic = await bot.replies("/فهرسة", is_admin=True)
    assert arabic.choices == ("/فهرسة تأكيد",)


async def test_without_a_drop_one_line_tells(bot: Bot) -> None:
    bot.job.steps = [JobDone(0, 1, 0, (), 9.0, check={**CHECK, "is_drop": False})]
    *_, told = await bot.replies("/reindex", is_admin=True)
    assert (told.text.count("\n"), told.choices) == (0, ())
    bot.job.steps = [JobDone(0, 1, 0, (), 9.0, check=CHECK)]
    *_, told = await bot.replies("/reindex", is_admin=True)
    assert told.text.endswith(AdminText.REINDEX_DROPPED.say("fr"))


async def test_a_check_that_could_not_compare_is_told(bot: Bot) -> None:
    bot.job.steps = [JobDone(0, 1, 0, (), 9.0, check={"problem": "q.json holds no list"})]
    *_, told = await bot.replies("/reindex", is_admin=True)
    assert told.text == AdminText.REINDEX_UNCHECKED.say("fr", why="q.json holds no list")


async def test_confirming(bot: Bot) -> None:
    assert (await bot.send("/reindex confirm", is_admin=True)).text == AdminText.REINDEX_CONFIRMED.say("fr")
    assert (await bot.send("/فهرسة تأكيد", is_admin=True)).text == AdminText.REINDEX_CONFIRMED.say("ar")
    assert (await bot.send("/reindex confirm")).is_error, "for admins only"
    bot.job.failure = NothingHeld("nothing")
    assert (await bot.send("/reindex confirm", is_admin=True)).text == AdminText.REINDEX_NOTHING_HELD.say("fr")


async def test_stats_tell_the_last_evaluations_by_language(bot: Bot) -> None:
    values = [0.8, 0.85, 0.9, 0.7, 0.75, 0.6]
    history = [replace(RUN, figures={"right": {"all": value, "fr": value, "ar": value / 2}}) for value in values]
    log, seconds = AdminLog(bot.database, lambda: 1.0), itertools.count()
    stats = Statistics(bot.engine, UsageStore(bot.database), log, lambda: float(next(seconds)), lambda: history)
    bot.conversation._personal._admin = AdminCommands({"stats": stats.command})
    told = await bot.send("/stats", is_admin=True)
    assert told.text.splitlines()[-3:] == [
        "ensemble : 85, 90, 70, 75, 60",
        "en français : 85, 90, 70, 75, 60",
        "en arabe : 42, 45, 35, 38, 30",
    ]


async def test_stats_without_an_evaluation_say_so(bot: Bot) -> None:
    told = await bot.send("/stats", is_admin=True)
    assert told.text.splitlines()[-1] == TrendText.TREND_NONE.say("fr")
    assert told.picture is None


def drawing(bot: Bot, folder: Path) -> None:
    history = [replace(RUN, figures={name: {"all": 0.5} for name in ("right", "refused")})]
    log = AdminLog(bot.database, lambda: 1.0)
    stats = Statistics(
        bot.engine, UsageStore(bot.database), log, lambda: 1.0, lambda: history, partial(numbered_trend, db_dir=folder)
    )
    bot.conversation._personal._admin = AdminCommands({"stats": stats.command})


async def test_stats_bring_the_picture_and_say_what_its_panels_are(bot: Bot, tmp_path: Path) -> None:
    drawing(bot, tmp_path)
    told = await bot.send("/إحصائيات", is_admin=True)
    assert told.picture is not None
    assert told.picture.read_bytes().startswith(b"\x89PNG")
    assert "1 أجوبة صحيحة · 2 مرفوضة خطأً" in told.text


async def test_several_admins_may_want_the_picture_at_once(bot: Bot, tmp_path: Path) -> None:
    drawing(bot, tmp_path)
    said = await asyncio.gather(*(bot.send("/stats", person=f"p{n}", is_admin=True) for n in range(8)))
    assert all(told.picture is not None and not told.is_error for told in said)
