"""Passages that were read badly, put in order by a model: what is worth a try, what it costs, what is taken."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from pathlib import Path

from core.answering.llm.calling import Caller, Deadline
from core.answering.llm.chat import Counted, estimated_tokens
from core.answering.llm.prompts import Prompts
from core.answering.llm.spending import Spending
from core.cleaning.faithful import unfaithful
from core.documents.chunk import Chunk
from core.documents.rows import is_row
from core.durable import writing
from core.errors import ModelError, ModelRefused

_AT_ONCE = 4
"""Passages that are asked for together."""


@dataclass(frozen=True)
class Cleaned:
    """What came of a passage: the model's `text`, and why it can't be taken ('' where it can).

    `key` names the passage's text as it was read, the model and the prompt.
    """

    key: str
    text: str
    fault: str


@dataclass(frozen=True)
class Estimate:
    """What is ahead: passages to ask for, tokens read and written, about, and the cost in the prices' currency."""

    passages: int
    tokens_in: int
    tokens_out: int
    cost: float


class Cleaner:
    """Asks for passages, some at a time. What was asked is kept in a file, so that a run goes on where it stopped.

    Args:
        timeout_s: for one passage.
    """

    def __init__(
        self, caller: Caller, prompts: Prompts, spending: Spending, model: str, timeout_s: float, kept: Path
    ) -> None:
        self._caller = caller
        self._prompts = prompts
        self._spending = spending
        self._model = model
        self._timeout_s = timeout_s
        self._kept = kept
        self._known = _read(kept)

    def candidates(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Passages that the model may touch: rows of tables and corrected figures stay as they were read, and what was
        put in order once is in order."""
        taken = {cleaned.text for cleaned in self._known.values() if not cleaned.fault}
        return [
            chunk
            for chunk in chunks
            if not chunk.corrections and chunk.text not in taken and not any(map(is_row, chunk.text.splitlines()))
        ]

    def estimate(self, chunks: Sequence[Chunk], price_in: float, price_out: float) -> Estimate:
        """What these passages would take; prices are of a million tokens."""
        new = [chunk for chunk in chunks if self._key(chunk) not in self._known]
        prompts = [self._prompts.clean(chunk.text, chunk.language) for chunk in new]
        tokens_in = sum(estimated_tokens(prompt.system + prompt.user) for prompt in prompts)
        tokens_out = sum(estimated_tokens(chunk.text) for chunk in new)
        return Estimate(len(new), tokens_in, tokens_out, (tokens_in * price_in + tokens_out * price_out) / 1_000_000)

    async def clean(self, chunks: Sequence[Chunk]) -> AsyncIterator[tuple[Chunk, Cleaned]]:
        """Each passage with what came of it, as they come. One that couldn't be asked for has the fault `model` and is
        not kept: the next run asks again.

        Raises:
            ModelRefused: the endpoint refuses to answer at all.
            StorageError
        """
        for start in range(0, len(chunks), _AT_ONCE):
            batch = chunks[start : start + _AT_ONCE]
            for chunk, cleaned in zip(batch, await asyncio.gather(*map(self._one, batch)), strict=True):
                yield chunk, cleaned

    async def _one(self, chunk: Chunk) -> Cleaned:
        key = self._key(chunk)
        if (known := self._known.get(key)) is not None:
            return known
        try:
            text, is_whole = await self._said(chunk)
        except ModelRefused:
            raise
        except ModelError:
            return Cleaned(key, "", "model")
        fault = unfaithful(chunk.text, text, chunk.language) if is_whole else "cut-off"
        cleaned = Cleaned(key, text, fault or "")
        self._keep(cleaned)
        return cleaned

    async def _said(self, chunk: Chunk) -> tuple[str, bool]:
        prompt, text, is_whole = self._prompts.clean(chunk.text, chunk.language), "", True
        until = Deadline(self._timeout_s)
        async with aclosing(self._caller.stream(prompt, until, self._spending)) as parts:
            async for part in parts:
                if isinstance(part, Counted):
                    is_whole = part.is_whole
                else:
                    text += part
        lines = [line.strip() for line in text.strip().splitlines()]
        return "\n".join(line for line in lines if line), is_whole

    def _key(self, chunk: Chunk) -> str:
        prompt = self._prompts.clean(chunk.text, chunk.language)
        return hashlib.sha256(f"{self._model}\0{prompt.system}\0{prompt.user}".encode()).hexdigest()

    def _keep(self, cleaned: Cleaned) -> None:
        self._known[cleaned.key] = cleaned
        with writing(f"writing {self._kept}"), self._kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(cleaned), ensure_ascii=False) + "\n")


def _read(file: Path) -> dict[str, Cleaned]:
    """What earlier runs kept; half a line, of a run that was killed, is nothing."""
    known: dict[str, Cleaned] = {}
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return known
    for line in lines:
        try:
            cleaned = Cleaned(**json.loads(line))
        except (ValueError, TypeError):
            continue
        known[cleaned.key] = cleaned
    return known
