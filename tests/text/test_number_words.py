"""Numbers in letters, as documents and models write them."""

import pytest

from core.text.normalise import fold
from core.text.number_words import number_word


@pytest.mark.parametrize("word", "Trente vingts خمسون مائة مئة مئتان ثلاثمائة ثلاثمئة ألف آلاف مليون".split())
def test_numbers(word: str) -> None:
    assert number_word(fold(word)) == fold(word)


@pytest.mark.parametrize(
    ("word", "number"), [("وعشرين", "عشرين"), ("بالمائة", "مائة"), ("والثلاثين", "ثلاثين"), ("وألف", "ألف")]
)
def test_what_arabic_writes_together_with_them(word: str, number: str) -> None:
    assert number_word(fold(word)) == fold(number)


@pytest.mark.parametrize("word", "deux offre centre ثلاثة المودم ولاية".split())
def test_other_words(word: str) -> None:
    assert not number_word(fold(word))
