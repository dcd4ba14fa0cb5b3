"""A few of many questions, always the same ones."""

import random
from collections.abc import Sequence
from typing import Any

_SEED = 8


def draw(questions: Sequence[dict[str, Any]], count: int | None) -> list[dict[str, Any]]:
    """So many of the questions, the same in every run; by language, whose orders the model then reads once."""
    drawn = list(questions)
    if count is not None and count < len(drawn):
        drawn = random.Random(_SEED).sample(drawn, count)
    return sorted(drawn, key=lambda question: question["language"])
