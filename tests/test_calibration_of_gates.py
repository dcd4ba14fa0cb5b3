"""A calibration belongs to the gate that it was made with."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.calibrating import calibrate
from core.calibration import Calibration
from core.gate import FeatureGate
from core.models.base import Asked
from core.name_check import NameCheck
from core.rates import Rate
from core.reranking import RerankingGate
from core.text.tokens import Analyser
from tests.corpora import chunk, corpus_of, question, words_settings


@dataclass
class WordReranker:
    """Probable where the first word of the question stands in the passage; remembers its calls."""

    calls: list[list[Asked]]
    name = "words/1"
    low = 0.00002

    def probabilities(self, asked: Sequence[Asked]) -> list[NDArray[np.float64]]:
        self.calls.append(list(asked))
        return [np.array([0.9 if text.split()[0] in p.lower() else self.low for p in ps]) for text, ps in asked]


CHUNKS = [chunk("La fibre Azur coûte 4 320 DA.", section="Prix"), chunk("Autre chose.", title="Autre", ordinal=1)]
KEPT = Calibration(0.3, 0.1, "titles", (9, 9), Rate(0, 9), Rate(0, 9), "key", 0.8, 0.05)


def test_thresholds_of_another_gate_give_way_to_the_first_ones_of_this() -> None:
    reranking = RerankingGate(WordReranker([]))
    provisional = replace(KEPT, gate="features/1").for_gate(reranking)
    assert (provisional.threshold, provisional.off_topic_threshold, provisional.gate) == (0.05, 0.025, "words/1")
    assert not provisional.is_measured
    assert provisional.digest != KEPT.digest
    own = replace(KEPT, gate="words/1")
    assert own.for_gate(reranking) is own


def test_one_kept_before_gates_were_named_is_the_embedded_gates() -> None:
    assert KEPT.for_gate(FeatureGate.load()) is KEPT
    assert KEPT.for_gate(RerankingGate(WordReranker([]))).threshold == 0.05


def test_it_is_read_back_with_its_gate() -> None:
    named = replace(KEPT, gate="words/1")
    assert Calibration.from_json(named.to_json()) == named
    before = {name: value for name, value in KEPT.to_json().items() if name != "gate"}
    assert Calibration.from_json(before) == KEPT


def test_a_rerankers_thresholds_are_set_on_the_corpus_in_batches_and_never_to_nothing(tmp_path: Path) -> None:
    reranker = WordReranker([])
    retriever = corpus_of(tmp_path, CHUNKS).retriever
    foreign = [f"recette numéro {n}" for n in range(40)]
    found = calibrate(retriever, RerankingGate(reranker), NameCheck(retriever.index, Analyser()), None, foreign, 10)
    assert found.gate == "words/1"
    assert found.threshold > 0
    assert found.off_topic_threshold == pytest.approx(reranker.low)
    assert len(reranker.calls) <= 3


def test_the_gate_reads_each_questions_best_candidates_in_one_call_and_at_most_six_pass(tmp_path: Path) -> None:
    chunks = [chunk(f"La fibre numéro {n} coûte {n} DA.", section=f"Prix {n}", ordinal=n) for n in range(14)]
    corpus = corpus_of(tmp_path, chunks, words_settings())
    reranker = WordReranker([])
    corpus._gate = RerankingGate(reranker)
    rankings = corpus.retriever.rank([question("fibre numéro"), question("coûte fibre")])
    gated = corpus.gates(rankings)
    assert len(reranker.calls) == 1
    assert [(text, len(passages)) for text, passages in reranker.calls[0]] == [
        ("fibre numéro", 10),
        ("coûte fibre", 10),
    ]
    assert reranker.calls[0][0][1][0] == rankings[0].candidates[0].chunk.content
    assert [len(one.passages) for one in gated] == [6, 6]
