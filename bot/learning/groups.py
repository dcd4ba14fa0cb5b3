"""Judged answers by the wording of their question: one group is what a reviewer decides on at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from core.documents.chunk import Language
from core.wording import Wording
from storage.reviews import Judged, Reviews, State

Order = Literal["recent", "frequent", "documents"]


@dataclass(frozen=True)
class Group:
    """Answers to questions that are worded nearly alike, the latest judged first.

    `id` is the key of the wording as asked; `question` the reviewer's wording where there is one, else the latest.
    """

    id: str
    question: str
    state: State
    answers: tuple[Judged, ...]

    @property
    def latest(self) -> Judged:
        return self.answers[0]

    @property
    def language(self) -> Language:
        """Of the latest answer."""
        return cast(Language, self.latest.language)

    @property
    def document(self) -> str:
        """The one that was cited first, or came nearest; '' where none did."""
        return next((answer.document for answer in self.answers if answer.document), "")

    @property
    def down(self) -> int:
        return sum(answer.down for answer in self.answers)

    @property
    def up(self) -> int:
        return sum(answer.up for answer in self.answers)

    @property
    def refused(self) -> int:
        """How often a refusal was given."""
        return sum(answer.times for answer in self.answers if answer.kind == "refusal")

    @property
    def is_complaint(self) -> bool:
        """Voted down or refused; else it was only praised."""
        return bool(self.down or self.refused)

    @property
    def weight(self) -> int:
        """How many times someone was let down, or pleased."""
        return self.down + self.refused if self.is_complaint else self.up


def grouped(judged: Iterable[Judged], reviews: Reviews, wording: Wording) -> list[Group]:
    """One group a wording, the latest judged first."""
    by_wording: dict[str, list[Judged]] = {}
    for answer in judged:
        by_wording.setdefault(wording.key(answer.question), []).append(answer)
    groups = []
    for key, answers in by_wording.items():
        review = reviews.of(key)
        groups.append(Group(key, review.question or answers[0].question, review.state, tuple(answers)))
    return groups


def in_order(groups: Sequence[Group], order: Order) -> list[Group]:
    """The latest first, the most frequent first, or those of a document together, the document with most first."""
    recent = sorted(groups, key=lambda group: -group.latest.latest)
    if order == "recent":
        return recent
    frequent = sorted(recent, key=lambda group: -group.weight)
    if order == "frequent":
        return frequent
    of_document: dict[str, int] = {}
    for group in groups:
        of_document[group.document] = of_document.get(group.document, 0) + group.weight
    return sorted(frequent, key=lambda group: (-of_document[group.document], group.document))
