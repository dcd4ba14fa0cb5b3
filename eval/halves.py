"""Which questions may measure: those of QUESTIONS_FILE that set the gate's thresholds at reindex may not."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.calibrating import ENOUGH_QUESTIONS, for_setting, read_questions
from core.settings import Settings


def measuring(questions: Sequence[dict[str, Any]], settings: Settings) -> list[dict[str, Any]]:
    """The questions without those that calibration takes; all of them where it takes none.

    Held against the file's questions by their text, so that a copy of the file measures no better.
    """
    taken = calibrating(settings.questions_file)
    return [question for question in questions if question["question"] not in taken]


def calibrating(questions_file: Path | None) -> frozenset[str]:
    """The questions that set the thresholds: half of the answerable ones of QUESTIONS_FILE, where it has enough.

    Raises:
        SettingsError: the file can't be used.
    """
    if questions_file is None:
        return frozenset()
    answerable = read_questions(questions_file)
    if len(answerable) < ENOUGH_QUESTIONS:
        return frozenset()  # the thresholds rest on questions made of titles and rows
    return frozenset(filter(for_setting, answerable))
