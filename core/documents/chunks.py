"""Chunk files: one Markdown file a chunk, a header between `---` lines, then the text as it is.

Header values are JSON strings, numbers or null, which is YAML too, so that nothing in a title can break it.
"""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from core.documents.chunk import Chunk, Language
from core.documents.files import is_chunk_file
from core.documents.manifest import Manifest
from core.errors import ChunkFormatError

_FIELDS = tuple(field.name for field in fields(Chunk) if field.name != "text")
_FENCE = "---\n"


def format_chunk(chunk: Chunk) -> str:
    """The content of the chunk's file; `parse_chunk` gives back exactly this chunk."""
    header = "".join(f"{name}: {json.dumps(getattr(chunk, name), ensure_ascii=False)}\n" for name in _FIELDS)
    return f"{_FENCE}{header}{_FENCE}\n{chunk.text}\n"


def parse_chunk(content: str) -> Chunk:
    """The chunk that a file's content holds.

    Raises:
        ChunkFormatError: it isn't what `format_chunk` writes; the message says where.
    """
    if not content.startswith(_FENCE):
        raise ChunkFormatError("no header")
    header, found, text = content[len(_FENCE) :].partition(f"\n{_FENCE}\n")
    if not found or not text.endswith("\n"):
        raise ChunkFormatError("the header or the text has no end")
    values: dict[str, Any] = {}
    for line in header.split("\n"):
        name, _, value = line.partition(": ")
        try:
            values[name] = json.loads(value)
        except ValueError as error:
            raise ChunkFormatError(f"header line `{line[:60]}` can't be read") from error
    if missing := [name for name in _FIELDS if name not in values]:
        raise ChunkFormatError(f"no `{missing[0]}` in the header")
    if values["language"] not in get_args(Language) or not isinstance(values["ordinal"], int):
        raise ChunkFormatError("`language` or `ordinal` has a value that no chunk has")
    if not all(isinstance(values[name], str) for name in ("document", "title", "section", "family")):
        raise ChunkFormatError("`document`, `title`, `section` and `family` must be texts")
    values["corrections"] = tuple(values["corrections"] or ())
    return Chunk(**{name: values[name] for name in _FIELDS}, text=text[:-1])


def read_chunk(path: Path) -> Chunk:
    """Read one chunk file.

    Raises:
        ChunkFormatError: missing, unreadable or no chunk; the message names the file.
    """
    try:
        return parse_chunk(path.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError, ChunkFormatError) as error:
        raise ChunkFormatError(f"{path}: {error}", "run `python bot.py ingest` again") from error


def read_chunks(gen_dir: Path) -> list[Chunk]:
    """Every chunk of the last ingest, ordered by document and place in it.

    The manifest says which files count: what an interrupted run left lying about doesn't. Without a manifest every
    file that is named like a chunk counts.

    Raises:
        ChunkFormatError: a chunk file is missing or damaged, or the manifest is; the message names it.
    """
    manifest = Manifest.load(gen_dir)
    if manifest is not None:
        paths = [gen_dir / file for file in manifest.chunk_files()]
    else:
        paths = sorted(path for path in gen_dir.rglob("*.md") if is_chunk_file(path))
    chunks = [read_chunk(path) for path in paths]
    return sorted(chunks, key=lambda chunk: (chunk.document, chunk.ordinal))
