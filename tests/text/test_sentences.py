"""Where sentences end, and cutting that never changes a word or a figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.numbers import find_quantities
from core.text.sentences import cut, parts_within, split_sentences


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param(["Azur Max : 7 150 DA [1].", "Cadeau : 2 mois [2]."], id="French"),
        pytest.param(["السعر 5 350 دج [1].", "هل يكفي؟", "نعم!"], id="Arabic"),
        pytest.param(["عرض Azur بسرعة 120.", "السعر ثابت."], id="mixed"),
        pytest.param(["السعر ثابت.", "\u2066Azur Pro\u2069 يتضمن عنوانا."], id="isolates"),
        pytest.param(["Prix : 7.150 DA.", "Débit : 1.5 Gbps."], id="points in numbers"),
        pytest.param(["Engagement 12 mois.", "14 jours pour se rétracter."], id="number begins"),
        pytest.param(["Voir M. Benali au tél. 021 65, art. 5, etc. et p. 3."], id="abbreviations"),
        pytest.param(["Rendez-vous sur www.azur.dz ou azur@x.dz."], id="addresses"),
        pytest.param(["1. Ouvrir « Vente » [1].", "2. Saisir le numéro [1].", "3. Valider [2]."], id="steps"),
        pytest.param(["1) افتح القائمة.", "2) اختر الرقم."], id="Arabic steps"),
        pytest.param(["Prix : 7 150 DA. [1]", "Cadeau : 2 mois. [2]"], id="citation after the stop"),
        pytest.param(["Prix : 7 150 DA. [1][3]", "Cadeau offert."], id="two citations after the stop"),
        pytest.param(["Prix : 7 150 DA [1].", "[2] indique 7 200 DA."], id="citation begins"),
        pytest.param(["Il a dit « Bonjour. »", "Elle répond."], id="French quotes"),
        pytest.param(["Non\u00a0?", "Si…", "Bien."], id="other stops"),
    ],
)
def test_sentences_of_one_line(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


def test_a_line_break_always_ends_a_sentence() -> None:
    assert split_sentences("• Prix : 5\r\n\n• Débit 6\n  عرض") == ["• Prix : 5", "• Débit 6", "عرض"]


_TEXT = st.lists(
    st.sampled_from(
        [
            "Azur",
            "coûte",
            "7 150 DA",
            "7\u202f150\u202fDA.",
            "[1].",
            "[2]",
            "M.",
            "1.",
            "« a. »",
            "السعر",
            "؟",
            "\n",
            "12 mois.",
            "1,5 Gbps",
            "www.azur.dz",
            "…",
            "2)",
            "Fin!",
            "\u2066Pro\u2069",
            "x" * 30,
        ]
    ),
    max_size=25,
).map(" ".join)


@given(_TEXT)
def test_nothing_but_blanks_is_lost(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


@given(_TEXT, st.integers(1, 120))
def test_cut_keeps_the_limit_and_whole_words_and_numbers(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= limit
    kept = short.removesuffix("…") if len(text) > limit and not text.strip().startswith(short) else short
    assert text.strip().startswith(kept.strip())
    if len(text) > limit:
        end = text.index(kept.strip()) + len(kept.strip())
        assert not kept.strip() or end == len(text) or text[end].isspace()
        assert not any(q.start < end < q.end for q in find_quantities(text))


@given(st.text(max_size=80), st.integers(0, 90))
def test_cut_never_exceeds_the_limit(text: str, limit: int) -> None:
    assert len(cut(text, limit)) <= limit


@pytest.mark.parametrize(
    ("text", "limit", "short"),
    [
        pytest.param("Court.", 10, "Court.", id="fits"),
        pytest.param("Prix : 5 DA. Cadeau : 2 mois.", 20, "Prix : 5 DA.", id="whole sentences"),
        pytest.param("• un\n• deux\n• trois", 12, "• un\n• deux", id="lines stay lines"),
        pytest.param("Azur Max 7 150 DA par mois", 12, "Azur Max…", id="a number stays whole"),
        pytest.param("Azur 7\u202f150\u202fDA par mois", 10, "Azur…", id="a number with narrow blanks"),
        pytest.param("Azur Max 480 Mbps", 9, "Azur Max…", id="ends with a word"),
        pytest.param("anticonstitutionnellement", 10, "…", id="one long word"),
    ],
)
def test_cut(text: str, limit: int, short: str) -> None:
    assert cut(text, limit) == short


def test_sentences_are_cut_in_both_scripts_and_not_in_figures() -> None:
    text = "Le débit atteint 1.5 Gbps. Le prix est de 4.200 DA. " * 3 + "السعر 2.500 دج؟ نعم. " * 3
    parts = parts_within(text.strip(), 60)
    assert all(len(part) <= 60 for part in parts)
    assert " ".join(parts) == text.strip()
    assert all(part.endswith((".", "؟")) for part in parts)


@pytest.mark.parametrize(
    ("text", "limit", "parts"),
    [
        pytest.param("Court.", 10, ["Court."], id="fits"),
        pytest.param("Un, deux ; trois et quatre", 10, ["Un, deux ;", "trois et", "quatre"], id="clauses, then words"),
        pytest.param("anticonstitutionnellement oui", 10, ["anticonstitutionnellement", "oui"], id="one long word"),
    ],
)
def test_parts_are_cut_as_coarsely_as_fits(text: str, limit: int, parts: list[str]) -> None:
    assert parts_within(text, limit) == parts
