"""Before a new index version answers, it is asked the evaluation's questions beside the one that answers now."""

import asyncio
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from bot.learning.question_file import questions_path
from bot.shortening import shortened
from core.errors import IndexUnavailable
from core.index.held import Held, hold
from core.index.store import read_version, versions_folder
from core.settings import Settings

Mode = Literal["warn", "hold"]
_VIEW = ".checking-"
_TEXTS_KEPT = 200
_SHOWN, _SHOWN_CHARS = 10, 110


@dataclass(frozen=True)
class CheckReport:
    """What the check found, as plain JSON (`told`): `asked`, `before`, `after` (right answers), `won` and `lost` with
    both texts, `p`, `is_drop`; `added` and `removed` texts by document; `held`. `problem` is set where it couldn't
    compare; then there is nothing else."""

    told: Mapping[str, Any]

    @property
    def is_held(self) -> bool:
        return bool(self.told.get("held"))


class ReindexCheck:
    """Asked by the reindex whether the new version may answer; afterwards it has the report.

    `must_compare`: questions that can't be asked are an error; else the report says so, and the version answers.

    Raises on construction:
        SettingsError: there is no file of questions for these documents.
    """

    def __init__(self, settings: Settings, mode: Mode, *, must_compare: bool) -> None:
        self._settings = settings
        self._mode = mode
        self._must_compare = must_compare
        self._path = questions_path(settings)
        self.report: CheckReport | None = None

    def admit(self, before: str, new: str) -> bool:
        """Compare the two versions; False where the new one must wait.

        Raises:
            ForsaError: the questions can't be read, or the new version can't be asked.
        """
        from eval.halves import measuring
        from eval.labelled import QuestionFileError, read_labelled
        from eval.regression import regression, right_rows

        try:
            questions = measuring(read_labelled([self._path]), self._settings)
            if not questions:
                raise QuestionFileError(f"no question of {self._path} may measure")
        except QuestionFileError as error:
            if self._must_compare:
                raise
            self.report = CheckReport({"problem": f"{error} ({error.hint})"})
            return True
        try:
            earlier = right_rows(questions, self._ask(before, questions))
        except IndexUnavailable as error:
            # Nothing to protect: what answers now can't.
            self.report = CheckReport({"problem": str(error)})
            return True
        replies = self._ask(new, questions)
        later = right_rows(questions, replies)
        found = regression(earlier, later)
        self._keep(new, replies, later)
        told = {**found.to_json(), **text_changes(self._settings.db_dir, before, new)}
        told["held"] = found.is_drop and self._mode == "hold"
        self.report = CheckReport(told)
        if told["held"]:
            hold(self._settings.db_dir, Held(new, before, told))
        return not told["held"]

    def _ask(self, version: str, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        from eval.evaluate import ask_all

        with version_view(self._settings, version) as settings:
            return asyncio.run(ask_all(settings, questions))

    def _keep(self, version: str, replies: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]) -> None:
        from eval.history import Run, figures_of, note

        figures, counts = figures_of(rows)
        run = Run(
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            kind="check",
            label=f"reindex-{version}",
            questions=(str(self._path),),
            changed={},
            settings=self._settings.model_dump(mode="json"),
            index_version=version,
            answer_state=next((reply["answer_state"] for reply in replies if reply.get("answer_state")), ""),
            figures=figures,
            counts=counts,
        )
        note(run, self._settings.db_dir)


def check_for(settings: Settings, is_asked: bool) -> ReindexCheck | None:
    """The check that a reindex makes: the one that was asked for, or that REINDEX_CHECK wants for one's own questions.

    The sample's questions say nothing of other documents, so they are asked only on demand.

    Raises:
        SettingsError: it was asked for, and there is no file of questions.
    """
    mode = settings.reindex_check
    if is_asked:
        return ReindexCheck(settings, "hold" if mode == "off" else mode, must_compare=True)
    if mode == "off" or settings.questions_file is None:
        return None
    return ReindexCheck(settings, mode, must_compare=False)


@contextmanager
def version_view(settings: Settings, version: str) -> Iterator[Settings]:
    """Settings under which one version answers, whichever the current one is: its files stand in a folder of their own
    beside the index (hard links, no copies where the disk can), which is gone when the block ends."""
    db_dir = settings.db_dir
    for left in db_dir.glob(f"{_VIEW}*"):
        shutil.rmtree(left, ignore_errors=True)  # of a killed run: the reindex lock is in our hands
    with tempfile.TemporaryDirectory(prefix=_VIEW, dir=db_dir) as view:
        folder = versions_folder(Path(view)) / version
        folder.mkdir(parents=True)
        for path in (versions_folder(db_dir) / version).iterdir():
            _link(path, folder / path.name)
        (folder.parent.parent / "CURRENT").write_text(f"{version}\n", encoding="ascii")
        models = settings.models_dir or db_dir / "models"
        yield settings.model_copy(update={"db_dir": Path(view), "models_dir": models})


def text_changes(db_dir: Path, before: str, new: str) -> dict[str, Any]:
    """Texts that only one of two versions has: `added` and `removed` by document (how many, and the first ones).

    Raises:
        IndexDamagedError: a version can't be read.
    """
    old, now = _texts(db_dir, before), _texts(db_dir, new)
    return {"added": _by_document(now - old), "removed": _by_document(old - now)}


def describe_check(report: CheckReport) -> str:
    """The report for a person on the command line."""
    told = report.told
    if "problem" in told:
        return f"not compared: {told['problem']}"
    lines = [
        f"check    {told['asked']} questions: {told['before']} right before, {told['after']} after; "
        f"{len(told['won'])} won, {len(told['lost'])} lost (p = {told['p']:.3f})"
    ]
    for name in ("added", "removed"):
        for document, texts in told[name].items():
            lines.append(f"{name:<8} {texts['count']} in {document}")
    for name in ("won", "lost"):
        for moved in told[name][:_SHOWN]:
            lines.append(f"{name:<8} {moved['id']}: {moved['question']}")
            lines += [
                f"         before: {shortened(moved['before'], _SHOWN_CHARS)}",
                f"         after:  {shortened(moved['after'], _SHOWN_CHARS)}",
            ]
        if len(told[name]) > _SHOWN:
            lines.append(f"         … and {len(told[name]) - _SHOWN} more {name}")
    if told["is_drop"]:
        lines.append("fewer answers are right than before, beyond what chance gives")
    if report.is_held:
        lines.append("the new version waits, the one before answers on: mend the documents and reindex again, or")
        lines.append("let it answer all the same: python bot.py reindex --confirm")
    return "\n".join(lines)


def _texts(db_dir: Path, version: str) -> set[tuple[str, str]]:
    entries = read_version(versions_folder(db_dir) / version).entries
    return {(chunk.document, chunk.text) for entry in entries for chunk in (entry.chunk, *entry.duplicates)}


def _by_document(texts: set[tuple[str, str]]) -> dict[str, Any]:
    counts = Counter(document for document, _ in texts)
    kept = sorted(texts)[:_TEXTS_KEPT]
    return {
        document: {"count": count, "texts": [text for own, text in kept if own == document]}
        for document, count in sorted(counts.items())
    }


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copy2(source, target)
