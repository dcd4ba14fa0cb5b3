"""How many there are of something, and rows that ranges tell apart."""

from decimal import Decimal
from pathlib import Path

import pytest

from core.answering.intent import read_intent
from core.text.ranges import Range, range_of, range_within
from tests.answering.sheets import SIDEWAYS, ask, plain
from tests.corpora import chunk, question_reader, rows, words_settings

PLAN = chunk(
    rows(
        ["Palier", "Nombre autorisé", "Observation"],
        ["De 4 000,00 DA à 9 000,00 DA", "03", "Le premier versement est inclus"],
        ["De 9 001,00 DA à 18 000,00 DA", "05", "Le premier versement est inclus"],
        ["Plus de 18 000,00 DA", "07", "Le premier versement est inclus"],
    ),
    document="Guides/Echeancier.pdf",
    title="Guide de l'échéancier",
    section="Tableau des paliers",
)
CORPUS = (PLAN, SIDEWAYS)
OPEN = words_settings(gate_threshold=0.01)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("échéancier : le client doit 12000 da, max combien de versements", "05"),
        ("échéancier nombre de versements pour 8500 DA", "03"),
        ("combien de versements dans l'échéancier pour 60 000 da", "07"),
        ("ch7al men versement f l'échéancier 12000 da", "05"),
        ("combien de versements dans l'échéancier pour 18 000 da", "05"),  # `Plus de 18 000` doesn't hold it
    ],
)
def test_only_the_row_whose_range_holds_the_number_is_told(tmp_path: Path, text: str, row: str) -> None:
    told = ask(tmp_path, text, CORPUS, settings=OPEN).text
    assert f": {row}" in told
    assert not any(f": {other}" in told for other in {"03", "05", "07"} - {row})


def test_without_a_number_all_ranges_are_told(tmp_path: Path) -> None:
    told = ask(tmp_path, "combien de versements dans l'échéancier", CORPUS, settings=OPEN).text
    assert all(f": {row}" in told for row in ("03", "05", "07"))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("De 9 001,00 DA à 18 000,00 DA", 9001, 18000),
        ("Entre 500 et 900 DA", 500, 900),
        ("Plus de 18 000 DA", 18000, None),
        ("Moins de 300 DA", None, 300),
        ("من 500 دج إلى 900 دج", 500, 900),
        ("أكثر من 900 دج", 900, None),
    ],
)
def test_a_range_is_read(text: str, low: int | None, high: int | None) -> None:
    found = range_of(text)
    assert found == Range(*(None if end is None else Decimal(end) for end in (low, high)), "da")


@pytest.mark.parametrize(
    "text", ["18 000 DA", "De 60 Mbps à 900 DA", "Palier 3", "Plus de 3 mois offerts dès 900 DA", ""]
)
def test_anything_else_is_no_range(text: str) -> None:
    assert range_of(text) is None


@pytest.mark.parametrize(
    ("text", "asks_price"),
    [
        ("combien de versements dans l'échéancier", False),
        ("شحال من قسط", False),
        ("كم عدد الأقساط", False),
        ("nombre de tranches de la dette", False),
        ("combien de frais d'installation", True),
        ("combien coûte l'échéancier", True),
        ("combien de versements et quel montant", True),
    ],
)
def test_how_many_of_something_asks_no_price(text: str, asks_price: bool) -> None:
    asked = question_reader().worded(text)
    assert ("da" in read_intent(question_reader().read(asked), asked).units) == asks_price


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("> 20.000 DA et ≤ 70.000 DA", 20000, 70000),
        ("Montant supérieur à 400 DA et inférieur ou égal à 20.000 DA", 400, 20000),
        ("Si le montant payé est supérieur à 70.000 DA, le droit est de 3 %.", 70000, None),
        ("إذا كان المبلغ أكبر من 400 دج و أقل من أو يساوي 20.000 دج تطبق نسبة 2%", 400, 20000),
        ("≤ 400 DA", None, 400),
    ],
)
def test_a_sentence_speaks_of_a_range(text: str, low: int | None, high: int | None) -> None:
    found = range_within(text)
    assert found == Range(*(None if end is None else Decimal(end) for end in (low, high)), "da")


DUTY = chunk(
    "Le droit de timbre dépend du montant payé en espèces :\n"
    "- Si le montant payé est inférieur ou égal à 400 DA, le droit de timbre est de 4 DA ;\n"
    "- Si le montant payé est supérieur à 400 DA et inférieur ou égal à 20.000 DA, le droit de timbre est de 2 % ;\n"
    "- Si le montant payé est supérieur à 20.000 DA, le droit de timbre est de 3 %.",
    document="Guides/Timbre.pdf",
    title="Droit de timbre",
    section="Taux",
)


@pytest.mark.parametrize(
    ("text", "share"), [("droit de timbre pour 6 000 da en espèces", "2 %"), ("timbre 35000 da quel taux", "3 %")]
)
def test_of_a_list_of_ranges_the_one_that_holds_the_number_is_told(tmp_path: Path, text: str, share: str) -> None:
    told = plain(ask(tmp_path, text, (DUTY, SIDEWAYS), settings=OPEN).text)
    assert share in told
    assert sum(other in told for other in ("4 DA", "2 %", "3 %")) == 1


SAID = chunk(
    "L'échéancier règle une dette en plusieurs fois, au max à la date convenue.",
    document="Guides/Echeancier.pdf",
    title="Guide de l'échéancier",
    section="Définition",
    ordinal=1,
)


def test_an_amount_names_the_row_of_its_range(tmp_path: Path) -> None:
    told = ask(tmp_path, "dette 12 000 da, échéancier en combien de fois max", (*CORPUS, SAID), settings=OPEN).text
    assert ": 05" in told and ": 03" not in told and ": 07" not in told
