"""Cutting a text into messages: nothing is lost, nothing is too long, markup and isolates stay whole."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bidi import LRI, PDI, isolate, ltr
from bot.rich import MAX_UNITS, Rich, Span, join, split, to_html, to_plain, units

TAGS = st.sampled_from(["", "b", "i", "code"])
WORDS = st.sampled_from(
    [
        "prix",
        "<b>",
        "&amp;",
        "7 150 DA",
        "سعر",
        "العرض",
        "Azur Max",
        "🙂",
        "é",
        "[1]",
        ".",
        "؟",
        "\n",
        "\n\n",
        " ",
        "x" * 40,
    ]
)
TEXTS = st.lists(WORDS, max_size=40).map(lambda words: isolate(" ".join(words)))
RICH = st.lists(st.builds(Span, TEXTS, TAGS), max_size=8).map(tuple)


class Balanced(HTMLParser):
    """The text of an HTML, and whether its tags are balanced."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text, self.open, self.is_balanced = "", [], True

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.is_balanced = self.is_balanced and bool(self.open) and self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Balanced:
    parser = Balanced()
    parser.feed(html)
    parser.close()
    return parser


@given(RICH)
def test_html_is_balanced_and_says_the_text(rich: Rich) -> None:
    parsed = read(to_html(rich))
    assert parsed.is_balanced
    assert not parsed.open
    assert parsed.text == to_plain(rich)


@given(RICH, st.integers(30, 200))
def test_parts_are_short_whole_and_lose_nothing(rich: Rich, limit: int) -> None:
    parts = split(rich, limit, 10 * limit)
    for part in parts:
        assert 0 < units(to_plain(part)) <= limit
        assert len(to_html(part)) <= 10 * limit
        parsed = read(to_html(part))
        assert parsed.is_balanced
        assert not parsed.open
        text = to_plain(part)
        assert text.count(LRI) == text.count(PDI)
        assert not re.search(f"{PDI}[^{LRI}]*$", text.split(LRI)[0])
    said = re.sub(f"[\\s{LRI}{PDI}]", "", "".join(map(to_plain, parts)))
    assert said == re.sub(f"[\\s{LRI}{PDI}]", "", to_plain(rich))


def test_a_short_text_is_one_message() -> None:
    rich = (Span("Azur : "), Span("7 150 DA", "b"))
    assert split(rich) == [rich]


def test_nothing_is_no_message() -> None:
    assert split(()) == []
    assert split((Span(" \n"),)) == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Un. Deux trois quatre.\n\nCinq six sept huit neuf dix", "Un. Deux trois quatre."),
        ("Un. Deux trois quatre.\nCinq six sept huit neuf dix", "Un. Deux trois quatre."),
        ("Un deux trois. Quatre cinq six sept huit neuf dix", "Un deux trois."),
        ("واحد اثنان؟ ثلاثة أربعة خمسة ستة سبعة ثمانية", "واحد اثنان؟"),
        ("Unmotdeplusdevingtlettresetencoredeuxlettres", "Unmotdeplusdevingtlettreset"),
    ],
)
def test_a_cut_is_between_lines_sentences_or_words(text: str, first: str) -> None:
    assert to_plain(split((Span(text),), 29)[0]) == first


def test_an_isolated_run_longer_than_a_message_is_closed_and_opened_again() -> None:
    parts = [to_plain(part) for part in split((Span(f"سعر {ltr('A' * 100)}"),), 60)]
    assert all(part.count(LRI) == part.count(PDI) for part in parts)
    assert "".join(parts).count("A") == 100


def test_a_cut_inside_a_span_keeps_its_tag_on_both_sides() -> None:
    assert [to_html(part) for part in split((Span("un deux trois quatre", "b"),), 12)] == [
        "<b>un deux</b>",
        "<b>trois quatre</b>",
    ]


def test_emoji_count_twice_as_telegram_counts() -> None:
    parts = split((Span("🙂" * 3000),))
    assert len(parts) == 2
    assert all(units(to_plain(part)) <= MAX_UNITS for part in parts)


def test_escapes_count_as_markup() -> None:
    parts = split((Span("&" * 4000),))
    assert len(parts) > 1
    assert all(len(to_html(part)) <= 9500 for part in parts)


def test_half_a_surrogate_pair_does_not_go_out() -> None:
    assert to_plain(split((Span("a\ud800b"),))[0]) == "a\ufffdb"


def test_join_leaves_out_what_is_empty() -> None:
    assert to_plain(join([(), (Span("a"),), (), (Span("b"),)], "\n")) == "a\nb"
