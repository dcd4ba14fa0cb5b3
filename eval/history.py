"""The history of evaluations: `DB_DIR/evaluations/`, a file a run, and the trend of each figure by language."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from core.durable import replace_file, writing

KEPT = 200
"""Runs that are kept, the latest."""

TREND = ("right", "hit1", "facts", "wrong", "refused", "answered")
"""Figures of the trend, as far as a run has them."""

_TITLES = {
    "right": "right in all",
    "hit1": "right document first",
    "facts": "all facts told",
    "wrong": "wrong value given",
    "refused": "answerable, refused",
    "answered": "to refuse, answered",
}
_SIDES = {"answered": "unanswerable"}
LANGUAGES = ("all", "fr", "ar", "mixed", "arabizi")
"""Of the values of a figure; `all` for all questions."""


@dataclass(frozen=True)
class Run:
    """One evaluation: `figures` are values by figure and language (`all` for all), `counts` the questions by language.

    `kind` is `evaluate` or `check` (at reindex); only runs of a kind over the same `questions` (paths) with no setting
    `changed` for the run are points of one line. `date` is ISO to the second.
    """

    date: str
    kind: str
    label: str
    questions: tuple[str, ...]
    changed: dict[str, str]
    settings: dict[str, Any]
    index_version: str
    answer_state: str
    figures: dict[str, dict[str, float]]
    counts: dict[str, int]


def figures_of(rows: Sequence[Mapping[str, Any]]) -> tuple[dict[str, dict[str, float]], dict[str, int]]:
    """From rows of questions to the values of the trend, by figure and language, and how many questions there were."""
    figures: dict[str, dict[str, float]] = {}
    counts = {"all": len(rows)}
    for language in LANGUAGES[1:]:
        if own := sum(row["language"] == language for row in rows):
            counts[language] = own
    for name in TREND:
        side = _SIDES.get(name)
        for language in counts:
            values = [
                row["figures"][name]
                for row in rows
                if name in row["figures"]
                and language in ("all", row["language"])
                and (name == "right" or (row["expected"] == "refuse") == (side == "unanswerable"))
            ]
            if values:
                figures.setdefault(name, {})[language] = round(sum(values) / len(values), 4)
    return figures, counts


def note(run: Run, db_dir: Path) -> Path:
    """Keep a run; the oldest beyond `KEPT` go. Raises StorageError."""
    folder = history_folder(db_dir)
    stamp = re.sub(r"[^0-9]", "", run.date)[:14]
    path = folder / f"{stamp}-{re.sub(r'[^A-Za-z0-9.+-]', '_', run.label)}.json"
    with writing(f"writing {path}"):
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(path, (json.dumps(asdict(run), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))
        for old in sorted(folder.glob("[0-9]*.json"))[:-KEPT]:
            old.unlink(missing_ok=True)
    return path


def runs(db_dir: Path) -> list[Run]:
    """Every run that can be read, the oldest first."""
    found = []
    for path in sorted(history_folder(db_dir).glob("[0-9]*.json")):
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            found.append(Run(**{**value, "questions": tuple(value["questions"])}))
        except (OSError, ValueError, TypeError, KeyError):
            continue  # of another program or version: a trend can do without
    return found


def line_of(all_runs: Sequence[Run], kind: str | None = None) -> list[Run]:
    """The runs that can be compared with the latest (of a kind): same kind, same questions, nothing changed for it."""
    plain = [run for run in all_runs if not run.changed and kind in (None, run.kind)]
    if not plain:
        return []
    last = plain[-1]
    return [run for run in plain if (run.kind, run.questions) == (last.kind, last.questions)]


def history_folder(db_dir: Path) -> Path:
    """Where runs lie."""
    return db_dir / "evaluations"


def day(run: Run) -> str:
    """`30/11/2031 14:05`, in the time of the machine's own place."""
    return datetime.fromisoformat(run.date).astimezone().strftime("%d/%m/%Y %H:%M")


def title(figure: str) -> str:
    """What a figure of the trend is called."""
    return _TITLES[figure]
