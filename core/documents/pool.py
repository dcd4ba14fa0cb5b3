"""Readers in processes of their own: one that hangs, crashes or eats the memory is ended, reported, and costs no other.

The processes come from a server process that was started clean (`forkserver`), where the system has it: forking a
process with threads can deadlock the child.
"""

import contextlib
import multiprocessing
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from multiprocessing.context import BaseContext
from multiprocessing.synchronize import Semaphore
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

from pebble import ProcessExpired, ProcessPool

from core.documents.base import Block, Fault, Ocr, Parsed, Picture, Reader
from core.documents.reading import finished, read_document, read_picture

T = TypeVar("T")

_AHEAD = 4
"""Documents handed out for each process: enough to keep it busy, few enough to keep little in memory."""
_START_S = 5.0
"""How long the pool's end waits for a process that is still starting."""


@dataclass(frozen=True)
class ReadLimits:
    """What reading may take. `processes` 0 is one a core; `seconds` for one document, and for each of its pictures;
    `memory_mb` for one process; `megabytes` of one file."""

    processes: int = 0
    seconds: float = 120.0
    memory_mb: int = 4096
    megabytes: int = 200

    @property
    def workers(self) -> int:
        """Processes that read at the same time."""
        if self.processes:
            return self.processes
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


@dataclass
class _Document(Generic[T]):
    """A document on its way: its pictures are read one by one after it, `left` of them still are."""

    task: T
    parsed: Parsed | None = None
    recognised: list[Sequence[Block] | Fault] = field(default_factory=list)
    left: int = 0


class ReaderPool:
    """Reads documents side by side. Use as a context manager; leaving it ends what still runs."""

    def __init__(self, limits: ReadLimits, ocr: Ocr | None = None) -> None:
        self._limits = limits
        self._ocr = ocr
        context = _context()
        self._begun = context.Semaphore(0)
        self._is_used = False
        self._pool = ProcessPool(
            limits.workers,
            initializer=_begin_worker,
            initargs=(limits.memory_mb * 1024 * 1024, self._begun),
            context=context,
        )

    def __enter__(self) -> "ReaderPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._is_used:
            # The pool's end takes away the locks that a starting process looks for: it would die of it, and say so.
            for _ in range(self._limits.workers):
                self._begun.acquire(timeout=_START_S)
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def read(self, tasks: Iterable[tuple[T, Path, Reader]]) -> Iterator[tuple[T, Parsed | Fault]]:
        """Each task (whatever names it for the caller, a file, its reader) with its outcome, in the order in which
        they are done."""
        source = iter(tasks)
        waiting: dict[Future[Any], tuple[_Document[T], int | None]] = {}
        documents = 0
        while True:
            while documents < _AHEAD * self._limits.workers and (task := next(source, None)) is not None:
                name, path, reader = task
                waiting[self._schedule(read_document, path, reader)] = (_Document(name), None)
                documents += 1
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                document, place = waiting.pop(future)
                outcome = self._outcome(future)
                if place is not None:
                    document.recognised[place] = outcome
                    document.left -= 1
                elif isinstance(outcome, Fault):
                    documents -= 1
                    yield document.task, outcome
                    continue
                else:
                    document.parsed = outcome
                    waiting.update(self._pictures(document))
                if document.parsed is not None and not document.left:
                    documents -= 1
                    found = document.recognised if self._ocr is not None else None
                    yield document.task, finished(document.parsed, found)

    def _pictures(self, document: _Document[T]) -> Iterator[tuple[Future[Any], tuple[_Document[T], int | None]]]:
        if self._ocr is None or document.parsed is None:
            return
        pictures = [block for block in document.parsed.blocks if isinstance(block, Picture)]
        document.recognised = [()] * len(pictures)
        document.left = len(pictures)
        for place, picture in enumerate(pictures):
            yield self._schedule(read_picture, picture, self._ocr), (document, place)

    def _schedule(self, function: Any, *args: Any) -> Future[Any]:
        self._is_used = True
        scheduled: Future[Any] = self._pool.schedule(function, args=args, timeout=self._limits.seconds)
        return scheduled

    def _outcome(self, future: Future[Any]) -> Any:
        """What the process gave back, or what ended it."""
        try:
            return future.result()
        except TimeoutError:
            return Fault(
                "timeout",
                f"not read within {self._limits.seconds:g} s: split it, save it in another format, "
                "or raise READ_TIMEOUT_S",
            )
        except ProcessExpired as error:
            return Fault(
                "crashed",
                f"its reader ended with status {error.exitcode}: open it and save it again, or print it to PDF",
            )
        except CancelledError:
            return Fault("unreadable", "reading was stopped: run ingest again")


def _context() -> BaseContext:
    """How processes are started. The server imports what every reader needs once; its processes have it then, where
    each would spend most of its start on it. (Where it can't find this package, they import it themselves.)"""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", __name__])
    return context


def _begin_worker(memory: int, begun: Semaphore) -> None:
    """In the new process: bound its memory, leave Ctrl-C to the parent, end when the parent is gone; `begun` counts
    the processes that got as far."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError):  # a lower limit is set already
            resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begun.release()


def _end_with_parent() -> None:
    """A parent that is killed can't end its children."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
