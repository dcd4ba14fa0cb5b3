"""What the tests of documents share."""

import multiprocessing
import sys
from multiprocessing import forkserver

import pytest

_PRELOADED = ["core.documents.pool", "core.documents.docx", "core.documents.pdf", "core.documents.plain", "pytest"]


@pytest.fixture(scope="session", autouse=True)
def reading_processes_that_start_at_once() -> None:
    """One server of reading processes for all tests, which has imported what they need: most of the time of a small
    ingest is that of its processes' imports."""
    if sys.platform != "win32":
        multiprocessing.get_context("forkserver").set_forkserver_preload(_PRELOADED)
        forkserver.ensure_running()
