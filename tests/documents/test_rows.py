import pytest

from core.documents.rows import clean_cell


@pytest.mark.parametrize(
    ("text", "clean"),
    [("1\n: 1", "1: 1"), ("a : : b", "a:: b"), ("a | b", "a ¦ b"), ("09 : 30", "09: 30"), ("à :", "à :")],
)
def test_a_clean_cell_holds_no_separator_and_stays_as_it_is(text: str, clean: str) -> None:
    assert clean_cell(text) == clean
    assert clean_cell(clean) == clean
