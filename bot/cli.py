"""The commands of `bot.py`. Each imports what it needs when it runs, so that `--help` is instant."""

from pathlib import Path

import click

LANGUAGES = click.Choice(["fr", "ar"])


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def main() -> None:
    """Forsa answers questions about a telecom operator's own documents, in French and Arabic, and cites its sources.

    Settings come from the environment or from .env; .env.example names them all.
    """


@main.command()
def chat() -> None:
    """Talk to the bot in this terminal.

    Over a pipe: one message a line, nothing but the replies on standard output.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.runs import chat

        chat(settings)


@main.command()
@click.argument("question", required=False)
@click.option("--batch", type=click.Path(path_type=Path), metavar="FILE", help="Ask a JSON list of {id, question}.")
@click.option("--json", "as_json", is_flag=True, help="Print reply objects (always so with --batch, one a line).")
@click.option("--scope", metavar="NAME", help="Search one document or one family only.")
@click.option("--lang", "language", type=LANGUAGES, help="Language of the reply; that of the question by default.")
def ask(question: str | None, batch: Path | None, as_json: bool, scope: str | None, language: str | None) -> None:
    """Ask one QUESTION, or a file of them.

    Exit status: 0 for an answer or a refusal, 2 for a question or a call that can't be taken, 1 for anything else.
    """
    if (question is None) == (batch is None):
        raise click.UsageError("give either a QUESTION or --batch FILE")
    from bot.edge import edge

    with edge() as settings:
        from bot import runs

        if batch is not None:
            runs.ask_batch(settings, batch, scope, language)
        else:
            runs.ask_one(settings, question or "", as_json, scope, language)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
def ingest(as_json: bool) -> None:
    """Read DATA_DIR into chunks in GEN_DIR.

    Unchanged documents are left as they are; what can't be read is named and stops nothing.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.indexing import run_ingest

        run_ingest(settings, as_json)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
def reindex(as_json: bool) -> None:
    """Build the index in DB_DIR from GEN_DIR.

    The old index answers until the new one is whole; only new texts are encoded.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.indexing import run_reindex

        run_reindex(settings, as_json)


@main.command()
@click.argument("questions", nargs=-1, type=click.Path(path_type=Path))
@click.option("--label", metavar="NAME", help="Name of the result; the questions' file name by default.")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help="A setting for this run; may be repeated.")
@click.option("--compare", "compared", nargs=2, metavar="A B", help="Print two results side by side, with tests.")
@click.option("--results", type=click.Path(path_type=Path), metavar="FOLDER", help="Where results lie: eval/results.")
def evaluate(
    questions: tuple[Path, ...],
    label: str | None,
    changes: tuple[str, ...],
    compared: tuple[str, str] | None,
    results: Path | None,
) -> None:
    """Ask labelled QUESTIONS (JSON files; eval/questions.json by default) and measure the replies.

    Writes eval/results/NAME.json and a readable NAME.md beside it. Needs requirements-dev.txt.
    """
    from bot.edge import edge

    with edge():
        from eval.command import run

        run(questions, label, changes, compared, results)


@main.command("reindex-job", hidden=True)
def reindex_job() -> None:
    """What a running bot starts for /reindex: ingest and reindex at low priority, told as JSON lines."""
    from bot.edge import edge

    with edge() as settings:
        from bot.indexing import run_job

        run_job(settings)


@main.command()
def doctor() -> None:
    """Check the set-up, and say what to mend."""
    from bot.edge import edge

    with edge() as settings:
        from bot.doctor import run_doctor

        run_doctor(settings)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON object.")
@click.option(
    "--decide",
    nargs=2,
    metavar="ID DECISION",
    help="Decide on a finding: holds=left, holds=right or not-a-contradiction.",
)
@click.option("--note", default="", metavar="TEXT", help="Why, with --decide.")
def audit(as_json: bool, decide: tuple[str, str] | None, note: str) -> None:
    """Find where the documents contradict each other.

    Compares twins and tables that stand in several documents; writes audit.html into GEN_DIR. Decisions are kept in
    DATA_DIR/forsa-audit.yaml until the texts change.
    """
    if decide is None and note:
        raise click.UsageError("--note goes with --decide")
    from bot.edge import edge

    with edge() as settings:
        from bot.auditing import run_audit, run_decide

        if decide is not None:
            run_decide(settings, *decide, note)
        else:
            run_audit(settings, as_json)
