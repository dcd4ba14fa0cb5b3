"""`DATA_DIR/forsa-audit.yaml`: what the knowledge manager decided on the findings of the audit.

    decisions:
      3fa9c01d22: {holds: left, note: "…", about: "Fiche X.docx: 5 Go / بطاقة X.docx: 3 Go"}

A finding's id changes with its texts, so a decision holds until either text changes. It then stays in the file, says
nothing any more, and counts again should the text come back.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

import yaml

from core.audit.finding import Finding
from core.documents.corrections import DECISIONS_NAME
from core.durable import replace_file, writing
from core.errors import SettingsError

Verdict = Literal["left", "right", "not-a-contradiction"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_ROOT = "decisions"


@dataclass(frozen=True)
class Decision:
    """Which side holds, and why; `about` tells a person who reads the file what it was about."""

    holds: Verdict
    note: str = ""
    about: str = ""


@dataclass(frozen=True)
class Decisions:
    """All of them by finding's id."""

    by_id: Mapping[str, Decision] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """For `answer_state`: changes with every decision, not with a note."""
        told = sorted((finding, decision.holds) for finding, decision in self.by_id.items())
        return hashlib.sha256(repr(told).encode()).hexdigest()[:12]

    def with_decision(self, finding: Finding, holds: Verdict, note: str = "") -> "Decisions":
        """These, and one more or another one."""
        about = " / ".join(f"{side.place.document}: {side.shown}" for side in (finding.left, finding.right))
        return Decisions({**self.by_id, finding.id: Decision(holds, note, about)})

    def save(self, data_dir: Path) -> None:
        """Write the file.

        Raises:
            StorageError: it can't be written.
        """
        told = {
            finding: {name: value for name, value in vars(decision).items() if value}
            for finding, decision in sorted(self.by_id.items())
        }
        text = yaml.safe_dump({_ROOT: told}, allow_unicode=True, sort_keys=False, width=1000)
        path = data_dir / DECISIONS_NAME
        with writing(f"writing {path}"):
            replace_file(path, text.encode())


def decisions_stamp(data_dir: Path) -> tuple[int, int, int] | None:
    """What changes whenever the file is written; None where there is none. Cheap enough for every question."""
    try:
        found = (data_dir / DECISIONS_NAME).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def load_decisions(data_dir: Path) -> Decisions:
    """The decisions beside the data; none where there is no file.

    Raises:
        SettingsError: the file can't be read or understood; the message says where.
    """
    path = data_dir / DECISIONS_NAME
    try:
        # Scalars stay texts: an id of digits alone is no number.
        told = yaml.load(path.read_bytes().decode("utf-8-sig"), Loader=yaml.BaseLoader)
    except FileNotFoundError:
        return Decisions()
    except OSError as error:
        raise SettingsError(f"{DECISIONS_NAME} can't be read: {error.strerror}", "give Forsa read access") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{DECISIONS_NAME} isn't UTF-8 text", "save it as UTF-8") from error
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f", line {where.line + 1}" if where is not None else ""
        raise SettingsError(f"{DECISIONS_NAME}{line} is no YAML", "correct or remove the line") from error
    held = told.get(_ROOT) if isinstance(told, dict) else told
    if not held:
        return Decisions()
    if not isinstance(held, dict):
        raise SettingsError(f"{DECISIONS_NAME}: `{_ROOT}` must hold one line a finding", "see docs/documents.md")
    return Decisions({finding: _decision(finding, value) for finding, value in held.items()})


def _decision(finding: str, value: object) -> Decision:
    said = value if isinstance(value, dict) else {"holds": value}
    for verdict in VERDICTS:
        if str(said.get("holds", "")).strip().lower() == verdict:
            return Decision(verdict, str(said.get("note", "")), str(said.get("about", "")))
    raise SettingsError(
        f"{DECISIONS_NAME}: `{finding}` holds {said.get('holds') or 'nothing'}", f"write one of {', '.join(VERDICTS)}"
    )
