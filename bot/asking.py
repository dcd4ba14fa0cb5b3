"""`ask`: one question or a list of them, without a conversation."""

import asyncio
import json
import os
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.asks import Asks, events_of
from bot.faults import language_to_answer, sentence
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import ForsaError, IndexUnavailable, InputError, ModelsUnavailable
from core.question import read_question
from core.reply import Final, Reply
from core.settings import Settings

AT_ONCE = 16
"""Questions of a batch that are under way together, so that the models see them as one batch."""


class BatchFileError(ForsaError):
    """The file of a batch can't be used at all."""

    hint = 'it must be a JSON list of objects with "id" and "question", in UTF-8'


@dataclass(frozen=True)
class Asking:
    """How questions of one call are asked: `language` fixes the reply's, `scope` is a name as typed."""

    engine: Asks
    settings: Settings
    language: Language | None = None
    scope: str | None = None

    async def reply(self, text: str) -> Reply:
        """Ask, and wait for the whole reply.

        Raises:
            InputError: the question or the scope can't be taken.
            IndexUnavailable, ModelsUnavailable: there is no index, or no model, that can answer now.
        """
        question = read_question(text, settings=self.settings, language=self.language)
        if self.scope is not None:
            question = replace(question, scope=await self.engine.resolve_scope(self.scope))
        async with events_of(self.engine, question) as events:
            async for event in events:
                if isinstance(event, Final):
                    return event.reply
        raise RuntimeError("the engine ended without a reply")

    async def batch(self, items: Sequence[object]) -> AsyncGenerator[dict[str, Any]]:
        """One object an item, in order, as they come; what is wrong with an item is its object and stops nothing."""
        under_way: deque[asyncio.Task[dict[str, Any]]] = deque()
        try:
            for item in items:
                under_way.append(asyncio.create_task(self._object(item)))
                if len(under_way) == AT_ONCE:
                    yield await under_way.popleft()
            while under_way:
                yield await under_way.popleft()
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _object(self, item: object) -> dict[str, Any]:
        item_id = item.get("id") if isinstance(item, dict) else None
        text = item.get("question") if isinstance(item, dict) else None
        if not isinstance(item, dict) or "id" not in item or not isinstance(text, str | None):
            said = Text.UNREADABLE_ITEM.say(self.language or "fr")
            return {"id": item_id, "kind": "error", "reason": "unreadable", "text": said}
        try:
            return {"id": item_id, **(await self.reply(text or "")).to_json()}
        except (InputError, IndexUnavailable, ModelsUnavailable) as error:
            language = self.language or language_to_answer(text or "", self.settings) or "fr"
            said = sentence(error, language, self.settings, self.scope or "")
            return {"id": item_id, "kind": "error", "reason": error.reason, "text": said}


def from_argument(argument: str) -> str:
    """A command line's argument as text; bytes that aren't UTF-8 stay lone surrogates, whatever the locale."""
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


def read_batch(path: Path) -> list[object]:
    """The items of a batch file.

    Raises:
        BatchFileError: it can't be read, or isn't a list.
    """
    try:
        items = json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=_no_constant)
    except OSError as error:
        raise BatchFileError(f"{path} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BatchFileError(f"{path} is not valid UTF-8 (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise BatchFileError(f"{path} is not valid JSON: {error}") from error
    if not isinstance(items, list):
        raise BatchFileError(f"{path} holds no list")
    return items


def _no_constant(name: str) -> object:
    """Python reads NaN and Infinity; JSON doesn't know them, and nobody could read the line that gave them back."""
    raise ValueError(f"{name} is no value of JSON")
