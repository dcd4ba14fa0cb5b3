"""Lexical weights by token: kept in the version, held against its checksum, scored as a plain loop scores them."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import EncoderMismatchError, ForsaError, IndexDamagedError
from core.index.build import reindex
from core.index.sparse import SparseIndex, as_pairs
from core.index.store import SPARSE, load_current
from core.models.base import Encoded
from tests.index.heads import WordHeads, number
from tests.index.helpers import DictEmbeddings, HashEncoder, WordAnalyser, corpus

DRAW = np.random.default_rng(5)
CHUNKS = [
    {int(token): float(DRAW.random()) for token in DRAW.choice(40, size=DRAW.integers(0, 12), replace=False)}
    for _ in range(60)
]


def built() -> SparseIndex:
    return SparseIndex.build([as_pairs(weights) for weights in CHUNKS])


def test_scores_are_the_sums_over_shared_tokens() -> None:
    asked = {3: 0.5, 17: 2.0, 39: 0.25, 1000: 9.0, -1: 1.0}
    plain = [sum(weight * chunk.get(token, 0.0) for token, weight in asked.items()) for chunk in CHUNKS]
    assert built().scores(asked) == pytest.approx(plain, rel=2e-3, abs=1e-6)
    assert not built().scores({}).any()


def test_it_is_the_same_from_its_bytes_and_the_bytes_are_always_the_same() -> None:
    content = built().to_bytes()
    again = SparseIndex.from_bytes(content)
    assert len(again) == 60
    assert again.to_bytes() == content
    assert np.array_equal(again.scores({3: 0.5}), built().scores({3: 0.5}))


@pytest.mark.parametrize("texts", [[], [{}], [{}, {}]])
def test_nothing_that_weighs_is_no_fault(texts: list[dict[int, float]]) -> None:
    index = SparseIndex.from_bytes(SparseIndex.build([as_pairs(text) for text in texts]).to_bytes())
    assert index.scores({1: 1.0}).tolist() == [0.0] * len(texts)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"words"])
def test_other_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        SparseIndex.from_bytes(content)


def test_a_version_keeps_the_weights_and_new_text_alone_is_encoded(tmp_path: Path) -> None:
    encoder, store = WordHeads(), DictEmbeddings()
    reindex(tmp_path, corpus(6), encoder, WordAnalyser(), store)
    report = reindex(tmp_path, corpus(8), encoder, WordAnalyser(), store)
    assert (report.encoded, report.reused) == (2, 6)
    index = load_current(tmp_path, encoder.name, "words-1")
    assert index.sparse is not None
    scores = index.sparse.scores({number("7"): 1.0})
    assert [entry.chunk.text for entry, score in zip(index.chunks, scores, strict=True) if score] == [corpus(8)[7].text]
    assert index.vectors.rows().shape == (8, encoder.dimension)


def test_a_record_that_is_not_whole_is_made_again(tmp_path: Path) -> None:
    encoder, store = WordHeads(), DictEmbeddings()
    reindex(tmp_path / "one", corpus(3), encoder, WordAnalyser(), store)
    first, second, _ = store.kept
    store.kept[first] = store.kept[first][:-1]
    store.kept[second] = store.kept[second][:9]
    assert reindex(tmp_path / "other", corpus(3), encoder, WordAnalyser(), store).encoded == 2


def test_without_the_heads_a_version_has_no_such_file(tmp_path: Path) -> None:
    reindex(tmp_path, corpus(3), HashEncoder(), WordAnalyser(), DictEmbeddings())
    index = load_current(tmp_path, "hash-1", "words-1")
    assert index.sparse is None
    assert not (index.path / SPARSE).exists()


def test_a_version_made_without_is_not_asked_with_them(tmp_path: Path) -> None:
    reindex(tmp_path, corpus(3), HashEncoder("bge-m3/1"), WordAnalyser(), DictEmbeddings())
    with pytest.raises(EncoderMismatchError, match=r"built by the encoder 'bge-m3/1'.*'bge-m3/1\+sparse/2'") as caught:
        load_current(tmp_path, "bge-m3/1+sparse/2", "words-1")
    assert "reindex" in caught.value.hint


def test_a_damaged_or_missing_file_is_noticed(tmp_path: Path) -> None:
    encoder = WordHeads()
    reindex(tmp_path, corpus(3), encoder, WordAnalyser(), DictEmbeddings())
    file = load_current(tmp_path, encoder.name, "words-1").path / SPARSE
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    with pytest.raises(IndexDamagedError, match=r"sparse\.npz doesn't match its checksum"):
        load_current(tmp_path, encoder.name, "words-1")
    file.unlink()
    with pytest.raises(IndexDamagedError, match=r"sparse\.npz is missing"):
        load_current(tmp_path, encoder.name, "words-1")
    assert reindex(tmp_path, corpus(3), encoder, WordAnalyser(), DictEmbeddings()).created


def test_weights_that_are_no_numbers_are_not_kept(tmp_path: Path) -> None:
    class Broken(WordHeads):
        def _read(self, text: str) -> Encoded:
            return Encoded(super()._read(text).vector, {1: float("nan")})

    with pytest.raises(ForsaError, match="unusable lexical weights"):
        reindex(tmp_path, corpus(3), Broken(), WordAnalyser(), DictEmbeddings())
