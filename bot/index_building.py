"""Builds an index version from GEN_DIR, and says which one the settings ask for."""

from collections.abc import Sequence
from pathlib import Path

from bot.models import Models, build_models
from core.audit.kept import VERSION as CONTRADICTIONS_VERSION
from core.audit.kept import keep_contradictions
from core.calibrating import calibrate, calibration_key, foreign_questions, read_questions
from core.calibration import save_calibration
from core.corpus import build_retriever
from core.documents.chunk import Chunk
from core.documents.chunks import read_chunks
from core.errors import StorageError
from core.index.base import Progress
from core.index.build import Admit, ReindexReport, no_progress, reindex
from core.index.held import Held, confirm
from core.index.store import LoadedIndex
from core.index.version import version_name
from core.models.remembering import remembering
from core.name_check import NameCheck
from core.settings import Settings
from storage.embeddings import SqliteEmbeddings


def build_index(settings: Settings, progress: Progress = no_progress, admit: Admit | None = None) -> ReindexReport:
    """From the chunks in GEN_DIR to a calibrated version that answers, where `admit` lets it; raises as `reindex`."""
    models = build_models(settings)
    questions, foreign = _calibration_questions(settings)

    with SqliteEmbeddings(settings.db_dir / "embeddings.sqlite", StorageError) as embeddings:
        asking = remembering(models.encoder, embeddings)

        def finish(index: LoadedIndex, folder: Path) -> None:
            retriever = build_retriever(index, settings, asking, models.reader, models.analyser)
            names, count = NameCheck(index, models.analyser), settings.gate_candidates
            save_calibration(folder, calibrate(retriever, models.gate, names, questions, foreign, count, progress))
            keep_contradictions(settings.gen_dir, folder)

        return reindex(
            settings.db_dir,
            read_chunks(settings.gen_dir),
            models.encoder,
            models.analyser,
            embeddings,
            keep=settings.index_versions_kept,
            progress=progress,
            finish=finish,
            finish_key=_finish_key(settings, models, questions, foreign),
            admit=admit,
        )


def confirm_index(settings: Settings) -> Held:
    """Let the version that waits answer. Raises NothingHeld, ReindexRunning, IndexUnavailable, StorageError."""
    return confirm(settings.db_dir, settings.index_versions_kept)


def wanted_version(settings: Settings, chunks: Sequence[Chunk]) -> str:
    """Name of the version that `build_index` would build of these chunks."""
    models = build_models(settings)
    questions, foreign = _calibration_questions(settings)
    key = _finish_key(settings, models, questions, foreign)
    return version_name(chunks, models.encoder.name, models.analyser.name, key)


def _finish_key(settings: Settings, models: Models, questions: Sequence[str] | None, foreign: Sequence[str]) -> str:
    """What the calibration and the contradictions of a version rest on, besides its chunks."""
    key = f"{calibration_key(models.gate, models.reader.digest, questions or (), foreign)} {CONTRADICTIONS_VERSION}"
    # Other scores bring other candidates before the gate. Without them the key is what it always was.
    return key if settings.bge_scores == "dense" else f"{key} {settings.bge_scores}"


def _calibration_questions(settings: Settings) -> tuple[list[str] | None, list[str]]:
    """Those that the corpus answers (None: made of its titles and rows), and those that it doesn't."""
    return read_questions(settings.questions_file) if settings.questions_file else None, foreign_questions()
