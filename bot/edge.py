"""The edge of the program: what goes out of it, and what becomes of errors there. One line, and an exit status.

0 an answer or refusal, 2 wrong use or input, 1 anything else, 130 interrupted, 141 the reader of our output went away.
"""

import json
import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from bot.logs import set_up_logs
from core.errors import ForsaError
from core.settings import Settings, load_settings

log = logging.getLogger(__name__)


@contextmanager
def edge() -> Iterator[Settings]:
    """Settings, logging and streams for a command; errors that leave the block end the program in order."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # started with the stream closed
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - lasts as long as the program
        # Whatever the locale: UTF-8, and what can't be encoded (half a surrogate pair) as an escape.
        getattr(sys, name).reconfigure(encoding="utf-8", errors="backslashreplace")
    level = logging.WARNING
    try:
        settings = load_settings()
        level = logging.getLevelNamesMapping()[settings.log_level]
        set_up_logs(level, settings.log_format, settings.log_questions)
        yield settings
        sys.stdout.flush()
    except ForsaError as error:
        fail(f"{error}" + (f" ({error.hint})" if error.hint else ""), 1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        _let_go_of_output()
        sys.exit(141)
    except OSError as error:
        _let_go_of_output()
        fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except Exception as error:
        if level <= logging.DEBUG:
            log.exception("internal error")
        fail(f"internal error: {type(error).__name__}: {error} (LOG_LEVEL=DEBUG shows where)", 1)


def _let_go_of_output() -> None:
    """The interpreter flushes once more at its end: give it something that takes what nobody takes."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(message: str, status: int) -> NoReturn:
    """Say it in one line on standard error, and end."""
    print(" ".join(message.split()), file=sys.stderr)
    sys.exit(status)


def write_json(value: Mapping[str, Any]) -> None:
    """One object, one line, at once. Lone surrogates go out as the escapes that JSON knows for them."""
    line = json.dumps(value, ensure_ascii=False) + "\n"
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
