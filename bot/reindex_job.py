"""Reindexing from a running bot: a child process of low priority, so that questions stay quick and a crash stays there.

The child is `bot.py reindex-job`. It writes one JSON object a line: `{"progress": …}` while it works, then
`{"done": …}` or `{"failed": …}`. Whatever happens to it, the index in use goes on answering.
"""

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import SecretStr

from core.errors import ForsaError, ReindexRunning
from core.settings import PROJECT_ROOT, Settings

STOP_TIMEOUT_S = 5.0
_LINE_LIMIT = 4 * 1024 * 1024
"""Longest line that is read; a report names each file that could not be read."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class JobProgress:
    """`done` of `total` documents (`ingest`) or passages (`encode`); 0 of 0 where it can't be told (`finish`).

    `seconds_left` in this stage; None until it can be told.
    """

    stage: Literal["ingest", "encode", "finish"]
    done: int
    total: int
    seconds_left: float | None = None


@dataclass(frozen=True)
class JobDone:
    """What changed: counts of documents, names of those that can't be read, seconds that it took; and how many
    contradictions among the documents wait for a decision. `held` is set where the new version waits for a
    confirmation; `check` is what it was checked by (`reindex_check.py`), None where it wasn't."""

    new: int
    changed: int
    removed: int
    unreadable: tuple[str, ...]
    seconds: float
    contradictions: int = 0
    held: bool = False
    check: Mapping[str, Any] | None = None


class JobFailed(ForsaError):
    """The child said why it could not finish."""


class JobDied(ForsaError):
    """The child ended without a word: killed, out of memory, …"""


class ReindexJob:
    """At most one child at a time.

    Args:
        command: the child's command line.
        environment: settings that the child reads, besides our own environment.
        reload: takes up the new index; awaited before `JobDone` is told.
        confirm: lets the version that waits answer.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        reload: Callable[[], Awaitable[object]],
        confirm: Callable[[], Awaitable[object]],
    ) -> None:
        self._command = tuple(command)
        self._environment = dict(environment)
        self._reload = reload
        self._confirm = confirm
        self._child: asyncio.subprocess.Process | None = None
        self._busy = False

    async def run(self) -> AsyncGenerator[JobProgress | JobDone]:
        """Start the child and tell how it goes; the last item is `JobDone`.

        Raises:
            ReindexRunning: one runs already, here or in another process.
            JobFailed: the child said why it failed.
            JobDied: it ended without saying anything.
        """
        if self._busy:
            raise ReindexRunning("a reindex is running")
        self._busy = True
        try:
            self._child = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
                env={**os.environ, **self._environment},
                # Its own group: Ctrl-C in the terminal reaches us alone, and we end the child in order.
                start_new_session=True,
            )
            async with aclosing(_follow(self._child)) as steps:
                async for step in steps:
                    if isinstance(step, JobDone):
                        await self._reload()
                    yield step
        finally:
            await self.stop()
            self._busy = False

    async def confirm(self) -> None:
        """Let the version that waits answer, from the next question on. Raises NothingHeld, ReindexRunning, …"""
        await self._confirm()
        await self._reload()

    async def stop(self) -> None:
        """End the child if it lives, and what it started: asked first, then by force. What it has built so far stays
        unused."""
        child, self._child = self._child, None
        if child is None or child.returncode is not None:
            return
        _end(child, by_force=False)
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await child.wait()
        except TimeoutError:
            _end(child, by_force=True)
            await child.wait()


def _end(child: asyncio.subprocess.Process, *, by_force: bool) -> None:
    """To its whole group at once: its readers would outlive it for a moment, and complain of that."""
    if sys.platform == "win32":
        child.kill()  # asking is the same there
        return
    with suppress(ProcessLookupError):  # it has just ended by itself
        os.killpg(child.pid, signal.SIGKILL if by_force else signal.SIGTERM)


async def _follow(child: asyncio.subprocess.Process) -> AsyncGenerator[JobProgress | JobDone]:
    assert child.stdout is not None
    done: JobDone | None = None
    async for line in child.stdout:
        said: dict[str, Any] = json.loads(line)
        if "progress" in said:
            yield JobProgress(**said["progress"])
        elif "done" in said:
            done = JobDone(**{**said["done"], "unreadable": tuple(said["done"]["unreadable"])})
        elif said["failed"]["type"] == ReindexRunning.__name__:
            raise ReindexRunning(said["failed"]["message"])
        else:
            raise JobFailed(said["failed"]["message"], said["failed"]["hint"])
    status = await child.wait()
    if done is None or status != 0:
        log.error("the reindex process ended with status %s", status)
        raise JobDied(f"the reindex process ended with status {status}")
    yield done


def job_command() -> list[str]:
    """The command line of the child that `/reindex` starts."""
    return [sys.executable, str(PROJECT_ROOT / "bot.py"), "reindex-job"]


def job_environment(settings: Settings) -> dict[str, str]:
    """The settings as the child process reads them, so that it works on the very same folders. It needs no secrets."""
    secret = {name for name in type(settings).model_fields if isinstance(getattr(settings, name), SecretStr)}
    shown = settings.model_dump(mode="json", exclude_none=True, exclude=secret)
    return {name.upper(): str(value) for name, value in shown.items()}
