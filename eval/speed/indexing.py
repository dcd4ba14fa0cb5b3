"""What indexing costs: the sample's chunks, over and over and each under another title, until there are enough."""

import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bot.models import build_models
from core.documents.chunk import Chunk
from core.documents.chunks import read_chunks
from core.errors import StorageError
from core.index.build import reindex
from core.settings import load_settings
from storage.embeddings import SqliteEmbeddings


def index(count: int, folder: str) -> dict[str, Any]:
    """Seconds of indexing `count` chunks into `folder`; with what it knows already, no chunk is encoded again.

    Calibration isn't in it: it costs the same whatever the number of chunks.
    """
    settings = load_settings()
    models = build_models(settings)
    chunks = _chunks(settings.gen_dir, count)
    begin = time.perf_counter()
    with SqliteEmbeddings(Path(folder) / "embeddings.sqlite", StorageError) as embeddings:
        report = reindex(Path(folder), chunks, models.encoder, models.analyser, embeddings)
    return {"s": time.perf_counter() - begin, "encoded": report.encoded, "chars": sum(len(c.content) for c in chunks)}


def _chunks(gen_dir: Path, count: int) -> list[Chunk]:
    sample = read_chunks(gen_dir)
    return [
        replace(chunk, document=f"{number}/{chunk.document}", title=f"{chunk.title} {number}")
        for number, chunk in enumerate(islice(cycle(sample), count))
    ]
