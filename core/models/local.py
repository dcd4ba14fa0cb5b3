"""Where the weights of a large model lie on this machine, and what tells one model from another."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.errors import MissingModelError

# What is loaded. The hub's folders also hold copies for other engines, as large again.
_PATTERNS = ("*.json", "*.safetensors", "pytorch_model*.bin", "*.model", "1_Pooling/*")
_WEIGHTS = ("*.safetensors", "pytorch_model*.bin")
_SAMPLES, _SAMPLE_BYTES = 64, 4096


def model_folder(name: str, models_dir: Path, setting: str, also: Sequence[str] = ()) -> Path:
    """The folder of a model: the one that `name` is the path of, the one called so in `models_dir`, or the hub's copy
    in its cache on this machine, which is brought there first where the hub can be reached.

    Args:
        name: a folder, or the model's name at the hub (`BAAI/bge-m3`).
        setting: where `name` was set, for the message.
        also: files that are brought from the hub besides; nobody checks here whether it has them.

    Raises:
        MissingModelError: it is in none of these places, or what is there is incomplete.
    """
    own = models_dir / name.rsplit("/", 1)[-1]
    for folder in (Path(name).expanduser(), own):
        if folder.is_dir():
            return _complete(folder, setting)
    if name.startswith((".", "/", "~")):
        raise MissingModelError(f"{setting}: there is no folder {name}", "correct the path, or name a model at the hub")
    return _complete(_from_hub(name, own, setting, also), setting)


def _from_hub(name: str, own: Path, setting: str, also: Sequence[str]) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    hint = f"put the model's files into {own}, or set {setting} to their folder, or let this machine reach the hub once"
    try:
        return Path(snapshot_download(name, allow_patterns=[*_PATTERNS, *also]))
    except (OSError, HfHubHTTPError, HFValidationError) as error:
        # Of being offline, the hub's client says a page; its first line is enough.
        said = str(error).strip().split("\n")[0]
        raise MissingModelError(
            f"the model {name} is neither on this machine nor to be had from the hub: {said}", hint
        ) from error


def _complete(folder: Path, setting: str) -> Path:
    missing = [] if (folder / "config.json").is_file() else ["config.json"]
    if not any(path for pattern in _WEIGHTS for path in folder.glob(pattern)):
        missing.append("model.safetensors or pytorch_model.bin")
    if missing:
        raise MissingModelError(
            f"{setting}: the model in {folder} is incomplete, it lacks {' and '.join(missing)}",
            "copy the whole folder of the model there",
        )
    return folder


def dimension(folder: Path) -> int:
    """Length of the model's vectors."""
    return int(_config(folder)["hidden_size"])


def longest(folder: Path, wanted: int) -> int:
    """Tokens that the model can read of a text, `wanted` at most."""
    # XLM-RoBERTa counts positions from 2.
    return min(wanted, int(_config(folder)["max_position_embeddings"]) - 2)


def _config(folder: Path) -> dict[str, Any]:
    try:
        config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        return {name: config[name] for name in ("hidden_size", "max_position_embeddings")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise MissingModelError(
            f"config.json in {folder} can't be used: {type(error).__name__} {error}", "copy the model there anew"
        ) from error


def fingerprint(folder: Path, patterns: Sequence[str] = _PATTERNS) -> str:
    """Eight hexadecimal digits that differ from model to model, wherever its folder lies: of the files that are loaded,
    or of those with these names.

    Weights are gigabytes and this is asked at every start, so of each file samples are read, evenly spread: another
    training changes all of the values.
    """
    digest = hashlib.sha256()
    files = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    for path in sorted(files, key=lambda path: path.relative_to(folder).as_posix()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            for sample in range(_SAMPLES):
                file.seek(sample * max(0, size - _SAMPLE_BYTES) // (_SAMPLES - 1))
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()[:8]
