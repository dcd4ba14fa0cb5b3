"""`/reindex` as an admin sees it: progress, then what changed, or why it failed."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, Protocol

from bot.admin import admins_only
from bot.admin_texts import AdminText
from bot.asker import Asker
from bot.bidi import embed
from bot.commands import CONFIRM_WORDS, WORDS, Command
from bot.reindex_job import JobDied, JobDone, JobFailed, JobProgress
from bot.replies import BotReply, Notice, Progress
from core.errors import ReindexRunning
from core.index.held import NothingHeld
from storage.admin_log import AdminLog

NAMES_SHOWN = 5
_STAGES = {
    "ingest": AdminText.REINDEX_READING,
    "encode": AdminText.REINDEX_ENCODING,
    "finish": AdminText.REINDEX_FINISHING,
}


class Job(Protocol):
    """Reindexes; at most one at a time (`reindex_job.py`)."""

    def run(self) -> AsyncGenerator[JobProgress | JobDone]: ...

    async def confirm(self) -> None:
        """Let the version that waits answer. Raises NothingHeld, ReindexRunning, IndexUnavailable."""
        ...


async def reindex(asker: Asker, command: Command, job: Job, log: AdminLog) -> AsyncGenerator[BotReply]:
    """Run the job and say how it goes, or confirm what waits (`/reindex confirm`)."""
    if not asker.is_admin:
        yield admins_only(asker, command.typed)
        return
    if command.argument.casefold() in CONFIRM_WORDS:
        yield await _confirm(asker, job, log)
        return
    await log.note(asker.message.channel, asker.message.person, "reindex")
    try:
        async with aclosing(job.run()) as steps:
            started = False
            async for step in steps:
                if isinstance(step, JobDone):
                    for reply in _summary(asker, step):
                        yield reply
                    continue
                if not started:
                    yield Progress(AdminText.REINDEX_STARTED.say(asker.language), asker.language)
                    started = True
                yield _progress(asker, step)
    except ReindexRunning:
        yield asker.notice(AdminText.REINDEX_RUNNING, is_error=True)
    except JobFailed as error:
        yield asker.notice(AdminText.REINDEX_FAILED, reason=error, is_error=True)
    except JobDied:
        yield asker.notice(AdminText.REINDEX_DIED, is_error=True)


async def _confirm(asker: Asker, job: Job, log: AdminLog) -> Notice:
    await log.note(asker.message.channel, asker.message.person, "reindex", "confirm")
    try:
        await job.confirm()
    except NothingHeld:
        return asker.notice(AdminText.REINDEX_NOTHING_HELD, is_error=True)
    except ReindexRunning:
        return asker.notice(AdminText.REINDEX_RUNNING, is_error=True)
    return asker.notice(AdminText.REINDEX_CONFIRMED)


def _progress(asker: Asker, step: JobProgress) -> Progress:
    left = ""
    if step.seconds_left is not None and step.done < step.total:
        left = AdminText.SECONDS_LEFT.say(asker.language, seconds=round(step.seconds_left))
    said = _STAGES[step.stage].say(asker.language, done=step.done, total=step.total, left=left)
    return Progress(said, asker.language, step.done, step.total)


def _summary(asker: Asker, step: JobDone) -> list[BotReply]:
    replies: list[BotReply] = [
        asker.notice(
            AdminText.REINDEX_DONE,
            seconds=round(step.seconds),
            new=step.new,
            changed=step.changed,
            removed=step.removed,
            unreadable=len(step.unreadable),
        )
    ]
    if step.unreadable:
        more = " …" * (len(step.unreadable) > NAMES_SHOWN)
        replies.append(
            asker.notice(AdminText.REINDEX_UNREADABLE, names=", ".join(step.unreadable[:NAMES_SHOWN]) + more)
        )
    if step.contradictions:
        replies.append(asker.notice(AdminText.REINDEX_CONTRADICTIONS, count=step.contradictions))
    if step.check is not None and "problem" in step.check:
        replies.append(asker.notice(AdminText.REINDEX_UNCHECKED, why=step.check["problem"]))
    elif step.check is not None:
        replies.append(_checked(asker, step.check, step.held))
    return replies


def _checked(asker: Asker, check: Mapping[str, Any], is_held: bool) -> Notice:
    """What the questions said of the new version; where it waits, why, and how to let it answer."""
    language, lost = asker.language, check["lost"]
    counts = {name: check[name] for name in ("asked", "before", "after")}
    lines = [AdminText.REINDEX_CHECKED.say(language, **counts, won=len(check["won"]), lost=len(lost))]
    if not check["is_drop"]:
        return Notice(lines[0], language)
    for name, text in (("added", AdminText.REINDEX_ADDED), ("removed", AdminText.REINDEX_REMOVED)):
        documents = list(check[name].items())[:NAMES_SHOWN]
        lines += [text.say(language, count=found["count"], document=embed(document)) for document, found in documents]
    lines += [AdminText.REINDEX_LOST.say(language, question=embed(moved["question"])) for moved in lost[:NAMES_SHOWN]]
    if len(lost) > NAMES_SHOWN:
        lines.append("…")
    lines.append((AdminText.REINDEX_HELD if is_held else AdminText.REINDEX_DROPPED).say(language))
    word = "تأكيد" if language == "ar" else "confirm"
    choices = (f"/{WORDS['reindex'][language == 'ar']} {word}",) if is_held else ()
    return Notice("\n".join(lines), language, choices)
