"""The contradictions of an index version, kept in its folder: an answer warns of what its own documents say."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.audit.audit import audit_folder
from core.audit.finding import Finding, Place, Side
from core.durable import replace_file
from core.errors import IndexDamagedError
from core.text.numbers import Quantity

VERSION = 1
"""Raised whenever the audit finds other things or what is kept changes: then index versions are built again."""

_FILE = "contradictions.json"


def keep_contradictions(gen_dir: Path, folder: Path) -> None:
    """Audit the chunks of GEN_DIR and keep what contradicts itself in an index version's folder.

    Raises:
        ChunkFormatError: a chunk or the manifest is damaged.
    """
    found = audit_folder(gen_dir)
    save_contradictions(folder, (_dated(finding, found.dated_by_file) for finding in found.contradictions))


def _dated(finding: Finding, weak: frozenset[str]) -> Finding:
    """The finding without dates that only a file's properties tell: they don't say which document is newer."""
    left, right = (
        replace(side, place=replace(side.place, date=None)) if side.place.document in weak else side
        for side in (finding.left, finding.right)
    )
    return replace(finding, left=left, right=right)


def save_contradictions(folder: Path, findings: Iterable[Finding]) -> None:
    """Write them into the folder."""
    told = [{**asdict(finding), "left": _told(finding.left), "right": _told(finding.right)} for finding in findings]
    replace_file(folder / _FILE, (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode())


def load_contradictions(folder: Path) -> tuple[Finding, ...]:
    """Those kept in the folder; none in one that an earlier program wrote.

    Raises:
        IndexDamagedError: the file can't be read or understood.
    """
    try:
        told = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        return tuple(Finding(**{**each, "left": _side(each["left"]), "right": _side(each["right"])}) for each in told)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError, ArithmeticError) as error:
        raise IndexDamagedError(f"the contradictions of index version {folder.name} can't be read: {error}") from error


def _told(side: Side) -> dict[str, Any]:
    return {**asdict(side), "values": [[str(quantity.value), quantity.unit] for quantity in side.values]}


def _side(told: Mapping[str, Any]) -> Side:
    values = tuple(Quantity(Decimal(value), unit, 0, 0) for value, unit in told["values"])
    return Side(**{**told, "place": Place(**told["place"]), "values": values})
