"""What `doctor` looks at of the operation: server, backup, retention, log, decisions that wait."""

import json
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from bot.finding import Finding
from bot.locks import ServeRunning, serving_lock
from bot.restore import DATABASE, PENDING
from bot.this_machine import is_loopback
from core.settings import Settings

OLD_BACKUP_S = 8 * 86_400.0
"""A backup a week, and a day of grace."""


def server(settings: Settings) -> Iterator[Finding]:
    """Whether `serve` runs, or could listen where it is to."""
    where = f"{settings.http_host}:{settings.http_port}"
    try:
        with serving_lock(settings.db_dir):
            pass
    except ServeRunning:
        yield Finding("ok", "`serve` runs on this DB_DIR")
        return
    family = socket.AF_INET6 if ":" in settings.http_host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.http_host, settings.http_port))
        except OSError as error:
            yield Finding("fail", f"{where} can't be listened at: {error.strerror}", "set HTTP_HOST, HTTP_PORT")
            return
    yield Finding("ok", f"{where} is free to listen at")


def exposure(settings: Settings) -> Iterator[Finding]:
    """Who can see the figures."""
    if settings.metrics == "open" and not is_loopback(settings.http_host):
        yield Finding(
            "warn",
            f"/metrics at {settings.http_host}:{settings.http_port} is open to whoever reaches it",
            "keep the port from strangers (a proxy that doesn't hand /metrics on), or set METRICS=local",
        )
    else:
        yield Finding("ok", f"METRICS is {settings.metrics}")


def log(settings: Settings) -> Iterator[Finding]:
    """What the log holds."""
    line = f"the log is {settings.log_format} at {settings.log_level}"
    if settings.log_questions or settings.log_level == "DEBUG":
        yield Finding("warn", f"{line}; it shows what people ask", "set LOG_QUESTIONS=False and LOG_LEVEL=INFO")
    else:
        yield Finding("ok", f"{line}, without what people ask")


def retention(settings: Settings) -> Iterator[Finding]:
    """How long what people wrote is kept."""
    if settings.retention_days:
        yield Finding("ok", f"what is older than {settings.retention_days} days is forgotten")
    else:
        yield Finding("warn", "what people wrote is kept for good", "set RETENTION_DAYS")


def backup(settings: Settings) -> Iterator[Finding]:
    """When the last one was made, and whether a restore was cut off."""
    from bot.backup import LAST

    if (settings.db_dir / PENDING).exists():
        yield Finding("fail", "a restore was interrupted", "run the restore again, or start `serve`: both complete it")
    if not (settings.db_dir / DATABASE).exists():
        yield Finding("ok", "nothing to back up yet")
        return
    advice = "run `python bot.py backup FILE` daily (deploy/forsa-backup.timer)"
    try:
        last = json.loads((settings.db_dir / LAST).read_bytes())
        made, file = float(last["made"]), str(last["file"])
    except FileNotFoundError:
        yield Finding("warn", "no backup was made of this DB_DIR", advice)
        return
    except (ValueError, KeyError, TypeError):
        yield Finding("warn", f"{settings.db_dir / LAST} can't be read", advice)
        return
    day = datetime.fromtimestamp(made, UTC).strftime("%d/%m/%Y")
    state = time.time() - made
    if state > OLD_BACKUP_S:
        yield Finding("warn", f"the last backup is of {day} ({file})", advice)
    else:
        yield Finding("ok", f"backup of {day}: {file}")


def decisions(settings: Settings) -> Iterator[Finding]:
    """Contradictions among the documents that nobody decided on."""
    from core.audit.audit import audit_folder
    from core.audit.decisions import load_decisions
    from core.audit.report_page import undecided

    waiting = len(undecided(audit_folder(settings.gen_dir), load_decisions(settings.data_dir)))
    if waiting:
        yield Finding("warn", f"{waiting} contradictions among documents wait for a decision", "run `bot.py audit`")
    else:
        yield Finding("ok", "no contradiction among documents waits for a decision")


OPERATION_CHECKS = (server, exposure, log, retention, backup, decisions)
