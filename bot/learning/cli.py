"""The command group `feedback`. Each command imports what it needs when it runs."""

from pathlib import Path

import click

_STATES = click.Choice(["open", "accepted", "discarded", "all"])
_state = click.option("--state", type=_STATES, default="open", show_default=True, help="Which questions.")
_good = click.option("--good", is_flag=True, help="What was only voted up, in place of what was voted down or refused.")


@click.group()
def feedback() -> None:
    """Review what was voted down or refused, and promote it to evaluation questions."""


@feedback.command("list")
@_state
@_good
@click.option("--order", type=click.Choice(["recent", "frequent", "documents"]), default="recent", show_default=True)
def list_feedback(state: str, good: bool, order: str) -> None:
    """List questions, those of nearly the same wording as one."""
    from typing import cast

    from bot.edge import edge

    with edge() as settings:
        from bot.learning.command import run_list
        from bot.learning.groups import Order

        run_list(settings, state, cast(Order, order), good)


@feedback.command()
@_state
@_good
@click.argument("file", required=False, type=click.Path(path_type=Path))
def export(state: str, good: bool, file: Path | None) -> None:
    """Write them as JSON, with the answers as they were, to FILE or standard output. No person is in it."""
    from bot.edge import edge

    with edge() as settings:
        from bot.learning.command import run_export

        run_export(settings, state, good, file)


@feedback.command()
@click.argument("group_id", metavar="ID")
@click.option("--refuse", is_flag=True, help="The question must be refused.")
@click.option("--document", "documents", multiple=True, metavar="NAME", help="A right document; may be repeated.")
@click.option("--fact", "facts", multiple=True, metavar="A|B", help="What the answer must say, with other spellings.")
@click.option("--not", "wrong", multiple=True, metavar="TEXT", help="What it must not say.")
@click.option("--question", metavar="TEXT", help="The question in other words.")
@click.option(
    "--only",
    type=click.Choice(["discard", "open", "pin", "unpin"]),
    help="No question: discard the group, open it again, pin its answer or take the pin away.",
)
def promote(
    group_id: str,
    refuse: bool,
    documents: tuple[str, ...],
    facts: tuple[str, ...],
    wrong: tuple[str, ...],
    question: str | None,
    only: str | None,
) -> None:
    """Put the question with this ID into QUESTIONS_FILE, as what must be answered so, or refused."""
    if only and (refuse or documents or facts or wrong or question):
        raise click.UsageError("--only stands alone")
    if refuse and (documents or facts or wrong):
        raise click.UsageError("what must be refused has no documents and no facts")
    from bot.edge import edge

    with edge() as settings:
        from bot.learning.acceptance import Verdict
        from bot.learning.command import read_facts, run_change, run_promote

        if only:
            run_change(settings, group_id, only)
        else:
            run_promote(settings, group_id, Verdict(refuse, documents, read_facts(facts), wrong), question)
