from collections import Counter
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from core.index.lexical import Bm25
from core.settings import PROJECT_ROOT
from core.text.tokens import Analyser
from eval.speed.synthetic import Vocabulary, questions, token_lists

WORDS = st.sampled_from(["fibre", "débit", "tarif", "ألياف", "سعر", "mbps", "480", "azur", "offre", "client"])
DOCUMENTS = st.lists(st.lists(WORDS, max_size=12), min_size=3, max_size=30).filter(any)


@given(DOCUMENTS, st.lists(WORDS, max_size=6))
def test_scores_are_those_of_rank_bm25(documents: list[list[str]], query: list[str]) -> None:
    reference = BM25Okapi(documents)
    scores = Bm25(documents).scores(dict(Counter(query)))
    assert scores.dtype == np.float32
    if reference.average_idf > 0:
        np.testing.assert_allclose(scores, reference.get_scores(query), atol=1e-4)


def test_a_token_counts_by_its_weight() -> None:
    index = Bm25([["fibre", "tarif"], ["adsl"], ["fibre"], ["sim"], ["carte"]])
    whole = index.scores({"fibre": 1.0})
    np.testing.assert_allclose(index.scores({"fibre": 0.5}), whole / 2)
    np.testing.assert_allclose(index.scores({"fibre": 1.0, "adsl": 0.5}), whole + index.scores({"adsl": 0.5}))


def test_unknown_tokens_add_nothing() -> None:
    index = Bm25([["fibre"], ["adsl"], ["sim"]])
    assert index.scores({"météo": 1.0}).tolist() == [0, 0, 0]
    assert index.scores({}).tolist() == [0, 0, 0]
    assert index.frequency("météo") == 0


@pytest.mark.parametrize("documents", [[], [[]], [[], []]], ids=["no chunks", "one without words", "two without words"])
def test_nothing_to_search_is_no_error(documents: list[list[str]]) -> None:
    index = Bm25(documents)
    assert index.scores({"fibre": 1.0}).tolist() == [0.0] * len(documents)


@pytest.mark.parametrize("documents", [[["fibre"]], [["fibre"], ["adsl"]], [["fibre", "a"], ["fibre", "b"]]])
def test_a_match_counts_for_a_chunk_even_in_a_tiny_corpus(documents: list[list[str]]) -> None:
    assert Bm25(documents).scores({"fibre": 1.0})[0] > 0


def test_rare_tokens_weigh_more_and_frequency_counts_chunks() -> None:
    index = Bm25([["offre", "fibre", "fibre"], ["offre", "fibre"], ["offre"], ["sim"], ["carte"], ["puce"]])
    weights = [index.scores({token: 1.0}).max() for token in ("sim", "fibre", "offre")]
    assert weights == sorted(weights, reverse=True) and len(set(weights)) == 3
    assert index.frequency("fibre") == 2


def test_scores_are_those_of_rank_bm25_over_natural_text() -> None:
    analyser = Analyser()
    vocabulary = Vocabulary.of_sample(PROJECT_ROOT / "gen", analyser)
    documents = token_lists(vocabulary, 1000)
    reference, index = BM25Okapi(documents), Bm25(documents)
    for text in questions(vocabulary, 20):
        tokens = analyser.tokens(text)
        np.testing.assert_allclose(index.scores(Counter(tokens)), reference.get_scores(tokens), rtol=0, atol=1e-4)


def test_a_token_in_more_than_half_of_the_chunks_has_a_quarter_of_the_mean_idf() -> None:
    documents = [["offre", word] for word in ("fibre", "adsl", "sim", "puce")] + [["carte", "carte"]]
    rare = log((5 - 1 + 0.5) / (1 + 0.5))
    mean = (5 * rare + log((5 - 4 + 0.5) / (4 + 0.5))) / 6
    # Every chunk has the mean length, so a token said once adds its idf.
    np.testing.assert_allclose(Bm25(documents).scores({"offre": 1.0}), [mean / 4] * 4 + [0], rtol=1e-6)
