"""What words a question's answer, checked: the role that the engine asks, and the one without a language model."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from core.answering.base import Answerer, Passage
from core.answering.compose import Composed, compose
from core.answering.refusals import not_in_documents
from core.models.worker import BatchWorker
from core.retrieval import Ranking


class Writer(Protocol):
    """Gives an answer's checked sentences as they stand, and at the end the whole of it."""

    @property
    def name(self) -> str:
        """Model, prompts and settings; counts into `answer_state`."""
        ...

    def write(
        self, answerer: Answerer, ranking: Ranking, passages: Sequence[Passage]
    ) -> AsyncGenerator[str | Composed]:
        """Sentences that may be shown at once, then the `Composed` that holds them all, once and last.

        Args:
            answerer: of the corpus; its draft is in the documents' own words.
            passages: those that passed the gate, best first; at least one.
        """
        ...


def extract(answerer: Answerer, ranking: Ranking, passages: Sequence[Passage], reserve: int = 0) -> Composed:
    """The answer in the documents' own words, through the checks, `reserve` characters shorter than it may be. For the
    model worker's thread."""
    draft = answerer.answer(ranking, passages)
    if draft.reason == "not-in-documents":
        return not_in_documents(ranking)
    draft = replace(draft, limit=draft.limit - reserve)
    return compose(draft, passages[0].chunk, question=ranking.asked, language=ranking.question.language)


class ExtractiveWriter:
    """The documents' own words: all sentences are there at once."""

    name = ""

    def __init__(self, worker: BatchWorker[Any, Any]) -> None:
        self._worker = worker

    async def write(
        self, answerer: Answerer, ranking: Ranking, passages: Sequence[Passage]
    ) -> AsyncGenerator[str | Composed]:
        """As in `Writer`."""
        composed = await self._worker.call(extract, answerer, ranking, passages)
        for sentence in composed.sentences:
            yield sentence
        yield composed
