"""Looks on while messages are answered: counts what became of them, and logs a line for each question."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.commands import parse
from bot.logs import Asked, about_question, asked_now, question_id
from bot.metrics import Metrics
from bot.replies import Answer, BotReply, Message, Notice, VoteNotice

log = logging.getLogger(__name__)


class Watch:
    """One for all channels. It changes nothing of what people are told.

    Args:
        questions: whether the log may show above DEBUG what is asked.
    """

    def __init__(self, metrics: Metrics, questions: bool) -> None:
        self._metrics = metrics
        self._level = logging.INFO if questions else logging.DEBUG

    @contextmanager
    def on(self, message: Message) -> Iterator[None]:
        """What is logged within the block is about this message, by the id that its channel gave it if it did."""
        known = asked_now()
        id_ = known.id if known else question_id(message.channel, f"{message.chat} {message.id}")
        with about_question(Asked(id_, message.text)):
            if is_question(message):
                log.log(self._level, "%s asks: %s", message.channel, message.text)
            yield

    def replied(self, message: Message, reply: BotReply) -> None:
        """A reply to a message is on its way."""
        match reply:
            case Answer(found, understanding=spent):
                self._metrics.answered(message.channel, found)
                if spent is not None:
                    self._metrics.paid(spent)
                log.info(
                    "%s: %s%s in %s, %.0f ms%s, answer %s",
                    message.channel,
                    found.kind,
                    f" ({found.reason})" if found.reason else "",
                    found.language,
                    found.timings_ms.total,
                    " from the cache" if found.cached else "",
                    found.answer_id or "not stored",
                )
            case VoteNotice():
                self._metrics.voted(message.channel, reply.value)
            case Notice() if reply.is_error and reply.reason != "not-kept" and is_question(message):
                self._metrics.failed(message.channel, reply.language, reply.reason)
                log.info("%s: no answer (%s)", message.channel, reply.reason)


def is_question(message: Message) -> bool:
    """Whether a message asks something, and is no command, vote or courtesy."""
    return message.kind == "text" and parse(message.text) is None
