import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from core.settings import PROJECT_ROOT
from core.text.tokens import Analyser
from eval.speed import synthetic
from eval.speed.figures import p95

ANALYSER = Analyser()
VOCABULARY = synthetic.Vocabulary.of_sample(PROJECT_ROOT / "gen", ANALYSER)


def test_the_words_of_questions_stand_in_the_synthetic_chunks() -> None:
    known = {token for entry in synthetic.entries(VOCABULARY, 1000) for token in entry.tokens}
    asked = [token for text in synthetic.questions(VOCABULARY, 50) for token in ANALYSER.tokens(text)]
    assert sum(token in known for token in asked) > 0.75 * len(asked)


def test_synthetic_words_are_spread_as_in_natural_text() -> None:
    held_by = Counter(token for tokens in synthetic.token_lists(VOCABULARY, 500) for token in set(tokens))
    common = [count for _, count in held_by.most_common()]
    assert common[0] > 250, "one word stands in most chunks"
    assert np.median(common) <= 3, "most words stand in hardly any"


def test_a_synthetic_corpus_is_the_same_each_time_and_has_versions() -> None:
    entries = synthetic.entries(VOCABULARY, 300)
    assert entries == synthetic.entries(VOCABULARY, 300)
    documents = {entry.chunk.document: entry.chunk for entry in entries}
    older = [chunk for chunk in documents.values() if chunk.newer]
    assert older and all(documents[chunk.newer].older == chunk.document for chunk in older if chunk.newer)


def test_p95_of_few_values_is_never_above_the_largest() -> None:
    assert p95([3.0]) == 3.0
    assert p95([1.0, 2.0, 9.0]) <= 9.0


@pytest.mark.slow
def test_every_part_of_the_benchmark_runs() -> None:
    command = [sys.executable, "eval/benchmark.py", "--quick"]
    done = subprocess.run(command, cwd=PROJECT_ROOT, capture_output=True, text=True, check=True)
    for figure in (
        "start to answer",
        "cached",
        "one batch",
        "embeddings known",
        "during a reindex",
        "FAISS flat",
        "whole",
    ):
        assert figure in done.stdout
