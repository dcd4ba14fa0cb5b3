"""Builds every part from the settings, and starts and stops them in order. The only place that builds."""

import asyncio
import sys
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.conversation import Conversation
from bot.personal import Personal
from bot.reindex_job import ReindexJob
from core.audit.decisions import load_decisions
from core.calibrating import calibrate, calibration_key, foreign_questions, read_questions
from core.calibration import load_calibration, save_calibration
from core.corpus import Corpus, build_retriever
from core.documents.chunk import Chunk
from core.documents.chunks import read_chunks
from core.engine import Engine, rank_batch
from core.errors import StorageError
from core.gate import FeatureGate
from core.index.base import Progress
from core.index.build import ReindexReport, no_progress, reindex
from core.index.store import LoadedIndex, load_current
from core.index.version import version_name
from core.models.base import Encoder
from core.models.factory import build_encoder
from core.models.remembering import RememberingEncoder
from core.models.worker import BatchWorker
from core.name_check import NameCheck
from core.settings import PROJECT_ROOT, Settings
from core.source import CorpusSource
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser
from storage.answers import AnswerStore
from storage.cache import ReplyCache
from storage.conversations import ConversationStore
from storage.database import Database
from storage.embeddings import SqliteEmbeddings
from storage.feedback import FeedbackStore


@dataclass(frozen=True)
class App:
    """A running bot: what channels and commands use of it."""

    engine: Engine
    conversation: Conversation


@dataclass(frozen=True)
class Models:
    """What reads and weighs text, the same for indexing and asking."""

    encoder: Encoder
    analyser: Analyser
    reader: QueryReader
    gate: FeatureGate


@asynccontextmanager
async def open_database(folder: Path) -> AsyncIterator[Database]:
    """The database of answers, votes, conversations and the cache in a folder, open. Raises StorageError."""
    database = Database(folder / "forsa.sqlite", StorageError)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def open_app(settings: Settings, records: Path | None = None) -> AsyncIterator[App]:
    """The whole, running; everything is stopped in the reverse order when the block ends.

    Args:
        records: where the database lies, in DB_DIR if None: an evaluation leaves no traces among people's answers.

    Raises:
        StorageError: the database can't be opened.
    """
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(records or settings.db_dir))
        cache = ReplyCache(database, settings.cache_size, time.time)
        stack.push_async_callback(cache.flush)
        answers = AnswerStore(database, time.time)
        conversations = ConversationStore(database, time.time)

        models = build_models(settings)
        worker = BatchWorker(rank_batch)
        worker.start()
        stack.push_async_callback(asyncio.to_thread, worker.stop)
        source = CorpusSource(settings.db_dir, lambda: load_corpus(settings, models), cache)
        engine = Engine(source, worker, answers, cache, new_id=lambda: uuid.uuid4().hex)

        job = ReindexJob(job_command(), job_environment(settings), engine.reload)
        stack.push_async_callback(job.stop)
        personal = Personal(engine, answers, conversations, FeedbackStore(database, time.time))
        yield App(engine, Conversation(engine, personal, conversations, job, settings))


def build_models(settings: Settings) -> Models:
    """Cheap: weights are loaded on first use."""
    analyser = Analyser()
    reader = QueryReader(analyser, Synonyms.load(analyser))
    return Models(build_encoder(settings), analyser, reader, FeatureGate.load())


def load_corpus(settings: Settings, models: Models) -> Corpus:
    """Read and verify the index version that answers now. Raises IndexUnavailable."""
    index = load_current(settings.db_dir, models.encoder.name, models.analyser.name)
    return Corpus(
        index,
        load_calibration(index.path),
        settings=settings,
        encoder=models.encoder,
        analyser=models.analyser,
        reader=models.reader,
        gate=models.gate,
        decisions=load_decisions(settings.data_dir).digest,
    )


def build_index(settings: Settings, progress: Progress = no_progress) -> ReindexReport:
    """From the chunks in GEN_DIR to a calibrated version that answers; raises as `reindex`."""
    models = build_models(settings)
    questions, foreign = _calibration_questions(settings)

    with SqliteEmbeddings(settings.db_dir / "embeddings.sqlite", StorageError) as embeddings:
        asking = RememberingEncoder(models.encoder, embeddings)

        def finish(index: LoadedIndex, folder: Path) -> None:
            retriever = build_retriever(index, settings, asking, models.reader, models.analyser)
            names, count = NameCheck(index, models.analyser), settings.gate_candidates
            save_calibration(folder, calibrate(retriever, models.gate, names, questions, foreign, count, progress))

        return reindex(
            settings.db_dir,
            read_chunks(settings.gen_dir),
            models.encoder,
            models.analyser,
            embeddings,
            keep=settings.index_versions_kept,
            progress=progress,
            finish=finish,
            finish_key=calibration_key(models.gate, questions or (), foreign),
        )


def wanted_version(settings: Settings, chunks: Sequence[Chunk]) -> str:
    """Name of the version that `build_index` would build of these chunks."""
    models = build_models(settings)
    questions, foreign = _calibration_questions(settings)
    key = calibration_key(models.gate, questions or (), foreign)
    return version_name(chunks, models.encoder.name, models.analyser.name, key)


def _calibration_questions(settings: Settings) -> tuple[list[str] | None, list[str]]:
    """Those that the corpus answers (None: made of its titles and rows), and those that it doesn't."""
    return read_questions(settings.questions_file) if settings.questions_file else None, foreign_questions()


def job_command() -> list[str]:
    """The command line of the child that `/reindex` starts."""
    return [sys.executable, str(PROJECT_ROOT / "bot.py"), "reindex-job"]


def job_environment(settings: Settings) -> dict[str, str]:
    """The settings as the child process reads them, so that it works on the very same folders."""
    return {name.upper(): str(value) for name, value in settings.model_dump(mode="json", exclude_none=True).items()}
