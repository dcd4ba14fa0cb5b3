"""Rows that meet a second condition besides the number: what introduces their table, a word in a cell, a unit above."""

from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows

_COLUMNS = ["Service", "Débit", "Tarif (DA/mois)"]
FIRST = chunk(
    "a. Premier accès pour le personnel et les retraités :\n"
    + rows(_COLUMNS, ["Fibre", "440 Mbps", "1 610"], ["Fibre", "880 Mbps", "1 940"]),
    document="Conventions/Zafrane FR.docx",
    title="Convention Institut Zafrane",
    section="Tarifs",
)
SECOND = chunk(
    "b. Deuxième accès pour le personnel :\n"
    + rows(_COLUMNS, ["Fibre", "440 Mbps", "2 230"], ["Fibre", "880 Mbps", "2 870"]),
    document="Conventions/Zafrane FR.docx",
    title="Convention Institut Zafrane",
    section="Tarifs",
    ordinal=1,
)
SECOND_AR = chunk(
    "ب. الاشتراك الثاني لفئة الموظفين :\n"
    + rows(
        ["الخدمة", "التدفق", "السعر (دج/شهر)"],
        ["ألياف", "440 ميغابت/ثا", "2 230 دج"],
        ["ألياف", "880 ميغابت/ثا", "2 870 دج"],
    ),
    document="Conventions/زعفران.docx",
    title="اتفاقية معهد زعفران",
    section="الأسعار",
    language="ar",
)
FIRST_AR = chunk(
    "أ. الاشتراك الأول لفئة الموظفين :\n"
    + rows(
        ["الخدمة", "التدفق", "السعر (دج/شهر)"],
        ["ألياف", "440 ميغابت/ثا", "1 610 دج"],
        ["ألياف", "880 ميغابت/ثا", "1 940 دج"],
    ),
    document="Conventions/زعفران.docx",
    title="اتفاقية معهد زعفران",
    section="الأسعار",
    language="ar",
    ordinal=1,
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("convention institut zafrane deuxième accès 880 mega tarif", "2 870", "1 940"),
        ("convention institut zafrane second accès 440 mega tarif", "2 230", "1 610"),
        ("convention institut zafrane premier accès 880 mega tarif", "1 940", "2 870"),
        ("convention institut zafrane 2ème accès 880 mega tarif", "2 870", "1 940"),
        ("سعر الاشتراك الثاني 880 ميغا في اتفاقية معهد زعفران", "2 870", "1 940"),
        ("عامل في معهد زعفران حاب deuxième accès اتفاقية 880 mega بشحال؟", "2 870", "1 940"),
    ],
    ids=["second", "another word", "first", "in digits", "Arabic", "mixed"],
)
def test_the_table_that_is_meant_gives_the_row(tmp_path: Path, text: str, right: str, wrong: str) -> None:
    answer = ask(tmp_path, text, (FIRST, SECOND, SECOND_AR, FIRST_AR))
    assert right in plain(answer.text)
    assert wrong not in plain(answer.text)


def test_the_answer_says_which_table_it_is_from(tmp_path: Path) -> None:
    answer = ask(tmp_path, "convention institut zafrane deuxième accès 880 mega tarif", (FIRST, SECOND))
    assert "Deuxième accès pour le personnel — " in plain(answer.text)


def test_a_word_in_a_cell_is_a_condition(tmp_path: Path) -> None:
    services = chunk(
        rows(_COLUMNS, ["ADSL", "20 Mbps", "1 310"], ["Fibre", "20 Mbps", "1 480"], ["VDSL", "20 Mbps", "1 390"]),
        title="Offre Azur Solo",
    )
    answer = ask(tmp_path, "tarif azur solo vdsl 20 mega", (services, FIRST))
    assert "1 390" in plain(answer.text)
    assert "1 310" not in plain(answer.text)
    assert "1 480" not in plain(answer.text)


def test_a_number_of_a_matrix_is_told_with_what_it_counts(tmp_path: Path) -> None:
    matrix = chunk(
        "Nombre de jours déduits selon le débit choisi :\n"
        + rows(["Débit initial", "600 Mbps", "1 Gbps"], ["240 Mbps", "3", "5"], ["480 Mbps", "2", "4"]),
        title="Azur Boost",
        section="Barème",
    )
    answer = ask(tmp_path, "azur boost débit 240 mega vers 1 giga combien de jours déduits", (matrix, FIRST))
    assert "5 jours" in plain(answer.text)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("azur locataire caution 110 mega", "2 440", "2 460"),
        ("azur locataire tarif mensuel 110 mega", "2 460", "2 440"),
    ],
)
def test_of_two_amounts_the_one_is_told_whose_column_is_named(
    tmp_path: Path, text: str, right: str, wrong: str
) -> None:
    tenant = chunk(
        rows(
            ["Débit (Mbps)", "Tarif mensuel (DA)", "Dépôt de garantie (DA)", "Modem"],
            ["110", "2 460", "2 440", "prêté"],
            ["220", "2 870", "2 440", "prêté"],
        ),
        title="Azur Locataire",
    )
    answer = ask(tmp_path, text, (tenant, FIRST))
    assert right in plain(answer.text)
    assert wrong not in plain(answer.text)


def test_a_cell_is_told_by_its_row_and_column_rather_than_a_remark_on_the_row(tmp_path: Path) -> None:
    devices = chunk(
        rows(
            ["Équipement", "Prix (DA)", "Garantie (mois)"],
            ["ONT Wi-Fi 6", "8 290", "20"],
            ["ONT Wi-Fi 7", "18 960", "26"],
        ),
        title="Équipements Rimal",
        section="Liste",
    )
    remark = chunk(
        "NB : conseiller un ONT Wi-Fi 7.", title="Équipements Rimal", section="Retour et garantie", ordinal=1
    )
    answer = ask(tmp_path, "garantie wifi 7", (devices, remark, FIRST))
    assert "Garantie : 26 mois" in plain(answer.text)
    assert "20" not in plain(answer.text)
    assert "18 960" not in plain(answer.text)
