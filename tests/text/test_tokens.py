"""Both sides of the search see the same words: complaints 3, 6 and 7."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.stem import Stemmer, without_preposition
from core.text.tokens import Analyser


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return Analyser()


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("احمد", "أحمد"),
        ("احمد", "إحمد"),
        ("الاشتراك", "ﺍﻻﺷﺘﺮﺍﻙ"),
        ("المؤسسه", "مُؤَسَّسَة"),
        ("كتاب", "الكتاب"),
        ("كتاب", "والكتاب"),
        ("كتاب", "بالكتاب"),
        ("كتاب", "للكتاب"),
        ("كتاب", "وكتاب"),
        ("سرعة", "بسرعة"),
        ("سعر", "وسعر"),
        ("وسعر", "السعر"),
        ("سعر", "بسعر"),
        ("مدة", "لمدة"),
        ("وصل", "وصله"),
        ("واحد", "الواحدة"),
        ("وثيقة", "الوثيقة"),
        ("وثائق", "الوثائق"),
        ("وكالة", "الوكالات"),
        ("وكالة", "وكالات"),
        ("ألياف", "الألياف"),
        ("ألياف", "بالألياف"),
        ("إلغاء", "الإلغاء"),
        ("التزام", "الالتزام"),
        ("إلكتروني", "الإلكترونية"),
        ("ڨاز", "قاز"),
        ("evenement", "événement"),
        ("l'offre", "offre"),
        ("l’offre", "offres"),
        ("qu'offre", "l´offre"),
        ("wifi", "Wi-Fi"),
        ("wifi", "Wi\u2011Fi 6"),
        ("wifi6", "Wi-Fi 6"),
        ("wi fi", "WiFi"),
        ("wi fi 6", "Wi-Fi 6"),
        ("week end", "Weekend"),
        ("weekend", "week-end"),
        ("week-end", "weekends"),
        ("xgspon", "XGS-PON"),
        ("abonnement", "Abonnements"),
        ("100mega", "100 Mbps"),
        ("١٠٠ ميغا", "100 Mbps"),
        ("1 giga", "1 Gbps"),
        ("1 جيغا", "1 Go"),
        ("2800", "2 800,00 DA"),
        ("23/03/2026", "23 مارس"),
        ("2 mois", "شهرين"),
        ("0555123456", "0555 12 34 56"),
    ],
)
def test_question_finds_document(analyser: Analyser, question: str, document: str) -> None:
    assert set(analyser.tokens(question)) & set(analyser.tokens(document))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("120 Mbps", "120 DA"),
        ("établissement K", "établissement AC"),
        ("palier 3", "palier 4"),
        ("1.5", "15"),
        ("وجود", "جودة"),
        ("وحدة", "حد"),
    ],
)
def test_what_tells_texts_apart_is_a_token(analyser: Analyser, one: str, other: str) -> None:
    assert set(analyser.tokens(one)) != set(analyser.tokens(other))


@pytest.mark.parametrize(
    "text", ["واش", "كيفاش", "شحال", "ch7al", "le la les", "من في على", "combien est-ce", "وهل", "وكم", "وعلى", ""]
)
def test_function_words_are_no_search_words(analyser: Analyser, text: str) -> None:
    assert analyser.tokens(text) == []


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("prix", [(("prix",),)]),
        ("week-end", [(("weekend",), ("week", "end"))]),
        ("بسرعة", [(("بسرع",), ("سرع",))]),
        ("wifi6", [(("wifi6",), ("wif",))]),
        ("ولي", [(("ول",),)]),
    ],
)
def test_forms_of_a_word(analyser: Analyser, text: str, forms: list[tuple[tuple[str, ...], ...]]) -> None:
    assert list(analyser.forms(text)) == forms


def test_question_words_are_read_behind_and(analyser: Analyser) -> None:
    assert analyser.all_words("وكم السعر وهل") == analyser.all_words("كم السعر هل")


@given(st.text(max_size=80))
def test_any_text_has_tokens_without_blanks_that_repeat(text: str) -> None:
    tokens = Analyser().tokens(text)
    assert tokens == Analyser().tokens(text)
    assert all(token and not any(char.isspace() for char in token) for token in tokens)


@pytest.mark.parametrize("word", ["wifi6", "1.5", "100mbps", "", "4g"])
def test_mixed_words_are_not_stemmed(word: str) -> None:
    assert Stemmer().stem(word) == word


@pytest.mark.parametrize(
    ("word", "bare"),
    [
        ("بسرعه", "سرعه"),
        ("لسرعه", "سرعه"),
        ("بالسرعه", None),
        ("بري", None),
        ("box", None),
        ("سرعه", None),
        ("بسعر", "سعر"),
        ("بعد", None),
    ],
)
def test_prepositions(word: str, bare: str | None) -> None:
    assert without_preposition(word) == bare


@given(st.text(alphabet="ابتثجحخدذرزسشصضطظعغفقكلمنهوي", min_size=2, max_size=12))
def test_an_arabic_stem_is_never_empty(word: str) -> None:
    assert Stemmer().stem(word)


@pytest.fixture
def hurried_threads() -> Iterator[None]:
    """Threads take turns after every few instructions, so that what they share is broken at once, or never."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried_threads")
def test_several_threads_may_stem_at_once() -> None:
    words = [f"{first}{second}ements" for first in "bcdfghjklm" for second in ("ou", "ai", "an", "on", "ra", "li")]
    expected = [Stemmer().stem(word) for word in words]
    shared = Stemmer()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(shared.stem, words)) == expected


def test_a_function_word_says_nothing_of_a_word_with_its_stem() -> None:
    analyser = Analyser()
    assert analyser.all_words("sans engagement")[0] not in analyser.all_words("sana")
    assert analyser.all_words("quelles") == analyser.all_words("quel")
