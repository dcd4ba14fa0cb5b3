"""`doctor`: looks at the set-up part by part, and says what to mend."""

import asyncio
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from core.errors import ForsaError, NoIndexError
from core.settings import PROJECT_ROOT, Settings

OLDEST_PYTHON = (3, 11)
ENOUGH_SPACE, LITTLE_SPACE = 1024**3, 200 * 1024**2
"""Free bytes below which DB_DIR's disk is worth a warning, and a failure."""

_PIN = re.compile(r"([\w.-]+)==([\w.+!-]+)")


@dataclass(frozen=True)
class Finding:
    """What one check found; `advice` is what to do where it isn't `ok`."""

    state: Literal["ok", "warn", "fail"]
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.state:<4}  {self.what}" + (f" → {self.advice}" if self.advice else "")


def run_doctor(settings: Settings) -> None:
    """Print a line a check as they come; exit status 1 if anything failed."""
    states = []
    for check in CHECKS:
        for finding in _findings(check, settings):
            print(finding, flush=True)
            states.append(finding.state)
    if "fail" in states:
        sys.exit(1)


def _findings(check: Callable[[Settings], Iterator[Finding]], settings: Settings) -> Iterator[Finding]:
    """What a check finds; an error that it didn't expect is a finding too, and the other checks go on."""
    try:
        yield from check(settings)
    except ForsaError as error:
        yield Finding("fail", str(error), error.hint)
    except OSError as error:
        yield Finding("fail", f"{check.__name__}: {error}")


def python(_: Settings) -> Iterator[Finding]:
    """The interpreter."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        yield Finding("fail", f"Python {version}", "use Python 3.11 or later: `make clean run PYTHON=…`")
    else:
        yield Finding("ok", f"Python {version}, SQLite {sqlite3.sqlite_version}")


def packages(_: Settings) -> Iterator[Finding]:
    """What is installed, against the pins."""
    pins = _PIN.findall((PROJECT_ROOT / "requirements.txt").read_text(encoding="utf-8"))
    wrong = 0
    for name, pinned in pins:
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            wrong += 1
            yield Finding("fail", f"package {name} is missing", "run `make run`, or pip install -r requirements.txt")
            continue
        if installed != pinned:
            wrong += 1
            yield Finding(
                "warn", f"package {name} {installed}, tested with {pinned}", "pip install -r requirements.txt"
            )
    if not wrong:
        yield Finding("ok", f"{len(pins)} packages as pinned")


def folders(settings: Settings) -> Iterator[Finding]:
    """DATA_DIR is read, GEN_DIR and DB_DIR are written."""
    if settings.data_dir.is_dir():
        files = sum(1 for path in settings.data_dir.rglob("*") if path.is_file())
        yield Finding("ok" if files else "warn", f"DATA_DIR {settings.data_dir}: {files} files")
    else:
        yield Finding("fail", f"DATA_DIR {settings.data_dir} is no folder", "make it, or set DATA_DIR in .env")
    for name, folder in (("GEN_DIR", settings.gen_dir), ("DB_DIR", settings.db_dir)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                yield Finding("ok", f"{name} {folder} is writable")
        except OSError as error:
            yield Finding("fail", f"{name} {folder}: {error.strerror}", "mend its permissions, or set another in .env")


def space(settings: Settings) -> Iterator[Finding]:
    """Room on DB_DIR's disk."""
    free = shutil.disk_usage(_existing(settings.db_dir)).free
    state: Literal["ok", "warn", "fail"] = "ok" if free > ENOUGH_SPACE else "warn" if free > LITTLE_SPACE else "fail"
    advice = "" if state == "ok" else "free some space: a reindex builds beside the old version"
    yield Finding(state, f"{free / 1024**3:.1f} GiB free for DB_DIR", advice)


def questions(settings: Settings) -> Iterator[Finding]:
    """QUESTIONS_FILE, where one is set."""
    from core.calibrating import ENOUGH_QUESTIONS, read_questions

    if settings.questions_file is None:
        yield Finding("ok", "QUESTIONS_FILE is not set: the gate is calibrated on the documents' titles and rows")
        return
    count = len(read_questions(settings.questions_file))
    line = f"QUESTIONS_FILE: {count} answerable questions"
    if count < ENOUGH_QUESTIONS:
        yield Finding("warn", f"{line}, too few to calibrate the gate on", f"write at least {ENOUGH_QUESTIONS}")
    else:
        yield Finding("ok", line)


def programs(settings: Settings) -> Iterator[Finding]:
    """What reads pictures and the formats of before 2007; both may be missing."""
    from core.documents.libreoffice import soffice
    from core.documents.ocr.factory import make_ocr
    from core.documents.pictures import INSTALL_HINT

    ocr = make_ocr(settings.ocr)
    if ocr is not None:
        yield Finding("ok", f"pictures are read by {ocr.name}")
    elif settings.ocr == "off":
        yield Finding("ok", "OCR is off: pictures are named in the report")
    else:
        yield Finding("warn", "no OCR: pictures and scans stay unread", INSTALL_HINT)
    if soffice() is not None:
        yield Finding("ok", "LibreOffice converts .doc, .xls and .ppt")
    else:
        yield Finding("warn", "no LibreOffice: .doc, .xls and .ppt stay unread", "install it, or save them anew")


def models(settings: Settings) -> Iterator[Finding]:
    """The encoder loads and encodes."""
    from bot.app import build_models

    encoder = build_models(settings).encoder
    vectors = encoder.encode_queries(["prix", "سعر"])
    yield Finding("ok", f"encoder {encoder.name} works, dimension {vectors.shape[1]}")


def index(settings: Settings) -> Iterator[Finding]:
    """The index is whole, belongs to the encoder, and holds what GEN_DIR holds."""
    from bot.app import build_models, load_corpus, wanted_version
    from bot.gate_words import gate_advice, gate_line
    from core.documents.chunks import read_chunks

    chunks = read_chunks(settings.gen_dir)
    if not chunks:
        yield Finding("warn", "GEN_DIR holds no chunks", "run `python bot.py ingest`")
    try:
        corpus = load_corpus(settings, build_models(settings))
    except NoIndexError as error:
        yield Finding("fail", str(error), error.hint)
        return
    yield Finding("ok", f"index version {corpus.index.version}: {len(corpus.index.chunks)} texts, checksums match")
    advice = gate_advice(corpus.calibration)
    yield Finding("warn" if advice else "ok", gate_line(corpus.calibration), advice)
    if chunks and wanted_version(settings, chunks) != corpus.index.version:
        yield Finding(
            "warn", "GEN_DIR or the settings changed since the index was built", "run `python bot.py reindex`"
        )
    elif chunks:
        yield Finding("ok", "index and GEN_DIR are in step")


def database(settings: Settings) -> Iterator[Finding]:
    """The database opens, its schema is this code's, and SQLite finds it sound."""
    from bot.app import open_database

    async def look() -> str:
        async with open_database(settings.db_dir) as opened:
            return await opened.read(lambda db: str(db.conn.execute("PRAGMA quick_check").fetchone()[0]))

    verdict = asyncio.run(look())
    if verdict == "ok":
        yield Finding("ok", "database opens, its schema is up to date")
    else:
        yield Finding("fail", f"database: {verdict}", "move it away, or put back a saved copy")


CHECKS = (python, packages, folders, space, programs, questions, models, index, database)


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())
