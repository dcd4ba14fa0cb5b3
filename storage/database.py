"""One SQLite file: one thread writes, a few read, nobody blocks the event loop and nobody meets a locked database."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlite_utils.db import Database as Connection

from storage.faults import Fault, NewerSchema, explain
from storage.migrations import apply_schema
from storage.waiting import when_free

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
Job = tuple[Work[Any], "Future[Any]"]

READERS = 3
BUSY_TIMEOUT_S = 15.0
"""How long a write waits for another process's write; ours are some milliseconds each."""


@dataclass(frozen=True)
class Alone:
    """Work for the writer that can't be done within a transaction."""

    work: Work[None]

    def __call__(self, connection: Connection) -> None:
        self.work(connection)


class Database:
    """The connections and threads of one database file. Open it before use, close it after.

    What waits for the writer is committed together: under load, many writes share one sync to the disk, and each is
    acknowledged only once it is there. A write that fails is undone alone and fails alone.
    """

    def __init__(self, path: Path, fault: Fault, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.path = path
        self._fault = fault
        self._busy_timeout_s = busy_timeout_s
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._of_thread = threading.local()
        self._reading: list[Connection] = []

    async def open(self) -> None:
        """Make the file if need be, bring its schema up to date, start the threads. Raises the fault handed in."""
        started: Future[None] = Future()
        writer = threading.Thread(target=self._write_loop, args=(started,), name="forsa-db-writer", daemon=True)
        writer.start()
        try:
            await asyncio.wrap_future(started)
        except (sqlite3.Error, OSError, NewerSchema) as error:
            raise explain(error, self.path, self._fault) from error
        self._writer = writer
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="forsa-db-reader")

    async def close(self) -> None:
        """Finish what was handed over, then let go of the file. May be called twice."""
        if self._readers is not None:
            readers, self._readers = self._readers, None
            await asyncio.to_thread(readers.shutdown)
        if self._writer is not None:
            writer, self._writer = self._writer, None
            self._jobs.put(None)
            await asyncio.to_thread(writer.join)
        for connection in self._reading:
            connection.close()
        self._reading.clear()

    async def write(self, work: Work[Result]) -> Result:
        """Run `work` in the writer's thread, inside a transaction; what it did is durable when this returns."""
        if self._writer is None:
            raise self._fault(f"{self.path} is not open", "")
        done: Future[Result] = Future()
        self._jobs.put((work, done))
        try:
            return await asyncio.wrap_future(done)
        except sqlite3.Error as error:
            raise explain(error, self.path, self._fault) from error

    async def settle(self, compact: bool = False) -> None:
        """Bring all that was written into the file itself and empty the log beside it, which still holds what was
        deleted; readers may make it fail, the next time does it then. `compact` writes the file anew besides: without
        what stood in its gaps before deleted content was overwritten. Raises the fault handed in."""
        if self._writer is None:
            raise self._fault(f"{self.path} is not open", "")
        done: Future[None] = Future()

        def work(connection: Connection) -> None:
            if compact:
                connection.conn.execute("VACUUM")
            connection.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        self._jobs.put((Alone(work), done))
        try:
            await asyncio.wrap_future(done)
        except sqlite3.Error as error:
            raise explain(error, self.path, self._fault) from error

    async def read(self, work: Work[Result]) -> Result:
        """Run `work` in a reader's thread; it sees all that was acknowledged before."""
        if self._readers is None:
            raise self._fault(f"{self.path} is not open", "")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)
        except sqlite3.Error as error:
            raise explain(error, self.path, self._fault) from error

    def _read(self, work: Work[Result]) -> Result:
        connection = cast(Connection | None, getattr(self._of_thread, "connection", None))
        if connection is None:
            connection = self._connect()
            connection.conn.execute("PRAGMA query_only = ON")
            self._of_thread.connection = connection
            self._reading.append(connection)
        return work(connection)

    def _write_loop(self, started: "Future[None]") -> None:
        try:
            connection = self._connect_for_writing()
        except BaseException as error:  # noqa: BLE001 - handed to whoever opens, not hidden
            started.set_exception(error)
            return
        started.set_result(None)
        while jobs := self._take():
            _commit_together(connection, [job for job in jobs if not isinstance(job[0], Alone)])
            for work, done in jobs:
                if isinstance(work, Alone):
                    _run_alone(connection, work, done)
        connection.close()

    def _take(self) -> list[Job]:
        """All that waits, at least one job; none when it is time to end."""
        job = self._jobs.get()
        jobs = []
        with contextlib.suppress(queue.Empty):
            while job is not None:
                jobs.append(job)
                job = self._jobs.get_nowait()
            if jobs:
                self._jobs.put(None)  # finish these first, then meet the end again
        return jobs

    def _connect_for_writing(self) -> Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = self._connect()
        try:
            when_free(lambda: connection.conn.execute("PRAGMA journal_mode = WAL"), self._busy_timeout_s)
            connection.conn.execute("PRAGMA synchronous = FULL")
            # What is deleted is overwritten, so that what was to be forgotten isn't in the file any more.
            connection.conn.execute("PRAGMA secure_delete = ON")
            apply_schema(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _connect(self) -> Connection:
        # Autocommit: transactions are begun by hand, as IMMEDIATE, so that they wait for a lock instead of failing.
        conn = sqlite3.connect(self.path, timeout=self._busy_timeout_s, isolation_level=None, check_same_thread=False)
        return Connection(conn, execute_plugins=False, recursive_triggers=False)


def _run_alone(connection: Connection, work: Alone, done: "Future[Any]") -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        work(connection)
    except BaseException as error:  # noqa: BLE001 - handed to the caller, and the writer's thread lives on
        done.set_exception(error)
    else:
        done.set_result(None)


def _commit_together(connection: Connection, jobs: list[Job]) -> None:
    """One transaction for all jobs, a savepoint for each. Futures are resolved after the commit, never before."""
    wanted = [(work, done) for work, done in jobs if done.set_running_or_notify_cancel()]
    if not wanted:
        return
    results: list[tuple[Future[Any], Any]] = []
    try:
        connection.conn.execute("BEGIN IMMEDIATE")
        for work, done in wanted:
            try:
                with connection.atomic():
                    results.append((done, work(connection)))
            except BaseException as error:
                done.set_exception(error)
                if not connection.conn.in_transaction:
                    raise  # SQLite gave up the whole transaction (disk full, …): nobody's write is there
        connection.conn.execute("COMMIT")
    except BaseException as error:  # noqa: BLE001 - handed to each caller, and the writer's thread lives on
        with contextlib.suppress(sqlite3.Error):  # on a disk that fails this may fail too; it was the last of it
            connection.rollback()
        for _, done in wanted:
            if not done.done():
                done.set_exception(error)
        return
    for done, result in results:
        done.set_result(result)
