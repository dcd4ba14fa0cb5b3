"""`evaluate --answerer llm`: questions are drawn, answered in four ways (`answer_ways.py`), and a table is printed."""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from tqdm import tqdm

from core.durable import replace_file
from core.errors import SettingsError
from core.settings import Settings
from eval.answer_table import table
from eval.answer_ways import WAYS, Row, ask_in_all_ways
from eval.drawing import draw
from eval.labelled import read_labelled
from eval.recorded import recording
from eval.result import result_path


def compare_ways(files: Sequence[Path], label: str, settings: Settings, drawn: int | None, folder: Path) -> None:
    """Ask, keep all replies in `LABEL.answers.json` after every one, and print the table. The model's answers are kept
    in `LABEL.drafts.jsonl`: asked again, a run goes on where it was broken off.

    Args:
        drawn: so many questions of each file, always the same ones; all if None.

    Raises:
        QuestionFileError, SettingsError, IndexUnavailable
    """
    if not settings.uses_llm:
        raise SettingsError("no language model is set", "LLM_URL and LLM_MODEL, in .env or after --set")
    questions = [question for file in files for question in draw(read_labelled([file]), drawn)]
    path = result_path(label, folder).with_suffix(".answers.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = asyncio.run(_ask(settings, questions, path))
    print(table({question["id"]: question for question in questions}, rows))
    print(f"replies  {path}", file=sys.stderr)


async def _ask(settings: Settings, questions: Sequence[Mapping[str, Any]], path: Path) -> list[Row]:
    rows: list[Row] = []
    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else ""
    drafts = path.with_name(path.name.replace(".answers.json", ".drafts.jsonl"))
    async with (
        recording(settings.llm_url, key, drafts) as recorder,
        aclosing(ask_in_all_ways(settings, questions, recorder)) as asked,
    ):
        with tqdm(total=len(WAYS) * len(questions), desc="replies", file=sys.stderr, disable=None) as bar:
            async for row in asked:
                rows.append(row)
                result = {"questions": list(questions), "rows": rows}
                replace_file(path, (json.dumps(result, ensure_ascii=False, indent=1) + "\n").encode())
                bar.update()
    return rows
