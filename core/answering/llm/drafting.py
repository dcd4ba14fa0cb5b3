"""The model's answer to one question: its stream, in pieces, through the checks."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from core.answering.llm.calling import Caller, Deadline
from core.answering.llm.chat import Counted
from core.answering.llm.checked import CheckedAnswer
from core.answering.llm.pieces import Pieces
from core.answering.llm.prompts import Prompt
from core.answering.llm.spending import Spending
from core.errors import ModelError, ModelUnusable

_TRIES = 2
_ENDLESS = 4
"""Times the answer's longest length that a model may write before it is taken for endless."""


@dataclass(frozen=True)
class Drafted:
    """The end of a draft: what stood and what didn't, and the fault that kept it from its end, if one did."""

    checked: CheckedAnswer
    error: ModelError | None


class Drafter:
    """Asks for drafts, a stream each."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def draft(
        self,
        prompt: Prompt,
        begin: Callable[[], CheckedAnswer],
        *,
        cell_separator: str,
        limit: int,
        until: Deadline,
        spent: Spending,
    ) -> AsyncGenerator[str | Drafted]:
        """Checked sentences as they come, then `Drafted`, once and last. An answer of which nothing can be used is
        asked for a second time; one that began isn't. Raises nothing of the model's: that is in `Drafted`.

        Args:
            begin: the checks that one try goes through.
            cell_separator: stands between the cells of a table's row.
            limit: characters of the answer, at most.
        """
        for tried in range(1, _TRIES + 1):
            checked = begin()
            error: ModelError | None = None
            pieces = Pieces(cell_separator)
            parts = self._caller.stream(prompt, until, spent)
            try:
                async with aclosing(self._sentences(parts, pieces, checked, _ENDLESS * limit)) as sentences:
                    async for sentence in sentences:
                        yield sentence
                if checked.outcome in ("empty", "wrong-language"):
                    error = ModelUnusable(f"the model's answer is unusable: {checked.outcome}")
            except ModelError as fault:
                error = fault
            if checked.shown or not isinstance(error, ModelUnusable) or tried == _TRIES:
                yield Drafted(checked, error)
                return

    async def _sentences(
        self, parts: AsyncGenerator[str | Counted], pieces: Pieces, checked: CheckedAnswer, most: int
    ) -> AsyncGenerator[str]:
        """What may be shown of a stream of at most `most` characters. What was cut off within a piece is left out."""
        async with aclosing(parts):
            async for part in parts:
                if isinstance(part, Counted):
                    complete = pieces.end() if part.is_whole else []
                else:
                    most -= len(part)
                    complete = pieces.feed(part)
                for piece in complete:
                    # A table's rows take milliseconds to check: not on the event loop.
                    for sentence in await asyncio.to_thread(checked.take, piece):
                        yield sentence
                if most < 0 or (isinstance(part, Counted) and not part.is_whole):
                    checked.stop()
                if checked.full:
                    return
