"""A real language model on loopback: llama.cpp's server, in a process of its own that can be killed.

usage: python -m tests.e2e.llm.local_model [PORT [FILE.gguf]]     serves until it is ended; any LLM_MODEL, LLM_URL as
it says. Another file of weights makes a second judge (`evaluate --judge`).
"""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.settings import PROJECT_ROOT
from tests.e2e.driver.bot import free_port
from tests.e2e.llm.weights import NoWeights, cache_folder, weights

CONTEXT = 4096
"""Tokens that the server's model reads and writes at once."""
_START_S = 180.0
_PORT = 8089


class LocalModel:
    """The server's process, started."""

    def __init__(self, path: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.llm.local_model", str(port), str(path)],
            cwd=PROJECT_ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self) -> None:
        """Until it answers. Raises NoWeights where it ends, or doesn't in time."""
        end = time.monotonic() + _START_S
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise NoWeights(f"the model's server ended with status {self._process.returncode}")
            try:
                with urllib.request.urlopen(f"{self.url}/models", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        raise NoWeights("the model's server didn't start in time")

    def kill(self) -> None:
        """As a crash would: at once, whatever it was saying."""
        self._process.kill()
        self._process.wait()


@contextmanager
def running_model(path: Path) -> Iterator[LocalModel]:
    """The server on a free port, killed at the end."""
    model = LocalModel(path, free_port())
    try:
        model.wait()
        yield model
    finally:
        model.kill()


def serve(path: Path, port: int) -> None:
    """Serve in this process until SIGTERM or Ctrl-C. One thread: two that wait actively for each other on busy cores
    are ten times slower."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {"local"}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.use_jinja = True
    params.warmup = False
    server = xllamacpp.Server(params)
    print(f"LLM_URL={server.listening_address}/v1", flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})
    os._exit(0)  # the server's own end waits for whoever is connected


def main(arguments: list[str]) -> None:
    """Fetch the weights where no file is named, and serve."""
    port = int(arguments[0]) if arguments else _PORT
    try:
        serve(Path(arguments[1]) if len(arguments) > 1 else weights(cache_folder()), port)
    except NoWeights as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
