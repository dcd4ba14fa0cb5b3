"""Pinned answers: given at once while the passages that they cite stand, in no other case, never past the checks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from core.engine import Engine, rank_batch
from core.errors import StorageError
from core.models.worker import BatchWorker
from core.pins import PASSAGE_CHANGED
from core.question import Question
from core.reply import Final, Reply, Stage
from core.source import CorpusSource
from storage.answers import AnswerStore
from storage.cache import ReplyCache
from storage.database import Database
from storage.pins import PinStore
from tests.corpora import chunk, question
from tests.test_engine import BOX, FIBRE, Shelf, events_of, reply_of

ASKED = question("prix de la fibre azur")


@asynccontextmanager
async def pinning(shelf: Shelf) -> AsyncIterator[tuple[Engine, PinStore]]:
    """An engine over what lies on the shelf, and its pins."""
    database = Database(shelf.folder / "forsa.sqlite", StorageError)
    await database.open()
    cache, pins = ReplyCache(database, 100, lambda: 1.0), PinStore(database, lambda: 1.0)
    try:
        with BatchWorker(rank_batch) as worker:
            source = CorpusSource(shelf.folder, shelf.folder, shelf.load, cache, pins)
            ids = iter(range(1000))
            yield (
                Engine(source, worker, AnswerStore(database, lambda: 1.0), cache, new_id=lambda: f"id-{next(ids)}"),
                pins,
            )
    finally:
        await database.close()


async def pin(pins: PinStore, reply: Reply) -> None:
    await pins.pin(Question(reply.question, reply.language).folded, "w", reply.to_json())


def shelf_of(folder: Path) -> Shelf:
    shelf = Shelf(folder)
    shelf.put(FIBRE, BOX)
    return shelf


async def test_a_pinned_answer_is_given_without_searching_and_can_be_told(tmp_path: Path) -> None:
    async with pinning(shelf_of(tmp_path)) as (engine, pins):
        first = await reply_of(engine, ASKED)
        await pin(pins, first)
        events = await events_of(engine, question("  Prix de la FIBRE azur ?"))
        assert not any(isinstance(event, Stage) for event in events)
        given = events[-1]
        assert isinstance(given, Final)
        assert given.reply.pinned
        assert (given.reply.text, given.reply.citations) == (first.text, first.citations)
        assert given.reply.answer_state != first.answer_state, "pins are part of it"
        assert [(state.question, state.fault) for state in await engine.pins()] == [(ASKED.text, "")]
        again = await reply_of(engine, ASKED)
        assert (again.cached, again.pinned) == (True, True)


async def test_another_language_scope_or_wording_is_searched(tmp_path: Path) -> None:
    async with pinning(shelf_of(tmp_path)) as (engine, pins):
        await pin(pins, await reply_of(engine, ASKED))
        others = [replace(ASKED, language="ar"), replace(ASKED, scope="Offres"), question("prix fibre azur")]
        assert not any([(await reply_of(engine, other)).pinned for other in others])


async def test_a_pin_taken_away_is_not_given_from_the_cache_either(tmp_path: Path) -> None:
    async with pinning(shelf_of(tmp_path)) as (engine, pins):
        first = await reply_of(engine, ASKED)
        await pin(pins, first)
        assert (await reply_of(engine, ASKED)).pinned
        assert await pins.unpin("w") == 1
        after = await reply_of(engine, ASKED)
        assert (after.pinned, after.cached, after.answer_state) == (False, False, first.answer_state)


async def test_a_changed_passage_suspends_the_pin_and_the_old_text_brings_it_back(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path)
    async with pinning(shelf) as (engine, pins):
        await pin(pins, await reply_of(engine, ASKED))
        shelf.put(replace(FIBRE, text=FIBRE.text.replace("4 320", "4 990")), BOX)
        await engine.reload()
        changed = await reply_of(engine, ASKED)
        assert not changed.pinned
        assert "4 990" in changed.text
        assert [state.fault for state in await engine.pins()] == [PASSAGE_CHANGED]
        shelf.put(FIBRE, BOX)
        await engine.reload()
        assert (await reply_of(engine, ASKED)).pinned


async def test_what_changes_elsewhere_leaves_the_pin_and_its_page_is_of_today(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path)
    async with pinning(shelf) as (engine, pins):
        await pin(pins, await reply_of(engine, ASKED))
        shelf.put(replace(FIBRE, page=7), chunk("La box 4G coûte 1 DA.", document="Guides/Box.pdf"))
        await engine.reload()
        given = await reply_of(engine, ASKED)
        assert given.pinned
        assert {citation.page for citation in given.citations} == {7}


async def test_the_checks_hold_for_pins(tmp_path: Path) -> None:
    async with pinning(shelf_of(tmp_path)) as (engine, pins):
        first = await reply_of(engine, ASKED)
        false = replace(first, text=first.text.replace("4 320", "9 999"))
        assert await engine.pin_fault(false) == "unsupported-number"
        await pin(pins, false)
        given = await reply_of(engine, ASKED)
        assert not given.pinned
        assert "9 999" not in given.text
        refusal = await reply_of(engine, question("quel temps fera-t-il demain"))
        assert await engine.pin_fault(refusal) == "no-answer"


async def test_pins_of_another_process_are_there_at_the_next_question_and_at_the_start(tmp_path: Path) -> None:
    shelf = shelf_of(tmp_path)
    async with pinning(shelf) as (one, _):
        first = await reply_of(one, ASKED)
        async with pinning(shelf) as (_, pins):
            await pin(pins, first)
        assert (await reply_of(one, ASKED)).pinned
    async with pinning(shelf) as (later, _):
        assert (await reply_of(later, ASKED)).pinned
