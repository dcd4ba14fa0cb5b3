"""`--set KEY=VALUE`: settings for one run, by the names that `.env.example` gives them."""

import difflib
from collections.abc import Sequence

from core.errors import SettingsError
from core.settings import Settings, load_settings

# What counts only while documents are read or indexed: a run that set it would compare nothing.
_BEFORE_ASKING = frozenset(
    {
        "data_dir",
        "gen_dir",
        "questions_file",
        "chunk_chars",
        "document_max_mb",
        "read_processes",
        "read_timeout_s",
        "read_memory_mb",
        "ocr",
        "index_versions_kept",
        "reindex_check",
    }
)
# Every run asks anew; and what is logged was settled when the program started.
_FIXED = frozenset({"cache_size", "log_level"})


def read_changes(pairs: Sequence[str]) -> dict[str, str]:
    """From `KEY=VALUE` to values by the settings' names in lower case.

    Raises:
        SettingsError: no such setting, one that changes nothing here, or no `=`.
    """
    changes = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        name = key.strip().lower()
        if not equals:
            raise SettingsError(f"{pair!r} is not KEY=VALUE", "for example --set SEMANTIC_WEIGHT=0.5")
        if name not in Settings.model_fields:
            near = difflib.get_close_matches(name, Settings.model_fields, n=3)
            meant = ", ".join(found.upper() for found in near)
            raise SettingsError(f"there is no setting {key!r}", f"nearest: {meant}" if meant else "see .env.example")
        if name in _BEFORE_ASKING:
            raise SettingsError(
                f"{name.upper()} changes nothing while questions are asked",
                "set it in the environment, ingest and reindex into another DB_DIR, then --set DB_DIR=…",
            )
        if name in _FIXED:
            raise SettingsError(f"{name.upper()} can't be set for an evaluation", "leave it out")
        changes[name] = value.strip()
    return changes


def changed_settings(changes: dict[str, str]) -> Settings:
    """The settings as the environment has them, with these changes; an empty value is the default.

    Raises:
        SettingsError: a value is malformed.
    """
    values = {name: value or Settings.model_fields[name].default for name, value in changes.items()}
    try:
        return load_settings(**values)
    except SettingsError as error:
        raise SettingsError(str(error), "correct it after --set") from error
