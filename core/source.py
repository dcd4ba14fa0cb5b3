"""Which corpus answers now: the index version that CURRENT names, loaded beside the one that answers meanwhile, the
decisions that people took on what its documents contradict each other about, and the answers that they pinned."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from core.audit.decisions import decisions_stamp, load_decisions
from core.corpus import Corpus
from core.errors import ForsaError, IndexUnavailable
from core.index.store import current_version
from core.ports import PinStore, ReplyCache

log = logging.getLogger(__name__)


class CorpusSource:
    """Hands out the corpus to ask. A version that another process swapped in is noticed at the next question, and so
    is a decision, or a pin.

    Args:
        data_dir: where the decisions lie.
        load: reads and verifies the current version and builds its corpus, with the decisions; called in a thread.
        cache: loses its entries of other states after a swap.
        pins: the pinned answers; none if None.
    """

    def __init__(
        self,
        db_dir: Path,
        data_dir: Path,
        load: Callable[[], Corpus],
        cache: ReplyCache,
        pins: PinStore | None = None,
    ) -> None:
        self._db_dir = db_dir
        self._data_dir = data_dir
        self._load = load
        self._cache = cache
        self._corpus: Corpus | None = None
        self._loading: asyncio.Task[Corpus] | None = None
        self._failed = ""
        self._decided = decisions_stamp(data_dir)
        self._deciding = asyncio.Lock()
        self._pins = pins
        self._pinned = 0

    async def current(self) -> Corpus:
        """The corpus that answers; while a newer version loads, the one before it.

        Raises:
            IndexUnavailable: there is none, or the first one can't be loaded.
        """
        if self._corpus is None:
            return await self.reload()
        if decisions_stamp(self._data_dir) != self._decided:
            await self._take_decisions()
        await self._take_pins()
        try:
            version = current_version(self._db_dir)
        except IndexUnavailable as error:
            # The pointer was taken away or damaged; what is in memory is whole.
            log.error("%s; index version %s answers on", error, self._corpus.index.version)
            return self._corpus
        if version not in (self._corpus.index.version, self._failed) and self._loading is None:
            log.info("index version %s is there; loading it", version)
            self._begin().add_done_callback(lambda task: self._note_failure(task, version))
        return self._corpus

    async def reload(self) -> Corpus:
        """Load the current version and let it answer. Raises as `current`; the old corpus then stays."""
        if (loading := self._loading) is not None:
            # It may have begun before the swap that this call is about.
            await asyncio.wait([loading])
            if self._corpus is not None and self._corpus.index.version == current_version(self._db_dir):
                return self._corpus
        return await asyncio.shield(self._loading or self._begin())

    async def _take_decisions(self) -> None:
        """Let the corpus answer by the decisions as they are now; where they can't be read it answers on as before."""
        async with self._deciding:
            stamp = decisions_stamp(self._data_dir)
            if stamp == self._decided:
                return  # another question waited for the same
            try:
                decisions = await asyncio.to_thread(load_decisions, self._data_dir)
            except ForsaError as error:
                log.error("%s (%s); the decisions before answer on", error, error.hint)
            else:
                assert self._corpus is not None
                self._corpus = self._corpus.with_decisions(decisions)
                await self._forget(self._corpus)
            self._decided = stamp

    async def _take_pins(self) -> None:
        """Let the corpus answer by the pins as they are now; where they can't be read, by those before."""
        if self._pins is None:
            return
        try:
            if await self._pins.revision() == self._pinned:
                return
            async with self._deciding:
                before = self._corpus
                if before is None or await self._pins.revision() == self._pinned:
                    return  # another question waited for the same
                changed, revision = await self._with_pins(before)
                if self._corpus is before:  # else a newer version answers, and took the pins itself
                    self._corpus, self._pinned = changed, revision
                    await self._forget(changed)
        except ForsaError as error:
            log.error("%s (%s); the pins before answer on", error, error.hint)

    async def _with_pins(self, corpus: Corpus) -> tuple[Corpus, int]:
        """A corpus with the pins of this moment, and their revision. Raises StorageError."""
        if self._pins is None:
            return corpus, 0
        revision, pinned = await self._pins.revision(), await self._pins.pins()
        return await asyncio.to_thread(corpus.with_pins, pinned), revision

    def _begin(self) -> "asyncio.Task[Corpus]":
        self._loading = asyncio.create_task(self._swap())
        return self._loading

    async def _swap(self) -> Corpus:
        try:
            stamp = decisions_stamp(self._data_dir)  # what changes while it loads is taken at the next question
            corpus, revision = await asyncio.to_thread(self._load), 0
            try:
                corpus, revision = await self._with_pins(corpus)
            except ForsaError as error:
                log.error("%s (%s); no pin is used", error, error.hint)
            self._corpus, self._decided, self._pinned = corpus, stamp, revision
        finally:
            self._loading = None
        await self._forget(corpus)
        return corpus

    async def _forget(self, corpus: Corpus) -> None:
        """Drop the cached answers of every other state."""
        try:
            forgotten = await self._cache.forget_other_states(corpus.answer_state)
            log.info("index version %s answers; %d cached answers forgotten", corpus.index.version, forgotten)
        except ForsaError as error:
            # Stale entries can't be served anyway: their keys hold another state.
            log.warning("stale cache entries remain: %s", error)

    def _note_failure(self, task: "asyncio.Task[Corpus]", version: str) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._failed = version
            log.error("index version %s can't be loaded, the one before answers on: %s", version, error)
