import random
import sqlite3
import threading
from pathlib import Path

import pytest

from core.errors import StorageError
from storage.embeddings import SqliteEmbeddings


def vectors(start: int, count: int) -> dict[str, bytes]:
    return {f"{number:064x}": number.to_bytes(8) * 48 for number in range(start, start + count)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "db" / "embeddings.sqlite"


def test_keeps_vectors_by_encoder_and_digest(path: Path) -> None:
    with SqliteEmbeddings(path, StorageError) as store:
        store.put("one", vectors(0, 3))
        store.put("two", vectors(3, 1))
    with SqliteEmbeddings(path, StorageError) as store:
        assert store.get("one", list(vectors(0, 10))) == vectors(0, 3)
        assert store.get("two", list(vectors(0, 10))) == vectors(3, 1)
        assert store.get("three", list(vectors(0, 10))) == {}
        assert store.get("one", []) == {}


def test_the_last_vector_of_a_text_counts(path: Path) -> None:
    with SqliteEmbeddings(path, StorageError) as store:
        store.put("one", {"a": b"old!"})
        store.put("one", {"a": b"new!"})
        assert store.get("one", ["a"]) == {"a": b"new!"}


def test_thousands_at_once(path: Path) -> None:
    with SqliteEmbeddings(path, StorageError) as store:
        store.put("one", vectors(0, 2500))
        assert store.get("one", list(vectors(0, 2500))) == vectors(0, 2500)


def test_writers_and_readers_side_by_side(path: Path) -> None:
    errors: list[Exception] = []
    begin = threading.Barrier(6)

    def work(number: int) -> None:
        try:
            with SqliteEmbeddings(path, StorageError) as store:
                begin.wait()
                for batch in range(15):
                    mine = vectors(1000 * number + 10 * batch, 10)
                    store.put("one", mine)
                    assert store.get("one", list(mine)) == mine
        except (StorageError, AssertionError) as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with SqliteEmbeddings(path, StorageError) as store:
        assert len(store.get("one", [f"{number:064x}" for number in range(6000)])) == 6 * 15 * 10


@pytest.mark.parametrize(
    "content", [b"not a database, whatever its name says " * 30, b"\0" * 8192], ids=["text", "zeros"]
)
def test_a_damaged_file_is_set_aside(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with SqliteEmbeddings(path, StorageError) as store:
        assert store.get("one", ["a"]) == {}
        store.put("one", {"a": b"vector"})
        assert store.get("one", ["a"]) == {"a": b"vector"}
    assert path.with_name("embeddings.sqlite.damaged").read_bytes() == content


@pytest.mark.parametrize("seed", range(12))
def test_damage_anywhere_never_gives_a_wrong_vector(path: Path, seed: int) -> None:
    with SqliteEmbeddings(path, StorageError) as store:
        store.put("one", vectors(0, 200))
    content = bytearray(path.read_bytes())
    chance = random.Random(seed)
    start = chance.randrange(100, len(content) - 3000)
    content[start : start + 3000] = chance.randbytes(3000)
    path.write_bytes(content)

    with SqliteEmbeddings(path, StorageError) as store:
        found = store.get("one", list(vectors(0, 200)))
        assert found.items() <= vectors(0, 200).items()
        store.put("one", vectors(0, 200))
    with SqliteEmbeddings(path, StorageError) as store:
        assert store.get("one", list(vectors(0, 200))) == vectors(0, 200)


def test_a_changed_bit_in_a_vector_is_noticed(path: Path) -> None:
    with SqliteEmbeddings(path, StorageError) as store:
        store.put("one", {"a": b"vector-a", "b": b"vector-b"})
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("update embeddings set vector = ? where digest = 'a'", [b"vectoR-a"])
    connection.close()
    with SqliteEmbeddings(path, StorageError) as store:
        assert store.get("one", ["a", "b"]) == {"b": b"vector-b"}


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with (
        SqliteEmbeddings(tmp_path / "file" / "embeddings.sqlite", StorageError) as store,
        pytest.raises(StorageError) as caught,
    ):
        store.put("one", {"a": b"vector"})
    assert caught.value.hint
