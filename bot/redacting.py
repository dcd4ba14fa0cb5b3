"""Logs without secrets: libraries write addresses that hold a bot's token, and errors that quote it."""

import json
import logging
from collections.abc import Iterable

HIDDEN = "[hidden]"


class Redacting(logging.Formatter):
    """Formats as another formatter does, then hides the secrets wherever they stand, tracebacks included."""

    def __init__(self, inner: logging.Formatter, secrets: Iterable[str]) -> None:
        super().__init__()
        self._inner = inner
        # In JSON lines a quote in a secret is escaped.
        shapes = [(secret, json.dumps(secret, ensure_ascii=False)[1:-1]) for secret in secrets if secret]
        self._secrets = sorted({shape for pair in shapes for shape in pair}, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """The line to be written."""
        line = self._inner.format(record)
        for secret in self._secrets:
            line = line.replace(secret, HIDDEN)
        return line


def hide_in_logs(secrets: Iterable[str]) -> None:
    """From here on nothing that is logged shows these."""
    known = list(secrets)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(Redacting(handler.formatter or logging.Formatter(), known))
