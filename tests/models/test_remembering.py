"""Questions that are asked at every reindex are encoded once, and a damaged vector is encoded again."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from core.models.base import Vectors
from core.models.remembering import RememberingEncoder, remembering
from tests.index.heads import WordHeads


class CountingEncoder:
    """Three numbers a text; notes what it was given."""

    name = "counting"
    dimension = 3

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        return np.array([[len(text), 1, 0] for text in texts], dtype=np.float32)

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        return -self.encode_queries(texts)


class Store:
    """The role `EmbeddingStore` in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def get(self, encoder: str, digests: Sequence[str]) -> dict[str, bytes]:
        return {digest: self.kept[encoder, digest] for digest in digests if (encoder, digest) in self.kept}

    def put(self, encoder: str, vectors: Mapping[str, bytes]) -> None:
        self.kept.update({(encoder, digest): vector for digest, vector in vectors.items()})


@pytest.fixture
def encoder() -> CountingEncoder:
    return CountingEncoder()


def test_each_question_is_encoded_once_and_comes_back_in_its_place(encoder: CountingEncoder) -> None:
    remembering = RememberingEncoder(encoder, Store())
    remembering.encode_queries(["a", "bb"])
    vectors = remembering.encode_queries(["ccc", "a", "ccc", "bb"])
    assert vectors.dtype == np.float32
    assert vectors[:, 0].tolist() == [3, 1, 3, 2]
    assert encoder.encoded == ["a", "bb", "ccc"]


def test_no_questions_no_vectors(encoder: CountingEncoder) -> None:
    assert RememberingEncoder(encoder, Store()).encode_queries([]).shape == (0, 3)
    assert encoder.encoded == []


def test_a_passage_is_not_taken_for_the_question_of_the_same_words(encoder: CountingEncoder) -> None:
    remembering = RememberingEncoder(encoder, Store())
    assert remembering.encode_queries(["a"])[0, 0] == 1
    assert remembering.encode_passages(["a"])[0, 0] == -1


def test_a_vector_of_another_length_is_encoded_again(encoder: CountingEncoder) -> None:
    store = Store()
    remembering = RememberingEncoder(encoder, store)
    remembering.encode_queries(["a"])
    store.kept = {key: vector[:-1] for key, vector in store.kept.items()}
    assert remembering.encode_queries(["a"])[0].tolist() == [1, 1, 0]


def test_an_encoder_with_more_heads_is_left_as_it_is() -> None:
    heads, plain = WordHeads(), CountingEncoder()
    assert remembering(heads, Store()) is heads
    assert isinstance(remembering(plain, Store()), RememberingEncoder)
