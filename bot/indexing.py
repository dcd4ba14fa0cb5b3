"""`ingest` and `reindex` on the command line, and the job that a running bot starts for `/reindex`."""

import os
import sys
import time
from pathlib import Path
from typing import Any

from bot.edge import fail, write_json
from bot.learning.reindex_check import check_for, describe_check
from core.documents.ingest import Progress, ingest
from core.documents.ocr.factory import make_ocr
from core.documents.pool import ReadLimits
from core.documents.report import IngestReport
from core.documents.report_page import write_report
from core.errors import ForsaError
from core.index.build import ReindexReport
from core.settings import Settings

_TELL_EVERY_S = 0.5
# Left out for good reasons, and not for a fault of the file: Word's lock files, second copies, links to what is there.
_NOT_UNREADABLE = frozenset({"lock-file", "hidden", "duplicate", "link", "ignored"})


def run_ingest(settings: Settings, as_json: bool) -> None:
    """Read the documents, with a bar on standard error, and print the report."""
    bar = Bar("documents")
    try:
        report, page = _ingest(settings, lambda done, total, name: bar.show("reading", done, total))
    finally:
        bar.close()
    if as_json:
        write_json(report.to_json())
    else:
        print(describe_ingest(report))
        print(f"report   {page}")


def run_reindex(settings: Settings, as_json: bool, is_checked: bool = False) -> None:
    """Build the index, with a bar on standard error, and print the report; status 1 where the new version waits."""
    from bot.index_building import build_index

    check = check_for(settings, is_checked)
    bar = Bar("passages")
    try:
        report = build_index(settings, bar.show, check.admit if check else None)
    finally:
        bar.close()
    found = check.report if check else None
    if as_json:
        write_json({**vars(report), "check": found.told if found else None})
    else:
        print(describe_reindex(report))
        if found:
            print(describe_check(found))
    if report.held:
        fail("the new index version waits for a confirmation", 1)


def run_confirm(settings: Settings) -> None:
    """Let the version that waits answer, and say so."""
    from bot.index_building import confirm_index

    print(f"version {confirm_index(settings).version} answers")


def run_job(settings: Settings) -> None:
    """Ingest and reindex at the lowest priority, told as the JSON lines that `reindex_job.py` reads."""
    os.nice(19)
    begin = time.monotonic()
    told = _Told()
    try:
        documents, _ = _ingest(settings, lambda done, total, name: told.progress("ingest", done, total))
        from bot.auditing import renew_audit

        contradictions = renew_audit(settings)
        from bot.index_building import build_index

        check = check_for(settings, is_asked=False)
        report = build_index(settings, told.indexing, check.admit if check else None)
    except ForsaError as error:
        write_json({"failed": {"type": type(error).__name__, "message": str(error), "hint": error.hint}})
        return
    seconds = time.monotonic() - begin
    found = {
        "contradictions": contradictions,
        "held": report.held,
        "check": check.report.told if check and check.report else None,
    }
    write_json({"done": {**job_summary(documents), "seconds": seconds, **found}})


def _ingest(settings: Settings, progress: Progress) -> tuple[IngestReport, Path]:
    """Read the documents as the settings say, and write the report; with it the path of its page."""
    report = ingest(
        settings.data_dir,
        settings.gen_dir,
        chunk_chars=settings.chunk_chars,
        limits=ReadLimits(
            settings.read_processes, settings.read_timeout_s, settings.read_memory_mb, settings.document_max_mb
        ),
        # Less than the reading process has: whoever ends that can't end the program that it started.
        ocr=make_ocr(settings.ocr, 0.9 * settings.read_timeout_s),
        progress=progress,
    )
    return report, write_report(report, settings.gen_dir)


def job_summary(report: IngestReport) -> dict[str, Any]:
    """What changed among the documents, as an admin wants to know it."""
    unreadable = [item.document for item in report.skipped if item.reason not in _NOT_UNREADABLE]
    return {
        "new": len(report.read),
        "changed": len(report.replaced),
        "removed": len(report.removed),
        "unreadable": unreadable,
    }


def describe_ingest(report: IngestReport) -> str:
    """The report for a person: counts, then each file that was left out, and why."""
    lines = [
        f"{len(report.read)} read, {len(report.replaced)} replaced, {len(report.unchanged)} unchanged, "
        f"{len(report.removed)} removed, {len(report.skipped)} skipped",
        f"{len(report.documents)} documents, {report.chunks} chunks",
    ]
    if not report.documents:
        lines.append("DATA_DIR holds no document that can be read: put DOCX, PDF or other documents in it")
    lines += [f"removed  {document}" for document in report.removed]
    lines += [f"skipped  {item.document}: {item.reason} ({item.hint})" for item in report.skipped]
    lines += [f"warning  {warning}" for warning in report.warnings]
    return "\n".join(lines)


def describe_reindex(report: ReindexReport) -> str:
    """The report for a person."""
    what = "built" if report.created else "is already there"
    answers = "does not answer yet" if report.held else "answers"
    return (
        f"version {report.version} {what} and {answers}: {report.unique} texts of {report.chunks} chunks, "
        f"{report.encoded} encoded, {report.reused} reused; {report.added} added, {report.removed} removed; "
        f"{report.seconds:.1f} s"
    )


class Bar:
    """A progress bar with time left, on standard error; one a stage. Nothing where that is no terminal."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._stage = ""
        self._bar: Any = None

    def show(self, stage: str, done: int, total: int) -> None:
        """`done` of `total` in this stage."""
        from tqdm import tqdm

        if stage != self._stage:
            self.close()
            self._stage = stage
            self._bar = tqdm(
                total=total, desc=stage, unit=f" {self._unit}", file=sys.stderr, disable=None, dynamic_ncols=True
            )
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """End the bar that is shown."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _Told:
    """Progress as JSON lines, not more often than a channel can show it."""

    def __init__(self) -> None:
        self._stage = ""
        self._began = self._last = 0.0

    def indexing(self, stage: str, done: int, total: int) -> None:
        """Encoding is what takes its time by the passage; all after it is one stage without a measure."""
        if stage == "encode":
            if total:  # else nothing is new, and there is nothing to tell
                self.progress("encode", done, total)
        elif self._stage != "finish":
            self.progress("finish", 0, 0)

    def progress(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._began, self._last = stage, now, 0.0
        if now - self._last < _TELL_EVERY_S and done < total:
            return
        self._last = now
        left = (now - self._began) / done * (total - done) if done else None
        write_json({"progress": {"stage": stage, "done": done, "total": total, "seconds_left": left}})
