"""French and Arabic say the same with the same fields, and whatever is shown keeps its direction."""

import re
from dataclasses import replace
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.admin_texts import AdminText
from bot.bidi import FSI, LRI, PDI, RLI, RLM, embed, isolate
from bot.citing import source_line
from bot.console.render import Style, render
from bot.learning.texts import ReviewText
from bot.replies import Answer, Notice, SourcesPage
from bot.texts import Said, Text
from core.documents.chunk import Language
from core.reply import Citation, Reply
from tests.bot.conftest import CITATIONS, ROW

ROOMS: tuple[type[Said], ...] = (Text, AdminText, ReviewText)
TEXTS = [text for room in ROOMS for text in room]


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("text", TEXTS)
def test_both_languages_have_the_same_fields(text: Said) -> None:
    french, arabic = text.value
    assert _fields(french) == _fields(arabic)


@pytest.mark.parametrize("text", TEXTS)
def test_each_language_is_itself(text: Said) -> None:
    french, arabic = text.value
    assert re.search("[\u0621-\u064a]", arabic)
    assert not re.search("[\u0600-\u06ff]", french)


def test_no_text_is_another_ones_alias() -> None:
    names = [name for room in ROOMS for name in room.__members__]
    assert len({text.value for text in TEXTS}) == len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("plain", "shown"),
    [
        ("العرض [1] بسعر 1500 دج عبر *610#", "العرض <[1]> بسعر <1500> دج عبر <*610#>"),
        ("عرض Azur Max بسرعة 480 Mbps: 7 150 دج [1].", "عرض <Azur Max> بسرعة <480 Mbps>: <7 150> دج <[1]>."),
        ("الإصدار 2.6.2 من https://azur.dz/a?b=1", "الإصدار <2.6.2> من <https://azur.dz/a?b=1>"),
        ("الفرق: 7 150 − 5 900 = 1 250 دج", "الفرق: <7 150 − 5 900 = 1 250> دج"),
        ("من 120 Mbps، 240 Mbps", "من <120 Mbps>، <240 Mbps>"),
        ("خصم 50% (Azur Pro)", "خصم <50%> (<Azur Pro>)"),
        ("رفع 50 %؛ نسبة 19\u202f% مدرجة", "رفع <50 %>؛ نسبة <19\u202f%> مدرجة"),
        ("المصادر [1] [2]", "المصادر <[1]> <[2]>"),
        ("اكتب /sources 2 أو -", "اكتب </sources 2> أو -"),
        ("7\u202f150\u00a0DA شهريًا", "<7\u202f150\u00a0DA> شهريًا"),
        ("480 Mbps : 7 150 DA [1]", "480 Mbps : 7 150 DA [1]"),
        ("سطر 1\nAzur 240", "سطر <1>\nAzur 240"),
    ],
)
def test_left_to_right_runs_are_isolated_in_arabic_lines(plain: str, shown: str) -> None:
    expected = shown.replace("<", LRI).replace(">", PDI)
    assert isolate(plain) == expected
    assert isolate(isolate(plain)) == expected, "isolating twice changes nothing"


def test_what_is_isolated_already_stays_and_stray_marks_go() -> None:
    path = embed("Offres/عرض Azur 240.docx")
    assert isolate(f"أبحث في {path} الآن 5") == f"أبحث في {path} الآن {LRI}5{PDI}"
    assert isolate(f"{PDI}السعر {LRI}50") == f"السعر {LRI}50{PDI}"
    assert isolate(f"Je cherche dans {path}, p. 2") == f"Je cherche dans {path}, p. 2"


def test_isolates_are_balanced_in_every_arabic_text() -> None:
    for text in TEXTS:
        arabic = isolate(text.value[1])
        assert arabic.count(LRI) == arabic.count(PDI)


def test_names_keep_their_direction() -> None:
    assert embed("Offre Azur") == "Offre Azur"
    assert embed("عرض Azur") == f"{FSI}عرض Azur{PDI}"


def test_source_lines() -> None:
    assert source_line(CITATIONS[0], "fr") == "[1] Offre Azur › Tarifs, p. 2"
    assert source_line(CITATIONS[1], "ar") == f"{RLM}{LRI}[2]{PDI} {RLI}عرض أزور{PDI} › {RLI}الأسعار{PDI}"
    assert source_line(CITATIONS[0], "ar") == f"{RLM}{LRI}[1]{PDI} Offre Azur › Tarifs، ص. {LRI}2{PDI}"


@pytest.mark.parametrize(
    ("version", "date", "french", "arabic"),
    [
        ("V2", "2025-07-14", " (V2, 14/07/2025)", " (<V2>، <14/07/2025>)"),
        ("", "2025-07", " (07/2025)", " (<07/2025>)"),
        ("V1.2", None, " (V1.2)", " (<V1.2>)"),
        ("", "2025", " (2025)", " (<2025>)"),
        ("", None, "", ""),
    ],
)
def test_source_lines_show_version_and_date(version: str, date: str | None, french: str, arabic: str) -> None:
    citation = replace(CITATIONS[0], version=version, date=date)
    assert source_line(citation, "fr") == f"[1] Offre Azur › Tarifs, p. 2{french}"
    shown = arabic.replace("<", LRI).replace(">", PDI)
    assert source_line(citation, "ar") == f"{RLM}{LRI}[1]{PDI} Offre Azur › Tarifs، ص. {LRI}2{PDI}{shown}"


def test_an_answer_shows_its_sources_below() -> None:
    reply = Reply("q", "fr", "answer", None, "7 150 DA [1].", CITATIONS[:1], answer_id="a")
    assert render(Answer(reply), Style()).splitlines() == [
        "7 150 DA [1].",
        "[1] Offre Azur › Tarifs, p. 2",
        Text.ANSWER_HINT.say("fr"),
    ]


def test_a_refusal_is_shown_without_any() -> None:
    reply = Reply("q", "fr", "refusal", "off-topic", "Hors sujet.", answer_id="a")
    assert render(Answer(reply), Style()) == "Hors sujet."


def test_a_passage_shows_document_section_page_and_rows_as_rows() -> None:
    shown = render(SourcesPage("a", CITATIONS[0], 1, 2, "fr"), Style()).splitlines()
    assert "Source 1 sur 2" in shown
    assert "[1] Offre Azur › Tarifs, p. 2" in shown
    assert "Offres/Azur.docx" in shown
    assert shown[-4:-2] == ["▸ Débit : 480 Mbps", "▸ Tarif : 7 150 DA"]
    assert shown[-1] == "Suivante : /sources 2"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "Nombres écrits à l'envers dans le document, remis à l'endroit : 150 7 → 7 150"),
        ("ar", "أعداد مكتوبة بالعكس في الوثيقة وصُحِّحت: \u2066150 7 → 7 150\u2069"),
    ],
)
def test_a_passage_says_which_numbers_were_put_right(language: Language, line: str) -> None:
    citation = replace(CITATIONS[0], corrections=("150 7 → 7 150",))
    assert line in render(SourcesPage("a", citation, 1, 1, language), Style()).splitlines()
    assert line not in render(SourcesPage("a", CITATIONS[0], 1, 1, language), Style()).splitlines()


def test_rows_that_are_not_the_cited_one_are_not_marked() -> None:
    citation = Citation(1, "d", "t", "s", None, "fr", f"{ROW}\n| Débit : 240 Mbps |", ROW)
    shown = render(SourcesPage("a", citation, 1, 1, "fr"), Style()).splitlines()
    assert shown[-3:] == ["▸ Débit : 480 Mbps", "▸ Tarif : 7 150 DA", "• 240 Mbps · —"]


def test_colours_only_where_they_are_known() -> None:
    reply = Answer(Reply("q", "fr", "answer", None, "7 150 DA [1].", CITATIONS[:1], answer_id="a"))
    assert "\x1b" not in render(reply, Style())
    assert "\x1b" in render(reply, Style(colours=True))


def test_choices_are_listed() -> None:
    assert render(Notice("Par exemple :", "fr", ("a", "b")), Style()) == "Par exemple :\n  • a\n  • b"


@given(st.text(alphabet=st.sampled_from("ابجد aAé1 5[]().,:/-+*#%\u202f\u00a0\n|»\u2066\u2068\u2069")))
def test_isolating_changes_nothing_but_marks_of_direction(text: str) -> None:
    def bare(shown: str) -> str:
        return re.sub("[\u2066-\u2069]", "", shown)

    shown = isolate(text)
    assert bare(shown) == bare(text)
    assert isolate(shown) == shown
    depth = 0
    for char in shown:
        depth += {"\u2066": 1, "\u2068": 1, PDI: -1}.get(char, 0)
        assert 0 <= depth <= 1
    assert depth == 0


def test_of_the_cited_row_only_the_cell_that_answers_is_marked() -> None:
    citation = replace(CITATIONS[0], text=f"{ROW}\n| Débit : 240 Mbps | Tarif : 5 900 DA |", cell="Tarif")
    page = SourcesPage("a", citation, 1, 1, "fr")
    shown = render(page, Style()).splitlines()
    assert shown[-3:] == ["┊ Débit : 480 Mbps", "▸ Tarif : 7 150 DA", "• 240 Mbps · 5 900 DA"]
    assert "\x1b[1m▸ Tarif : 7 150 DA\x1b[0m" in render(page, Style(colours=True)).splitlines()
