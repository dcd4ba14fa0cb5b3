"""What can be asked, and which questions share an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.question import Question, read_question
from core.settings import Settings
from core.text.language import is_arabizi


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings(_env_file=None)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param(" \t\n\u00a0\u2028", "empty", id="blank"),
        pytest.param("😀👍🏽🇩🇿", "unreadable", id="emoji"),
        pytest.param("1️⃣", "unreadable", id="keycap emoji"),
        pytest.param("\x00\x07\x1b", "unreadable", id="control characters"),
        pytest.param("[1] [2]", "unreadable", id="labels"),
        pytest.param("[1, 2] 【3】 [٤]", "unreadable", id="labels in other forms"),
        pytest.param("[1-3] ?", "unreadable", id="range of labels"),
        pytest.param("\u200b\u200d\ufeff", "unreadable", id="zero width"),
        pytest.param("\u2066\u2069\u202e", "unreadable", id="marks of direction"),
        pytest.param("ــــ ًَ", "unreadable", id="tatweel and vowel marks"),
        pytest.param("?!… — ؟", "unreadable", id="signs"),
        pytest.param("prix \ud800", "unreadable", id="lone surrogate"),
        pytest.param("a" * 2001, "too-long", id="2,001"),
        pytest.param("\ud800" * 10**6, "too-long", id="huge"),
        pytest.param("240", "unreadable", id="number"),
        pytest.param("٢٤٠ ؟", "unreadable", id="Arabic number"),
    ],
)
def test_what_cannot_be_asked(settings: Settings, text: str, reason: str) -> None:
    with pytest.raises(InputError) as error:
        read_question(text, settings=settings)
    assert error.value.reason == reason


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a" * 2000, "a" * 2000),
        ("  prix \x00 azur\u00a0 ", "prix azur"),
        ("[1] c'est quoi", "[1] c'est quoi"),
        ("😀 prix", "😀 prix"),
        ("价格", "价格"),
    ],
    ids=["2,000", "cleaned", "label and words", "emoji and word", "Chinese"],
)
def test_what_can_be_asked(settings: Settings, text: str, kept: str) -> None:
    assert read_question(text, settings=settings).text == kept


def test_language_and_scope_are_handed_through(settings: Settings) -> None:
    assert read_question("prix", settings=settings, language="ar", scope="Offres") == Question("prix", "ar", "Offres")


def test_the_setting_decides_for_algerian_in_latin_letters() -> None:
    settings = Settings(_env_file=None, arabizi_language="ar")  # type: ignore[call-arg]
    question = read_question("ch7al azur", settings=settings)
    assert (question.language, is_arabizi(question.text)) == ("ar", True)


@given(st.text(max_size=100))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    try:
        assert read_question(text, settings=Settings(_env_file=None)).text  # type: ignore[call-arg]
    except InputError as error:
        assert error.reason in ("empty", "unreadable", "too-long")


def _key(text: str, language: str = "fr", scope: str | None = None, state: str = "s") -> str:
    return Question(text, language, scope).cache_key(state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "PRIX DE L’OFFRE À 1.5",
        "prix  de l'offre a 1.5 ?",
        "Prix de l'offre à 1.5 ؟!",
        "prix de l'offre à 1.5…",
        "prix de l'offre à 1.5.",
    ],
)
def test_same_key(text: str) -> None:
    assert _key(text) == _key("prix de l'offre à 1.5")


@pytest.mark.parametrize(("one", "other"), [("سعر العَرْض؟", "سعر العرض"), ("المؤسسة", "الموسسه"), ("٢٤٠", "240")])
def test_same_key_in_arabic(one: str, other: str) -> None:
    assert _key(one, "ar") == _key(other, "ar")


@pytest.mark.parametrize(
    "other",
    [
        _key("prix 15"),
        _key("prix 1.5", "ar"),
        _key("prix 1.5", scope="Offres"),
        _key("prix 1.5", state="t"),
        _key("prix 1,5"),
        _key("prix + 1.5"),
        _key("1.5 prix"),
    ],
    ids=["15", "language", "scope", "state", "comma", "sign", "order"],
)
def test_other_key(other: str) -> None:
    assert _key("prix 1.5") != other
