"""Every kind of damage is recognised and reported; nothing is half-loaded, no other version served in its place."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import IndexDamagedError, NoIndexError
from core.index.build import reindex
from core.index.store import current_version, load_current, versions_folder
from core.index.version import sha256
from tests.index.helpers import DictEmbeddings, HashEncoder, WordAnalyser, corpus

FILES = ["manifest.json", "chunks.jsonl", "vectors.faiss"]


@pytest.fixture
def db_dir(tmp_path: Path) -> Path:
    """Two versions; the second is current."""
    for size in (4, 5):
        build(tmp_path, size)
    return tmp_path


def build(db_dir: Path, size: int = 5) -> str:
    return reindex(db_dir, corpus(size), HashEncoder(), WordAnalyser(), DictEmbeddings()).version


def load(db_dir: Path) -> str:
    return load_current(db_dir, "hash-1", "words-1").version


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n{}\n")


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def other_json(path: Path) -> None:
    path.write_text('["another", "thing"]')


def binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", [truncate, empty, append, replace_by_folder, Path.unlink, other_json, binary])
def test_damaged_file(db_dir: Path, name: str, damage: Callable[[Path], None]) -> None:
    damage(versions_folder(db_dir) / current_version(db_dir) / name)
    with pytest.raises(IndexDamagedError) as caught:
        load(db_dir)
    assert "reindex" in caught.value.hint
    assert name in str(caught.value)


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_bit_anywhere(db_dir: Path, name: str) -> None:
    path = versions_folder(db_dir) / current_version(db_dir) / name
    content = path.read_bytes()
    chance = random.Random(name)
    for position in chance.sample(range(len(content) - 1), 60):
        changed = bytearray(content)
        changed[position] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        with pytest.raises(IndexDamagedError):
            load(db_dir)
    path.write_bytes(content)
    load(db_dir)


@pytest.mark.parametrize(
    "pointer", [b"", b"0123456789abcdef\n", b"../versions\n", b"\xff\xfe\0", b"0123456789abcdef0\n"], ids=repr
)
def test_a_pointer_to_nothing(db_dir: Path, pointer: bytes) -> None:
    (db_dir / "index" / "CURRENT").write_bytes(pointer)
    with pytest.raises(IndexDamagedError):
        load(db_dir)


def test_no_pointer_is_no_index(db_dir: Path, tmp_path: Path) -> None:
    (db_dir / "index" / "CURRENT").unlink()
    with pytest.raises(NoIndexError) as caught:
        load(db_dir)
    assert "ingest" in caught.value.hint
    with pytest.raises(NoIndexError):
        load(tmp_path / "never")


def test_a_version_under_another_name(db_dir: Path) -> None:
    versions = versions_folder(db_dir)
    (versions / current_version(db_dir)).rename(versions / "0123456789abcdef")
    (db_dir / "index" / "CURRENT").write_text("0123456789abcdef\n")
    with pytest.raises(IndexDamagedError):
        load(db_dir)


def test_another_format(db_dir: Path) -> None:
    path = versions_folder(db_dir) / current_version(db_dir) / "manifest.json"
    fields = json.loads(path.read_text())
    path.write_text(json.dumps({**fields, "format": 99}))
    with pytest.raises(IndexDamagedError, match="format 99"):
        load(db_dir)


@pytest.mark.parametrize("name", [*FILES, None])
def test_reindex_mends_the_current_version(db_dir: Path, name: str | None) -> None:
    version = current_version(db_dir)
    folder = versions_folder(db_dir) / version
    if name is None:
        folder.rename(db_dir / "elsewhere")
    else:
        truncate(folder / name)
    assert build(db_dir) == version
    assert load(db_dir) == version


def test_reindex_mends_the_pointer(db_dir: Path) -> None:
    version = current_version(db_dir)
    (db_dir / "index" / "CURRENT").write_text("nonsense")
    assert build(db_dir) == version == load(db_dir)


def test_vectors_of_a_damaged_version_are_not_reused(db_dir: Path) -> None:
    for folder in versions_folder(db_dir).iterdir():
        path = folder / "vectors.faiss"
        path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0")
    encoder = HashEncoder()
    report = reindex(db_dir, corpus(5), encoder, WordAnalyser(), DictEmbeddings())
    assert report.encoded == 5


def test_files_that_agree_with_a_forged_manifest_but_not_with_each_other(db_dir: Path) -> None:
    from dataclasses import replace

    from core.index.store import read_manifest

    folder = versions_folder(db_dir) / current_version(db_dir)
    lines = (folder / "chunks.jsonl").read_bytes().splitlines(keepends=True)
    shorter = b"".join(lines[:-1])
    manifest = read_manifest(folder)
    (folder / "chunks.jsonl").write_bytes(shorter)
    forged = replace(manifest, files={**manifest.files, "chunks.jsonl": sha256(shorter)})
    (folder / "manifest.json").write_bytes(forged.to_bytes())
    with pytest.raises(IndexDamagedError, match="belong together"):
        load(db_dir)
