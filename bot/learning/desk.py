"""What a reviewer can do, whatever the door: look at what was judged, promote it, discard it, pin its answer."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from bot.learning.acceptance import Verdict, entry_of, missing_fact, question_to_keep
from bot.learning.groups import Group, Order, grouped
from bot.learning.listing import Listed, Listing, listed
from bot.learning.question_file import AlreadyThere, insert, questions_path
from bot.learning.shown import shown_documents
from core.errors import ForsaError, InputError
from core.pins import PinState
from core.question import Question
from core.reply import Reply
from core.settings import Settings
from core.wording import Wording
from storage.pins import PinStore
from storage.reviews import Remarks, ReviewStore, State

DOCUMENTS_ACCEPTED = 6
"""A name may mean twins and versions; one that means more is a family and no answer's source."""


class Knows(Protocol):
    """What is needed of the engine."""

    async def documents_of(self, name: str) -> frozenset[str]: ...

    async def passages_of(self, documents: Iterable[str]) -> tuple[str, ...]: ...

    async def pins(self) -> tuple[PinState, ...]: ...

    async def pin_fault(self, reply: Reply) -> str: ...


class NotOpen(ForsaError):
    """The group was decided on already: `state` says how."""

    def __init__(self, state: State) -> None:
        super().__init__(f"it is {state} already", "open it again first")
        self.state = state


@dataclass(frozen=True)
class Accepted:
    """A question in the file: under which id, whether something in it was masked, and on which side it stands."""

    id: str
    question: str
    path: Path
    was_masked: bool
    sets_thresholds: bool


class ReviewDesk:
    """The operations; each is whole, and the second of two reviewers is told what the first did."""

    def __init__(
        self, reviews: ReviewStore, pins: PinStore, engine: Knows, wording: Wording, settings: Settings
    ) -> None:
        self._reviews = reviews
        self._pins = pins
        self._engine = engine
        self._wording = wording
        self._settings = settings

    async def groups(self) -> list[Group]:
        """All that was voted on or refused, in any state. Raises StorageError."""
        judged, reviews = await self._reviews.judged(), await self._reviews.reviews()
        return await asyncio.to_thread(grouped, judged, reviews, self._wording)

    async def listed(self, which: Listing, order: Order = "recent") -> Listed:
        """The groups of a list. Raises StorageError."""
        stale = frozenset(group_id for group_id, state in await self.pinned() if state.fault)
        return listed(await self.groups(), stale, which, order)

    async def group(self, group_id: str) -> Group:
        """One of them. Raises InputError `unknown`."""
        for group in await self.groups():
            if group.id == group_id.lower():
                return group
        raise InputError("unknown", f"no question has the id {group_id}", "see the list for the ids")

    async def replies(self, group: Group) -> list[Reply]:
        """Its answers as they were given, the latest judged first."""
        found = [await self._reviews.answer(answer.answer_id) for answer in group.answers]
        return [Reply.from_json(value) for value in found if value is not None]

    async def remarks(self, group: Group) -> Remarks:
        """What people said of its answers."""
        return await self._reviews.remarks([answer.answer_id for answer in group.answers])

    async def accept(self, group_id: str, verdict: Verdict) -> Accepted:
        """Promote a group's question to the evaluation.

        Raises:
            NotOpen: it was decided on; AlreadyThere: a question of this wording stands in the file.
            InputError: `unknown`, `no-documents`, `unknown-scope`, `too-broad`, `personal` or `no-such-fact`.
            SettingsError, StorageError, IndexUnavailable: the file, the database or the index can't be used.
        """
        group = await self.group(group_id)
        if group.state != "open":
            raise NotOpen(group.state)
        path = questions_path(self._settings)
        if not verdict.refuse:
            verdict = replace(verdict, documents=await self._documents(group, verdict.documents))
            if fact := missing_fact(verdict, await self._engine.passages_of(verdict.documents)):
                raise InputError("no-such-fact", f"{fact!r} stands in none of these documents", fact)
        question = question_to_keep(group.question, group.language)
        key = self._wording.key(question)
        entry = entry_of(question, group.language, verdict, key)
        lock = self._settings.db_dir / "questions.lock"
        try:
            await asyncio.to_thread(insert, path, entry, self._wording.key, lock)
        except AlreadyThere:
            await self._reviews.decide(group.id, "accepted")
            raise
        await self._reviews.decide(group.id, "accepted")
        was_masked = question != " ".join(group.question.split())
        sets = await asyncio.to_thread(_sets_thresholds, question, self._settings)
        return Accepted(entry["id"], question, path, was_masked, sets)

    async def discard(self, group_id: str) -> Group:
        """Put a group aside. Raises NotOpen, InputError `unknown`."""
        group = await self.group(group_id)
        if not await self._reviews.decide(group.id, "discarded"):
            raise NotOpen((await self._reviews.reviews()).of(group.id).state)
        return group

    async def reopen(self, group_id: str) -> Group:
        """Take a decision back; a question that entered the file stays there. Raises InputError `unknown`."""
        group = await self.group(group_id)
        await self._reviews.decide(group.id, "open")
        return group

    async def reword(self, group_id: str, question: str) -> Group:
        """Put a group's question otherwise. Raises NotOpen, InputError `unknown`."""
        group = await self.group(group_id)
        if group.state == "accepted":
            raise NotOpen(group.state)
        await self._reviews.reword(group.id, question)
        return replace(group, question=question, state="open")

    async def pin(self, group_id: str) -> Reply:
        """Pin the latest answer of a group that was voted up and not down, if it can be given as it is.

        Raises:
            InputError: `unknown`; `no-praise`: nobody voted such an answer up; `cannot-pin`: the hint says why.
        """
        group = await self.group(group_id)
        praised = {answer.answer_id for answer in group.answers if answer.up and not answer.down}
        fault = ""
        for reply in await self.replies(group):
            if reply.answer_id in praised:
                fault = await self._engine.pin_fault(reply)
                if not fault:
                    folded = Question(reply.question, reply.language).folded
                    await self._pins.pin(folded, group.id, reply.to_json())
                    return reply
        if fault:
            raise InputError("cannot-pin", f"the answer can't be pinned: {fault}", fault)
        raise InputError("no-praise", "no answer to it was voted up alone", "ask people to vote on it first")

    async def unpin(self, wording: str) -> int:
        """Take a wording's pins away; returns how many there were."""
        return await self._pins.unpin(wording.lower())

    async def pinned(self) -> list[tuple[str, PinState]]:
        """Every pin with the id of its wording, those first that are no longer given."""
        states = sorted(await self._engine.pins(), key=lambda state: (not state.fault, state.question))
        return [(self._wording.key(state.question), state) for state in states]

    async def _documents(self, group: Group, said: Sequence[str]) -> tuple[str, ...]:
        """Paths of what was said: numbers of the list that was shown, or names; the cited ones where nothing was."""
        replies = await self.replies(group)
        shown = shown_documents(replies[0]) if replies else ()
        if not said:
            cited = {item.document for item in replies[0].citations} if replies and not group.is_complaint else ()
            if not cited:
                raise InputError("no-documents", "say which documents are right", "their numbers or names")
            return tuple(sorted(cited))
        found: set[str] = set()
        for name in said:
            if name.isdecimal() and 1 <= int(name) <= len(shown):
                found.add(shown[int(name) - 1])
                continue
            documents = await self._engine.documents_of(name)
            if len(documents) > DOCUMENTS_ACCEPTED:
                raise InputError("too-broad", f"{name!r} means {len(documents)} documents", name)
            found |= documents
        return tuple(sorted(found))


def _sets_thresholds(question: str, settings: Settings) -> bool:
    from eval.halves import calibrating

    return question in calibrating(settings.questions_file)
