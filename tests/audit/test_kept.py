"""The contradictions of an index version lie in its folder, and are read back whole."""

from pathlib import Path

import pytest

from core.audit.audit import audit
from core.audit.kept import keep_contradictions, load_contradictions, save_contradictions
from core.errors import IndexDamagedError
from tests.audit.test_command import write
from tests.audit.twins import AR_ROWS, AR_SAID, arabic, french

CHUNKS = [
    *french(),
    *arabic(
        table=((AR_ROWS[0][0], "1 950,50 دج", AR_ROWS[0][2]), *AR_ROWS[1:]),
        said=(AR_SAID[0], AR_SAID[1].replace("30", "15"), *AR_SAID[2:]),
        date="2026-04-02",
    ),
]


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    found = audit(CHUNKS).contradictions
    assert {finding.kind for finding in found} == {"cell", "number", "date"}
    save_contradictions(tmp_path, found)
    kept = load_contradictions(tmp_path)
    assert [finding.to_json() for finding in kept] == [finding.to_json() for finding in found]
    for one, other in zip(kept, found, strict=True):
        for mine, theirs in ((one.left, other.left), (one.right, other.right)):
            assert [(q.value, q.unit) for q in mine.values] == [(q.value, q.unit) for q in theirs.values]
            assert mine.column == theirs.column


def test_those_of_a_folder_of_chunks_are_kept(tmp_path: Path) -> None:
    write(CHUNKS, tmp_path / "gen")
    folder = tmp_path / "version"
    folder.mkdir()
    keep_contradictions(tmp_path / "gen", folder)
    assert [finding.id for finding in load_contradictions(folder)] == [f.id for f in audit(CHUNKS).contradictions]


def test_a_version_of_an_earlier_program_has_none(tmp_path: Path) -> None:
    assert load_contradictions(tmp_path) == ()


@pytest.mark.parametrize("content", [b"[", b"[{}]", b'{"a": 1}', b"\xff"])
def test_a_damaged_file_is_said(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "contradictions.json").write_bytes(content)
    with pytest.raises(IndexDamagedError, match="contradictions"):
        load_contradictions(tmp_path)
