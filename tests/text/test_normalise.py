"""Spellings that are one word, and what a person typed that stays."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.text.normalise import clean, count_letters, fold


@pytest.mark.parametrize(
    ("spellings", "folded"),
    [
        pytest.param(["أحمد", "احمد", "إحمد", "آحمد", "ٱحمد", "ا\u0654حمد"], "احمد", id="hamza seats of alef"),
        pytest.param(["مُؤَسَّسَةٌ", "مؤسسة", "موسسه"], "موسسه", id="vowel marks, hamza on waw, ta marbuta"),
        pytest.param(["العـــرض", "العرض"], "العرض", id="tatweel"),
        pytest.param(["سرعة", "سرعه"], "سرعه", id="ta marbuta and ha"),
        pytest.param(["على", "علي", "علی"], "علي", id="alef maqsura, ya and Persian ya"),
        pytest.param(["شبكة", "شبکة"], "شبكه", id="Persian kaf"),
        pytest.param(["ڨاز", "گاز", "قاز"], "قاز", id="Algerian g"),
        pytest.param(["ڤيديو", "فيديو"], "فيديو", id="v"),
        pytest.param(["پرو", "برو"], "برو", id="p"),
        pytest.param(["ﺍﻻﺷﺘﺮﺍﻙ", "الاشتراك"], "الاشتراك", id="presentation forms with lam-alef"),
        pytest.param(["événement", "ÉVÉNEMENT", "e\u0301ve\u0301nement", "evenement"], "evenement", id="accents"),
        pytest.param(
            ["l'offre", "l’offre", "L‘Offre", "lʼoffre", "l´offre", "l`offre", "L＇OFFRE"], "l'offre", id="quotes"
        ),
        pytest.param(["wi-fi", "Wi\u2011Fi", "WI\u2010FI"], "wi-fi", id="hyphens of word processors"),
        pytest.param(["œuvre", "Œuvre", "oeuvre"], "oeuvre", id="œ"),
        pytest.param(["ﬁbre", "ｆｉｂｒｅ", "fibre"], "fibre", id="ligatures and wide letters"),
        pytest.param(["٧٥٠٠", "۷۵۰۰", "7500"], "7500", id="digits"),
        pytest.param(["\u2066Azur\u2069 \u200fPro", "azur pro"], "azur pro", id="marks of direction"),
        pytest.param(["  azur\u00a0pro\t\n", "azur\u202fpro"], "azur pro", id="blanks"),
    ],
)
def test_spellings_fold_to_one(spellings: list[str], folded: str) -> None:
    assert {fold(spelling) for spelling in spellings} == {folded}


def test_presentation_forms_fold_before_words_are_split() -> None:
    assert fold("ﷺ").split() == ["صلي", "الله", "عليه", "وسلم"]


@pytest.mark.parametrize("pair", [("1.5", "15"), ("240 + 480", "240 480"), ("قلب", "كلب"), ("offre", "offert")])
def test_what_differs_stays_different(pair: tuple[str, str]) -> None:
    assert fold(pair[0]) != fold(pair[1])


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], max_codepoint=0xFFFF)))
@example("ǽ Ǣ ŉ ۂ ｀")
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="abcéèçœÉ أإآةىيئؤءًَّ'’-0123٤٥ "))
def test_composed_and_decomposed_text_fold_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  prix \t azur ", "prix azur"),
        ("a\r\nb", "a\nb"),
        ("prix\x00azur", "prix azur"),
        ("e\u0301", "é"),
        ("Prix Élevé [1]", "Prix Élevé [1]"),
        ("\x07\x1b", ""),
    ],
    ids=["blanks", "lines", "control", "composed", "kept", "nothing"],
)
def test_clean_keeps_what_was_typed(typed: str, cleaned: str) -> None:
    assert clean(typed) == cleaned


@pytest.mark.parametrize(
    ("text", "counts"),
    [("Azur Pro 120", (7, 0)), ("عرض Azur", (4, 3)), ("ﻋﺮﺽ", (0, 3)), ("120 ?", (0, 0)), ("Сколько", (0, 0))],
)
def test_letters_are_counted_by_script(text: str, counts: tuple[int, int]) -> None:
    assert count_letters(text) == counts
