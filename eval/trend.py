"""The trend of the evaluations as a table."""

from collections.abc import Mapping, Sequence

from eval.history import Run, day, title
from eval.panel import SHOWN
from eval.report import table
from eval.trend_picture import figures_in


def trend_table(line: Sequence[Run]) -> str:
    """Markdown: a row a run, the latest last, a column a figure; in its cells all questions, French, Arabic."""
    shown, line = figures_in(line), line[-SHOWN:]
    rows = [[day(run), run.index_version, *(_cell(run.figures.get(name, {})) for name in shown)] for run in line]
    return table(["date", "version", *map(title, shown)], rows) + "\n\nAll questions, then French, then Arabic ones."


def _cell(values: Mapping[str, float]) -> str:
    return " · ".join(f"{values[language]:.2f}" if language in values else "–" for language in ("all", "fr", "ar"))
