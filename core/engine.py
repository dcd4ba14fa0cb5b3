"""The path of a question, in one readable function: `Engine._answer`."""

import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from core.answering.compose import Composed
from core.answering.refusals import refuse
from core.answering.writing import ExtractiveWriter, Writer
from core.corpus import Corpus, CorpusFacts, DocumentGroup
from core.documents.chunk import Language
from core.errors import ForsaError
from core.flight import Flight
from core.gated import Gated
from core.models.load import Load
from core.models.worker import BatchWorker
from core.pins import PinState, pin_fault
from core.ports import AnswerStore, ReplyCache
from core.question import Question
from core.reply import Event, Final, Reply, Sentence, Stage, Timings
from core.retrieval import Ranking
from core.source import CorpusSource

log = logging.getLogger(__name__)

Asked = tuple[Corpus, Question]


def rank_batch(asked: Sequence[Asked]) -> list[Ranking]:
    """The model worker's handler: one encoding call for all questions that wait on the same index version."""
    rankings: dict[int, Ranking] = {}
    for corpus in dict.fromkeys(corpus for corpus, _ in asked):
        places = [i for i, (own, _) in enumerate(asked) if own is corpus]
        rankings.update(zip(places, corpus.retriever.rank([asked[i][1] for i in places]), strict=True))
    return [rankings[i] for i in range(len(asked))]


def gate_batch(ranked: Sequence[tuple[Corpus, Ranking]]) -> list[Gated]:
    """Another handler for the model worker: one call of the gate for all questions that wait for it."""
    gated: dict[int, Gated] = {}
    for corpus in dict.fromkeys(corpus for corpus, _ in ranked):
        places = [i for i, (own, _) in enumerate(ranked) if own is corpus]
        gated.update(zip(places, corpus.gates([ranked[i][1] for i in places]), strict=True))
    return [gated[i] for i in range(len(ranked))]


class Engine:
    """Answers questions over the current corpus. Every channel's conversation calls `ask`.

    Args:
        source: gives the corpus that answers now, loading a newer version when there is one.
        worker: the one thread that owns the models; its handler is `rank_batch`.
        new_id: ids for answers.
        writer: words the answers; in the documents' own words if None.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        source: CorpusSource,
        worker: BatchWorker[Asked, Ranking],
        answers: AnswerStore,
        cache: ReplyCache,
        *,
        new_id: Callable[[], str],
        writer: Writer | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._source = source
        self._worker = worker
        self._answers = answers
        self._cache = cache
        self._new_id = new_id
        self._writer: Writer = writer or ExtractiveWriter(worker)
        self._clock = clock
        self._flights: dict[str, Flight] = {}

    async def ask(self, question: Question, asker: str = "") -> AsyncIterator[Event]:
        """Stages, checked sentences, and at the end the whole reply.

        Args:
            asker: who asks; where many wait, askers take turns.

        Raises:
            IndexUnavailable: nothing was indexed, or the index can't be used.
            ModelsUnavailable: too many questions wait already, or a model on another server doesn't answer.
            InputError: `unknown-scope`: the scope is no longer in the index.
        """
        begin = self._clock()
        corpus = await self._source.current()
        if question.scope is not None:
            corpus.retriever.scopes.resolve(question.scope)
        key = question.cache_key(corpus.answer_state)
        if stored := await self._from_cache(key):
            yield Final(replace(stored.from_cache(_ms(self._clock() - begin)), question=question.text))
            return
        flight = self._flights.get(key)
        if flight is None:
            flight = Flight(self._answer(question, corpus, key, begin, asker), on_end=partial(self._land, key))
            self._flights[key] = flight
        async for event in flight.follow():
            yield event

    def _land(self, key: str, flight: Flight) -> None:
        """Nobody joins this flight any more; a newer one under the same key stays."""
        if self._flights.get(key) is flight:
            del self._flights[key]

    @property
    def load(self) -> Load:
        """How many questions wait for the models, and how long they waited."""
        return self._worker.load

    async def reload(self) -> None:
        """Let the current index version answer; the old one does until it is loaded. Raises IndexUnavailable."""
        await self._source.reload()

    async def resolve_scope(self, name: str) -> str:
        """The scope that a person means by a name. Raises InputError `unknown-scope` and IndexUnavailable."""
        return (await self._source.current()).retriever.scopes.resolve(name)

    async def scopes(self) -> tuple[str, ...]:
        """All scopes: families first, then documents' paths. Raises IndexUnavailable."""
        return (await self._source.current()).retriever.scopes.names

    async def documents_of(self, name: str) -> frozenset[str]:
        """Paths of the documents that a person means by a name. Raises as `resolve_scope`."""
        scopes = (await self._source.current()).retriever.scopes
        return scopes.documents(scopes.resolve(name))

    async def passages_of(self, documents: Iterable[str]) -> tuple[str, ...]:
        """All passages of these documents, below their headings. Raises IndexUnavailable."""
        corpus = await self._source.current()
        return tuple(chunk.content for document in documents for chunk, _ in corpus.chunks_of(document))

    async def facts(self) -> CorpusFacts:
        """What answers now. Raises IndexUnavailable."""
        return (await self._source.current()).facts

    async def compare(self, one: str, other: str, language: Language) -> Reply:
        """Two offers, tiers or versions side by side, by the names that people give them; kept as answers are.

        Raises:
            UnknownSide: a name means no single document; its hint gives the nearest.
            IndexUnavailable, ChunkFormatError: the index or the tables can't be read.
        """
        begin = self._clock()
        corpus = await self._source.current()
        composed: Composed = await self._worker.call(corpus.compare, one, other, language)
        spent = Timings(total=round(_ms(self._clock() - begin), 2))
        return await self._store(self._reply(Question(f"{one} | {other}", language), corpus, None, composed, spent))

    async def naming_words(self) -> frozenset[str]:
        """Stems of the words that the documents are called by. Raises IndexUnavailable."""
        return (await self._source.current()).naming_words

    async def titles(self) -> frozenset[frozenset[str]]:
        """The stems of each document's title. Raises IndexUnavailable."""
        return (await self._source.current()).titles

    async def group(self, documents: frozenset[str]) -> DocumentGroup:
        """Documents with their twins, and whether they are of a partner. Raises IndexUnavailable."""
        return (await self._source.current()).group(documents)

    async def pins(self) -> tuple[PinState, ...]:
        """The pinned answers, and whether each is still given. Raises IndexUnavailable."""
        return (await self._source.current()).pins.states

    async def pin_fault(self, reply: Reply) -> str:
        """Why a reply can't be pinned now, '' where it can (`core/pins.py`). Raises IndexUnavailable."""
        corpus = await self._source.current()
        return await self._worker.call(pin_fault, reply, corpus.chunks_of)

    async def _answer(
        self, question: Question, corpus: Corpus, key: str, begin: float, asker: str
    ) -> AsyncIterator[Event]:
        if (pinned := corpus.pins.of(question)) is not None:
            for sentence in pinned.sentences:
                yield Sentence(sentence)
            spent = Timings(total=round(_ms(self._clock() - begin), 2))
            reply = self._reply(question, corpus, None, pinned, spent)
            yield Final(await self._keep(key, replace(reply, pinned=True)))
            return

        yield Stage("retrieve")
        ranking, queue_ms = await self._worker.submit((corpus, question), asker)
        retrieved = self._clock()

        yield Stage("gate")
        gated = await self._worker.submit_to(gate_batch, (corpus, ranking), asker)
        passed = self._clock()

        if gated.passages:
            yield Stage("answer")
            async with aclosing(self._writer.write(corpus.answerer, ranking, gated.passages)) as written:
                async for part in written:
                    if isinstance(part, Composed):
                        composed = part
                    else:
                        yield Sentence(part)
        else:
            composed = refuse(ranking, gated.result)
        end = self._clock()

        timings = Timings(
            queue=round(queue_ms, 2),
            retrieve=round(_ms(retrieved - begin) - queue_ms, 2),
            gate=round(_ms(passed - retrieved), 2),
            answer=round(_ms(end - passed), 2),
            total=round(_ms(end - begin), 2),
        )
        reply = self._reply(question, corpus, gated, composed, timings)
        yield Final(await self._keep(key, reply))

    def _reply(
        self, question: Question, corpus: Corpus, gated: Gated | None, composed: Composed, timings: Timings
    ) -> Reply:
        return Reply(
            question=question.text,
            language=question.language,
            kind=composed.kind,
            reason=composed.reason,
            text=composed.text,
            citations=composed.citations,
            candidates=gated.candidates if gated else (),
            gate=gated.result if gated else None,
            scope=question.scope,
            degraded=composed.degraded,
            dropped=composed.dropped,
            usage=composed.usage,
            verified=composed.verified,
            rejected=composed.rejected,
            index_version=corpus.index.version,
            answer_state=corpus.answer_state,
            timings_ms=timings,
            answer_id=self._new_id(),
        )

    async def _store(self, reply: Reply) -> Reply:
        """Store the answer. One that can't be stored is shown all the same, without an id to vote on or to look its
        sources up by."""
        try:
            await self._answers.save(reply.to_json())
        except ForsaError as error:
            log.error("the answer couldn't be stored: %s (%s)", error, error.hint)
            return replace(reply, answer_id="")
        return reply

    async def _keep(self, key: str, reply: Reply) -> Reply:
        """Store the answer, and cache it when it is complete and stored."""
        reply = await self._store(reply)
        if reply.answer_id and not reply.degraded:
            try:
                await self._cache.put(key, reply.answer_state, reply.to_json())
            except ForsaError as error:
                log.error("the answer couldn't be cached: %s (%s)", error, error.hint)
        return reply

    async def _from_cache(self, key: str) -> Reply | None:
        try:
            stored = await self._cache.get(key)
        except ForsaError as error:
            log.error("the cache can't be read: %s (%s)", error, error.hint)
            return None
        return Reply.from_json(stored) if stored else None


def _ms(seconds: float) -> float:
    return seconds * 1000
