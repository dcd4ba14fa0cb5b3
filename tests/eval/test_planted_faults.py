"""The planted faults: right sentences pass, and what must never pass doesn't."""

from eval.planted_faults import RIGHT, measure
from tests.answering.sheets import CORPUS

SURE = ("number in words", "unit swapped", "right, but another passage cited", "right, but no passage cited")


def test_right_sentences_pass_and_sure_faults_do_not() -> None:
    tallies = measure(CORPUS)
    right = tallies[RIGHT[0]]
    assert right.planted >= 10
    assert right.caught <= 2, "what the checks cost"
    for kind in SURE:
        assert tallies[kind].planted
        assert tallies[kind].passed == []


def test_the_same_seed_plants_the_same() -> None:
    assert measure(CORPUS, 3) == measure(CORPUS, 3)
