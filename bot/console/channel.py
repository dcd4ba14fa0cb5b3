"""The console channel: reads lines, shows replies. Over a pipe it is silent but for these."""

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import CancelledError
from contextlib import aclosing
from typing import TextIO

from bot.console.render import Style, render
from bot.conversation import Conversation
from bot.replies import BotReply, Message, Notice, Progress
from bot.texts import Text

QUIT_WORDS = frozenset({"/quit", "/exit", "/خروج"})
PROMPT = "› "
_WELCOME = "/start"
_LINES_AHEAD = 100
_READ_BYTES = 65_536


class Console:
    """A conversation with whoever sits before the terminal, who is the admin of their own bot."""

    def __init__(self, conversation: Conversation, person: str, input_fd: int, output: TextIO) -> None:
        self._conversation = conversation
        self._person = person
        self._input_fd = input_fd
        self._output = output
        self._is_terminal = os.isatty(input_fd) and output.isatty()
        self._style = Style(self._is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb")
        self._going_on: set[asyncio.Task[None]] = set()
        self._quarter: tuple[str, int] | None = None

    async def run(self) -> None:
        """Talk until the input ends or the person leaves. What still runs is waited for at the end of the input."""
        try:
            if self._is_terminal:
                await self._handle(_WELCOME)
            async with aclosing(self._lines()) as lines:
                async for line in lines:
                    if line.strip() in QUIT_WORDS:
                        return
                    if line.strip():
                        await self._handle(line)
                    self._prompt()
            await asyncio.gather(*self._going_on)
        finally:
            for task in self._going_on:
                task.cancel()
            await asyncio.gather(*self._going_on, return_exceptions=True)

    async def _handle(self, line: str) -> None:
        message = Message("console", self._person, line, is_admin=True)
        replies = self._conversation.handle(message)
        try:
            async for reply in replies:
                self._show(reply)
                if line == _WELCOME and isinstance(reply, Notice):
                    self._show(Notice(Text.CONSOLE_HINT.say(reply.language), reply.language))
                if isinstance(reply, Progress):
                    # Long work: it goes on beside, and the next line is read.
                    task = asyncio.create_task(self._show_rest(replies))
                    self._going_on.add(task)
                    task.add_done_callback(self._going_on.discard)
                    return
        except BaseException:
            await replies.aclose()
            raise

    async def _show_rest(self, replies: AsyncGenerator[BotReply]) -> None:
        async with aclosing(replies):
            async for reply in replies:
                self._show(reply)

    def _show(self, reply: BotReply) -> None:
        if isinstance(reply, Progress):
            # A line a quarter of each stage: enough to see that it goes on, and the person can type between.
            quarter = (reply.text.split("…")[0], 4 * reply.done // max(reply.total, 1))
            if quarter == self._quarter:
                return
            self._quarter = quarter
        text = render(reply, self._style)
        if text:
            self._output.write(text + "\n" * (1 if isinstance(reply, Progress) else 2))
            self._output.flush()

    def _prompt(self) -> None:
        if self._is_terminal:
            self._output.write(PROMPT)
            self._output.flush()

    async def _lines(self) -> AsyncGenerator[str]:
        """Lines of the input. Bytes that aren't UTF-8 become lone surrogates, which the question's check names."""
        queue: asyncio.Queue[str | None] = asyncio.Queue(_LINES_AHEAD)
        loop = asyncio.get_running_loop()

        def put(line: str | None) -> None:
            asyncio.run_coroutine_threadsafe(queue.put(line), loop).result()

        # A daemon that reads the bare descriptor: it must neither hold up the end nor hold a lock on sys.stdin then.
        threading.Thread(target=_read_lines, args=(self._input_fd, put), daemon=True, name="forsa-console").start()
        self._prompt()
        while (line := await queue.get()) is not None:
            yield line


def _read_lines(fd: int, put: Callable[[str | None], None]) -> None:
    rest = b""
    try:
        while block := _read(fd):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                put(line.decode("utf-8", "surrogateescape"))
        if rest:
            put(rest.decode("utf-8", "surrogateescape"))
        put(None)
    except (RuntimeError, CancelledError):
        return  # the conversation has ended, nobody waits for lines any more


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, _READ_BYTES)
    except OSError:
        return b""  # the terminal has gone: the input has ended
