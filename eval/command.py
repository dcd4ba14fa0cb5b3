"""The command `evaluate`: of `bot.py`, and of `eval/run_eval.py`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.edge import fail
from core.durable import replace_file
from core.errors import SettingsError
from eval.compare import NothingInCommon, compare
from eval.drawing import draw
from eval.halves import measuring
from eval.labelled import OWN_QUESTIONS, QuestionFileError, read_labelled
from eval.noting import note_result, trend_section
from eval.overrides import changed_settings, read_changes
from eval.report import overview, report
from eval.result import RESULTS, ResultError, load_result, result_path, save_result


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


def run_ways(
    files: Sequence[Path], label: str | None, pairs: Sequence[str], drawn: int | None, folder: Path | None = None
) -> None:
    """Compare the ways of answering by the language model that is set. Wrong use ends with status 2."""
    folder, files = folder or RESULTS, files or [OWN_QUESTIONS]
    name = label or "+".join(path.stem for path in files)
    try:
        settings = changed_settings(read_changes(pairs))

        from eval.answer_command import compare_ways  # loads all that answers: wrong use is told before

        compare_ways(files, name, settings, drawn, folder)
    except (QuestionFileError, ResultError, SettingsError) as error:
        fail(f"{error}" + (f" ({error.hint})" if error.hint else ""), 2)


def run_judged(
    files: Sequence[Path], label: str | None, pairs: Sequence[str], drawn: int | None, folder: Path | None = None
) -> None:
    """Ask and write a result, then have it judged; exit status 1 where a judge couldn't judge all. Wrong use ends with
    status 2."""
    folder, files = folder or RESULTS, files or [OWN_QUESTIONS]
    try:
        from eval.judging.judge import check_judges

        settings = changed_settings(read_changes(pairs))
        check_judges(settings)
        path = _evaluate(files, label, pairs, folder, drawn)
        result = load_result(str(path))
    except (QuestionFileError, ResultError, SettingsError) as error:
        fail(f"{error}" + (f" ({error.hint})" if error.hint else ""), 2)

    from eval.judging.report import as_json, judged_page, judged_tables
    from eval.judging.run import judge_result

    judgement = judge_result(result, settings, path.with_suffix(".judged.jsonl"))
    figures = json.dumps(as_json(judgement), ensure_ascii=False, indent=1) + "\n"
    replace_file(path.with_suffix(".judged.json"), figures.encode("utf-8", "replace"))
    page = path.with_suffix(".judged.md")
    replace_file(page, judged_page(judgement).encode("utf-8", "replace"))
    print(judged_tables(judgement))
    print(f"judged  {page}")
    if missing := judgement.not_judged:
        fail(f"{missing} figures aren't judged: {page} says why; the same command asks for them again", 1)


def _evaluate(
    files: Sequence[Path], label: str | None, pairs: Sequence[str], folder: Path, drawn: int | None = None
) -> Path:
    """Ask the questions, write the result and its page, and tell; the result's path.

    Args:
        drawn: so many of each file; such a run is no point of the trend.
    """
    name = label or "+".join(path.stem for path in files)
    # A label that can't be used is told before questions are asked.
    if result_path(name, folder).resolve() in [file.resolve() for file in files if file.exists()]:
        raise ResultError(f"the result would replace the questions in {name}.json", "give another --label")
    changes = read_changes(pairs)
    settings = changed_settings(changes)
    labelled = read_labelled(files)
    if drawn is not None:
        labelled = [question for file in files for question in draw(read_labelled([file]), drawn)]
    questions = measuring(labelled, settings)
    if left_out := len(labelled) - len(questions):
        print(
            f"{left_out} questions set the gate's thresholds: they measure nothing, and are left out", file=sys.stderr
        )
    if not questions:
        raise QuestionFileError("none of the questions may measure")

    from eval.evaluate import evaluate  # loads all that answers: wrong use is told before

    result = evaluate(questions, label=name, files=files, settings=settings, changed=changes)
    path = save_result(result, folder)
    page = path.with_suffix(".md")
    if drawn is None:
        note_result(result, settings)
    earlier = trend_section(settings.db_dir, page.with_name(f"{page.stem}-trend.png"))
    replace_file(page, "\n".join(filter(None, (report(result), earlier))).encode("utf-8", "replace"))
    print(overview(result))
    print(f"report  {page}")
    print(f"{len(result.rows)} questions in {result.seconds:.1f} s", file=sys.stderr)
    return path
