"""Cited passages and lists of sources on a narrow screen."""

from dataclasses import replace

from bot.bidi import LRI, PDI, RLI, RLM
from bot.citing import source_lines
from bot.passages import PassageLine, passage_lines
from core.reply import Citation
from tests.bot.conftest import CITATIONS, ROW

OTHERS = ("| Débit : 240 Mbps | Tarif : 5 900 DA |", "| Débit : 120 Mbps | Tarif : 4 300 DA |")


def texts(citation: Citation) -> list[str]:
    return [line.text for line in passage_lines(citation)]


def test_the_cited_row_names_its_columns_and_the_others_have_their_values_in_that_order() -> None:
    citation = replace(CITATIONS[0], text="\n".join([OTHERS[1], ROW, OTHERS[0]]), cell="Tarif")
    assert list(passage_lines(citation)) == [
        PassageLine("• 120 Mbps · 4 300 DA"),
        PassageLine("┊ Débit : 480 Mbps", is_cited=True),
        PassageLine("▸ Tarif : 7 150 DA", is_cited=True, is_answer=True),
        PassageLine("• 240 Mbps · 5 900 DA"),
    ]


def test_a_column_that_the_row_does_not_have_marks_the_whole_row() -> None:
    assert [line.is_answer for line in passage_lines(replace(CITATIONS[0], cell="Remise"))] == [False, True, True]


def test_without_a_cited_row_the_columns_are_named_once() -> None:
    citation = replace(CITATIONS[0], text="\n".join(["Tarifs", *OTHERS]), row=None)
    assert texts(citation) == ["Tarifs", "Débit · Tarif", "• 240 Mbps · 5 900 DA", "• 120 Mbps · 4 300 DA"]


def test_a_row_of_other_columns_names_them_itself() -> None:
    citation = replace(CITATIONS[0], text=f"{ROW}\n| Frais : 1 940 DA | Débit : 240 Mbps |")
    assert texts(citation)[-1] == "• Frais : 1 940 DA · Débit : 240 Mbps"


def test_a_cell_that_is_empty_keeps_its_place() -> None:
    row = "| Débit : 480 Mbps | Tarif : 7 150 DA | Cadeau : un modem |"
    citation = replace(CITATIONS[0], text=f"{row}\n| Débit : 240 Mbps | Cadeau : un décodeur |", row=row)
    assert texts(citation)[-1] == "• 240 Mbps · — · un décodeur"


def test_columns_of_one_name_are_told_apart_by_their_order_alone() -> None:
    row = "| Débit : 480 Mbps | Tarif : 7 150 DA | Tarif : 6 400 DA |"
    others = "| Débit : 240 Mbps | Tarif : 5 900 DA | Tarif : 5 200 DA |\n| Débit : 120 Mbps | Tarif : 4 300 DA |"
    citation = replace(CITATIONS[0], text=f"{row}\n{others}", row=row)
    assert texts(citation)[-2:] == ["• 240 Mbps · 5 900 DA · 5 200 DA", "• Débit : 120 Mbps · Tarif : 4 300 DA"]


def test_an_arabic_row_points_the_way_it_is_read() -> None:
    row = "| السعر : 7 150 دج | التدفق : 480 Mbps |"
    citation = replace(CITATIONS[1], text=row, row=row, cell="التدفق")
    assert texts(citation) == [f"┊ السعر : {LRI}7 150{PDI} دج", f"◂ التدفق : {LRI}480 Mbps{PDI}"]


def test_sources_of_one_place_share_a_line_and_a_title_is_said_once() -> None:
    first, arabic = CITATIONS
    cited = [first, replace(arabic, n=2), replace(first, n=3), replace(first, n=4, section="Frais", page=None)]
    assert source_lines(cited, "fr") == [
        "[1] [3] Offre Azur › Tarifs, p. 2",
        f"[2] {RLI}عرض أزور{PDI} › {RLI}الأسعار{PDI}",
        "[4] … › Frais",
    ]
    assert source_lines(cited[:1], "ar") == [f"{RLM}{LRI}[1]{PDI} Offre Azur › Tarifs، ص. {LRI}2{PDI}"]


def test_a_long_title_is_cut_between_words() -> None:
    long = replace(CITATIONS[0], title="Offre Azur pour les professionnels, les artisans et les commerçants")
    assert source_lines([long], "fr") == ["[1] Offre Azur pour les professionnels, les… › Tarifs, p. 2"]
