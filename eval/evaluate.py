"""Asks labelled questions through the product's own engine, as a channel does, and tells what came of it."""

import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from tqdm import tqdm

from bot.app import open_app
from bot.asking import Asking
from core.errors import IndexDamagedError
from core.index.store import read_version, versions_folder
from core.settings import Settings
from eval.result import Result
from eval.rows import row_of
from eval.summary import summarise


def evaluate(
    questions: Sequence[dict[str, Any]],
    *,
    label: str,
    files: Sequence[Path],
    settings: Settings,
    changed: dict[str, str],
) -> Result:
    """Ask all questions, everything up to and including the answer, and sum up.

    Nothing is taken from the cache, and no trace is left in the database.

    Args:
        files: where the questions are from.
        changed: the settings that differ from the environment's, as they were given.

    Raises:
        IndexUnavailable: there is no index that can answer, or it was replaced while questions were asked.
    """
    begin = time.monotonic()
    replies = asyncio.run(ask_all(settings, questions))
    seconds = time.monotonic() - begin
    version, state = _one_index(replies)
    texts = chunk_texts(settings.db_dir, version) if version else {}
    rows = [row_of(question, reply, texts) for question, reply in zip(questions, replies, strict=True)]
    return Result(
        label=label,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        questions=tuple(str(path) for path in files),
        changed={name.upper(): _shown(settings, name, value) for name, value in changed.items()},
        settings=settings.model_dump(mode="json"),
        index_version=version,
        answer_state=state,
        machine=machine(),
        seconds=round(seconds, 2),
        summary=summarise(rows),
        rows=rows,
    )


async def ask_all(settings: Settings, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The reply objects, in order, some questions at a time as a busy hour would. Raises IndexUnavailable."""
    items = [{"id": question["id"], "question": question["question"]} for question in questions]
    with tempfile.TemporaryDirectory() as records:
        async with open_app(settings.model_copy(update={"cache_size": 0}), Path(records)) as app:
            await app.engine.reload()
            asking = Asking(app.engine, settings)
            await asking.reply("prix")  # models are loaded by the first question: no labelled one waits for that
            async with aclosing(asking.batch(items)) as replies:
                with tqdm(total=len(items), desc="questions", file=sys.stderr, disable=None, dynamic_ncols=True) as bar:
                    given: list[dict[str, Any]] = []
                    async for reply in replies:
                        given.append(reply)
                        bar.update()
    return given


def chunk_texts(db_dir: Path, version: str) -> dict[str, str]:
    """Text of every chunk of an index version, by its id. Raises IndexDamagedError."""
    entries = read_version(versions_folder(db_dir) / version).entries
    return {chunk.id: chunk.text for entry in entries for chunk in (entry.chunk, *entry.duplicates)}


def machine() -> str:
    """What times were measured on, without naming it."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _shown(settings: Settings, name: str, value: str) -> str:
    """A change as it may be kept: no result holds a key."""
    return "***" if isinstance(getattr(settings, name), SecretStr) else value


def _one_index(replies: Sequence[dict[str, Any]]) -> tuple[str, str]:
    """Index version and answer state, the same for all replies; '' where every question failed."""
    found = {(reply["index_version"], reply["answer_state"]) for reply in replies if reply["kind"] != "error"}
    if len(found) > 1:
        raise IndexDamagedError("the index was replaced while questions were asked", "run the evaluation again")
    return next(iter(found), ("", ""))
