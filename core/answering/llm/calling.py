"""Calls to the model within a time: what is asked again, how long is waited, and for how long in all."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_random_exponential,
)

from core.answering.llm.chat import Chat, Counted, estimated_tokens
from core.answering.llm.prompts import Prompt
from core.answering.llm.spending import Spending
from core.errors import ModelTooSlow, ModelUnavailable

T = TypeVar("T")
_SHORTEST_WAIT_S = 0.2


class Deadline:
    """A moment on the event loop's clock."""

    def __init__(self, seconds: float) -> None:
        self._at = asyncio.get_running_loop().time() + seconds

    @property
    def left(self) -> float:
        """Seconds until then, 0 once it is past."""
        return max(0.0, self._at - asyncio.get_running_loop().time())

    async def wait(self, work: Awaitable[T], most: float | None = None) -> T:
        """What the work gives, within the time left and `most` seconds. Raises ModelTooSlow."""
        seconds = self.left if most is None else min(self.left, most)
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError as error:
            raise ModelTooSlow("the model took too long") from error


@dataclass(frozen=True)
class Patience:
    """How often a call is tried in all, and the longest wait between two tries where the endpoint names none."""

    tries: int = 3
    longest_wait_s: float = 4.0


SOMEBODY_WAITS = Patience()


class Caller:
    """Calls a model; `first_token_s` bounds the wait for the beginning of a stream, its retries included."""

    def __init__(self, chat: Chat, first_token_s: float, patience: Patience = SOMEBODY_WAITS) -> None:
        self._chat = chat
        self._first_token_s = first_token_s
        self._patience = patience

    async def stream(self, prompt: Prompt, until: Deadline, spent: Spending) -> AsyncGenerator[str | Counted]:
        """As `Chat.stream`, in time; once begun, nothing is asked again. What it took is counted however it ends.

        Raises:
            ModelError
        """
        text = ""
        counted: Counted | None = None
        try:
            chunks, first = await until.wait(self._retrying(self._begin, prompt), self._first_token_s)
            async with aclosing(chunks):
                part: str | Counted | None = first
                while part is not None:
                    if isinstance(part, Counted):
                        counted = part
                    else:
                        text += part
                    yield part
                    part = await until.wait(anext(chunks, None))
        finally:
            if counted or text:
                read = estimated_tokens(prompt.system + prompt.user)
                spent.add(counted or Counted(read, estimated_tokens(text), estimated=True))

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any], until: Deadline, spent: Spending) -> str:
        """As `Chat.complete`, in time. Raises ModelError."""
        answered: tuple[str, Counted] = await until.wait(self._retrying(self._chat.complete, prompt, schema))
        text, counted = answered
        spent.add(counted)
        return text

    async def _begin(self, prompt: Prompt) -> tuple[AsyncGenerator[str | Counted], str | Counted]:
        """A stream that has begun, and its first part."""
        chunks = self._chat.stream(prompt)
        try:
            return chunks, await anext(chunks)
        except BaseException:
            await chunks.aclose()
            raise

    async def _retrying(self, function: Any, *args: Any) -> Any:
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(ModelUnavailable),
            wait=self._wait,
            stop=stop_after_attempt(self._patience.tries) | stop_before_delay(self._first_token_s),
            reraise=True,
        )
        return await retrying(function, *args)

    def _wait(self, state: RetryCallState) -> float:
        """As long as the endpoint asks for; else a random time that grows."""
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, ModelUnavailable) and error.retry_after is not None:
            return error.retry_after
        return wait_random_exponential(multiplier=_SHORTEST_WAIT_S, max=self._patience.longest_wait_s)(state)
