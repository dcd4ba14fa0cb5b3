"""`feedback` on the command line: what was voted down or refused, as a list, as JSON, and into the evaluation."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from bot.edge import fail
from bot.learning.acceptance import Verdict
from bot.learning.desk import ReviewDesk
from bot.learning.exporting import exported
from bot.learning.groups import Group, Order, in_order
from bot.learning.question_file import AlreadyThere
from bot.shortening import shortened
from core.durable import replace_file, writing
from core.errors import InputError
from core.settings import Settings

T = TypeVar("T")

_TEXT_CHARS = 100


def run_list(settings: Settings, state: str, order: Order, good: bool) -> None:
    """Print the groups of a state (`all` for any), a paragraph each, and the pins that are no longer given."""

    async def work(desk: ReviewDesk) -> list[str]:
        lines = [describe(group) for group in in_order(await _wanted(desk, state, good), order)]
        pinned = await desk.pinned()
        lines += [f"pin {group_id}  {item.question}: {item.fault or 'in use'}" for group_id, item in pinned]
        return lines

    print("\n".join(_with_desk(settings, work)) or "nothing to review")


def run_export(settings: Settings, state: str, good: bool, path: Path | None) -> None:
    """The groups as one JSON list, with their answers as they were, to a file or standard output; no person is in it,
    and telephone numbers and addresses are masked."""

    async def work(desk: ReviewDesk) -> list[dict[str, Any]]:
        return [await exported(desk, group) for group in in_order(await _wanted(desk, state, good), "recent")]

    text = json.dumps(_with_desk(settings, work), ensure_ascii=False, indent=1) + "\n"
    if path is None:
        print(text, end="")
        return
    with writing(f"writing {path}"):
        replace_file(path, text.encode("utf-8", "backslashreplace"))


def run_promote(settings: Settings, group_id: str, verdict: Verdict, question: str | None) -> None:
    """Put a group's question into QUESTIONS_FILE. Wrong use ends with status 2."""

    async def work(desk: ReviewDesk) -> str:
        if question:
            await desk.reword(group_id, question)
        done = await desk.accept(group_id, verdict)
        side = "sets the gate's thresholds" if done.sets_thresholds else "measures"
        note = "; something in it was masked" if done.was_masked else ""
        return f"{done.id} is in {done.path}, it {side}{note}: {done.question}"

    _tell(settings, work)


def run_change(settings: Settings, group_id: str, action: str) -> None:
    """`discard`, `open`, `pin` or `unpin` a group."""

    async def work(desk: ReviewDesk) -> str:
        match action:
            case "discard":
                return f"{(await desk.discard(group_id)).id} discarded"
            case "open":
                return f"{(await desk.reopen(group_id)).id} open again"
            case "pin":
                return f"pinned: {(await desk.pin(group_id)).question}"
            case _:
                return f"{await desk.unpin(group_id)} unpinned"

    _tell(settings, work)


def describe(group: Group) -> str:
    """A group for a person: id, state, counts, the question, the document."""
    head = f"{group.id}  {group.state}  down {group.down}  up {group.up}  refused {group.refused}"
    lines = [head, f"  {shortened(group.question, _TEXT_CHARS)}"]
    return "\n".join([*lines, *([f"  {group.document}"] if group.document else [])])


async def _wanted(desk: ReviewDesk, state: str, good: bool) -> list[Group]:
    return [
        group
        for group in await desk.groups()
        if group.is_complaint != good and (state == "all" or group.state == state)
    ]


def _tell(settings: Settings, work: Callable[[ReviewDesk], Awaitable[str]]) -> None:
    try:
        print(_with_desk(settings, work))
    except (InputError, AlreadyThere) as error:
        fail(f"{error}" + (f" ({error.hint})" if error.hint else ""), 2)


def _with_desk(settings: Settings, work: Callable[[ReviewDesk], Awaitable[T]]) -> T:
    async def run() -> T:
        from bot.app import open_app

        async with open_app(settings) as app:
            return await work(app.desk)

    return asyncio.run(run())


def read_facts(facts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Facts as given on the command line: `3 690 DA|3690 DA` are two spellings of one."""
    return tuple(tuple(way.strip() for way in fact.split("|") if way.strip()) for fact in facts)
