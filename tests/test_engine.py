"""The path of a question through real parts: index, worker, SQLite; only the encoder is a fake."""

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.corpus import Corpus
from core.documents.chunk import Chunk
from core.engine import Engine, rank_batch
from core.errors import InputError, NoIndexError, StorageError, TooManyWaiting, UnknownSide
from core.models.worker import BatchWorker
from core.question import Question
from core.reply import Event, Final, Reply, Sentence, Stage
from core.source import CorpusSource
from storage.answers import AnswerStore
from storage.cache import ReplyCache
from storage.database import Database
from tests.corpora import chunk, corpus_of, question, rows

FIBRE = chunk("La fibre Azur coûte 4 320 DA par mois. Le modem est offert.", section="Prix de la fibre")
BOX = chunk("La box 4G coûte 6 480 DA.", document="Guides/Box.pdf", title="Box 4G", section="Prix de la box", page=2)


@dataclass
class Shelf:
    """What is indexed in a folder; `put` indexes something else, as another process would."""

    folder: Path
    chunks: Sequence[Chunk] = ()
    readable: bool = True

    def put(self, *chunks: Chunk) -> None:
        self.chunks = chunks
        corpus_of(self.folder, chunks)

    def load(self) -> Corpus:
        if not self.chunks or not self.readable:
            raise NoIndexError("there is no index")
        return corpus_of(self.folder, self.chunks)


@asynccontextmanager
async def engine_over(
    shelf: Shelf | Path, *chunks: Chunk, cache_size: int = 100, max_waiting: int = 0
) -> AsyncIterator[Engine]:
    """An engine over these chunks, or over a shelf that changes while it runs."""
    shelf = shelf if isinstance(shelf, Shelf) else Shelf(shelf)
    folder = shelf.folder
    if chunks:
        shelf.put(*chunks)
    database = Database(folder / "forsa.sqlite", StorageError)
    await database.open()
    ids = itertools.count(1)
    ticks = itertools.count()
    cache = ReplyCache(database, cache_size, lambda: float(next(ticks)))
    try:
        with BatchWorker(rank_batch, max_waiting=max_waiting) as worker:
            source = CorpusSource(folder, folder, shelf.load, cache)
            answers = AnswerStore(database, lambda: float(next(ticks)))
            yield Engine(source, worker, answers, cache, new_id=lambda: f"id-{next(ids)}")
    finally:
        await database.close()


async def events_of(engine: Engine, asked: Question) -> list[Event]:
    return [event async for event in engine.ask(asked)]


async def reply_of(engine: Engine, asked: Question) -> Reply:
    final = (await events_of(engine, asked))[-1]
    assert isinstance(final, Final)
    return final.reply


async def test_stages_then_checked_sentences_then_the_whole_reply(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        events = await events_of(engine, question("prix de la fibre azur"))
    assert events[:3] == [Stage("retrieve"), Stage("gate"), Stage("answer")]
    assert all(isinstance(event, Sentence) for event in events[3:-1])
    final = events[-1]
    assert isinstance(final, Final)
    assert final.reply.text == "\n".join(event.text for event in events[3:-1] if isinstance(event, Sentence))
    assert "4 320 DA" in final.reply.text


async def test_the_same_question_again_comes_from_the_cache(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        first = await reply_of(engine, question("prix de la fibre azur"))
        again = await reply_of(engine, question("  Prix de la FIBRE azur ?"))
    assert (first.cached, again.cached) == (False, True)
    assert (again.text, again.answer_id) == (first.text, first.answer_id)
    assert again.candidates == first.candidates


@pytest.mark.parametrize(
    "other",
    [question("prix de la fibre azur", language="ar"), question("prix de la fibre azur", scope="Offres")],
    ids=["language", "scope"],
)
async def test_language_and_scope_are_part_of_the_cache_key(tmp_path: Path, other: Question) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        await reply_of(engine, question("prix de la fibre azur"))
        assert not (await reply_of(engine, other)).cached


async def test_identical_questions_in_flight_are_answered_once(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX, cache_size=0) as engine:
        replies = await asyncio.gather(*(reply_of(engine, question("prix de la fibre azur")) for _ in range(20)))
    assert {reply.answer_id for reply in replies} == {"id-1"}


async def test_different_questions_at_once_each_get_their_own_answer(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        fibre, box = await asyncio.gather(
            reply_of(engine, question("prix de la fibre azur")), reply_of(engine, question("prix de la box 4G"))
        )
    assert "4 320" in fibre.text
    assert "6 480" in box.text


async def test_an_asker_that_goes_away_leaves_the_engine_sound(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        task = asyncio.create_task(reply_of(engine, question("prix de la fibre azur")))
        await asyncio.sleep(0)
        task.cancel()
        assert "6 480" in (await reply_of(engine, question("prix de la box 4G"))).text


async def test_an_answer_that_cannot_be_stored_is_given_without_an_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(self: AnswerStore, answer: object) -> None:
        raise StorageError("disk full", "free some space")

    monkeypatch.setattr(AnswerStore, "save", full)
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        reply = await reply_of(engine, question("prix de la fibre azur"))
    assert (reply.answer_id, reply.kind) == ("", "answer")
    assert "disk full" in caplog.text


async def test_what_nothing_covers_is_refused_without_citation(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        reply = await reply_of(engine, question("quel temps fera-t-il demain"))
    assert (reply.kind, reply.reason, reply.citations) == ("refusal", "off-topic", ())
    assert reply.candidates


async def test_a_refusal_within_a_scope_says_so(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        reply = await reply_of(
            engine, question("quel débit pour la fibre azur des abonnés du satellite", scope="Guides")
        )
    assert reply.kind == "refusal"
    assert reply.scope == "Guides"


async def test_an_unknown_scope_is_an_input_error(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        with pytest.raises(InputError):
            await reply_of(engine, question("prix", scope="Nulle part"))


async def test_without_an_index_the_error_says_so(tmp_path: Path) -> None:
    async with engine_over(tmp_path) as engine:
        with pytest.raises(NoIndexError, match="no index"):
            await reply_of(engine, question("prix"))


DEARER = chunk("La fibre Azur coûte 4 990 DA par mois. Le modem est offert.", section="Prix de la fibre")


async def test_a_new_version_answers_and_nothing_stale_is_served(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    async with engine_over(shelf, FIBRE, BOX) as engine:
        before = await reply_of(engine, question("prix de la fibre azur"))
        shelf.put(DEARER, BOX)
        await engine.reload()
        after = await reply_of(engine, question("prix de la fibre azur"))
    assert "4 320" in before.text
    assert "4 990" in after.text
    assert not after.cached
    assert before.answer_state != after.answer_state


async def test_a_version_swapped_in_by_another_process_is_noticed(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    async with engine_over(shelf, FIBRE, BOX) as engine:
        await reply_of(engine, question("prix de la box 4G"))
        shelf.put(DEARER, BOX)
        meanwhile = await reply_of(engine, question("prix de la fibre azur"))
        assert "4 320" in meanwhile.text  # the old version answers while the new one loads
        await engine.reload()
        assert "4 990" in (await reply_of(engine, question("prix de la fibre azur"))).text


async def test_a_new_version_that_cannot_be_loaded_leaves_the_old_one_answering(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shelf = Shelf(tmp_path)
    async with engine_over(shelf, FIBRE, BOX) as engine:
        await reply_of(engine, question("prix de la box 4G"))
        shelf.put(BOX)
        shelf.readable = False
        for text in ("prix de la fibre azur", "la fibre azur, quel prix"):
            assert "4 320" in (await reply_of(engine, question(text))).text
            await asyncio.sleep(0.05)
    assert caplog.text.count("can't be loaded") == 1


async def test_a_comparison_is_kept_as_answers_are(tmp_path: Path) -> None:
    azur = chunk(rows(["Débit", "Tarif"], ["220 Mbps", "2 560 DA"], ["440 Mbps", "2 970 DA"]), title="Azur")
    async with engine_over(tmp_path, azur, BOX) as engine:
        reply = await engine.compare("azur 220", "440", "fr")
        assert (reply.kind, reply.question, reply.language) == ("answer", "azur 220 | 440", "fr")
        assert reply.answer_id
        database = Database(tmp_path / "forsa.sqlite", StorageError)
        await database.open()
        stored = await AnswerStore(database, lambda: 0.0).get(reply.answer_id)
        await database.close()
        assert stored is not None
        assert Reply.from_json(stored) == reply


async def test_an_unknown_side_is_told_with_what_is_near(tmp_path: Path) -> None:
    async with engine_over(tmp_path, FIBRE, BOX) as engine:
        with pytest.raises(UnknownSide) as caught:
            await engine.compare("Box 4G", "zéphyr", "fr")
    assert caught.value.name == "zéphyr"
    assert caught.value.hint


async def test_past_the_set_length_a_question_is_turned_away_and_the_others_are_answered(tmp_path: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        go_on.wait()

    async with engine_over(tmp_path, FIBRE, BOX, max_waiting=2) as engine:
        await reply_of(engine, question("prix du modem"))  # the corpus is loaded
        held = asyncio.create_task(engine._worker.call(hold))
        await asyncio.to_thread(begun.wait)
        asked = ["prix de la fibre azur", "prix de la box 4G", "prix azur", "prix box"]
        tasks = [asyncio.create_task(reply_of(engine, question(text))) for text in asked]
        pending = set(tasks)
        while len(pending) > 2:
            _, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        go_on.set()
        replies = await asyncio.gather(*tasks, return_exceptions=True)
        await held
        assert sum(isinstance(reply, Reply) for reply in replies) == 2
        assert sum(isinstance(reply, TooManyWaiting) for reply in replies) == 2
        assert engine.load.turned_away == 2
        assert "6 480 DA" in (await reply_of(engine, question("prix box"))).text
