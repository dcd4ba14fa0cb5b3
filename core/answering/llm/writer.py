"""Answers worded by a language model: checked as they come, and the documents' own words where the model fails."""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from core.answering.base import Answerer, Passage
from core.answering.compose import Composed, quote
from core.answering.disputes import Dispute
from core.answering.intent import read_intent
from core.answering.llm.about import asked_about
from core.answering.llm.breaker import CircuitBreaker
from core.answering.llm.calling import Deadline
from core.answering.llm.checked import CheckedAnswer
from core.answering.llm.drafting import Drafted, Drafter
from core.answering.llm.own_words import OwnWords, own_words
from core.answering.llm.prompts import Prompts, fitting
from core.answering.llm.second_look import claims_of, grounds, rejected_of, without_rejected
from core.answering.llm.spending import Spending
from core.answering.llm.verifying import Verifier
from core.answering.phrases import phrases
from core.answering.refusals import not_in_documents
from core.answering.writing import extract
from core.documents.chunk import Chunk
from core.errors import ModelError, ModelUnusable
from core.models.worker import BatchWorker
from core.retrieval import Ranking
from core.text.query import Query

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """Characters of an answer and of a procedure, seconds for the whole of either, and the tokens that the model's
    context has, for an answer and in all."""

    answer_chars: int
    procedure_chars: int
    timeout_s: float
    answer_tokens: int
    context_tokens: int


class LlmWriter:
    """A `Writer`.

    Args:
        name: model, prompts and settings.
        worker: its thread makes the extractive answer.
        glossary: what else says what a question says.
        spending: counts a question's calls.
        verifier: judges each answer before anything of it is shown; None shows what stands the checks at once.
    """

    def __init__(
        self,
        name: str,
        worker: BatchWorker[Any, Any],
        drafter: Drafter,
        prompts: Prompts,
        glossary: Callable[[Query], Sequence[Sequence[str]]],
        breaker: CircuitBreaker,
        spending: Callable[[], Spending],
        limits: Limits,
        verifier: Verifier | None = None,
    ) -> None:
        self._name = name
        self._worker = worker
        self._drafter = drafter
        self._prompts = prompts
        self._glossary = glossary
        self._breaker = breaker
        self._spending = spending
        self._limits = limits
        self._verifier = verifier

    @property
    def name(self) -> str:
        """As in `Writer`."""
        return self._name

    async def write(
        self, answerer: Answerer, ranking: Ranking, passages: Sequence[Passage]
    ) -> AsyncGenerator[str | Composed]:
        """As in `Writer`. That an asked value doesn't exist is told without the model, which would rather find one."""
        extracted = await self._worker.call(extract, answerer, ranking, passages)
        shown = 0
        if extracted.kind == "refusal":
            composed = extracted
        elif not self._breaker.allows():
            composed = await self._without_model(answerer, ranking, passages)
        else:
            until, spent = Deadline(self._limits.timeout_s), self._spending()
            drafted: Drafted | None = None
            chunks = fitting(
                [passage.chunk for passage in passages], self._limits.context_tokens, self._limits.answer_tokens
            )
            own = own_words(extracted, ranking)
            disputes = {n: answerer.disputes_of(chunk) for n, chunk in enumerate(chunks, 1)}
            async with aclosing(self._draft(ranking, chunks, disputes, own, until, spent)) as parts:
                async for part in parts:
                    if isinstance(part, Drafted):
                        drafted = part
                    elif self._verifier is None:
                        shown += 1
                        yield part
            assert drafted is not None, "a draft ends with what has come of it"
            composed = await self._settled(drafted, own, answerer, ranking, passages, until, spent)
            composed = replace(composed, usage=spent.usage)
        for sentence in composed.sentences[shown:]:
            yield sentence
        yield composed

    def _draft(
        self,
        ranking: Ranking,
        chunks: Sequence[Chunk],
        disputes: Mapping[int, Sequence[Dispute]],
        own: OwnWords,
        until: Deadline,
        spent: Spending,
    ) -> AsyncGenerator[str | Drafted]:
        question, language = ranking.question.text, ranking.question.language
        procedure = read_intent(ranking.query, ranking.asked).shape == "procedure"
        limit = self._limits.procedure_chars if procedure else self._limits.answer_chars
        return self._drafter.draft(
            self._prompts.answer(question, language, chunks, self._glossary(ranking.query)),
            partial(
                CheckedAnswer,
                chunks,
                question=question,
                language=language,
                limit=limit - own.room,
                about=asked_about(ranking, chunks),
                disputes=disputes,
                own_words=own,
            ),
            cell_separator=phrases(language).separator,
            limit=limit,
            until=until,
            spent=spent,
        )

    async def _settled(
        self,
        drafted: Drafted,
        own: OwnWords,
        answerer: Answerer,
        ranking: Ranking,
        passages: Sequence[Passage],
        until: Deadline,
        spent: Spending,
    ) -> Composed:
        """What a draft comes to: the answer, a refusal, or the documents' own words."""
        checked, error = drafted.checked, drafted.error
        self._note(error)
        if error is not None and checked.shown and self._verifier is None:
            return checked.composed(broken_off=True)
        if error is not None:
            return await self._without_model(answerer, ranking, passages, tuple(checked.dropped))
        if checked.outcome == "refused":
            return replace(not_in_documents(ranking), dropped=tuple(checked.dropped))
        if checked.outcome != "answer":
            return own.instead(checked.dropped)
        composed = checked.composed()
        if self._verifier is None:
            return own.completed(composed)
        try:
            return await self._verified(self._verifier, composed, own, ranking, until, spent)
        except ModelError as failed:
            self._note(failed)
            return await self._without_model(answerer, ranking, passages, composed.dropped)

    async def _verified(
        self,
        verifier: Verifier,
        composed: Composed,
        own: OwnWords,
        ranking: Ranking,
        until: Deadline,
        spent: Spending,
    ) -> Composed:
        question, language = ranking.question.text, ranking.question.language
        claims = claims_of(composed.sentences, question)
        judged = await verifier.judge(question, language, claims, grounds(composed.citations), until, spent)
        judgements = dict(zip(claims, judged, strict=True))
        left = without_rejected(composed, judgements, question)
        if left is None:
            left = own.instead(composed.dropped)
        left = replace(left, verified=True, rejected=rejected_of(judgements))
        return own.completed(left)

    async def _without_model(
        self, answerer: Answerer, ranking: Ranking, passages: Sequence[Passage], dropped: tuple[str, ...] = ()
    ) -> Composed:
        """The documents' own words, and a line that says why."""
        language = ranking.question.language
        line = phrases(language).extracted
        composed = await self._worker.call(extract, answerer, ranking, passages, len(line) + 1)
        if composed.kind == "quote":
            composed = quote(passages[0].chunk, language=language, reason="model-down", dropped=composed.dropped)
        else:
            composed = replace(composed, tail="\n".join(filter(None, (composed.tail, line))))
        return replace(composed, degraded=True, dropped=(*dropped, *composed.dropped))

    def _note(self, error: ModelError | None) -> None:
        """Tell the breaker and the log. A model that says nothing of use is there all the same."""
        if error is None or isinstance(error, ModelUnusable):
            self._breaker.succeeded()
        else:
            self._breaker.failed()
        if error is not None:
            log.warning("the language model failed: %s (%s)", error, error.hint)
