"""A conversation over a small engine that speaks the real interface, and a database on disk."""

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.access import Access
from bot.admin import AdminCommands
from bot.audit_review import AuditReview
from bot.conversation import Conversation
from bot.document_files import DocumentFiles
from bot.metrics import Metrics
from bot.outcomes import Outcomes
from bot.personal import Personal
from bot.reindex_job import JobDone, JobProgress
from bot.replies import BotReply, Message, Preview, Working
from bot.statistics import Statistics
from bot.understanding import Understanding
from bot.users import Users
from bot.watch import Watch
from bot.welcome import Welcome
from core.calibration import Calibration
from core.corpus import CorpusFacts, DocumentGroup
from core.documents.chunk import Language
from core.errors import InputError, StorageError, UnknownSide
from core.question import Question
from core.rates import Rate
from core.reply import Citation, Event, Final, Reply, Sentence, Stage
from core.settings import Settings
from storage.admin_log import AdminLog
from storage.answers import AnswerStore
from storage.attempts import AttemptStore
from storage.conversations import ConversationStore
from storage.database import Database
from storage.feedback import FeedbackStore
from storage.invitations import InvitationStore
from storage.people import PeopleStore
from storage.usage import UsageStore
from tests.corpora import follow_ups

ROW = "| Débit : 480 Mbps | Tarif : 7 150 DA |"
CITATIONS = (
    Citation(1, "Offres/Azur.docx", "Offre Azur", "Tarifs", 2, "fr", f"Tarifs mensuels\n{ROW}", ROW),
    Citation(2, "Offres/أزور.pdf", "عرض أزور", "الأسعار", None, "ar", "الأسعار الشهرية"),
)


async def until(is_so: Callable[[], bool]) -> None:
    """Look again and again: what is waited for tells nobody when it happens."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@contextmanager
def held_by_another(path: Path) -> Iterator[None]:
    """Another program writes to the database, and doesn't come to an end."""
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def reply_to(question: Question, answer_id: str) -> Reply:
    """An answer with two sources, or a refusal to those who ask for the weather."""
    if "météo" in question.text:
        return Reply(question.text, question.language, "refusal", "off-topic", "Hors sujet.", answer_id=answer_id)
    text = "السعر 7 150 دج [1] [2]." if question.language == "ar" else "480 Mbps : 7 150 DA [1] [2]."
    return Reply(
        question.text, question.language, "answer", None, text, CITATIONS, scope=question.scope, answer_id=answer_id
    )


class FakeEngine:
    """Answers at once, or when it is let; keeps its answers as the real one does; fails as it is told."""

    def __init__(self, answers: AnswerStore) -> None:
        self.asked: list[Question] = []
        self.askers: list[str] = []
        self.known_scopes = ["Offres", "Offres/Azur.docx"]
        self.failure: Exception | None = None
        self.scripted: dict[str, Reply] = {}
        """Replies to some questions, by their texts."""
        self.partners: frozenset[str] = frozenset()
        """The documents that are of a partner."""
        self.before_answer: Callable[[Question], Awaitable[None]] | None = None
        self._answers = answers

    async def ask(self, question: Question, asker: str = "") -> AsyncIterator[Event]:
        self.asked.append(question)
        self.askers.append(asker)
        if self.failure is not None:
            raise self.failure
        yield Stage("retrieve")
        if self.before_answer is not None:
            await self.before_answer(question)
        reply = reply_to(question, f"a{len(self.asked)}")
        if scripted := self.scripted.get(question.text):
            reply = replace(scripted, answer_id=reply.answer_id)
        yield Sentence(reply.text)
        await self._answers.save(reply.to_json())
        yield Final(reply)

    async def resolve_scope(self, name: str) -> str:
        for scope in self.known_scopes:
            if name.casefold() in scope.casefold():
                return scope
        raise InputError("unknown-scope", "no such scope", ", ".join(self.known_scopes))

    async def compare(self, one: str, other: str, language: Language) -> Reply:
        if self.failure is not None:
            raise self.failure
        for side in (one, other):
            if "Azur" not in side:
                raise UnknownSide(side, ", ".join(self.known_scopes))
        self.asked.append(Question(f"{one} | {other}", language))
        reply = reply_to(self.asked[-1], f"a{len(self.asked)}")
        await self._answers.save(reply.to_json())
        return reply

    async def facts(self) -> CorpusFacts:
        if self.failure is not None:
            raise self.failure
        calibration = Calibration(0.2, 0.1, "titles", (150, 400), Rate(1, 150), Rate(20, 400), "key", 0.8, 0.05)
        return CorpusFacts("0123456789abcdef", 7, 42, calibration)

    async def naming_words(self) -> frozenset[str]:
        return frozenset({"azur", "offr"})

    async def group(self, documents: frozenset[str]) -> DocumentGroup:
        return DocumentGroup(documents, is_of_partner=bool(documents & self.partners))

    async def titles(self) -> frozenset[frozenset[str]]:
        return frozenset({frozenset({"azur", "offr"})})

    async def of(self, language: Language, preferred: Sequence[str]) -> Sequence[str]:
        """Examples: the preferred ones that aren't about modems, which these documents don't speak of."""
        if self.failure is not None:
            raise self.failure
        return [text for text in preferred if "modem" not in text and "مودم" not in text]

    async def scopes(self) -> Sequence[str]:
        return self.known_scopes


class FakeJob:
    """A reindex that goes as it is told."""

    def __init__(self) -> None:
        self.steps: list[JobProgress | JobDone] = [
            JobProgress("ingest", 1, 4),
            JobProgress("encode", 10, 20, 30.2),
            JobDone(3, 1, 0, ("Offres/cassé.pdf",), 58.3),
        ]
        self.failure: Exception | None = None

    async def confirm(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def run(self) -> AsyncGenerator[JobProgress | JobDone]:
        for step in self.steps:
            yield step
        if self.failure is not None:
            raise self.failure


def open_door(**more: Any) -> Settings:
    """Whoever comes may ask, as often as they like."""
    return Settings(access="open", questions_per_minute=0, questions_per_day=0, **more)


class Bot:
    """A conversation and its parts; `send` gives the replies that stay. Time goes on by a second a look, unless a
    clock is handed in."""

    def __init__(
        self, database: Database, settings: Settings | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self.database = database
        settings = settings or open_door()
        seconds = itertools.count(1_000_000)
        now = clock or (lambda: float(next(seconds)))
        self.answers = AnswerStore(database, now)
        self.engine = FakeEngine(self.answers)
        self.job = FakeJob()
        self.feedback = FeedbackStore(database, now)
        self.data_dir = settings.data_dir
        store = ConversationStore(database, now)
        log = AdminLog(database, now)
        people, invitations = PeopleStore(database, now), InvitationStore(database, now)
        welcome = Welcome(self.engine)
        admin = AdminCommands(
            {
                "users": Users(people, invitations, log, settings).command,
                "audit": AuditReview(log, settings).command,
                "stats": Statistics(self.engine, UsageStore(database), log, now).command,
            }
        )
        files = DocumentFiles(settings.data_dir, is_allowed=True)
        personal = Personal(self.engine, self.answers, store, self.feedback, files, welcome, admin, settings)
        access = Access(people, invitations, AttemptStore(database, now), welcome, settings, now)
        understanding = Understanding(self.engine, store, follow_ups(), settings)
        self.metrics = Metrics(Outcomes(), lambda: 0)
        self.watch = Watch(self.metrics, settings.log_questions)
        self.conversation = Conversation(
            self.engine, personal, store, understanding, self.job, settings, access, log, self.watch
        )

    async def replies(self, text: str, *, person: str = "p", **more: Any) -> list[BotReply]:
        message = Message("test", person, text, **more)
        return [reply async for reply in self.conversation.handle(message)]

    async def send(self, text: str, **more: Any) -> Any:
        """The one reply that stays."""
        last = [r for r in await self.replies(text, **more) if not isinstance(r, Working | Preview)]
        assert len(last) == 1, last
        return last[0]


@pytest.fixture
def database_path(tmp_path: Path) -> Path:
    return tmp_path / "forsa.sqlite"


@pytest.fixture
async def bot(database_path: Path) -> AsyncIterator[Bot]:
    database = Database(database_path, StorageError)
    await database.open()
    yield Bot(database, open_door(data_dir=database_path.parent / "data"))
    await database.close()
