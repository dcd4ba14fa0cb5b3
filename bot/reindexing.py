"""`/reindex` as an admin sees it: progress, then what changed, or why it failed."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

from bot.asker import Asker
from bot.reindex_job import JobDied, JobDone, JobFailed, JobProgress
from bot.replies import BotReply, Progress
from bot.texts import Text
from core.errors import ReindexRunning

NAMES_SHOWN = 5
_STAGES = {"ingest": Text.REINDEX_READING, "encode": Text.REINDEX_ENCODING, "finish": Text.REINDEX_FINISHING}


class Job(Protocol):
    """Reindexes; at most one at a time (`reindex_job.py`)."""

    def run(self) -> AsyncGenerator[JobProgress | JobDone]: ...


async def reindex(asker: Asker, job: Job) -> AsyncGenerator[BotReply]:
    """Run the job and say how it goes."""
    if not asker.message.is_admin:
        yield asker.notice(Text.REINDEX_NOT_ALLOWED, is_error=True)
        return
    try:
        async with aclosing(job.run()) as steps:
            started = False
            async for step in steps:
                if isinstance(step, JobDone):
                    for reply in _summary(asker, step):
                        yield reply
                    continue
                if not started:
                    yield Progress(Text.REINDEX_STARTED.say(asker.language), asker.language)
                    started = True
                yield _progress(asker, step)
    except ReindexRunning:
        yield asker.notice(Text.REINDEX_RUNNING, is_error=True)
    except JobFailed as error:
        yield asker.notice(Text.REINDEX_FAILED, reason=error, is_error=True)
    except JobDied:
        yield asker.notice(Text.REINDEX_DIED, is_error=True)


def _progress(asker: Asker, step: JobProgress) -> Progress:
    left = ""
    if step.seconds_left is not None and step.done < step.total:
        left = Text.SECONDS_LEFT.say(asker.language, seconds=round(step.seconds_left))
    said = _STAGES[step.stage].say(asker.language, done=step.done, total=step.total, left=left)
    return Progress(said, asker.language, step.done, step.total)


def _summary(asker: Asker, step: JobDone) -> list[BotReply]:
    replies: list[BotReply] = [
        asker.notice(
            Text.REINDEX_DONE,
            seconds=round(step.seconds),
            new=step.new,
            changed=step.changed,
            removed=step.removed,
            unreadable=len(step.unreadable),
        )
    ]
    if step.unreadable:
        more = " …" * (len(step.unreadable) > NAMES_SHOWN)
        replies.append(asker.notice(Text.REINDEX_UNREADABLE, names=", ".join(step.unreadable[:NAMES_SHOWN]) + more))
    if step.contradictions:
        replies.append(asker.notice(Text.REINDEX_CONTRADICTIONS, count=step.contradictions))
    return replies
