"""A conversation over a small engine that speaks the real interface, and a database on disk."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.conversation import Conversation
from bot.personal import Personal
from bot.reindex_job import JobDone, JobProgress
from bot.replies import BotReply, Message, Preview, Working
from core.calibration import Calibration
from core.corpus import CorpusFacts
from core.errors import InputError, StorageError
from core.question import Question
from core.rates import Rate
from core.reply import Citation, Event, Final, Reply, Sentence, Stage
from core.settings import Settings
from storage.answers import AnswerStore
from storage.conversations import ConversationStore
from storage.database import Database
from storage.feedback import FeedbackStore

ROW = "| Débit : 480 Mbps | Tarif : 7 150 DA |"
CITATIONS = (
    Citation(1, "Offres/Azur.docx", "Offre Azur", "Tarifs", 2, "fr", f"Tarifs mensuels\n{ROW}", ROW),
    Citation(2, "Offres/أزور.pdf", "عرض أزور", "الأسعار", None, "ar", "الأسعار الشهرية"),
)


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
        self.known_scopes = ["Offres", "Offres/Azur.docx"]
        self.failure: Exception | None = None
        self.before_answer: Callable[[Question], Awaitable[None]] | None = None
        self._answers = answers

    async def ask(self, question: Question) -> AsyncIterator[Event]:
        self.asked.append(question)
        if self.failure is not None:
            raise self.failure
        yield Stage("retrieve")
        if self.before_answer is not None:
            await self.before_answer(question)
        reply = reply_to(question, f"a{len(self.asked)}")
        yield Sentence(reply.text)
        await self._answers.save(reply.to_json())
        yield Final(reply)

    async def resolve_scope(self, name: str) -> str:
        for scope in self.known_scopes:
            if name.casefold() in scope.casefold():
                return scope
        raise InputError("unknown-scope", "no such scope", ", ".join(self.known_scopes))

    async def facts(self) -> CorpusFacts:
        if self.failure is not None:
            raise self.failure
        calibration = Calibration(0.2, 0.1, "titles", (150, 400), Rate(1, 150), Rate(20, 400), "key", 0.8, 0.05)
        return CorpusFacts("0123456789abcdef", 7, 42, calibration)

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

    async def run(self) -> AsyncGenerator[JobProgress | JobDone]:
        for step in self.steps:
            yield step
        if self.failure is not None:
            raise self.failure


class Bot:
    """A conversation and its parts; `send` gives the replies that stay."""

    def __init__(self, database: Database) -> None:
        now = iter(range(1_000_000, 2_000_000))
        self.answers = AnswerStore(database, lambda: next(now))
        self.engine = FakeEngine(self.answers)
        self.job = FakeJob()
        self.feedback = FeedbackStore(database, lambda: next(now))
        store = ConversationStore(database, lambda: next(now))
        personal = Personal(self.engine, self.answers, store, self.feedback)
        self.conversation = Conversation(self.engine, personal, store, self.job, Settings())

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
    yield Bot(database)
    await database.close()
