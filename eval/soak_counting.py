"""How the soak counts what people were told: lost, doubled, errors, and what was sent again at a kill."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bot.texts import Text
from tests.e2e.driver.person import plain, text_of

RESENT_WITHIN_S = 1.5
"""Seconds before a kill within which a message may have gone out without being noted as sent: Telegram has no way to
say afterwards whether it arrived, so it is sent again (README, Limits)."""
_ERRORS = (Text.TROUBLE, Text.NO_INDEX, Text.INDEX_DAMAGED, Text.ASK_AGAIN)
BESIDES = (Text.NOT_KEPT,)
"""What comes besides an answer, not in its place."""


@dataclass
class Count:
    """What became of the questions: `told` are the errors that people were shown."""

    asked: int = 0
    answered: int = 0
    lost: int = 0
    doubled: int = 0
    resent_at_kill: int = 0
    told: Counter[str] = field(default_factory=Counter)

    def add(self, asked: int, said: list[str], resent: int = 0, presses: int = 0) -> None:
        """One chat: how many questions, the texts of all that the bot said, and how many votes were pressed there: one
        that could not be kept is told as an error, too."""
        main = [text for text in said if not told_of(text, BESIDES)]
        self.asked += asked
        self.answered += min(asked, len(main) - resent)
        self.lost += max(0, asked - (len(main) - resent))
        of_votes = min(presses, sum(bool(told_of(text, (Text.TROUBLE,))) for text in main))
        self.doubled += max(0, len(main) - resent - asked - of_votes)
        self.resent_at_kill += resent
        self.told.update(name for text in said if (name := told_of(text, _ERRORS + BESIDES)))


def told_of(text: str, texts: tuple[Text, ...]) -> str:
    """The name of the text that is said; '' where none is."""
    said = plain(text)
    return next((each.reason for each in texts if any(plain(form) in said for form in each.value)), "")


def resent_at(said: list[dict[str, Any]], kills: list[float]) -> int:
    """Messages that came a second time because the bot was killed between sending and noting it."""
    resent = 0
    for before, after in pairwise(said):
        kill = next((at for at in kills if 0 <= at - before["at"] / 1000 <= RESENT_WITHIN_S), None)
        resent += kill is not None and after["at"] / 1000 > kill and text_of(before) == text_of(after)
    return resent
