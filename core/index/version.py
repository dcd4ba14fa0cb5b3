"""What an index version consists of: its name, its entries and its manifest. No files are touched here."""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from core.documents.chunk import Chunk

FORMAT = 2
"""Raised whenever what is written changes; versions of another format aren't read."""

_NAME = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class IndexedChunk:
    """A text of the corpus, its tokens, and every chunk that holds it (same title, section and text).

    `chunk` is the first of them by document and ordinal; `duplicates` are the others.
    """

    chunk: Chunk
    tokens: tuple[str, ...]
    duplicates: tuple[Chunk, ...] = ()

    @property
    def token_set(self) -> frozenset[str]:
        """Its tokens without repetitions. Made anew each time: kept for 100,000 chunks, they take 800 MB."""
        return frozenset(self.tokens)

    @property
    def copies(self) -> tuple[Chunk, ...]:
        """The chunk as it stands in every document that holds it."""
        return (self.chunk, *self.duplicates)

    @property
    def also_in(self) -> tuple[str, ...]:
        """Other documents that hold the same text, sorted."""
        return tuple(sorted({copy.document for copy in self.duplicates} - {self.chunk.document}))

    @property
    def documents(self) -> frozenset[str]:
        """Every document that holds the text."""
        return frozenset(copy.document for copy in self.copies)

    def within(self, documents: Iterable[str]) -> Chunk:
        """The chunk as it stands in one of these documents (for a citation within a scope); else the first."""
        wanted = set(documents)
        return next((copy for copy in self.copies if copy.document in wanted), self.chunk)


@dataclass(frozen=True)
class Manifest:
    """What a version says of itself.

    `chunks` counts those handed in, `texts` those that differ; `files` has the SHA-256 of every other file.
    """

    version: str
    format: int
    encoder: str
    dimension: int
    analyser: str
    documents: int
    chunks: int
    texts: int
    files: Mapping[str, str]

    def to_bytes(self) -> bytes:
        """JSON, with a checksum over itself."""
        content = asdict(self)
        content["checksum"] = sha256(_json_bytes(content))
        return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False).encode() + b"\n"

    @classmethod
    def from_bytes(cls, content: bytes) -> "Manifest":
        """The inverse of `to_bytes`.

        Raises:
            ValueError: not a manifest of this format, or changed since it was written.
        """
        fields = json.loads(content)
        if not isinstance(fields, dict) or not isinstance(fields.get("files"), dict):
            raise ValueError("not a manifest")
        if fields.get("format") != FORMAT:
            raise ValueError(f"written in format {fields.get('format')}, this program reads {FORMAT}")
        checksum = fields.pop("checksum", "")
        if checksum != sha256(_json_bytes(fields)) or fields.keys() != cls.__dataclass_fields__.keys():
            raise ValueError("the manifest doesn't match its own checksum")
        return cls(**fields)


def version_name(chunks: Iterable[Chunk], encoder: str, analyser: str, extra: str = "") -> str:
    """Sixteen hexadecimal digits that change with any field of any chunk, the encoder, the analyser or the format."""
    digest = hashlib.sha256(_json_bytes([FORMAT, encoder, analyser, extra]))
    for chunk in in_order(chunks):
        digest.update(_json_bytes(vars(chunk)))
    return digest.hexdigest()[:16]


def is_version_name(text: str) -> bool:
    """True for what `version_name` gives."""
    return _NAME.fullmatch(text) is not None


def in_order(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Chunks by document and ordinal: the order of an index, whatever the order in which they were read."""
    return sorted(chunks, key=lambda chunk: (chunk.document, chunk.ordinal, chunk.content))


def same_texts(chunks: Iterable[Chunk]) -> list[tuple[Chunk, ...]]:
    """Chunks with the same content together, in the order of the first of each."""
    groups: dict[str, list[Chunk]] = {}
    for chunk in in_order(chunks):
        groups.setdefault(chunk.content, []).append(chunk)
    return [tuple(group) for group in groups.values()]


def entries_to_bytes(entries: Iterable[IndexedChunk]) -> bytes:
    """One JSON line an entry."""
    lines = (
        _json_bytes(
            {"chunk": vars(entry.chunk), "tokens": entry.tokens, "duplicates": list(map(vars, entry.duplicates))}
        )
        for entry in entries
    )
    return b"".join(line + b"\n" for line in lines)


def entries_from_bytes(content: bytes) -> tuple[IndexedChunk, ...]:
    """The inverse of `entries_to_bytes`.

    Raises:
        ValueError, KeyError, TypeError: the lines aren't what `entries_to_bytes` writes.
    """
    entries = []
    for line in content.splitlines():
        fields = json.loads(line.decode("utf-8", "surrogatepass"))
        # A corpus has few different tokens: interned, each is kept in memory once.
        tokens = tuple(map(sys.intern, fields["tokens"]))
        duplicates = tuple(map(_chunk, fields["duplicates"]))
        entries.append(IndexedChunk(_chunk(fields["chunk"]), tokens, duplicates))
    return tuple(entries)


def _chunk(values: dict[str, Any]) -> Chunk:
    return Chunk(**{**values, "corrections": tuple(values["corrections"])})


def digest(chunk: Chunk) -> str:
    """SHA-256 of what is encoded: the name of its vector."""
    return sha256(chunk.content.encode("utf-8", "surrogatepass"))


def sha256(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def _json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8", "surrogatepass")
