"""QUESTIONS_FILE as promoted questions enter it: one object a line, so that what changed can be read in a diff."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from core.durable import DRAFT_PREFIX, replace_file, sync_folder, writing
from core.errors import ForsaError, SettingsError, StorageError
from core.settings import PROJECT_ROOT, Settings

PROMOTED = "v-"
"""What the ids of promoted questions begin with."""

_WAIT_S = 15.0


class AlreadyThere(ForsaError):
    """A question of nearly the same wording stands in the file already; `id` is its."""

    def __init__(self, question_id: str) -> None:
        super().__init__(f"the question is already in the file as {question_id}")
        self.id = question_id


def questions_path(settings: Settings) -> Path:
    """Where accepted questions go: QUESTIONS_FILE, or the sample's own for the sample.

    Raises:
        SettingsError: the documents are one's own, and no file is set for their questions.
    """
    if settings.questions_file is not None:
        return settings.questions_file
    if settings.data_dir.resolve() == (PROJECT_ROOT / "data").resolve():
        return PROJECT_ROOT / "eval" / "questions.json"
    raise SettingsError("QUESTIONS_FILE isn't set", "set it to a JSON file for the questions of your documents")


def insert(path: Path, entry: dict[str, Any], key_of: Callable[[str], str], lock: Path) -> None:
    """Add a question; the file has it or not, whatever happens meanwhile, and is made where there is none.

    The questions of the file keep their order; promoted ones stand behind them, sorted by id.

    Args:
        key_of: the key of a question's wording: two of one key are the same question.
        lock: taken while the file is read and written, so that no other reviewer's question is lost.

    Raises:
        AlreadyThere: the question is in the file.
        SettingsError: the file can't be read as a list of questions.
        StorageError: it can't be written, or another process holds it.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(lock, timeout=_WAIT_S):
            _remove_drafts(path)
            entries = _read(path)
            wanted = key_of(entry["question"])
            for other in entries:
                if other.get("id") == entry["id"] or key_of(str(other.get("question", ""))) == wanted:
                    raise AlreadyThere(str(other.get("id")))
            own = [other for other in entries if not str(other.get("id")).startswith(PROMOTED)]
            promoted = [other for other in entries if str(other.get("id")).startswith(PROMOTED)]
            promoted = sorted([*promoted, entry], key=lambda other: str(other["id"]))
            with writing(f"writing {path}"):
                path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(path, written([*own, *promoted]))
                sync_folder(path.parent)
    except Timeout as error:
        raise StorageError(f"another process is writing {path}", "try again in a moment") from error


def written(entries: list[dict[str, Any]]) -> bytes:
    """The file's content: a JSON list, one question a line."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f"[\n{lines}\n]\n".encode("utf-8", "backslashreplace")


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        entries = json.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise SettingsError(f"QUESTIONS_FILE {path} can't be read: {error}", "mend it, or name another") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise SettingsError(f"QUESTIONS_FILE {path} is no list of objects", "see eval/README.md for the form")
    return entries


def _remove_drafts(path: Path) -> None:
    """What a killed run left: with the lock in hand it is nobody's."""
    for draft in path.parent.glob(f"{DRAFT_PREFIX}*-{path.name}"):
        draft.unlink(missing_ok=True)
