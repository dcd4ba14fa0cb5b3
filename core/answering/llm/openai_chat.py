"""A model behind any OpenAI-compatible endpoint, through the official client. One pool of connections for all."""

import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import openai
from openai import NOT_GIVEN, AsyncOpenAI, AsyncStream, Timeout
from openai.types import CompletionUsage
from openai.types.chat import ChatCompletion, ChatCompletionChunk, ChatCompletionMessageParam

from core.answering.llm.chat import Counted, estimated_tokens
from core.answering.llm.prompts import Prompt
from core.errors import ModelRefused, ModelUnavailable, ModelUnusable

_CONNECT_S = 5.0
_NO_KEY = "none"
"""Servers of one's own want none, but the client does."""
_NOT_TAKEN = (400, 422)
"""What endpoints say to a parameter that they don't know."""
_TRANSIENT = (408, 409, 425, 429)


class OpenAIChat:
    """`timeout_s` bounds the silence on the line; how long the first token and the whole answer may take is the
    caller's."""

    def __init__(
        self,
        url: str,
        key: str,
        model: str,
        *,
        temperature: float,
        max_tokens: int,
        timeout_s: float,
    ) -> None:
        self._client = AsyncOpenAI(
            base_url=url,
            api_key=key or _NO_KEY,
            max_retries=0,  # what is tried again, and until when, is decided where the time is known
            timeout=Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s)),
        )
        self._model = model
        self._temperature = temperature
        self._max_tokens = max_tokens
        self._counts = True
        self._takes_schema = True

    @property
    def model(self) -> str:
        """The name under which the endpoint knows it."""
        return self._model

    async def stream(self, prompt: Prompt) -> AsyncGenerator[str | Counted]:
        """As in `Chat`."""
        written, usage, finish = "", None, None
        with _told():
            stream = await self._begin(prompt)
        try:
            with _told():
                async for chunk in stream:
                    usage = chunk.usage or usage
                    for choice in chunk.choices[:1]:
                        finish = choice.finish_reason or finish
                        if text := choice.delta.content or "":
                            written += text
                            yield text
        finally:
            await stream.close()
        if finish is None:
            raise ModelUnavailable("the stream ended before its end")
        yield _counted(usage, prompt, written, is_whole=finish != "length")

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any]) -> tuple[str, Counted]:
        """As in `Chat`."""
        with _told():
            answer = await self._whole(prompt, schema)
        text = (answer.choices[0].message.content if answer.choices else None) or ""
        return text, _counted(answer.usage, prompt, text, is_whole=True)

    async def close(self) -> None:
        """As in `Chat`."""
        await self._client.close()

    async def _begin(self, prompt: Prompt) -> AsyncStream[ChatCompletionChunk]:
        """Ask for a stream, with a count of tokens at its end if the endpoint takes that."""
        if self._counts:
            try:
                return await self._stream(prompt, {"stream_options": {"include_usage": True}})
            except openai.APIStatusError as error:
                if error.status_code not in _NOT_TAKEN:
                    raise
            stream = await self._stream(prompt, {})
            self._counts = False  # it was that option which wasn't taken
            return stream
        return await self._stream(prompt, {})

    async def _stream(self, prompt: Prompt, extra: Mapping[str, Any]) -> AsyncStream[ChatCompletionChunk]:
        stream: AsyncStream[ChatCompletionChunk] = await self._client.chat.completions.create(
            model=self._model,
            messages=_messages(prompt),
            temperature=self._temperature,
            max_tokens=self._max_tokens,
            stream=True,
            **extra,
        )
        return stream

    async def _whole(self, prompt: Prompt, schema: Mapping[str, Any]) -> ChatCompletion:
        """Ask for JSON after the schema where the endpoint takes one, else for any text."""
        if self._takes_schema:
            form = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": schema}}
            try:
                return await self._complete(prompt, form)
            except openai.APIStatusError as error:
                if error.status_code not in _NOT_TAKEN:
                    raise
            answer = await self._complete(prompt, NOT_GIVEN)
            self._takes_schema = False  # it was the schema that wasn't taken
            return answer
        return await self._complete(prompt, NOT_GIVEN)

    async def _complete(self, prompt: Prompt, form: Any) -> ChatCompletion:
        return await self._client.chat.completions.create(
            model=self._model,
            messages=_messages(prompt),
            temperature=0.0,
            max_tokens=self._max_tokens,
            response_format=form,
        )


def _messages(prompt: Prompt) -> list[ChatCompletionMessageParam]:
    return [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]


def _counted(usage: CompletionUsage | None, prompt: Prompt, written: str, *, is_whole: bool) -> Counted:
    if usage is not None:
        return Counted(usage.prompt_tokens or 0, usage.completion_tokens or 0, is_whole=is_whole)
    read = estimated_tokens(prompt.system + prompt.user)
    return Counted(read, estimated_tokens(written), estimated=True, is_whole=is_whole)


@contextmanager
def _told() -> Iterator[None]:
    """The client's errors as ours. Their own texts may quote the request or part of a key: only the status is told."""
    try:
        yield
    except openai.APITimeoutError as error:
        raise ModelUnavailable("the model didn't answer in time") from error
    except openai.APIConnectionError as error:
        raise ModelUnavailable("the model's endpoint can't be reached, or broke off") from error
    except openai.APIStatusError as error:
        raise _of_status(error) from error
    except openai.APIError as error:
        raise ModelUnavailable("the endpoint reported an error within its answer") from error
    except (json.JSONDecodeError, UnicodeDecodeError, AttributeError, TypeError) as error:
        # What isn't after the protocol comes out of the client as whatever it stumbled over.
        raise ModelUnusable("the endpoint's answer isn't after the protocol") from error


def _of_status(error: openai.APIStatusError) -> ModelRefused | ModelUnavailable:
    status = error.status_code
    if status in _TRANSIENT or status >= 500:
        return ModelUnavailable(f"the endpoint answers with status {status}", retry_after=_retry_after(error))
    return ModelRefused(f"the endpoint refuses the request with status {status}")


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Seconds that the endpoint asks to wait; a date in that place is too rare to be read."""
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "")))
    except ValueError:
        return None
