"""How reliable the gate is, in words for whoever answers for the documents: what its calibration measured."""

import math

from bot.admin_texts import AdminText
from core.calibrating import ENOUGH_QUESTIONS
from core.calibration import Calibration
from core.documents.chunk import Language
from core.rates import Rate

MUCH_REFUSED, MUCH_ANSWERED = 0.05, 0.15
"""Shares of answerable questions refused, and of foreign ones answered, from which on something must be done."""


def gate_words(calibration: Calibration, language: Language) -> str:
    """Of a hundred questions, how many are refused or answered wrongly, and what that was measured on."""
    if not calibration.is_measured:
        return AdminText.GATE_NOT_MEASURED.say(language)
    wrong = AdminText.GATE_ERRORS.say(
        language,
        **_of_hundred("refused", calibration.answerable_refused),
        **_of_hundred("answered", calibration.foreign_answered),
    )
    if calibration.source == "questions":
        measured = AdminText.GATE_BY_QUESTIONS.say(language, count=calibration.answerable_refused.of)
    else:
        measured = AdminText.GATE_BY_TITLES.say(language, count=ENOUGH_QUESTIONS)
    return f"{wrong}\n{measured}"


def gate_line(calibration: Calibration) -> str:
    """The same in one English line, for `doctor`."""
    if not calibration.is_measured:
        return f"gate {calibration.gate}: not calibrated on this corpus, it passes from {calibration.threshold}"
    refused, answered = calibration.answerable_refused, calibration.foreign_answered
    made = "your own questions" if calibration.source == "questions" else "questions made of titles and rows"
    return (
        f"gate: of 100 answerable questions about {_about(refused)} refused, "
        f"of 100 foreign ones about {_about(answered)} answered "
        f"(measured on {refused.of} {made} and {answered.of} foreign ones)"
    )


def gate_advice(calibration: Calibration) -> str:
    """What to do where the gate is surely wrong more often than can be lived with; '' where it isn't."""
    if not calibration.is_measured:
        return "run `python bot.py reindex`"
    if calibration.answerable_refused.low > MUCH_REFUSED or calibration.foreign_answered.low > MUCH_ANSWERED:
        return "give it real questions (QUESTIONS_FILE) and reindex, or set GATE_THRESHOLD"
    return ""


def _of_hundred(name: str, rate: Rate) -> dict[str, int]:
    return {
        name: round(100 * rate.share),
        f"{name}_low": math.floor(100 * rate.low),
        f"{name}_high": math.ceil(100 * rate.high),
    }


def _about(rate: Rate) -> str:
    return "{n} ({n_low} to {n_high})".format(**_of_hundred("n", rate))
