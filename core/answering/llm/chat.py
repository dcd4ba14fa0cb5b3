"""What Forsa needs of a language model, whoever serves it: a text as it is written, and a text that is JSON."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from core.answering.llm.prompts import Prompt


@dataclass(frozen=True)
class Counted:
    """The end of a call: tokens read and written. `estimated` where the endpoint didn't count them; `is_whole` is
    False where the text was cut at the most tokens that it may have."""

    tokens_in: int
    tokens_out: int
    estimated: bool = False
    is_whole: bool = True


class Chat(Protocol):
    """A model behind an endpoint. One object serves all questions at once."""

    @property
    def model(self) -> str: ...

    def stream(self, prompt: Prompt) -> AsyncGenerator[str | Counted]:
        """The text in chunks as they come, then what was counted. Closing it ends the request.

        Raises:
            ModelRefused, ModelUnavailable, ModelUnusable
        """
        ...

    async def complete(self, prompt: Prompt, schema: Mapping[str, Any]) -> tuple[str, Counted]:
        """A whole text that should be JSON after a schema; the caller parses it. Raises as `stream`."""
        ...

    async def close(self) -> None:
        """Give up the connections."""
        ...


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has, where nobody counted: three characters each, Arabic less."""
    return len(text) // 3 + 1
