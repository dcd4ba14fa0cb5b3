"""The same row in two tables of one document: what stands above tells whose it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows, words_settings

# What the gate lets through is not what is tested here.
OPEN = words_settings(gate_threshold=0.01)
TITLE = "Convention Rimal Télécom & Institut Zafrane"
TITLE_AR = "اتفاقية ريمال تيليكوم ومعهد زعفران"
COLUMNS = ["Débit", "Tarif convention"]
COLUMNS_AR = ["التدفق", "السعر التفضيلي"]


def _sheet(text: str, section: str, ordinal: int) -> Chunk:
    return chunk(text, document="Conventions/Zafrane FR.docx", title=TITLE, section=section, ordinal=ordinal)


def _sheet_ar(text: str, section: str, ordinal: int) -> Chunk:
    return chunk(
        text,
        document="Conventions/Zafrane AR.docx",
        title=TITLE_AR,
        section=section,
        ordinal=ordinal,
        language="ar",
    )


# The headings of the second table stand in a chunk of their own, as flat documents have them.
STAFF = _sheet(
    "Personnel en activité et retraité :\n"
    + rows(COLUMNS, ["220 Mbps", "1 350 DA"], ["440 Mbps", "1 460 DA"], ["880 Mbps", "1 990 DA"]),
    "Rimal Fibre :",
    1,
)
FAMILY = _sheet("La remise des ayants droit est de 20 %.", "Ascendants du personnel :", 2)
OF_FAMILY = _sheet(
    rows(COLUMNS, ["220 Mbps", "2 170 DA"], ["440 Mbps", "2 340 DA"], ["880 Mbps", "1 990 DA"]), "Rimal Fibre :", 3
)
STAFF_AR = _sheet_ar(
    rows(COLUMNS_AR, ["220 ميغابت/ثا", "1 350 دج"], ["440 ميغابت/ثا", "1 460 دج"]), "1.1 الموظفون العاملون:", 1
)
FAMILY_AR = _sheet_ar(
    rows(COLUMNS_AR, ["220 ميغابت/ثا", "2 170 دج"], ["440 ميغابت/ثا", "2 340 دج"]), "2.1 أصول الموظفين:", 2
)
# So that not every word is rare.
OTHERS = tuple(
    chunk(
        rows(["Débit", "Tarif"], [f"{speed} Mbps", f"{price} DA"]),
        document=f"Offres/{name} FR.docx",
        title=f"Offre Rimal Fibre {name}",
        section="Tarifs de la fibre",
    )
    for name, speed, price in [("Nuit", 60, "1 710"), ("Jeu", 90, "2 930"), ("Duo", 110, "3 120"), ("Trio", 130, "3 4")]
)
PRICES = ("1 350", "1 460", "2 170", "2 340")
CORPUS = (STAFF, FAMILY, OF_FAMILY, STAFF_AR, FAMILY_AR, *OTHERS)


def _told(tmp_path: Path, text: str) -> str:
    return plain(ask(tmp_path, text, CORPUS, settings=OPEN).text)


@pytest.mark.parametrize(
    ("text", "value", "heading"),
    [
        ("prix fibre 440 pour les ascendants du personnel de l'institut Zafrane", "2 340", "Ascendants du personnel"),
        ("prix fibre 440 pour le père d'un employé de l'institut Zafrane", "2 340", "Ascendants du personnel"),
        ("ch7al fibre 440 lel walidin institut Zafrane", "2 340", "Ascendants du personnel"),
        ("tarif 220 mega retraité institut Zafrane", "1 350", "Personnel en activité et retraité"),
        ("سعر 440 ميغا لأصول موظفي معهد زعفران", "2 340", "أصول الموظفين"),
        ("شحال 440 ميغا للوالدين معهد زعفران", "2 340", "أصول الموظفين"),
    ],
)
def test_the_table_whose_heading_the_question_says_is_meant(
    tmp_path: Path, text: str, value: str, heading: str
) -> None:
    told = _told(tmp_path, text)
    assert value in told
    assert f"— {heading} —" in told
    assert [price for price in PRICES if price in told] == [value]


def test_the_sentence_above_tells_it_where_the_headings_do_not(tmp_path: Path) -> None:
    told = _told(tmp_path, "prix fibre 440 mega ayants droit institut Zafrane")
    assert "2 340" in told
    assert "1 460" not in told


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("prix fibre 440 mega institut Zafrane", ("Personnel en activité et retraité", "Ascendants du personnel")),
        # Both are of the staff, and the ascendants of a retired one are both.
        ("prix 440 mega pour le personnel de l'institut Zafrane", ("Personnel en activité", "Ascendants du personnel")),
        (
            "prix 440 mega pour les ascendants d'un retraité de l'institut Zafrane",
            ("Personnel en activité", "Ascendants du personnel"),
        ),
        ("سعر 440 ميغا معهد زعفران", ("الموظفون العاملون", "أصول الموظفين")),
    ],
)
def test_both_are_told_with_whose_they_are_where_nothing_tells_them_apart(
    tmp_path: Path, text: str, headings: tuple[str, str]
) -> None:
    first, second = _told(tmp_path, text).split("\n")
    assert headings[0] in first
    assert "1 460" in first
    assert headings[1] in second
    assert "2 340" in second


def test_what_both_tables_say_alike_is_told_once(tmp_path: Path) -> None:
    told = _told(tmp_path, "prix fibre 880 mega institut Zafrane")
    assert told.count("1 990") == 1
    assert "Ascendants" not in told


def test_the_chunk_of_the_heading_is_cited_too(tmp_path: Path) -> None:
    answer = ask(tmp_path, "prix fibre 440 pour les ascendants institut Zafrane", CORPUS, settings=OPEN)
    assert [citation.section for citation in answer.citations] == ["Rimal Fibre :", "Ascendants du personnel :"]
    assert [citation.row is None for citation in answer.citations] == [False, True]


def test_rows_of_a_code_are_told_apart_without_a_price_asked(tmp_path: Path) -> None:
    active = _sheet(
        rows(["Palier", "Tarif avec remise"], ["Palier 1", "1 280"], ["Palier 2", "1 370"]), "Personnel actif :", 1
    )
    retired = _sheet(
        rows(["Palier", "Tarif avec remise"], ["Palier 1", "1 740"], ["Palier 2", "2 060"]), "Personnel retraité :", 2
    )
    answer = ask(tmp_path, "palier 2 personnel retraité institut Zafrane", (active, retired, *OTHERS), settings=OPEN)
    assert "2 060" in plain(answer.text)
    assert "1 370" not in plain(answer.text)


def test_a_table_that_goes_on_in_the_next_chunk_is_one(tmp_path: Path) -> None:
    more = _sheet(
        "Personnel en activité et retraité :\n" + rows(COLUMNS, ["1 Gbps", "2 210 DA"], ["1,5 Gbps", "2 580 DA"]),
        "Rimal Fibre :",
        2,
    )
    family = _sheet(rows(COLUMNS, ["440 Mbps", "2 340 DA"]), "Ascendants du personnel :", 3)
    told = plain(
        ask(tmp_path, "prix 440 mega retraité institut Zafrane", (STAFF, more, family, *OTHERS), settings=OPEN).text
    )
    assert "Personnel en activité et retraité — 440 Mbps" in told
    assert "2 340" not in told


@pytest.mark.parametrize(
    "text",
    [
        "prix fibre 440 mega ayants droit institut Zafrane",
        "tarif 440 mega veuve institut Zafrane",
        "prix fibre 440 mega pour les ascendants du personnel de l'institut Zafrane",
        "شحال 440 ميغا للوالدين معهد زعفران",
    ],
)
def test_a_conventions_price_isnt_told_for_those_whom_it_doesnt_name(tmp_path: Path, text: str) -> None:
    staff = replace(STAFF, partner="Institut Zafrane")
    staff_ar = replace(STAFF_AR, partner="معهد زعفران")
    answer = ask(tmp_path, text, (staff, staff_ar, *OTHERS), settings=OPEN)
    assert (answer.kind, answer.reason) == ("refusal", "not-in-documents")


def test_an_offer_is_for_anybodys_mother(tmp_path: Path) -> None:
    told = ask(tmp_path, "prix de la Rimal Fibre Duo 110 mega pour ma mère", OTHERS, settings=OPEN).text
    assert "3 120" in plain(told)
