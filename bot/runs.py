"""`chat` and `ask`: build the whole, use it, take it down."""

import asyncio
import getpass
import logging
import os
import sys
from contextlib import aclosing
from pathlib import Path
from typing import cast

from bot.asking import Asking, BatchFileError, from_argument, read_batch
from bot.bidi import isolate
from bot.console.channel import Console
from bot.console.render import Style, render_answer
from bot.edge import fail, write_json
from bot.faults import language_to_answer, sentence
from core.documents.chunk import Language
from core.errors import InputError
from core.question import read_question
from core.reply import Reply
from core.settings import Settings

log = logging.getLogger(__name__)

# What a batch could not do at all is an exit status too; what single items lack is not.
_STATUS_OF_REASON = {"no-index": 1, "index-damaged": 1, "model-down": 1, "unknown-scope": 2}

_STANDARD_INPUT = 0


def chat(settings: Settings) -> None:
    """A conversation in this terminal; ends with the input, `/quit` or Ctrl-C."""

    async def run() -> None:
        from bot.app import open_app

        async with open_app(settings) as app:
            await Console(app.conversation, _person(), _STANDARD_INPUT, sys.stdout).run()

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        print()  # the terminal's line ends after `^C`; leaving this way is as good as any


def ask_one(settings: Settings, argument: str, as_json: bool, scope: str | None, language: str | None) -> None:
    """Ask one question and print the reply."""
    text = from_argument(argument)

    fixed = cast(Language | None, language)

    async def run() -> Reply:
        from bot.app import open_app

        async with open_app(settings) as app:
            return await Asking(app.engine, settings, fixed, scope).reply(text)

    try:
        read_question(text, settings=settings)  # what can't be asked needs no models, and no index
        reply = asyncio.run(run())
    except InputError as error:
        said_in = fixed or language_to_answer(text, settings) or "fr"
        fail(isolate(sentence(error, said_in, settings, scope or "")), 2)
    if as_json:
        write_json(reply.to_json())
    else:
        print(render_answer(reply, Style(sys.stdout.isatty() and "NO_COLOR" not in os.environ)))


def ask_batch(settings: Settings, path: Path, scope: str | None, language: str | None) -> None:
    """Ask a file of questions and print one object a line, in order, as they come."""
    try:
        items = read_batch(path)
    except BatchFileError as error:
        fail(f"{error}; {error.hint}", 2)

    async def run() -> tuple[int, str]:
        from bot.app import open_app

        status, why = 0, ""
        async with open_app(settings) as app:
            asking = Asking(app.engine, settings, cast(Language | None, language), scope)
            async with aclosing(asking.batch(items)) as objects:
                async for found in objects:
                    write_json(found)
                    if found["kind"] == "error" and found["reason"] in _STATUS_OF_REASON:
                        status, why = _STATUS_OF_REASON[found["reason"]], found["text"]
        return status, why

    status, why = asyncio.run(run())
    if status:
        fail(isolate(why), status)


def _person() -> str:
    """Who sits at this machine, by the system's name, so that their settings are found again next time."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "console"
