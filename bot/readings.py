"""Two ways to read a message: by itself, or asked of what was asked before."""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace

from bot.asks import Asks, events_of
from core.question import Question
from core.reply import Event, Final, Reply, Stage, Usage


@dataclass(frozen=True)
class Other:
    """A message that doesn't say what it is about, asked of the subject before it. It counts only where one of these
    documents answers it, which the answer before cited, and `answers` holds for the answer. `points` where the message
    points back at that subject, `is_of_trade` where it says a word of the trade."""

    question: Question
    documents: frozenset[str]
    points: bool
    is_of_trade: bool
    answers: Callable[[Reply], bool]

    def is_answered(self, reply: Reply) -> bool:
        """Whether a reply to the question is one that counts."""
        return reply.kind == "answer" and reply.citations[0].document in self.documents and self.answers(reply)


@dataclass(frozen=True)
class Understood:
    """A question as the engine is asked it; `completed` is its text where the message alone didn't say it all, `usage`
    what a model took to tell. `other` is the other way to read it, if there is one."""

    question: Question
    completed: str = ""
    usage: Usage | None = None
    other: Other | None = None

    def unscoped(self) -> "Understood":
        """The same over all documents."""
        other = replace(self.other, question=replace(self.other.question, scope=None)) if self.other else None
        return replace(self, question=replace(self.question, scope=None), other=other)

    def completed_in(self, reply: Reply) -> str:
        """The question that a reply answers, where the message alone didn't say it all."""
        return reply.question if self.other and reply.question == self.other.question.text else self.completed


async def asked(engine: Asks, understood: Understood, asker: str) -> AsyncGenerator[Event]:
    """The events of the reading that is answered; those of the message by itself where none is.

    Raises InputError, IndexUnavailable, ModelsUnavailable.
    """
    other = understood.other
    if other and other.points:
        yield Stage("retrieve")
        if reply := await _found(engine, other, asker):
            yield Final(reply)
            return
    held: list[Event] = []
    async with events_of(engine, understood.question, asker) as events:
        async for event in events:
            if other is None or other.points or isinstance(event, Stage):
                yield event
            else:
                held.append(event)  # nothing of it is shown before the other reading is ruled out
    if other and held and await _is_doubtful(engine, held[-1], other):
        reply = await _found(engine, other, asker)
        held = [Final(reply)] if reply else held
    for event in held:
        yield event


async def _is_doubtful(engine: Asks, last: Event, other: Other) -> bool:
    """Whether a message by itself gets no answer, or one from an agreement with somebody whom it doesn't name."""
    if not isinstance(last, Final):
        return False
    if last.reply.kind == "refusal":
        return last.reply.reason == "not-in-documents" or (last.reply.reason == "off-topic" and other.is_of_trade)
    cited = frozenset(citation.document for citation in last.reply.citations)
    return cited.isdisjoint(other.documents) and (await engine.group(cited)).is_of_partner


async def _found(engine: Asks, other: Other, asker: str) -> Reply | None:
    """The answer to the other reading, if it counts."""
    async with events_of(engine, other.question, asker) as events:
        async for event in events:
            if isinstance(event, Final):
                # Who asked the same at the same moment may have written it otherwise.
                return replace(event.reply, question=other.question.text) if other.is_answered(event.reply) else None
    return None
