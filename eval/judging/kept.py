"""Judgements on disk, a JSON line each, so that a run that was broken off goes on where it was."""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from core.answering.llm.prompts import Prompt
from core.durable import writing
from eval.judging.parts import Part, Verdict


class Kept:
    """Only verdicts are kept: what failed is asked again by the next run. A line is known by the judge and all that it
    was shown: another answer, passage or prompt is another judgement."""

    def __init__(self, file: Path) -> None:
        """Reads what is there. Raises StorageError."""
        self._file = file
        self._verdicts: dict[str, Verdict] = {}
        with writing(f"reading {file}"):
            file.parent.mkdir(parents=True, exist_ok=True)
            content = file.read_bytes() if file.exists() else b""
        if content and not content.endswith(b"\n"):
            self._append(b"\n")  # half a line of a run that was killed: the next one begins its own
        for line in content.splitlines():
            with suppress(ValueError, KeyError, TypeError):
                record = json.loads(line)
                self._verdicts[record["key"]] = record["verdict"]

    def get(self, judge: str, part: Part) -> Verdict | None:
        """The verdict that this judge gave before, if it did."""
        return self._verdicts.get(_key(judge, part.name, part.prompt))

    def keep(self, judge: str, part: Part, verdict: Verdict, *, question_id: str, answer: str) -> None:
        """Append a verdict. Raises StorageError."""
        key = _key(judge, part.name, part.prompt)
        self._verdicts[key] = verdict
        record = {
            "key": key,
            "id": question_id,
            "judge": judge,
            "part": part.name,
            "answer": hashlib.sha256(answer.encode("utf-8", "replace")).hexdigest()[:12],
            "verdict": verdict,
        }
        self._append((json.dumps(record, ensure_ascii=False) + "\n").encode("utf-8", "replace"))

    def _append(self, content: bytes) -> None:
        with writing(f"writing {self._file}"), self._file.open("ab") as file:
            file.write(content)


def _key(judge: str, part: str, prompt: Prompt) -> str:
    shown = "\x1f".join((judge, part, prompt.system, prompt.user))
    return hashlib.sha256(shown.encode("utf-8", "replace")).hexdigest()
