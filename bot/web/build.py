"""Builds the web channel from the settings and the running bot's parts."""

import time
from dataclasses import dataclass
from functools import partial

from aiohttp import web

from bot.access import Access
from bot.conversation import Conversation
from bot.document_files import DocumentFiles
from bot.learning.desk import ReviewDesk
from bot.web.api import EVERYTHING_ELSE, nothing_here, operations
from bot.web.asking import ApiAsking
from bot.web.callers import Callers
from bot.web.channel import WebChannel
from bot.web.evaluations import EvaluationViews
from bot.web.health import HealthChecks
from bot.web.managing import Managing
from bot.web.operations import routes
from bot.web.origins import Origins
from bot.web.page import Page, described
from bot.web.reindex_runs import ReindexRuns
from bot.web.review_api import review_operations
from bot.web.reviewing import Reviewing
from bot.web.talking import Talking
from bot.web.waiting_area import UPLOADS, WaitingArea
from core.documents.factory import make_readers
from core.engine import Engine
from core.ports import AnswerStore
from core.settings import Settings
from eval.history import runs as evaluation_runs
from storage.admin_log import AdminLog
from storage.api_keys import ApiKeyStore
from storage.attempts import AttemptStore
from storage.cache import ReplyCache
from storage.conversations import ConversationStore
from storage.database import Database
from storage.feedback import FeedbackStore
from storage.web_sessions import WebSessionStore

_MiB = 1024 * 1024


@dataclass(frozen=True)
class WebParts:
    """What the web channel uses of a running bot."""

    engine: Engine
    conversation: Conversation
    database: Database
    access: Access
    answers: AnswerStore
    cache: ReplyCache
    desk: ReviewDesk


def build_web(settings: Settings, parts: WebParts) -> WebChannel:
    """The channel, not yet started."""
    database, engine = parts.database, parts.engine
    conversations, feedback = ConversationStore(database, time.time), FeedbackStore(database, time.time)
    keys, sessions = ApiKeyStore(database, time.time), WebSessionStore(database, time.time)
    attempts, log = AttemptStore(database, time.time), AdminLog(database, time.time)
    origins = Origins(settings)
    callers = Callers(settings, origins, keys, sessions, attempts, conversations, parts.access)
    runs = ReindexRuns(parts.conversation)
    area = WaitingArea(settings.db_dir / UPLOADS, settings.data_dir, make_readers().keys())
    area.sweep()
    files = DocumentFiles(settings.data_dir, settings.document_download)
    max_bytes = min(settings.upload_max_mb, settings.document_max_mb) * _MiB
    found = operations(
        ApiAsking(engine, settings, conversations, callers),
        Talking(parts.conversation, callers, engine, parts.answers, conversations, feedback, files, runs),
        Managing(engine, parts.cache, area, runs, log, max_bytes),
        HealthChecks(engine, database),
    )
    found += review_operations(Reviewing(parts.desk, log), EvaluationViews(partial(evaluation_runs, settings.db_dir)))
    page = Page(origins, described(found))
    everything_else = web.route("*", EVERYTHING_ELSE.replace("rest", r"rest:[\s\S]*"), nothing_here)
    return WebChannel([*page.routes(), *routes(found, origins, callers), everything_else], runs)
