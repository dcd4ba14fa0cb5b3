"""Results of runs on disk: `eval/results/NAME.json`, with a readable report beside it."""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.durable import replace_file
from core.errors import ForsaError
from core.settings import PROJECT_ROOT

RESULTS = PROJECT_ROOT / "eval" / "results"


class ResultError(ForsaError):
    """A result that isn't there or can't be read, or a label that can't name one."""


@dataclass(frozen=True)
class Result:
    """A run: under which settings and on which index, what came of each question (`rows.py`), and the summary of it.

    `changed` are the settings that the run changed (`--set`). `date` is ISO, `seconds` the time that asking took.
    """

    label: str
    date: str
    questions: tuple[str, ...]
    changed: dict[str, str]
    settings: dict[str, Any]
    index_version: str
    answer_state: str
    machine: str
    seconds: float
    summary: dict[str, Any]
    rows: list[dict[str, Any]]


def result_path(name: str, folder: Path = RESULTS) -> Path:
    """Where the result of a label lies; the path of a JSON file is taken as it is.

    Raises:
        ResultError: the label is no plain name.
    """
    if name.endswith(".json") and Path(name).exists():
        return Path(name)
    if not re.fullmatch(r"\w[\w.+-]*", name):
        raise ResultError(f"{name!r} can't be a label", "take letters, digits, '-', '_', '.' and '+'")
    return folder / f"{name}.json"


def save_result(result: Result, folder: Path = RESULTS) -> Path:
    """Keep a result, replaced as a whole."""
    path = result_path(result.label, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, (json.dumps(asdict(result), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))
    return path


def load_result(name: str, folder: Path = RESULTS) -> Result:
    """A result by its label or path.

    Raises:
        ResultError: it isn't there, or no run wrote it.
    """
    path = result_path(name, folder)
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        return Result(**value | {"questions": tuple(value["questions"])})
    except FileNotFoundError as error:
        there = ", ".join(sorted(file.stem for file in folder.glob("*.json")))
        raise ResultError(f"there is no result {name!r}", f"there are: {there or 'none'}") from error
    except OSError as error:
        raise ResultError(f"{path} can't be read: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise ResultError(f"{path} is no result of this program: {error}", "run the evaluation again") from error
