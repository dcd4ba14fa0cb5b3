"""Two values asked for at once, and words that ask a price unless another measure's word follows."""

from pathlib import Path

import pytest

from core.answering.intent import read_intent
from core.documents.chunk import Chunk
from tests.answering.sheets import SIDEWAYS, ask, plain
from tests.corpora import chunk, question_reader, rows, words_settings

NOMAD = chunk(
    rows(
        ["Condition", "Avantages", "Tarif TTC"],
        ["Souscription Azur Nomade", "✓ Un volume de 2 To ✓ Validité de 45 jours", "6 300 DA"],
    ),
    document="Offres/Nomade FR.docx",
    title="Offre Azur Nomade",
    section="Détails",
    twin="Offres/Nomade AR.docx",
)
NOMAD_AR = chunk(
    rows(
        ["الشرط", "المزايا", "السعر مع الرسوم"],
        ["الاشتراك في Azur Nomade", "✓ حجم 2 تيرابايت ✓ صلاحية 45 يوما", "6 300 دج"],
    ),
    document="Offres/Nomade AR.docx",
    title="عرض Azur Nomade",
    section="التفاصيل",
    language="ar",
    twin="Offres/Nomade FR.docx",
)
SPEEDS = chunk(
    rows(
        ["Débit", "Tarif mensuel"],
        ["120 Mbps", "5 900 DA"],
        ["240 Mbps", "7 150 DA"],
    ),
    document="Offres/Pro FR.docx",
    title="Azur Pro",
    section="Tarifs",
)
SPEEDS_MORE = chunk(
    "Le modem est remis en agence.\nLa durée d'installation est de 6 jours.\nL'assistance répond toute la semaine.",
    document="Offres/Pro FR.docx",
    title="Azur Pro",
    section="Mise en service",
    ordinal=1,
)
CORPUS = (NOMAD, NOMAD_AR, SPEEDS, SPEEDS_MORE, SIDEWAYS)
OPEN = words_settings(gate_threshold=0.01)


def answer(tmp_path: Path, text: str, chunks: tuple[Chunk, ...] = CORPUS) -> str:
    return plain(ask(tmp_path, text, chunks, settings=OPEN).text)


@pytest.mark.parametrize(
    "text",
    [
        "عرض Azur Nomade شحال الحجم وشحال الصلاحية ؟",
        "كم الحجم وكم الصلاحية في عرض Azur Nomade ؟",
        "Azur Nomade ch7al le volume w ch7al la validité",
        "quel est le volume et la validité de l'offre Azur Nomade ?",
        "quel volume et combien de jours de validité pour Azur Nomade",
    ],
)
def test_both_values_of_a_row_are_told(tmp_path: Path, text: str) -> None:
    told = answer(tmp_path, text)
    assert "45" in told
    assert "2 To" in told or "2 تيرابايت" in told


@pytest.mark.parametrize("text", ["شحال الصلاحية تاع Azur Nomade", "ch7al la validité Azur Nomade"])
def test_how_much_before_a_measure_asks_that_measure(tmp_path: Path, text: str) -> None:
    assert "45" in answer(tmp_path, text)


@pytest.mark.parametrize("text", ["شحال Azur Nomade", "ch7al Azur Nomade", "ch7al le débit 240 mega Azur Pro"])
def test_how_much_alone_or_with_a_given_tier_asks_a_price(tmp_path: Path, text: str) -> None:
    told = answer(tmp_path, text)
    assert ("7 150" if "240" in text else "6 300") in told


def test_speeds_and_prices_are_told_row_by_row(tmp_path: Path) -> None:
    told = answer(tmp_path, "ch7al le débit w ch7al le prix Azur Pro")
    assert all(value in told for value in ("120 Mbps", "5 900", "240 Mbps", "7 150"))


def test_what_stands_elsewhere_is_told_too(tmp_path: Path) -> None:
    asked = ask(tmp_path, "prix et durée d'installation Azur Pro 240 mega", CORPUS, settings=OPEN)
    assert "7 150" in plain(asked.text)
    assert "6 jours" in asked.text
    assert len(asked.citations) == 2


def test_a_measure_within_what_is_asked_is_no_second_one(tmp_path: Path) -> None:
    fees = chunk(
        "Le passage à un débit inférieur coûte 640 DA.\n"
        "En cas de coupure du réseau principal, la ligne garde un débit de 20 Mbps pendant la réparation.",
        document="Offres/F.docx",
        title="Frais",
    )
    told = answer(tmp_path, "frais de passage à un débit inférieur", (fees,))
    assert "640" in told
    assert "20 Mbps" not in told


def test_what_no_document_says_is_left_out(tmp_path: Path) -> None:
    told = answer(tmp_path, "prix et validité Azur Pro 240 mega", (SPEEDS, NOMAD))
    assert "7 150" in told
    assert "45" not in told


@pytest.mark.parametrize(
    "text",
    [
        "Quel est le tarif d'Azur Nomade et quel volume est accordé ?",
        "ch7al prix ta3 azur nomade w ch7al le volume",
        "شحال سعر Azur Nomade وما هو الحجم الممنوح؟",
    ],
)
def test_the_row_of_a_cell_tells_the_other_measure_where_it_holds_it(tmp_path: Path, text: str) -> None:
    told = answer(tmp_path, text)
    assert "6 300" in told and told.count("6 300") == 1
    assert "2 To" in told or "2 تيرا" in told


SIDEWAYS_MORE = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440"],
        ["Adresse publique", "En option, 260 DA/mois", "Incluse"],
        ["Bon d'achat, par semestre (DA)", "1 320", "2 640"],
        ["Tarif mensuel (DA TTC)", "3 120", "3 870"],
        ["Latence maximale (ms)", "25", "19"],
    ),
    document="Offres/Jeu FR.docx",
    title="Azur Jeu",
    section="Formules",
)


@pytest.mark.parametrize(
    "text",
    [
        "ch7al azur jeu play 440",
        "combien azur jeu play 440",
        "شحال Azur Jeu Play 440",
        "شحال Azur Jeu Play 440 في الشهر",
    ],
)
def test_a_price_without_its_word_is_what_is_paid_a_month_of_the_column_asked_for(tmp_path: Path, text: str) -> None:
    told = answer(tmp_path, text, (SIDEWAYS_MORE,))
    assert "3 870" in told
    for other in ("260", "2 640", "Incluse", "19"):
        assert other not in told


@pytest.mark.parametrize(
    "text", ["كم مكالمة في الشهر مع Azur Jeu Play 440؟", "combien de fois par mois azur jeu play 440"]
)
def test_what_is_counted_a_month_is_no_price(tmp_path: Path, text: str) -> None:
    assert "3 870" not in answer(tmp_path, text, (SIDEWAYS_MORE,))


OPTIONS = chunk(
    rows(
        ["Option", "Avantages", "Tarif"],
        ["Souscription à Azur 4G", "Un volume de 700 Go, appels illimités", "3 400 DA"],
        ["Rechargement", "Un volume de 300 Go", "2 100 DA"],
    ),
    document="Conventions/Options FR.docx",
    title="Options Azur 4G",
    section="Options",
)


def test_rows_of_which_a_cell_each_is_told_tell_the_other_measure_too(tmp_path: Path) -> None:
    told = answer(tmp_path, "options azur 4g : volume + tarif mensuel", (OPTIONS,))
    for value in ("700 Go", "3 400", "300 Go", "2 100"):
        assert value in told


@pytest.mark.parametrize("text", ["الكفيل شحال يربح", "combien gagne le parrain"])
def test_what_is_won_is_no_price(text: str) -> None:
    reader = question_reader()
    asked = reader.worded(text)
    assert "da" not in read_intent(reader.read(asked), asked).units


@pytest.mark.parametrize("text", ["azur fixe 750, ch7al ykhelles chhar", "combien il paie azur fixe 750 le mois"])
def test_what_is_paid_is_a_price_though_a_month_is_spoken_of(text: str) -> None:
    reader = question_reader()
    asked = reader.worded(text)
    assert read_intent(reader.read(asked), asked).units == {"da"}


@pytest.mark.parametrize(
    "text", ["client ychargi 6 chhour b edahabia ch7al yzidouh f bonus", "paie 6 mois, bonus combien"]
)
def test_a_bonus_is_asked_for_in_days(text: str) -> None:
    reader = question_reader()
    asked = reader.worded(text)
    assert read_intent(reader.read(asked), asked).units != {"da"}


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("prolonger la durée ou cliquer", "procedure"),
        ("على واش نكليكي باش نبعث enquête", "procedure"),
        ("وين نكليكي للتعبئة", "statement"),  # one line may say it
    ],
)
def test_what_to_click_is_a_matter_of_steps(text: str, shape: str) -> None:
    reader = question_reader()
    asked = reader.worded(text)
    assert read_intent(reader.read(asked), asked).shape == shape
