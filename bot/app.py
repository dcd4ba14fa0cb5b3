"""Builds every part from the settings, and starts and stops them in order. The only place that puts them together."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.access import Access
from bot.admin import AdminCommands
from bot.audit_review import AuditReview
from bot.channels import Channel
from bot.conversation import Conversation
from bot.document_files import DocumentFiles
from bot.index_building import confirm_index
from bot.learning.desk import ReviewDesk
from bot.learning.review import ReviewCommand
from bot.metrics import Metrics
from bot.models import build_models, load_corpus
from bot.outcomes import Outcomes
from bot.personal import Personal
from bot.reindex_job import ReindexJob, job_command, job_environment
from bot.restore import DATABASE, PENDING
from bot.statistics import Statistics
from bot.understanding import Understanding
from bot.users import Users
from bot.watch import Watch
from bot.welcome import Welcome
from core.answering.llm.factory import build_language_model
from core.answering.llm.second_look import SecondLook
from core.engine import Engine, rank_batch
from core.errors import StorageError
from core.examples import Examples
from core.models.worker import BatchWorker
from core.settings import Settings
from core.source import CorpusSource
from core.wording import Wording
from eval.history import runs
from eval.trend_picture import numbered_trend
from storage.admin_log import AdminLog
from storage.answers import AnswerStore
from storage.attempts import AttemptStore
from storage.cache import ReplyCache
from storage.conversations import ConversationStore
from storage.database import Database
from storage.feedback import FeedbackStore
from storage.invitations import InvitationStore
from storage.people import PeopleStore
from storage.pins import PinStore
from storage.retention import Retention
from storage.reviews import ReviewStore
from storage.usage import UsageStore


@dataclass(frozen=True)
class App:
    """A running bot: what channels and commands use of it."""

    engine: Engine
    conversation: Conversation
    database: Database
    outcomes: Outcomes
    desk: ReviewDesk
    metrics: Metrics
    retention: Retention
    access: Access
    answers: AnswerStore
    cache: ReplyCache


@asynccontextmanager
async def open_database(folder: Path) -> AsyncIterator[Database]:
    """The database of answers, votes, conversations and the cache in a folder, open. Raises StorageError."""
    if (folder / PENDING).exists():
        raise StorageError("a restore was interrupted", "run the restore again, or start `serve`: both complete it")
    database = Database(folder / DATABASE, StorageError)
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
        MissingModelError, ModelsUnavailable: WARM_MODELS is set and a model can't be loaded.
    """
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(records or settings.db_dir))
        cache = ReplyCache(database, settings.cache_size, time.time)
        stack.push_async_callback(cache.flush)
        answers = AnswerStore(database, time.time)
        conversations = ConversationStore(database, time.time)

        models = build_models(settings)
        worker = BatchWorker(rank_batch, max_waiting=settings.queue_max, batch_wait_s=settings.batch_wait_ms / 1000)
        worker.start()
        stack.push_async_callback(asyncio.to_thread, worker.stop)
        if settings.warm_models:
            await worker.call(models.warm)
        pins = PinStore(database, time.time)
        source = CorpusSource(settings.db_dir, settings.data_dir, lambda: load_corpus(settings, models), cache, pins)
        second_look = writer = rewriter = None
        if settings.uses_llm:
            model = build_language_model(settings, worker, models.reader)
            stack.push_async_callback(model.chat.close)
            second_look = SecondLook(model.verifier, answers, cache, model.spending, settings.llm_timeout_s)
            writer, rewriter = model.writer, model.rewriter
        engine = Engine(source, worker, answers, cache, new_id=lambda: uuid.uuid4().hex, writer=writer)

        confirming = partial(asyncio.to_thread, confirm_index, settings)
        job = ReindexJob(job_command(), job_environment(settings), engine.reload, confirming)
        stack.push_async_callback(job.stop)
        log = AdminLog(database, time.time)
        people, invitations = PeopleStore(database, time.time), InvitationStore(database, time.time)
        welcome = Welcome(Examples(source, worker))
        access = Access(people, invitations, AttemptStore(database, time.time), welcome, settings, time.time)
        reviews = ReviewStore(database, time.time)
        desk = ReviewDesk(reviews, pins, engine, Wording(models.analyser), settings)
        admin = AdminCommands(
            {
                "users": Users(people, invitations, log, settings).command,
                "audit": AuditReview(log, settings).command,
                "review": ReviewCommand(desk, log).command,
                "stats": Statistics(
                    engine,
                    UsageStore(database),
                    log,
                    time.time,
                    partial(runs, settings.db_dir),
                    partial(numbered_trend, db_dir=settings.db_dir),
                ).command,
            }
        )
        files = DocumentFiles(settings.data_dir, settings.document_download)
        feedback = FeedbackStore(database, time.time)
        personal = Personal(engine, answers, conversations, feedback, files, welcome, admin, settings, second_look)
        outcomes = Outcomes()
        metrics = Metrics(outcomes, lambda: worker.waiting)
        watch = Watch(metrics, settings.log_questions)
        understanding = Understanding(engine, conversations, models.follow_ups, settings, rewriter)
        conversation = Conversation(engine, personal, conversations, understanding, job, settings, access, log, watch)
        retention = Retention(database, time.time)
        yield App(
            engine,
            conversation,
            database,
            outcomes,
            desk,
            metrics,
            retention,
            access=access,
            answers=answers,
            cache=cache,
        )


def has_channel(settings: Settings) -> bool:
    """Whether any channel besides the page is set up."""
    return settings.telegram_token is not None or has_teams(settings)


def has_teams(settings: Settings) -> bool:
    """Whether the Teams channel is set up, be it for development."""
    return settings.teams_app_id is not None or settings.teams_development


def build_channels(settings: Settings, app: App) -> list[Channel]:
    """Every channel that is set up. Each brings its own library, so what isn't used isn't loaded."""
    channels: list[Channel] = []
    if settings.telegram_token is not None:
        from bot.telegram.build import build_telegram

        channels.append(build_telegram(settings, app.conversation, app.database, app.outcomes))
    if has_teams(settings):
        from bot.teams.build import build_teams

        channels.append(build_teams(settings, app.conversation, app.database, app.outcomes))
    if settings.web_page:
        from bot.web.build import WebParts, build_web

        parts = WebParts(app.engine, app.conversation, app.database, app.access, app.answers, app.cache, app.desk)
        channels.append(build_web(settings, parts))
    return channels
