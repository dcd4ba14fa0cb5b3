"""The findings of the last audit, as `report_page.py` wrote them into GEN_DIR."""

import json
from pathlib import Path
from typing import Any

from core.audit.finding import Finding, Place, Side
from core.audit.report_page import AUDIT_NAME
from core.errors import StorageError


def last_findings(gen_dir: Path) -> tuple[Finding, ...] | None:
    """All findings, in the audit's order; None where there was no audit yet.

    Raises:
        StorageError: the file can't be read or understood.
    """
    path = gen_dir / f"{AUDIT_NAME}.json"
    try:
        return tuple(_finding(told) for told in json.loads(path.read_bytes())["findings"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(f"{path} can't be read: {error}", "run `python bot.py audit`: it writes it anew") from error


def _finding(told: dict[str, Any]) -> Finding:
    return Finding(told["kind"], told["relation"], _side(told["left"]), _side(told["right"]), told["what"])


def _side(told: dict[str, Any]) -> Side:
    place = Place(**{name: told[name] for name in Place.__dataclass_fields__})
    return Side(place, told["text"], told["shown"])
