"""The child process behind /reindex: what it says, how it may end, and that only one runs."""

import asyncio
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path

import pytest

from bot.reindex_job import JobDied, JobDone, JobFailed, JobProgress, ReindexJob
from core.errors import ReindexRunning

DONE = '{"done": {"new": 3, "changed": 1, "removed": 0, "unreadable": ["a.pdf"], "seconds": 2.5}}'
PROGRESS = '{"progress": {"stage": "ingest", "done": 1, "total": 4, "seconds_left": null}}'


class Reloads:
    """Counts how often the new index was taken up."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self) -> None:
        self.count += 1


def _job(script: str, reload: Reloads | None = None, **environment: str) -> ReindexJob:
    return ReindexJob([sys.executable, "-c", script], environment, reload or Reloads(), Reloads())


async def test_progress_then_reload_then_done() -> None:
    reload = Reloads()
    steps = []
    async for step in _job(f"print('{PROGRESS}'); print('{DONE}')", reload).run():
        steps.append((step, reload.count))
    assert steps == [(JobProgress("ingest", 1, 4), 0), (JobDone(3, 1, 0, ("a.pdf",), 2.5), 1)]


async def test_settings_reach_the_child() -> None:
    script = f"import os; assert os.environ['DB_DIR'] == '/somewhere'; print('{DONE}')"
    assert [step async for step in _job(script, DB_DIR="/somewhere").run()]


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ('print(\'{"failed": {"type": "StorageError", "message": "no room", "hint": ""}}\')', JobFailed),
        ('print(\'{"failed": {"type": "ReindexRunning", "message": "busy", "hint": ""}}\')', ReindexRunning),
        ("import os; os.kill(os.getpid(), 9)", JobDied),
        (f"import os; print('{PROGRESS}', flush=True); os.kill(os.getpid(), 9)", JobDied),
        (f"import sys; print('{DONE}', flush=True); sys.exit(3)", JobDied),
        ("pass", JobDied),
    ],
    ids=["failed", "running-elsewhere", "killed", "killed-midway", "bad-exit", "silent"],
)
async def test_a_child_that_does_not_finish(script: str, error: type[Exception]) -> None:
    reload = Reloads()
    job = _job(script, reload)
    with pytest.raises(error):
        [step async for step in job.run()]
    assert reload.count == 0, "the old index serves on"
    with pytest.raises(error):
        [step async for step in job.run()]  # and another try is possible


async def test_only_one_at_a_time_and_it_ends_with_whoever_watches() -> None:
    job = _job(f"import time; print('{PROGRESS}', flush=True); time.sleep(60)")
    async with aclosing(job.run()) as steps:
        await anext(steps)
        with pytest.raises(ReindexRunning):
            await anext(job.run())
        assert job._child is not None
        pid = job._child.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_what_the_child_started_ends_with_it() -> None:
    script = (
        "import subprocess, sys, time; "
        "reader = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
        f"print('{PROGRESS}'.replace('\"done\": 1', f'\"done\": {{reader.pid}}'), flush=True); time.sleep(60)"
    )
    async with aclosing(_job(script).run()) as steps:
        step = await anext(steps)
    assert isinstance(step, JobProgress)
    async with asyncio.timeout(20):
        while _lives(step.done):  # noqa: ASYNC110 - another's child: nobody is told
            await asyncio.sleep(0.01)


def _lives(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_stop_ends_a_child_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reindex_job.STOP_TIMEOUT_S", 0.2)
    ignores = (
        f"import signal, time; signal.signal({int(signal.SIGTERM)}, signal.SIG_IGN); print('{PROGRESS}', flush=True)"
    )
    job = _job(f"{ignores}; time.sleep(60)")

    started = asyncio.Event()

    async def watch() -> None:
        async for _ in job.run():
            started.set()

    watching = asyncio.create_task(watch())
    async with asyncio.timeout(10):
        await started.wait()
        await job.stop()
        with pytest.raises(JobDied):
            await watching
