import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.index.vectors import FlatVectors


def unit_vectors(count: int, seed: int = 0, dimension: int = 8) -> NDArray[np.float32]:
    vectors = np.random.default_rng(seed).normal(size=(count, dimension))
    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


@given(
    st.integers(0, 60),
    st.integers(0, 30),
    st.integers(1, 80),
    st.none() | st.lists(st.integers(0, 59), max_size=40),
    st.integers(0, 5),
)
def test_finds_what_a_plain_product_finds(count: int, asked: int, k: int, allowed: list[int] | None, seed: int) -> None:
    vectors, queries = unit_vectors(count, seed), unit_vectors(asked, seed + 100)
    scope = None if allowed is None else np.array(sorted(set(allowed)), dtype=np.int64)
    scores, rows = FlatVectors.build(vectors).search(queries, k, scope)

    assert scores.shape == rows.shape == (asked, k)
    likeness = queries @ vectors.T
    candidates = np.arange(count) if scope is None else scope[scope < count]
    for query in range(asked):
        order = candidates[np.argsort(-likeness[query, candidates], kind="stable")][:k]
        found = len(order)
        np.testing.assert_allclose(scores[query, :found], likeness[query, order], atol=1e-5)
        np.testing.assert_allclose(likeness[query, rows[query, :found]], likeness[query, order], atol=1e-5)
        assert (rows[query, found:] == -1).all()
        assert np.isneginf(scores[query, found:]).all()


def test_bytes_give_the_same_index() -> None:
    built = FlatVectors.build(unit_vectors(20))
    read = FlatVectors.from_bytes(built.to_bytes())
    assert read.to_bytes() == built.to_bytes()
    assert (len(read), read.dimension) == (20, 8)
    np.testing.assert_array_equal(read.rows(), unit_vectors(20))
    np.testing.assert_array_equal(read.rows(np.array([3, 1])), unit_vectors(20)[[3, 1]])
    assert read.rows(np.zeros(0, dtype=np.int64)).shape == (0, 8)


def test_an_empty_index_finds_nothing() -> None:
    index = FlatVectors.from_bytes(FlatVectors.build(np.zeros((0, 8), dtype=np.float32)).to_bytes())
    rows = index.search(unit_vectors(2), 3)[1]
    assert (rows == -1).all()
    assert index.rows().shape == (0, 8)


def test_another_kind_of_index_is_refused() -> None:
    import faiss

    wrong = faiss.serialize_index(faiss.IndexFlatL2(8)).tobytes()
    with pytest.raises(ValueError, match="inner products"):
        FlatVectors.from_bytes(wrong)
    with pytest.raises(ValueError, match="not a FAISS index"):
        FlatVectors.from_bytes(b"nothing of the kind, and long enough to have a header")


def test_vectors_of_another_dimension_are_refused() -> None:
    with pytest.raises(ValueError, match="dimension 8"):
        FlatVectors.build(unit_vectors(3)).search(unit_vectors(1, dimension=4), 1)
