"""Every way of citing becomes `[n]`: complaint 13."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answering.citations import cited, normalise_citations, renumber, without_citations


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("Prix [1].", "Prix [1]."),
        ("Prix 【2】", "Prix [2]"),
        ("Prix ［２］", "Prix [2]"),
        ("Prix 〔2〕", "Prix [2]"),
        ("Prix 【2†source】", "Prix [2]"),
        ("السعر [١]", "السعر [1]"),
        ("السعر \u2066[1]\u2069", "السعر [1]"),
        ("السعر [\u200e1\u200f]", "السعر [1]"),
        ("Prix [ 1 ]", "Prix [1]"),
        ("Prix [01]", "Prix [1]"),
        ("Prix [[1]]", "Prix [1]"),
        ("Prix [^1]", "Prix [1]"),
        ("Prix [Source 1]", "Prix [1]"),
        ("السعر [المصدر ١]", "السعر [1]"),
        ("Prix [1, 3]", "Prix [1][3]"),
        ("Prix [1,3]", "Prix [1][3]"),
        ("Prix [1 ; 3 & 4]", "Prix [1][3][4]"),
        ("Prix [1 et 3]", "Prix [1][3]"),
        ("السعر [١، ٣]", "السعر [1][3]"),
        ("السعر [1 و 3]", "السعر [1][3]"),
        ("Prix [1-3]", "Prix [1][2][3]"),
        ("Prix [1–3]", "Prix [1][2][3]"),
        ("Prix [1 à 3]", "Prix [1][2][3]"),
        ("Prix [1-3-5]", "Prix [1][2][3][4][5]"),
        ("Prix [1, 3-5]", "Prix [1][3][4][5]"),
        ("Prix [1-100]", "Prix [1][100]"),
        ("Prix [3-1]", "Prix [3][1]"),
        ("Prix [1][2]", "Prix [1][2]"),
        ("Prix [1][2][3]", "Prix [1][2][3]"),
        ("Prix [1] [2]", "Prix [1] [2]"),
        ("Prix [doc-9](https://x.dz)", "Prix doc-9"),
        ("Prix [9](https://x.dz)", "Prix [9]"),
        ("Prix [9](https://x.dz/a_(b))", "Prix [9]"),
        ("Prix [[1]](https://x.dz)", "Prix [1]"),
        ("Prix [١](#s1)", "Prix [1]"),
        ("[Azur Max][3]", "Azur Max [3]"),
        ("[Azur Max][ref]", "Azur Max"),
        ("En [2026], [120 Mbps]", "En [2026], [120 Mbps]"),
        ("[7 150] DA", "[7 150] DA"),
        ("٧٥٠٠ دج [١]", "٧٥٠٠ دج [1]"),
        ("(1) {1} <1>", "(1) {1} <1>"),
        ("", ""),
    ],
)
def test_one_form(written: str, normal: str) -> None:
    assert normalise_citations(written) == normal


_PIECES = st.sampled_from(
    [
        "[",
        "]",
        "[1]",
        "[2, 3]",
        "[1-3]",
        "【",
        "】",
        "(",
        ")",
        "(x)",
        "[a]",
        "1",
        "٢",
        "-",
        ",",
        " ",
        "†",
        "^",
        "[[",
        "]]",
    ]
)


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_normal_text_stays_as_it_is(text: str) -> None:
    normal = normalise_citations(text)
    assert normalise_citations(normal) == normal


@given(st.lists(st.integers(1, 999), min_size=1, max_size=8), st.sampled_from(["", " ", ", ", " et "]))
def test_no_source_is_lost(numbers: list[int], between: str) -> None:
    text = between.join(f"[{n}]" for n in numbers)
    assert cited(normalise_citations(text)) == tuple(dict.fromkeys(numbers))


def test_cited_in_order_each_once() -> None:
    assert cited("a [3] b [1][3] [2026] c [12]") == (3, 1, 12)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Prix 5 DA [1].", "Prix 5 DA."),
        ("a [1][2] b [3]", "a b"),
        ("السعر \u2066[1]\u2069.", "السعر."),
        ("60 [1] 120 [2] 240", "60; 120; 240"),
        ("aucune", "aucune"),
        ("[1]", ""),
    ],
)
def test_without_citations(text: str, bare: str) -> None:
    assert without_citations(text) == bare


@given(st.lists(st.lists(st.integers(0, 40), max_size=4), max_size=6))
def test_renumbered_from_one_in_order_of_appearance(groups: list[list[int]]) -> None:
    sentences = ["Phrase " + " ".join(f"[{n}]" for n in group) for group in groups]
    renumbered, order = renumber(sentences)
    firsts = cited(" ".join(renumbered))
    assert firsts == tuple(range(1, len(firsts) + 1))
    assert [[order[n] for n in cited(sentence)] for sentence in sentences] == [list(cited(s)) for s in renumbered]


def test_renumbering_changes_labels_only() -> None:
    assert renumber(["5 DA [7], [12] 7 jours", "sans", "encore [7]"]) == (
        ["5 DA [1], [2] 7 jours", "sans", "encore [1]"],
        {7: 1, 12: 2},
    )
