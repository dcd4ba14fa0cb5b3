"""What an answer costs on this machine: cached, uncached by stage, during a reindex, and the memory for it.

usage: python eval/benchmark.py [--questions eval/questions.json] [--rounds 2]

Works on a copy of DB_DIR and GEN_DIR in a temporary folder; nothing of the project's is touched.
"""

import argparse
import asyncio
import json
import os
import platform
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.app import job_command, job_environment, open_app  # noqa: E402
from core.engine import Engine  # noqa: E402
from core.question import read_question  # noqa: E402
from core.reply import Final, Reply  # noqa: E402
from core.settings import Settings, load_settings  # noqa: E402

STAGES = ("queue", "retrieve", "gate", "answer", "total")


async def ask(engine: Engine, text: str, settings: Settings) -> tuple[Reply, float]:
    """The reply, and the milliseconds from question to reply as a channel sees them."""
    begin = time.perf_counter()
    async for event in engine.ask(read_question(text, settings=settings)):
        if isinstance(event, Final):
            reply = event.reply
    return reply, (time.perf_counter() - begin) * 1000


def p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def middle(values: Sequence[float]) -> str:
    return f"median {statistics.median(values):8.2f} ms   p95 {p95(values):8.2f} ms"


async def uncached(settings: Settings, questions: Sequence[str], rounds: int) -> list[Reply]:
    """Replies computed anew."""
    async with open_app(settings.model_copy(update={"cache_size": 0})) as app:
        await ask(app.engine, questions[0], settings)  # loads index and encoder
        return [(await ask(app.engine, text, settings))[0] for _ in range(rounds) for text in questions]


async def cached(settings: Settings, questions: Sequence[str], rounds: int) -> list[float]:
    """Milliseconds of answers from the cache, inside the process."""
    async with open_app(settings) as app:
        for text in questions:
            await ask(app.engine, text, settings)
        answers = [await ask(app.engine, text, settings) for _ in range(rounds) for text in questions]
    assert all(reply.cached for reply, _ in answers), "an answer didn't come from the cache"
    return [milliseconds for _, milliseconds in answers]


async def during_reindex(settings: Settings, questions: Sequence[str]) -> tuple[list[float], list[float]]:
    """Milliseconds a question while idle, and while a reindex encodes every chunk."""
    async with open_app(settings.model_copy(update={"cache_size": 0})) as app:
        await ask(app.engine, questions[0], settings)
        idle = [(await ask(app.engine, text, settings))[1] for text in questions]
        # Another chunk length: every chunk is new, so the encoder works all the time.
        environment = os.environ | job_environment(settings) | {"CHUNK_CHARS": "500"}
        job = await asyncio.create_subprocess_exec(*job_command(), env=environment, stdout=asyncio.subprocess.PIPE)
        assert job.stdout is not None
        async for line in job.stdout:
            if json.loads(line).get("progress", {}).get("stage") == "encode":
                break
        ended = asyncio.create_task(job.communicate())
        busy: list[float] = []
        while not ended.done():
            busy.append((await ask(app.engine, questions[len(busy) % len(questions)], settings))[1])
        if job.returncode:
            sys.exit(f"the reindex failed with status {job.returncode}")
        return idle, busy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, default=ROOT / "eval" / "questions.json")
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    questions = [entry["question"] for entry in json.loads(args.questions.read_text(encoding="utf-8"))]
    settings = load_settings()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("gen_dir", "db_dir"):
            shutil.copytree(getattr(settings, name), Path(folder) / name)
        settings = settings.model_copy(update={"gen_dir": Path(folder) / "gen_dir", "db_dir": Path(folder) / "db_dir"})
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        print(f"{machine}; {len(questions)} questions, {args.rounds} rounds")
        replies = asyncio.run(uncached(settings, questions, args.rounds))
        for stage in STAGES:
            values = [asdict(reply.timings_ms)[stage] for reply in replies]
            print(f"uncached {stage:9s} {middle(values)}")
        hits = asyncio.run(cached(settings, questions, args.rounds))
        print(f"cached             {middle(hits)}")
        idle, busy = asyncio.run(during_reindex(settings, questions))
        print(f"idle               {middle(idle)}")
        print(f"during a reindex   {middle(busy)}   {len(busy)} questions")
        ratio = statistics.median(busy) / statistics.median(idle), p95(busy) / p95(idle)
        print(f"ratio              median {ratio[0]:7.2f}      p95 {ratio[1]:7.2f}")
        peaks = _peak(resource.RUSAGE_SELF), _peak(resource.RUSAGE_CHILDREN)
        print(f"peak memory        of asking {peaks[0]:.0f} MB, of the reindex {peaks[1]:.0f} MB")


def _peak(who: int) -> float:
    """Largest resident set in MB."""
    return resource.getrusage(who).ru_maxrss / 1024


if __name__ == "__main__":
    main()
