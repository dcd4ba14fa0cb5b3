"""Two index versions on the same questions: which were won and lost, and whether the loss is more than noise."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from eval.labelled import category_of
from eval.metrics import reply_figures
from eval.paired import NOISE, mcnemar


@dataclass(frozen=True)
class Moved:
    """A question that one version has right and the other wrong, with both texts."""

    id: str
    question: str
    expected: str
    before: str
    after: str


@dataclass(frozen=True)
class Regression:
    """How many of `asked` questions were right `before` and `after`; `p` by McNemar's exact test on those that moved.

    One figure, tested once: a question is right or it isn't (`is_right`). Several figures would each need a correction
    for the others, and a document spoilt would hide behind it.
    """

    asked: int
    before: int
    after: int
    won: tuple[Moved, ...]
    lost: tuple[Moved, ...]
    p: float

    @property
    def is_drop(self) -> bool:
        """More lost than won, and beyond what chance gives."""
        return len(self.lost) > len(self.won) and self.p < NOISE

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, with `is_drop`."""
        return {**asdict(self), "is_drop": self.is_drop}


def is_right(figures: Mapping[str, float], expected: str) -> bool:
    """Whether a reply is right in all: refused where it must be; else answered with all facts, no wrong value, and a
    right document among those cited."""
    if figures["error"]:
        return False
    if expected == "refuse":
        return not figures["answered"]
    told = figures.get("facts", 1.0) and not figures.get("wrong", 0.0)
    return bool(not figures["refused"] and told and figures.get("cited_precision", 0.0))


def right_rows(questions: Sequence[Mapping[str, Any]], replies: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A row a question in the form of `rows.py`, as far as the comparison and the history need it; `figures` has
    `right` besides those of a reply."""
    rows = []
    for question, reply in zip(questions, replies, strict=True):
        figures = reply_figures(question, reply)
        figures["right"] = float(is_right(figures, question["expected"]))
        names = ("id", "question", "language", "expected")
        row = {name: question[name] for name in names} | {"category": category_of(dict(question))}
        rows.append(row | {"text": reply.get("text", ""), "figures": figures})
    return rows


def regression(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Regression:
    """Compare the rows of the same questions, in the same order."""
    won: list[Moved] = []
    lost: list[Moved] = []
    change: list[float] = []
    for old, new in zip(before, after, strict=True):
        was, now = old["figures"]["right"], new["figures"]["right"]
        change.append(now - was)
        if was != now:
            moved = Moved(new["id"], new["question"], new["expected"], old["text"], new["text"])
            (won if now else lost).append(moved)
    was_right, is_now = (int(sum(row["figures"]["right"] for row in rows)) for rows in (before, after))
    return Regression(len(change), was_right, is_now, tuple(won), tuple(lost), mcnemar(np.asarray(change)))
