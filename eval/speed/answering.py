"""What an answer costs: from the start of the program, by stage, from the cache, in batches, during a reindex."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from threading import Lock
from typing import Any

from bot.app import open_app
from bot.models import build_models, load_corpus
from bot.reindex_job import job_command, job_environment
from core.corpus import build_retriever
from core.engine import Engine
from core.index.store import load_current
from core.question import read_question
from core.reply import Final, Reply
from core.retrieval import Retriever
from core.settings import Settings, load_settings
from eval.speed.child import ROOT

STAGES = ("queue", "retrieve", "gate", "answer", "total")


def start(question: str, times: int) -> dict[str, Any]:
    """Milliseconds of `python bot.py ask`, from the start of Python to the end of the program, nothing cached."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "bot.py", "ask", question],
            cwd=ROOT,
            env=os.environ | {"CACHE_SIZE": "0"},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        taken.append((time.perf_counter() - begin) * 1000)
    return {"ms": taken}


def uncached(questions: Sequence[str], rounds: int) -> dict[str, Any]:
    """Milliseconds of answers computed anew, by stage."""

    async def replies(settings: Settings) -> list[Reply]:
        async with open_app(settings) as app:
            await _ask(app.engine, questions[0], settings)  # loads index and encoder
            return [(await _ask(app.engine, text, settings))[0] for _ in range(rounds) for text in questions]

    given = asyncio.run(replies(load_settings(cache_size=0)))
    return {stage: [asdict(reply.timings_ms)[stage] for reply in given] for stage in STAGES}


def cached(questions: Sequence[str], rounds: int) -> dict[str, Any]:
    """Milliseconds of answers from the cache, inside the process."""

    async def answers(settings: Settings) -> list[tuple[Reply, float]]:
        async with open_app(settings) as app:
            for text in questions:
                await _ask(app.engine, text, settings)
            return [await _ask(app.engine, text, settings) for _ in range(rounds) for text in questions]

    given = asyncio.run(answers(load_settings()))
    if not all(reply.cached for reply, _ in given):
        sys.exit("an answer didn't come from the cache")
    return {"ms": [taken for _, taken in given]}


def together(questions: Sequence[str], way: str, times: int) -> dict[str, Any]:
    """Milliseconds of encoding and ranking all questions in one of the ways of `WAYS`, models and index loaded."""
    settings = load_settings()
    asked = [read_question(text, settings=settings) for text in questions]
    retriever = load_corpus(settings, build_models(settings)).retriever
    retriever.rank(asked[:1])
    run = WAYS[way](retriever, settings, asked)
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        taken.append((time.perf_counter() - begin) * 1000)
    return {"ms": taken}


def _one_batch(retriever: Retriever, settings: Settings, asked: Sequence[Any]) -> Callable[[], object]:
    return partial(retriever.rank, asked)


def _one_after_another(retriever: Retriever, settings: Settings, asked: Sequence[Any]) -> Callable[[], object]:
    return lambda: [retriever.rank([question]) for question in asked]


def _thread_each_locked(retriever: Retriever, settings: Settings, asked: Sequence[Any]) -> Callable[[], object]:
    lock = Lock()

    def rank(question: Any) -> None:
        with lock:
            retriever.rank([question])

    return partial(_each_in_a_thread, [partial(rank, question) for question in asked])


def _thread_each_own_model(retriever: Retriever, settings: Settings, asked: Sequence[Any]) -> Callable[[], object]:
    owned = []
    for question in asked:
        models = build_models(settings)
        index = (
            load_current(settings.db_dir, models.encoder.name, models.analyser.name) if not owned else owned[0].index
        )
        own = build_retriever(index, settings, models.encoder, models.reader, models.analyser)
        own.rank([question])  # loads the encoder
        owned.append(own)
    pairs = zip(owned, asked, strict=True)
    return partial(_each_in_a_thread, [partial(own.rank, [question]) for own, question in pairs])


def _each_in_a_thread(calls: Sequence[Callable[[], object]]) -> None:
    with ThreadPoolExecutor(len(calls)) as threads:
        for future in [threads.submit(call) for call in calls]:
            future.result()


WAYS: dict[str, Callable[[Retriever, Settings, Sequence[Any]], Callable[[], object]]] = {
    "one batch": _one_batch,
    "one after another": _one_after_another,
    # The models aren't for several threads at once: either they take turns, or each has a model of its own.
    "a thread each, in turn": _thread_each_locked,
    "a thread each, own model": _thread_each_own_model,
}


def during_reindex(questions: Sequence[str], chunk_chars: int) -> dict[str, Any]:
    """Milliseconds a question while idle, and while a reindex encodes every chunk."""

    async def measured(settings: Settings) -> dict[str, Any]:
        async with open_app(settings) as app:
            await _ask(app.engine, questions[0], settings)
            idle = [(await _ask(app.engine, text, settings))[1] for text in questions]
            # Another chunk length: every chunk is new, so the encoder works all the time.
            environment = os.environ | job_environment(settings) | {"CHUNK_CHARS": str(chunk_chars)}
            job = await asyncio.create_subprocess_exec(*job_command(), env=environment, stdout=asyncio.subprocess.PIPE)
            assert job.stdout is not None
            async for line in job.stdout:
                if json.loads(line).get("progress", {}).get("stage") == "encode":
                    break
            ended = asyncio.create_task(job.communicate())
            busy: list[float] = []
            while not ended.done():
                busy.append((await _ask(app.engine, questions[len(busy) % len(questions)], settings))[1])
            if job.returncode:
                sys.exit(f"the reindex failed with status {job.returncode}")
            return {"idle": idle, "busy": busy}

    return asyncio.run(measured(load_settings(cache_size=0)))


async def _ask(engine: Engine, text: str, settings: Settings) -> tuple[Reply, float]:
    """The reply, and the milliseconds from question to reply as a channel sees them."""
    begin = time.perf_counter()
    async for event in engine.ask(read_question(text, settings=settings)):
        if isinstance(event, Final):
            reply = event.reply
    return reply, (time.perf_counter() - begin) * 1000
