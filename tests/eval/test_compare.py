import pytest

from eval.compare import NothingInCommon, compare, differences, paired_rows, verdict
from tests.eval.replies import foreign, labelled, refusal, reply, result_of, rows_of


def run(label: str, right: int, total: int = 30):  # type: ignore[no-untyped-def]
    """A run in which the first `right` of `total` questions are answered, and one foreign question is refused."""
    asked = [(labelled(f"q{i}"), reply() if i < right else refusal()) for i in range(total)]
    return result_of(label, rows_of(*asked, (foreign("f"), refusal())))


def test_a_run_against_itself_differs_in_nothing() -> None:
    page = compare(run("a", 20), run("a", 20))
    assert "31 questions in both" in page
    assert "## 0 questions changed" in page
    assert "beyond noise" not in page.replace("`beyond noise`", "")


def test_a_large_difference_is_beyond_noise_and_the_questions_are_listed() -> None:
    page = compare(run("before", 10), run("after", 28))
    row = next(line for line in page.splitlines() if line.startswith("| answerable | all facts right"))
    assert "| 0.333 | 0.933 | +0.600" in row
    assert "**better, beyond noise**" in row
    assert "## 18 questions changed" in page
    assert "refused 1 → 0 (better)" in page


def test_a_small_difference_is_left_as_noise() -> None:
    page = compare(run("before", 20), run("after", 22))
    row = next(line for line in page.splitlines() if line.startswith("| answerable | all facts right"))
    assert row.endswith("| 0.500 |  |")


def test_worse_is_said_so() -> None:
    pairs = paired_rows(run("before", 28), run("after", 10))
    refused = next(one for one in differences(pairs, ["answerable"]) if one.figure == "refused")
    assert verdict(refused) == "**worse, beyond noise**"


def test_only_questions_of_the_same_words_are_compared() -> None:
    one = result_of("one", rows_of((labelled("a"), reply()), (labelled("b"), reply())))
    other = result_of("other", rows_of((labelled("a"), reply()), (labelled("b", question="prix ?"), reply())))
    assert "1 questions in both, 2 in one only" in compare(one, other)
    with pytest.raises(NothingInCommon):
        compare(one, result_of("third", rows_of((labelled("c"), reply()))))


def test_what_differs_between_the_runs_themselves_is_told() -> None:
    other = result_of("other", run("other", 3).rows, settings={"semantic_weight": 0.2}, index_version="f" * 16)
    page = compare(run("one", 3), other)
    assert "| SEMANTIC_WEIGHT | 0.65 | 0.2 |" in page
    assert "| index version | 0123456789abcdef | ffffffffffffffff |" in page
