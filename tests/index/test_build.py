import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.documents.chunk import Chunk
from core.errors import EncoderMismatchError, ForsaError, IndexDamagedError, NoIndexError, StorageError
from core.index.build import ReindexReport, reindex
from core.index.store import LoadedIndex, current_version, load_current, versions_folder
from core.index.version import version_name
from tests.index.helpers import CHUNK, DictEmbeddings, HashEncoder, WordAnalyser, corpus, hash_vector


class Workshop:
    """A DB_DIR with its encoder, analyser and store."""

    def __init__(self, db_dir: Path) -> None:
        self.db_dir = db_dir
        self.encoder = HashEncoder()
        self.analyser = WordAnalyser()
        self.embeddings = DictEmbeddings()

    def reindex(self, chunks: list[Chunk], **options: Any) -> ReindexReport:
        return reindex(self.db_dir, chunks, self.encoder, self.analyser, self.embeddings, **options)

    def load(self) -> LoadedIndex:
        return load_current(self.db_dir, self.encoder.name, self.analyser.name)

    @property
    def versions(self) -> set[str]:
        return {path.name for path in versions_folder(self.db_dir).iterdir()}

    def files(self) -> dict[str, tuple[int, bytes]]:
        return {
            str(path): (path.stat().st_mtime_ns, path.read_bytes())
            for path in (self.db_dir / "index").rglob("*")
            if path.is_file() and path.name != "reindex.lock"
        }


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path / "db")


def test_what_was_indexed_is_found(shop: Workshop) -> None:
    report = shop.reindex(corpus(10))
    assert (report.created, report.chunks, report.unique, report.added, report.removed) == (True, 10, 10, 10, 0)
    assert (report.encoded, report.reused, report.pruned) == (10, 0, ())

    loaded = shop.load()
    assert loaded.version == report.version == current_version(shop.db_dir)
    assert [entry.chunk for entry in loaded.chunks] == corpus(10)
    assert tuple(loaded.rows_by_document) == ("Offres/d0.docx", "Offres/d1.docx", "Offres/d2.docx")
    for row, entry in enumerate(loaded.chunks):
        query = shop.encoder.encode_queries([entry.chunk.content])
        assert loaded.vectors.search(query, 1)[1].tolist() == [[row]]
    assert loaded.lexical.scores({"7": 1.0}).argmax() == 7


def test_a_scope_finds_only_its_documents(shop: Workshop) -> None:
    shop.reindex(corpus(10))
    loaded = shop.load()
    rows = loaded.rows_of(["Offres/d2.docx", "Offres/d0.docx", "unknown"])
    assert rows.tolist() == [0, 1, 2, 3, 8, 9]
    found = loaded.vectors.search(shop.encoder.encode_queries(["x"]), 50, rows)[1][0]
    assert sorted(found[found >= 0].tolist()) == rows.tolist()
    assert loaded.rows_of([]).tolist() == []


def test_the_same_input_builds_nothing_and_writes_nothing(shop: Workshop) -> None:
    chunks = corpus(10)
    first = shop.reindex(chunks)
    before = shop.files()
    shop.encoder.batches.clear()
    random.Random(1).shuffle(chunks)
    again = shop.reindex(chunks, finish=lambda index, folder: pytest.fail("nothing to finish"))
    assert (again.version, again.created, again.encoded, again.added, again.removed) == (first.version, False, 0, 0, 0)
    assert shop.files() == before
    assert shop.encoder.encoded == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("document", "Offres/autre.docx"),
        ("ordinal", 7),
        ("title", "Autre"),
        ("section", "Autre"),
        ("page", None),
        ("language", "ar"),
        ("family", "Guides"),
        ("twin", None),
        ("text", CHUNK.text + " "),
    ],
)
def test_any_change_of_a_chunk_changes_the_version(field: str, value: object) -> None:
    changed = replace(CHUNK, **{field: value})  # type: ignore[arg-type]
    assert version_name([changed], "e", "a") != version_name([CHUNK], "e", "a")


def test_encoder_analyser_and_calibration_change_the_version() -> None:
    names = {
        version_name([CHUNK], "e", "a"),
        version_name([CHUNK], "f", "a"),
        version_name([CHUNK], "e", "b"),
        version_name([CHUNK], "e", "a", "questions"),
        version_name([CHUNK, CHUNK], "e", "a"),
    }
    assert len(names) == 5
    assert version_name(corpus(3), "e", "a") == version_name(reversed(corpus(3)), "e", "a")


def test_no_chunks_says_to_ingest(shop: Workshop) -> None:
    with pytest.raises(ForsaError) as caught:
        shop.reindex([])
    assert "ingest" in caught.value.hint
    assert not shop.db_dir.exists()


def test_only_new_text_is_encoded(shop: Workshop) -> None:
    shop.reindex(corpus(10))
    shop.encoder.batches.clear()
    changed = [*corpus(9), replace(corpus(10)[9], text="| Débit : 1 Gbps |")]
    report = shop.reindex(changed)
    assert (report.added, report.removed, report.encoded, report.reused) == (1, 1, 1, 9)
    assert shop.encoder.encoded == [changed[9].content]


def test_moved_chunks_are_no_change_of_text(shop: Workshop) -> None:
    shop.reindex(corpus(8, per_document=8))
    moved = [replace(chunk, ordinal=chunk.ordinal + 1) for chunk in corpus(8, per_document=8)]
    report = shop.reindex(moved)
    assert (report.created, report.added, report.removed, report.encoded) == (True, 0, 0, 0)


def test_without_a_store_vectors_come_from_earlier_versions(shop: Workshop) -> None:
    shop.reindex(corpus(10))
    vectors = shop.load().vectors.rows()
    shop.encoder.batches.clear()
    shop.embeddings = DictEmbeddings()
    report = shop.reindex(corpus(12))
    assert (report.encoded, report.reused) == (2, 10)
    np.testing.assert_array_equal(shop.load().vectors.rows()[:10], vectors)
    assert len(shop.embeddings.kept) == 12


def test_vectors_of_another_encoder_are_not_reused(shop: Workshop) -> None:
    shop.reindex(corpus(5))
    shop.encoder = HashEncoder("hash-2")
    assert shop.reindex(corpus(5)).encoded == 5


def test_batches_are_small_and_of_like_length(shop: Workshop) -> None:
    chunks = [replace(chunk, text=chunk.text * (1 + chunk.ordinal)) for chunk in corpus(50, per_document=50)]
    steps: list[tuple[str, int, int]] = []
    shop.reindex(chunks, progress=lambda *step: steps.append(step))
    assert max(map(len, shop.encoder.batches)) <= 16
    lengths = [len(text) for text in shop.encoder.encoded]
    assert lengths == sorted(lengths, reverse=True)
    assert [step for step in steps if step[0] == "encode"] == [("encode", done, 50) for done in (0, 16, 32, 48, 50)]
    for stage in ("encode", "analyse", "write"):
        mine = [step for step in steps if step[0] == stage]
        assert mine[0][1] == 0
        assert mine[-1][1] == mine[-1][2]


def test_an_interrupted_run_goes_on_where_it_was(shop: Workshop) -> None:
    def stop(stage: str, done: int, total: int) -> None:
        if stage == "encode" and done >= 32:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shop.reindex(corpus(50), progress=stop)
    with pytest.raises(NoIndexError):
        shop.load()
    report = shop.reindex(corpus(50))
    assert (report.encoded, report.reused) == (18, 32)


def test_the_same_text_is_indexed_once_and_found_in_both_documents(shop: Workshop) -> None:
    twice = [replace(CHUNK, document=name, page=page) for page, name in enumerate(["b.docx", "a.docx", "c.docx"])]
    report = shop.reindex([*twice, replace(CHUNK, document="a.docx", ordinal=1), replace(CHUNK, text="autre")])
    assert (report.chunks, report.unique, report.encoded) == (5, 2, 2)

    loaded = shop.load()
    assert loaded.manifest.documents == 4
    assert tuple(loaded.rows_by_document) == ("Offres/fibre.docx", "a.docx", "b.docx", "c.docx")
    row = int(loaded.rows_of(["c.docx"])[0])
    entry = loaded.chunks[row]
    assert (entry.chunk.id, entry.also_in) == ("a.docx#0", ("b.docx", "c.docx"))
    assert loaded.rows_of(["a.docx", "b.docx", "c.docx"]).tolist() == [row]
    assert (entry.within(["c.docx"]).id, entry.within(["c.docx"]).page) == ("c.docx#0", 2)
    assert entry.within(["elsewhere"]) == entry.chunk


def test_finish_adds_to_the_version_before_it_answers(shop: Workshop) -> None:
    def finish(index: LoadedIndex, folder: Path) -> None:
        with pytest.raises(NoIndexError):
            current_version(shop.db_dir)
        assert len(index.chunks) == 3
        assert index.lexical.frequency("débit") == 3
        (folder / "gate.json").write_text("{}")

    shop.reindex(corpus(3), finish=finish)
    loaded = shop.load()
    added = loaded.path / "gate.json"
    assert added.read_text() == "{}"
    assert "gate.json" in loaded.manifest.files
    added.write_text('{"threshold": 0}')
    with pytest.raises(IndexDamagedError, match=r"gate\.json"):
        shop.load()


def test_a_finish_that_fails_leaves_the_old_version(shop: Workshop) -> None:
    first = shop.reindex(corpus(3))

    def fail(index: LoadedIndex, folder: Path) -> None:
        raise ValueError("no calibration")

    with pytest.raises(ValueError, match="no calibration"):
        shop.reindex(corpus(4), finish=fail)
    assert shop.load().version == first.version
    assert shop.versions == {first.version}


def test_going_back_switches_without_building(shop: Workshop) -> None:
    first, second = shop.reindex(corpus(3)), shop.reindex(corpus(4))
    back = shop.reindex(corpus(3))
    assert (back.version, back.created, back.added, back.removed) == (first.version, False, 0, 1)
    assert shop.load().version == first.version
    assert shop.versions == {first.version, second.version}


def test_the_oldest_versions_are_pruned_never_the_current(shop: Workshop) -> None:
    names = [shop.reindex(corpus(size), keep=3).version for size in range(1, 5)]
    assert shop.versions == set(names[1:])
    back = shop.reindex(corpus(2), keep=1)
    assert back.version == names[1]
    assert set(back.pruned) == {names[2], names[3]}
    assert shop.versions == {names[1]}
    assert shop.load().version == names[1]


def test_a_loaded_index_answers_on_when_its_files_are_pruned(shop: Workshop) -> None:
    shop.reindex(corpus(3))
    loaded = shop.load()
    shop.reindex(corpus(4), keep=1)
    assert not loaded.path.exists()
    assert loaded.vectors.search(hash_vector("x")[None], 5)[1].shape == (1, 5)
    assert loaded.lexical.scores({"débit": 1.0}).shape == (3,)


def test_another_encoder_or_analyser_is_told(shop: Workshop) -> None:
    shop.reindex(corpus(3))
    with pytest.raises(EncoderMismatchError, match=r"hash-1.*hash-2"):
        load_current(shop.db_dir, "hash-2", shop.analyser.name)
    with pytest.raises(EncoderMismatchError, match=r"words-1.*words-2"):
        load_current(shop.db_dir, shop.encoder.name, "words-2")


def test_unusable_vectors_are_not_kept(shop: Workshop) -> None:
    shop.encoder.encode_passages = lambda texts: np.full((len(texts), 16), np.nan, np.float32)  # type: ignore[method-assign]
    with pytest.raises(ForsaError, match="unusable"):
        shop.reindex(corpus(3))
    assert shop.embeddings.kept == {}


def test_odd_characters_survive(shop: Workshop) -> None:
    odd = replace(CHUNK, text="tab\there, NUL \0, line\u2028separator, half \ud83d pair, \x85 and \r too")
    shop.reindex([odd])
    assert shop.load().chunks[0].chunk == odd


def test_a_place_that_cannot_be_written_is_told(shop: Workshop) -> None:
    shop.db_dir.write_text("a file in the way")
    with pytest.raises(StorageError):
        shop.reindex(corpus(3))


def test_a_copy_elsewhere_is_the_same_index(shop: Workshop, tmp_path: Path) -> None:
    shop.reindex(corpus(3))
    shutil.copytree(shop.db_dir, tmp_path / "copy")
    copied = load_current(tmp_path / "copy", shop.encoder.name, shop.analyser.name)
    assert copied.version == shop.load().version
