"""Chunk files come back exactly as they were written."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.chunk import Chunk
from core.documents.chunks import format_chunk, parse_chunk, read_chunk, read_chunks
from core.errors import ChunkFormatError

CHUNK = Chunk(
    "Offres/عرض « é ».docx", 3, 'Titre : "x" — # y', "a › b", None, "ar", "Offres", None, "- un\n\n---\n: x\n"
)
_text = st.text(st.characters(exclude_categories=["Cs"]))


@given(_text, _text, _text, st.none() | st.integers(1, 9999))
def test_round_trip_is_exact(document: str, title: str, text: str, page: int | None) -> None:
    chunk = replace(CHUNK, document=document, title=title, section=title, text=text, page=page, twin=document)
    assert parse_chunk(format_chunk(chunk)) == chunk


def test_round_trip_through_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "Offre-0123456789ab"
    folder.mkdir()
    (folder / "0001.md").write_bytes(format_chunk(CHUNK).encode())
    (folder / "0000.md").write_bytes(format_chunk(replace(CHUNK, ordinal=11)).encode())
    (tmp_path / "ingest-report.md").write_text("# Report")
    assert read_chunks(tmp_path) == [CHUNK, replace(CHUNK, ordinal=11)]


@pytest.mark.parametrize(
    "content", [b"", b"text", b"---\nx: 1\n---\n\nt\n", b"---\ndocument: [\n---\n\nt\n", b"\xff\xfe"]
)
def test_what_is_no_chunk_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(content)
    with pytest.raises(ChunkFormatError, match=r"x\.md"):
        read_chunk(path)


def test_drafts_of_a_killed_run_are_no_chunks(tmp_path: Path) -> None:
    """A run that was killed before its first manifest left `.tmp-…` files, and everything after it failed."""
    (tmp_path / "Offre").mkdir()
    (tmp_path / "Offre" / ".tmp-399-0000.md").write_text("")
    assert read_chunks(tmp_path) == []
