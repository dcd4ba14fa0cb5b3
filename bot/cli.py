"""The commands of `bot.py`. Each imports what it needs when it runs, so that `--help` is instant."""

from pathlib import Path

import click

from bot.learning.cli import feedback

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
def serve() -> None:
    """Start the page, the HTTP API and every channel that is set up, until SIGTERM or Ctrl-C.

    What can't be finished within 10 seconds then is kept, and answered at the next start.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.serve import serve

        serve(settings)


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
@click.option("--rewrite", is_flag=True, help="Then have the language model put badly read passages in order.")
@click.option("--document", "documents", multiple=True, metavar="PATH", help="With --rewrite: this one; repeatable.")
@click.option("--yes", is_flag=True, help="With --rewrite: don't ask before it costs anything.")
def ingest(as_json: bool, rewrite: bool, documents: tuple[str, ...], yes: bool) -> None:
    """Read DATA_DIR into chunks in GEN_DIR.

    Unchanged documents are left as they are; what can't be read is named and stops nothing.

    --rewrite sends passages that were recognised in pictures, or all of the documents that --document names, to the
    model that is set. A new text is taken only if it holds the same numbers and names.
    """
    if (documents or yes) and not rewrite:
        raise click.UsageError("--document and --yes go with --rewrite")
    if rewrite and as_json:
        raise click.UsageError("--rewrite reports as text: leave out --json")
    from bot.edge import edge

    with edge() as settings:
        from bot.indexing import run_ingest

        run_ingest(settings, as_json)
        if rewrite:
            from bot.rewriting import run_rewrite

            run_rewrite(settings, documents, yes)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--check", is_flag=True, help="Ask the evaluation's questions first, whatever REINDEX_CHECK says.")
@click.option("--confirm", is_flag=True, help="Let the version that waits answer.")
def reindex(as_json: bool, check: bool, confirm: bool) -> None:
    """Build the index in DB_DIR from GEN_DIR.

    The old index answers until the new one is whole; only new texts are encoded. A version that answers fewer
    questions rightly waits for --confirm (exit status 1).
    """
    if confirm and (check or as_json):
        raise click.UsageError("--confirm stands alone")
    from bot.edge import edge

    with edge() as settings:
        from bot.indexing import run_confirm, run_reindex

        if confirm:
            run_confirm(settings)
        else:
            run_reindex(settings, as_json, check)


@main.command()
@click.argument("questions", nargs=-1, type=click.Path(path_type=Path))
@click.option("--label", metavar="NAME", help="Name of the result; the questions' file name by default.")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help="A setting for this run; may be repeated.")
@click.option("--compare", "compared", nargs=2, metavar="A B", help="Print two results side by side, with tests.")
@click.option("--results", type=click.Path(path_type=Path), metavar="FOLDER", help="Where results lie: eval/results.")
@click.option("--answerer", type=click.Choice(["llm"]), help="Compare ways of answering by the language model.")
@click.option("--judge", is_flag=True, help="Then have one or two models judge the replies, after RAGAS.")
@click.option("--draw", type=click.IntRange(1), metavar="N", help="With --answerer, --judge: N questions of each file.")
def evaluate(
    questions: tuple[Path, ...],
    label: str | None,
    changes: tuple[str, ...],
    compared: tuple[str, str] | None,
    results: Path | None,
    answerer: str | None,
    judge: bool,
    draw: int | None,
) -> None:
    """Ask labelled QUESTIONS (JSON files; eval/questions.json by default) and measure the replies.

    Writes eval/results/NAME.json and a readable NAME.md beside it. Needs requirements-dev.txt.

    --answerer llm compares the documents' own words with the language model that is set, without and with its checks.

    --judge asks JUDGE_MODEL (and SECOND_JUDGE_MODEL), else LLM_MODEL, of each reply. Verdicts are kept: broken off, it
    goes on where it was.
    """
    if draw and not (answerer or judge):
        raise click.UsageError("--draw goes with --answerer or --judge")
    if judge and (answerer or compared):
        raise click.UsageError("--judge stands without --answerer and --compare")
    if answerer and compared:
        raise click.UsageError("--answerer compares by itself: leave out --compare")
    from bot.edge import edge

    with edge():
        from eval.command import run, run_judged, run_ways

        if answerer is not None:
            run_ways(questions, label, changes, draw, results)
        elif judge:
            run_judged(questions, label, changes, draw, results)
        else:
            run(questions, label, changes, compared, results)


@main.command("reindex-job", hidden=True)
def reindex_job() -> None:
    """What a running bot starts for /reindex: ingest and reindex at low priority, told as JSON lines."""
    from bot.edge import edge

    with edge() as settings:
        from bot.indexing import run_job

        run_job(settings)


@main.command(hidden=True)
def run() -> None:
    """What `make run` starts: `serve`; where nothing but the page is set up, it is opened in a browser too."""
    from bot.edge import edge

    with edge() as settings:
        from bot.serve import serve_and_open

        serve_and_open(settings)


@main.group()
def key() -> None:
    """Make, list and revoke keys of the HTTP API."""


@key.command()
@click.argument("name")
@click.option("--role", type=click.Choice(["user", "admin"]), default="user", help="What it may do: user by default.")
def create(name: str, role: str) -> None:
    """Make a key, called NAME, and show it once."""
    from bot.edge import edge

    with edge() as settings:
        from bot import keys

        keys.create(settings, name, role)


@key.command("list")
def list_keys() -> None:
    """List the keys, without their secrets."""
    from bot.edge import edge

    with edge() as settings:
        from bot import keys

        keys.show(settings)


@key.command()
@click.argument("number", type=int)
def revoke(number: int) -> None:
    """Let the key NUMBER open nothing any more, nor the pages that it opened."""
    from bot.edge import edge

    with edge() as settings:
        from bot import keys

        keys.revoke(settings, number)


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


@main.command()
def retention() -> None:
    """Forget what is older than RETENTION_DAYS: who asked, and what.

    A running `serve` does it by itself, once a day.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.retention import run_retention

        run_retention(settings)


@main.group()
def person() -> None:
    """What is kept of one person: tell it, or erase it."""


@person.command("export")
@click.argument("address", metavar="CHANNEL:ID")
def export_person(address: str) -> None:
    """Print all that is kept of a person as one JSON object."""
    from bot.edge import edge

    with edge() as settings:
        from bot.retention import run_export

        run_export(settings, address)


@person.command("erase")
@click.argument("address", metavar="CHANNEL:ID")
def erase_person(address: str) -> None:
    """Erase a person: their account, what they wrote and what they were answered.

    What others were answered too stays, without any trace of this person; who is blocked stays blocked.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.retention import run_erase

        run_erase(settings, address)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--with-gen", is_flag=True, help="Put the chunks of GEN_DIR in it, too.")
def backup(file: Path, with_gen: bool) -> None:
    """Write database, index and decisions into one FILE (.tar.gz), while the bot answers.

    Documents and secrets (DATA_DIR, .env) are not in it.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.backup import run_backup

        run_backup(settings, file, with_gen)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def restore(file: Path) -> None:
    """Put a backup in the place of what is in DB_DIR; what was there is kept beside it.

    Stop `serve` first. A damaged backup, or a newer Forsa's, is refused and changes nothing.
    """
    from bot.edge import edge

    with edge() as settings:
        from bot.restore import run_restore

        run_restore(settings, file)


main.add_command(feedback)
