"""`/stats` as an admin sees it: what is indexed, how well questions are sorted, how the bot is used, and what the
evaluations said of late, in words and as a picture."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.admin_texts import AdminText
from bot.asker import Asker
from bot.asks import Asks
from bot.bidi import embed
from bot.gate_words import gate_words
from bot.learning.trend_texts import FIGURES, TrendText
from bot.replies import Notice
from core.documents.chunk import Language
from eval.history import Run, day, line_of
from eval.trend_picture import figures_in
from storage.admin_log import AdminLog
from storage.usage import Usage, UsageStore

DAYS = 7
RUNS_SHOWN = 5
_DAY_S = 86_400.0


class Statistics:
    """The command; `evaluations` gives all runs, the oldest first; `draw` makes the picture of those that can be
    compared, its panels numbered, and says where it is (None where there is nothing to draw)."""

    def __init__(
        self,
        engine: Asks,
        usage: UsageStore,
        log: AdminLog,
        now: Callable[[], float],
        evaluations: Callable[[], Sequence[Run]] = list,
        draw: Callable[[Sequence[Run]], Path | None] = lambda _: None,
    ) -> None:
        self._engine = engine
        self._usage = usage
        self._log = log
        self._now = now
        self._evaluations = evaluations
        self._draw = draw
        self._drawing = asyncio.Lock()

    async def command(self, asker: Asker, _: str) -> Notice:
        """Raises IndexUnavailable where nothing answers."""
        await self._log.note(asker.message.channel, asker.message.person, "stats")
        facts = await self._engine.facts()
        usage = await self._usage.since(self._now() - DAYS * _DAY_S)
        index = AdminText.STATS_INDEX.say(
            asker.language, documents=facts.documents, passages=facts.passages, version=embed(facts.version)
        )
        lines = [index, gate_words(facts.calibration, asker.language), _usage_words(usage, asker)]
        line = line_of(await asyncio.to_thread(self._evaluations))
        if not line:
            return Notice("\n".join([*lines, TrendText.TREND_NONE.say(asker.language)]), asker.language)
        lines.append(_evaluation_words(line[-RUNS_SHOWN:], asker.language))
        async with self._drawing:  # the file is one
            picture = await asyncio.to_thread(self._draw, line)
        if picture is not None:
            lines.append(_panel_words(line, asker.language))
        return Notice("\n".join(lines), asker.language, picture=picture)


def _evaluation_words(line: Sequence[Run], language: Language) -> str:
    """How many answers were right in each of the last runs, by language."""
    comma = "، " if language == "ar" else ", "
    last = line[-1].figures.get("right", {})
    told = []
    for part, text in (("all", AdminText.STATS_ALL), ("fr", AdminText.STATS_FRENCH), ("ar", AdminText.STATS_ARABIC)):
        if part in last:
            values = [run.figures["right"][part] for run in line if part in run.figures.get("right", {})]
            told.append(text.say(language, values=comma.join(f"{100 * value:.0f}" for value in values)))
    return "\n".join([AdminText.STATS_EVALUATIONS.say(language, count=len(line), day=day(line[-1])), *told])


def _panel_words(line: Sequence[Run], language: Language) -> str:
    """What the numbered panels of the picture show."""
    named = [f"{number} {FIGURES[name].say(language)}" for number, name in enumerate(figures_in(line), 1)]
    return TrendText.TREND_PANELS.say(language, panels=" · ".join(named))


def _usage_words(usage: Usage, asker: Asker) -> str:
    people = AdminText.STATS_PEOPLE.say(asker.language, people=usage.people, blocked=usage.blocked)
    asked = AdminText.STATS_QUESTIONS.say(
        asker.language,
        days=DAYS,
        questions=usage.questions,
        answers=usage.outcomes.get("answer", 0),
        quotes=usage.outcomes.get("quote", 0),
        refusals=usage.outcomes.get("refusal", 0),
        up=usage.up,
        down=usage.down,
    )
    return f"{people}\n{asked}"
