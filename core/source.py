"""Which corpus answers now: the index version that CURRENT names, loaded beside the one that answers meanwhile."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from core.corpus import Corpus
from core.errors import ForsaError, IndexUnavailable
from core.index.store import current_version
from core.ports import ReplyCache

log = logging.getLogger(__name__)


class CorpusSource:
    """Hands out the corpus to ask. A version that another process swapped in is noticed at the next question.

    Args:
        load: reads and verifies the current version and builds its corpus; called in a thread.
        cache: loses its entries of other states after a swap.
    """

    def __init__(self, db_dir: Path, load: Callable[[], Corpus], cache: ReplyCache) -> None:
        self._db_dir = db_dir
        self._load = load
        self._cache = cache
        self._corpus: Corpus | None = None
        self._loading: asyncio.Task[Corpus] | None = None
        self._failed = ""

    async def current(self) -> Corpus:
        """The corpus that answers; while a newer version loads, the one before it.

        Raises:
            IndexUnavailable: there is none, or the first one can't be loaded.
        """
        if self._corpus is None:
            return await self.reload()
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

    def _begin(self) -> "asyncio.Task[Corpus]":
        self._loading = asyncio.create_task(self._swap())
        return self._loading

    async def _swap(self) -> Corpus:
        try:
            corpus = await asyncio.to_thread(self._load)
            self._corpus = corpus
        finally:
            self._loading = None
        try:
            forgotten = await self._cache.forget_other_states(corpus.answer_state)
            log.info("index version %s answers; %d cached answers forgotten", corpus.index.version, forgotten)
        except ForsaError as error:
            # Stale entries can't be served anyway: their keys hold another state.
            log.warning("stale cache entries remain: %s", error)
        return corpus

    def _note_failure(self, task: "asyncio.Task[Corpus]", version: str) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._failed = version
            log.error("index version %s can't be loaded, the one before answers on: %s", version, error)
