"""What channels and commands need of the engine, and no more."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Protocol, cast

from core.corpus import CorpusFacts
from core.question import Question
from core.reply import Event


class Asks(Protocol):
    """The engine, as those who ask see it."""

    def ask(self, question: Question) -> AsyncIterator[Event]:
        """Stages, checked sentences, at the end the whole reply. Raises InputError, IndexUnavailable."""
        ...

    async def resolve_scope(self, name: str) -> str:
        """The scope that a person means. Raises InputError `unknown-scope`, whose hint names the nearest."""
        ...

    async def scopes(self) -> Sequence[str]:
        """All scopes, the broadest first."""
        ...

    async def facts(self) -> CorpusFacts:
        """What answers now. Raises IndexUnavailable."""
        ...


def events_of(engine: Asks, question: Question) -> AbstractAsyncContextManager[AsyncGenerator[Event]]:
    """The events of a question; leaving the block ends the work, if nobody else waits for the same answer."""
    return aclosing(cast(AsyncGenerator[Event], engine.ask(question)))
