"""The formulas, by hand and by what must hold of any verdicts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.judging.agreement import agreement, by_kind, mean_difference
from eval.judging.metrics import answer_relevancy, context_precision, refusal_quality, share

VERDICTS = st.lists(st.booleans(), min_size=1, max_size=12)
PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("relevant", "precision"),
    [
        ([True], 1.0),
        ([False, True], 1 / 2),
        ([True, False, True], (1 + 2 / 3) / 2),
        ([False, True, True, False], (1 / 2 + 2 / 3) / 2),
        ([False, False], 0.0),
        ([], None),
    ],
)
def test_context_precision_by_hand(relevant: list[bool], precision: float | None) -> None:
    assert context_precision(relevant) == (None if precision is None else pytest.approx(precision))


@given(VERDICTS)
def test_context_precision_knows_its_bounds(relevant: list[bool]) -> None:
    precision = context_precision(relevant)
    assert precision is not None
    assert (precision == 0) == (not any(relevant))
    assert 0 <= precision <= 1
    assert context_precision(sorted(relevant, reverse=True)) == (1.0 if any(relevant) else 0.0)
    assert context_precision([*relevant, False]) == precision, "what is irrelevant and last costs nothing"


def test_shares_and_refusals_by_hand() -> None:
    assert share([True, False, True, True]) == 0.75
    assert share([]) is None, "no claim is no zero"
    assert refusal_quality({"answerable": True, "polite": True, "useful": True}) == 0
    assert refusal_quality({"answerable": False, "polite": True, "useful": True}) == 1
    assert refusal_quality({"answerable": False, "polite": True, "useful": False}) == pytest.approx(2 / 3)
    assert refusal_quality({"answerable": False, "polite": False, "useful": False}) == pytest.approx(1 / 3)


def test_answer_relevancy_is_the_mean_cosine() -> None:
    asked = np.array([[1, 0]], dtype=np.float32)
    generated = np.array([[1, 0], [0, 1], [0.6, 0.8]], dtype=np.float32)
    assert answer_relevancy(asked, generated, noncommittal=False) == pytest.approx((1 + 0 + 0.6) / 3)
    assert answer_relevancy(asked, generated, noncommittal=True) == 0


def test_kappa_by_hand() -> None:
    both_yes, first_only, second_only, both_no = 20, 5, 10, 15
    one = [True] * (both_yes + first_only) + [False] * (second_only + both_no)
    other = [True] * both_yes + [False] * first_only + [True] * second_only + [False] * both_no
    found = agreement(one, other)
    assert found.count == 50
    assert found.same == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4), "by chance: 0.5 · 0.6 + 0.5 · 0.4 = 0.5"


def test_kappa_of_judges_who_say_nothing_but_yes_is_not_defined() -> None:
    assert agreement([True, True], [True, True]).kappa is None


@given(PAIRS)
def test_kappa_of_any_two(pairs: list[tuple[bool, bool]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    found, turned = agreement(one, other), agreement(other, one)
    assert found == turned
    if found.kappa is not None:
        assert -1.0001 <= found.kappa <= 1.0001
        assert found.kappa <= found.same + 1e-9
    itself = agreement(one, one).kappa
    assert itself is None if len(set(one)) == 1 else itself == pytest.approx(1)
    against = agreement(one, [not verdict for verdict in one])
    assert against.same == 0


def test_only_what_both_judged_is_compared() -> None:
    one = {("q", "claim", "1"): True, ("q", "claim", "2"): False, ("q", "passage", "1"): True}
    other = {("q", "claim", "1"): True, ("q", "passage", "1"): False, ("r", "claim", "1"): True}
    found = by_kind(one, other)
    assert {kind: (each.count, each.same) for kind, each in found.items()} == {
        "claim": (1, 1.0),
        "passage": (1, 0.0),
        "all": (2, 0.5),
    }
    assert by_kind(one, {}) == {}


def test_mean_difference_leaves_out_what_one_of_them_lacks() -> None:
    one = {"q": {"faithfulness": 1.0}, "r": {"faithfulness": 0.5}, "s": {"faithfulness": 0.0}}
    other = {"q": {"faithfulness": 0.5}, "r": {"faithfulness": 0.75}, "s": {}}
    assert mean_difference(one, other, "faithfulness") == (pytest.approx(0.375), 2)
    assert mean_difference(one, other, "context_recall") is None
