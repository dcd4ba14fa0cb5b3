"""A run of `evaluate` in the history, and what the report says of the runs before it."""

from pathlib import Path

from core.settings import Settings
from eval.history import Run, figures_of, line_of, note, runs
from eval.regression import is_right
from eval.result import Result
from eval.trend import trend_table
from eval.trend_picture import draw_trend, figures_in


def note_result(result: Result, settings: Settings) -> None:
    """Keep the figures of a run with its versions and settings. Raises StorageError."""
    rows = [
        {**row, "figures": {**row["figures"], "right": float(is_right(row["figures"], row["expected"]))}}
        for row in result.rows
    ]
    figures, counts = figures_of(rows)
    run = Run(
        date=result.date,
        kind="evaluate",
        label=result.label,
        questions=tuple(Path(path).as_posix() for path in result.questions),
        changed=result.changed,
        settings=result.settings,
        index_version=result.index_version,
        answer_state=result.answer_state,
        figures=figures,
        counts=counts,
    )
    note(run, settings.db_dir)


def trend_section(db_dir: Path, picture: Path) -> str:
    """The runs that can be compared with the latest, as Markdown with a picture beside the page; '' before there are
    two of them."""
    line = line_of(runs(db_dir))
    if len(line) < 2:
        return ""
    parts = ["## Earlier runs over the same questions", trend_table(line)]
    if figures_in(line):
        draw_trend(line, picture)
        parts.append(f"![trend]({picture.name})")
    return "\n\n".join(parts) + "\n"
