"""An engine over the invented operator's sheets whose answers a scripted model words."""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from core.answering.llm.factory import build_language_model, writer_name
from core.answering.llm.second_look import SecondLook
from core.calibration import Calibration
from core.corpus import Corpus
from core.documents.chunk import Chunk
from core.engine import Engine, rank_batch
from core.errors import StorageError
from core.index.build import reindex
from core.index.store import load_current
from core.models.worker import BatchWorker
from core.question import Question
from core.rates import Rate
from core.reply import Final, Reply, Sentence
from core.source import CorpusSource
from core.text.tokens import Analyser
from storage.answers import AnswerStore
from storage.cache import ReplyCache
from storage.database import Database
from tests.answering.llm.server import ScriptedServer
from tests.answering.sheets import CORPUS
from tests.corpora import coverage_gate, question_reader, words_settings
from tests.index.helpers import DictEmbeddings, HashEncoder


@dataclass
class Asked:
    """An engine, and what it is made of."""

    engine: Engine
    second_look: SecondLook
    answers: AnswerStore
    state: str

    async def ask(self, question: Question) -> tuple[list[str], Reply]:
        """The sentences that were shown while the answer was made, and the reply."""
        shown: list[str] = []
        async for event in self.engine.ask(question):
            if isinstance(event, Sentence):
                shown.append(event.text)
            elif isinstance(event, Final):
                return shown, event.reply
        raise AssertionError("no reply")


@asynccontextmanager
async def asking(
    folder: Path, server: ScriptedServer, chunks: tuple[Chunk, ...] = CORPUS, **values: object
) -> AsyncIterator[Asked]:
    """An engine over chunks with settings; the whole real path but the encoder."""
    settings = words_settings(**{"llm_url": server.url, "llm_model": "m", "llm_api_key": "sk-secret-key", **values})
    encoder, analyser = HashEncoder(), Analyser()
    reindex(folder, chunks, encoder, analyser, DictEmbeddings())
    corpus = Corpus(
        load_current(folder, encoder.name, analyser.name),
        Calibration(0.3, 0.1, "titles", (1, 1), Rate(0, 1), Rate(0, 1), "key", 0.8, 0.05),
        settings=settings,
        encoder=encoder,
        analyser=analyser,
        reader=question_reader(),
        gate=coverage_gate(),
        writer=writer_name(settings),
    )
    database = Database(folder / "forsa.sqlite", StorageError)
    await database.open()
    ids = itertools.count(1)
    answers, cache = AnswerStore(database, lambda: 0.0), ReplyCache(database, 100, lambda: 0.0)
    with BatchWorker(rank_batch) as worker:
        model = build_language_model(settings, worker, question_reader())
        try:
            source = CorpusSource(folder, folder, lambda: corpus, cache)
            engine = Engine(source, worker, answers, cache, new_id=lambda: f"id-{next(ids)}", writer=model.writer)
            look = SecondLook(model.verifier, answers, cache, model.spending, settings.llm_timeout_s)
            yield Asked(engine, look, answers, corpus.answer_state)
        finally:
            await model.chat.close()
            await database.close()
