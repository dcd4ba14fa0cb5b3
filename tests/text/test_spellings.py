import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.spellings import Spellings

WORDS = st.text(alphabet="abcdéعرض1", max_size=9)


@given(st.lists(WORDS, max_size=20), WORDS, st.sampled_from([0.5, 0.6, 0.75, 0.8, 1.0]))
def test_a_near_word_is_found_wherever_difflib_finds_one(words: list[str], word: str, likeness: float) -> None:
    wanted = bool(difflib.get_close_matches(word, [known for known in words if known], n=1, cutoff=likeness))
    assert Spellings(words).has_near(word, likeness) == wanted


@pytest.mark.parametrize(
    ("word", "near"),
    [("detxa", True), ("detax", True), ("tax", False), ("الياف", True), ("zorglub", False), ("", False)],
)
def test_a_slip_is_told_from_another_word(word: str, near: bool) -> None:
    assert Spellings(["detax", "fibre", "ألياف", "الياف"]).has_near(word, 0.8) is near


def test_without_words_nothing_is_near() -> None:
    assert not Spellings([]).has_near("fibre", 0.1)
