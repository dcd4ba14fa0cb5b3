"""The trend of the evaluations as a picture (PNG): one panel a figure, one line a language."""

from collections.abc import Sequence
from pathlib import Path

from core.durable import replace_file, writing
from eval.history import TREND, Run, history_folder, title
from eval.panel import SHOWN, panel_of
from eval.panel_png import to_png


def figures_in(line: Sequence[Run]) -> list[str]:
    """The figures of the trend that any of the runs which are shown has."""
    return [name for name in TREND if any(name in run.figures for run in line[-SHOWN:])]


def draw_trend(line: Sequence[Run], path: Path) -> None:
    """A picture for a report, beside it. Raises StorageError."""
    _write(to_png([(title(name), panel_of(line, name)) for name in figures_in(line)]), path)


def numbered_trend(line: Sequence[Run], db_dir: Path) -> Path | None:
    """A picture for chats, whose panels have numbers: what is sent beside it names them in the reader's language. None
    where the runs have no figure. Raises StorageError."""
    panels = [(str(number), panel_of(line, name)) for number, name in enumerate(figures_in(line), 1)]
    if not panels:
        return None
    path = history_folder(db_dir) / "trend.png"
    _write(to_png(panels), path)
    return path


def _write(content: bytes, path: Path) -> None:
    with writing(f"writing {path}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
