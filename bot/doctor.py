"""`doctor`: looks at the set-up part by part, and says what to mend."""

import asyncio
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Literal

from bot.finding import Finding
from bot.operation_checks import OPERATION_CHECKS
from core.errors import ForsaError, NoIndexError
from core.settings import PROJECT_ROOT, Settings

OLDEST_PYTHON = (3, 11)
ENOUGH_SPACE, LITTLE_SPACE = 1024**3, 200 * 1024**2
"""Free bytes below which DB_DIR's disk is worth a warning, and a failure."""

_PIN = re.compile(r"([\w.-]+)==([\w.+!-]+)")


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
    """Encoder and gate load and work."""
    from bot.models import build_models
    from core.models.accelerator import device
    from core.models.factory import takes_large_models

    built = build_models(settings)
    if takes_large_models(settings) and device() == "cpu":
        yield Finding("warn", "torch sees no accelerator: large models are slow on the CPU", "set PROFILE=cpu")
    encoder = built.encoder
    vectors = encoder.encode_queries(["prix", "سعر"])
    yield Finding("ok", f"encoder {encoder.name} works, dimension {vectors.shape[1]}")
    built.gate.warm()
    yield Finding("ok", f"gate {built.gate.name} works")


def language_model(settings: Settings) -> Iterator[Finding]:
    """The endpoint answers, if one is set."""
    if not settings.uses_llm:
        yield Finding("ok", "no language model: answers are the documents' own sentences")
        return
    from core.answering.llm.factory import try_model

    counted = asyncio.run(try_model(settings))
    told = "counts its tokens" if not counted.estimated else "doesn't count its tokens: costs are estimates"
    yield Finding("ok", f"language model {settings.llm_model} at {settings.llm_url} answers, and {told}")


def index(settings: Settings) -> Iterator[Finding]:
    """The index is whole, belongs to the encoder, and holds what GEN_DIR holds."""
    from bot.gate_words import gate_advice, gate_line
    from bot.index_building import wanted_version
    from bot.models import build_models, load_corpus
    from core.documents.chunks import read_chunks
    from core.index.held import held_version

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
    held = held_version(settings.db_dir)
    wanted = wanted_version(settings, chunks) if chunks else corpus.index.version
    if held is not None and held.version == wanted != corpus.index.version:
        yield Finding(
            "warn",
            f"index version {held.version} waits: fewer answers were right ({len(held.why.get('lost', ()))} lost)",
            "mend the documents and reindex, or run `python bot.py reindex --confirm`",
        )
    elif wanted != corpus.index.version:
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


def channels(settings: Settings) -> Iterator[Finding]:
    """What `serve` would start; nothing is sent anywhere."""
    if settings.telegram_token is None:
        yield Finding("ok", "TELEGRAM_TOKEN is not set: no Telegram channel")
        return
    from bot.telegram.build import checked_token, checked_webhook

    webhook = checked_webhook(settings, checked_token(settings))
    yield Finding("ok", f"Telegram: the token is well-formed, updates come by {'webhook' if webhook else 'polling'}")


def teams(settings: Settings) -> Iterator[Finding]:
    """Whether the Teams channel can start, and how open it is; nothing is sent anywhere."""
    if settings.teams_app_id is None and not settings.teams_development:
        yield Finding("ok", "TEAMS_APP_ID is not set: no Teams channel")
        return
    from bot.teams.build import checked_app, checked_tenants

    checked_app(settings)
    tenants = checked_tenants(settings)
    if settings.teams_development:
        advice = "set TEAMS_DEVELOPMENT=false where others are to use the bot"
        yield Finding("warn", "Teams: for development, open to whoever reaches the port on this machine", advice)
    elif not tenants:
        yield Finding("warn", "Teams: every organisation that has the app may ask", "set TEAMS_TENANTS")
    else:
        yield Finding("ok", f"Teams: app id and secret are set, {len(tenants)} organisations may ask")


def page(settings: Settings) -> Iterator[Finding]:
    """Who reaches the page and the API, by the settings alone."""
    if not settings.web_page:
        yield Finding("ok", "WEB_PAGE is off: no page, no HTTP API")
        return
    from bot.this_machine import is_loopback

    place = f"http://{settings.http_host}:{settings.http_port}/"
    if settings.web_host_names:
        yield Finding("ok", f"the page: {place}, behind a proxy as {', '.join(sorted(settings.web_host_names))}")
    elif is_loopback(settings.http_host):
        who = "who sits here is admin" if settings.web_local_admin else "by invitation or key"
        yield Finding("ok", f"the page: {place}, from this machine only, {who}")
    else:
        advice = "put a proxy with https before it (WEB_HOSTS), or set HTTP_HOST=127.0.0.1"
        yield Finding("warn", f"the page: {place}, without encryption for whoever reaches it", advice)


CHECKS = (
    python,
    packages,
    folders,
    space,
    programs,
    questions,
    models,
    language_model,
    index,
    database,
    channels,
    teams,
    page,
    *OPERATION_CHECKS,
)


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())
