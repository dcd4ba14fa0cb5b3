"""The log: text or JSON, the id of its question in every line, and neither a secret nor what was asked."""

import hashlib
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.redacting import HIDDEN

Format = Literal["text", "json"]

SHORTEST_HIDDEN = 8
"""Characters from which a question is looked for in the lines: `oui` stands in too many of them."""


@dataclass(frozen=True)
class Asked:
    """The message that is being dealt with: its id in the log, and its words."""

    id: str
    text: str = ""


_asked: ContextVar[Asked | None] = ContextVar("forsa_asked", default=None)


def question_id(channel: str, key: str) -> str:
    """The id of a message by the channel's name for it: the same after a restart, and it says nothing of anybody."""
    return hashlib.blake2s(f"{channel} {key}".encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


@contextmanager
def about_question(asked: Asked) -> Iterator[None]:
    """What is logged within the block, and in the tasks and threads that it starts, is about this message."""
    before = _asked.get()
    _asked.set(asked)
    try:
        yield
    finally:
        # Not by a token: a generator may be closed in another context than it was opened in.
        _asked.set(before)


def asked_now() -> Asked | None:
    """The message that is being dealt with, if it is known."""
    return _asked.get()


def set_up_logs(level: int, form: Format, questions: bool) -> None:
    """Write what is logged from here on to standard error. `questions`: what was asked may be shown above DEBUG."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(Marking(questions))
    logging.basicConfig(level=level, handlers=[handler])


class Marking(logging.Filter):
    """Adds the question's id to a record, and what must not be shown in it."""

    def __init__(self, questions: bool) -> None:
        super().__init__()
        self._questions = questions

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record through."""
        asked = _asked.get()
        record.question = asked.id if asked else ""
        is_shown = self._questions or record.levelno <= logging.DEBUG
        text = asked.text if asked else ""
        record.unsaid = "" if is_shown or len(text) < SHORTEST_HIDDEN else text
        return True


class TextLines(logging.Formatter):
    """`2026-03-09 10:00:00,123 INFO bot.watch: … [question 1f3a…]`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the traceback below it if there is one."""
        line = _without(super().format(record), record)
        question = getattr(record, "question", "")
        if not question:
            return line
        first, *more = line.split("\n")
        return "\n".join([f"{first} [question {question}]", *more])


class JsonLines(logging.Formatter):
    """One object a line: `time` (UTC), `level`, `logger`, `message`; `question` and `traceback` where there are any."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _without(record.getMessage(), record),
        }
        if question := getattr(record, "question", ""):
            told["question"] = question
        if record.exc_info:
            told["traceback"] = _without(self.formatException(record.exc_info), record)
        # Half a surrogate pair in a message can't be written as UTF-8: it goes out as the escape that JSON knows.
        return json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _without(line: str, record: logging.LogRecord) -> str:
    unsaid = getattr(record, "unsaid", "")
    if not unsaid:
        return line
    # As it is, and as Python shows it within an error.
    return line.replace(unsaid, HIDDEN).replace(repr(unsaid)[1:-1], HIDDEN)
