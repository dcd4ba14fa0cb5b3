"""The command `evaluate`: of `bot.py`, and of `eval/run_eval.py`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from bot.edge import fail
from core.durable import replace_file
from core.errors import SettingsError
from core.settings import PROJECT_ROOT
from eval.compare import NothingInCommon, compare
from eval.labelled import QuestionFileError, read_labelled
from eval.overrides import changed_settings, read_changes
from eval.report import overview, report
from eval.result import RESULTS, ResultError, load_result, result_path, save_result

OWN_QUESTIONS = PROJECT_ROOT / "eval" / "questions.json"


def run(
    files: Sequence[Path],
    label: str | None,
    pairs: Sequence[str],
    compared: tuple[str, str] | None,
    folder: Path | None = None,
) -> None:
    """Ask and write a result, compare two, or first the one and then the other. Wrong use ends with status 2."""
    folder = folder or RESULTS
    try:
        if files or not compared:
            _evaluate(files or [OWN_QUESTIONS], label, pairs, folder)
        elif label or pairs:
            fail("--label and --set belong to QUESTIONS", 2)
        if compared:
            print(compare(*(load_result(name, folder) for name in compared)))
    except (QuestionFileError, ResultError, NothingInCommon, SettingsError) as error:
        fail(f"{error}" + (f" ({error.hint})" if error.hint else ""), 2)


def _evaluate(files: Sequence[Path], label: str | None, pairs: Sequence[str], folder: Path) -> None:
    name = label or "+".join(path.stem for path in files)
    result_path(name, folder)  # a label that can't be used is told before questions are asked
    changes = read_changes(pairs)
    settings = changed_settings(changes)
    questions = read_labelled(files)

    from eval.evaluate import evaluate  # loads all that answers: wrong use is told before

    result = evaluate(questions, label=name, files=files, settings=settings, changed=changes)
    path = save_result(result, folder)
    page = path.with_suffix(".md")
    replace_file(page, report(result).encode("utf-8", "replace"))
    print(overview(result))
    print(f"report  {page}")
    print(f"{len(result.rows)} questions in {result.seconds:.1f} s", file=sys.stderr)
