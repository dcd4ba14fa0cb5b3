"""What channels and commands need of the engine, and no more."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Protocol, cast

from core.corpus import CorpusFacts, DocumentGroup
from core.documents.chunk import Language
from core.question import Question
from core.reply import Event, Reply


class Asks(Protocol):
    """The engine, as those who ask see it."""

    def ask(self, question: Question, asker: str = "") -> AsyncIterator[Event]:
        """Stages, checked sentences, at the end the whole reply; askers take turns where many wait.

        Raises InputError, IndexUnavailable, ModelsUnavailable."""
        ...

    async def compare(self, one: str, other: str, language: Language) -> Reply:
        """Two offers, tiers or versions side by side. Raises UnknownSide, IndexUnavailable."""
        ...

    async def resolve_scope(self, name: str) -> str:
        """The scope that a person means. Raises InputError `unknown-scope`, whose hint names the nearest."""
        ...

    async def scopes(self) -> Sequence[str]:
        """All scopes, the broadest first."""
        ...

    async def naming_words(self) -> frozenset[str]:
        """Stems of the words that the documents are called by. Raises IndexUnavailable."""
        ...

    async def titles(self) -> frozenset[frozenset[str]]:
        """The stems of each document's title. Raises IndexUnavailable."""
        ...

    async def group(self, documents: frozenset[str]) -> DocumentGroup:
        """Documents with their twins, and whether they are of a partner. Raises IndexUnavailable."""
        ...

    async def facts(self) -> CorpusFacts:
        """What answers now. Raises IndexUnavailable."""
        ...


class FindsExamples(Protocol):
    """Questions that the documents answer, for those who don't know what to ask."""

    async def of(self, language: Language, preferred: Sequence[str]) -> Sequence[str]:
        """At most three, the preferred ones first. Raises IndexUnavailable."""
        ...


def events_of(engine: Asks, question: Question, asker: str = "") -> AbstractAsyncContextManager[AsyncGenerator[Event]]:
    """The events of a question; leaving the block ends the work, if nobody else waits for the same answer."""
    return aclosing(cast(AsyncGenerator[Event], engine.ask(question, asker)))
