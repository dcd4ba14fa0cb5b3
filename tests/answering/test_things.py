"""A value is told of the thing that is asked for: another thing's price is worse than none."""

from pathlib import Path

import pytest

from core.answering.units import UnitReader
from core.text.language import language_of
from core.text.tokens import Analyser
from tests.answering.sheets import PRICES, SIDEWAYS, ask, plain
from tests.corpora import chunk, rows, words_settings

SERVICES = chunk(
    rows(
        ["Prestation", "Montant (DA TTC)"],
        ["Location du modem Wi-Fi 6", "430"],
        ["Modem non restitué", "3 960"],
        ["Déplacement d'une prise optique", "1 930"],
    ),
    document="Offres/Azur Locataire FR.docx",
    title="Azur Locataire",
    section="Prestations",
)
SERVICES_AR = chunk(
    rows(["الخدمة", "المبلغ (دج)"], ["تأجير المودم", "430"], ["نقل المأخذ البصري", "1 930"]),
    document="Offres/Azur Locataire AR.docx",
    title="عرض Azur للمستأجرين",
    section="الخدمات",
    language="ar",
)
FIXED = chunk(
    "Azur Fixe\n" + rows(["Forfait 250 DA", "Forfait 500 DA", "Forfait 750 DA"], ["225 DA", "410 DA", "540 DA"]),
    document="Conventions/Zafrane FR.docx",
    title="Convention Zafrane",
    section="Azur Fixe",
)
BONUS = chunk(
    rows(["Mois payés", "Jours offerts"], ["1", "3"], ["3", "11"], ["6", "25"], ["12", "47"]),
    document="Offres/Paiement FR.docx",
    title="Paiement électronique",
    section="Jours offerts",
)
REFUND = chunk(
    rows(["Ancienneté (mois)", "Frais (DA TTC)"], ["Moins de 26 mois", "540"], ["De 26 à 40 mois", "310"],
         ["Plus de 40 mois", "120"]),
    document="Offres/Passage FR.docx",
    title="Passage à Azur Play",
    section="Frais de passage",
)  # fmt: skip
BOX = chunk(
    rows(
        ["Recharge", "Volume (Go)", "Validité (jours)", "Prix (DA TTC)", "Débit après épuisement"],
        ["Box L", "95", "35", "2 130", "768 kbps"],
        ["Box XL", "210", "70", "3 860", "1 536 kbps"],
    ),
    document="Offres/Box FR.pdf",
    title="Azur Box 4G",
    section="Recharges",
)
PLAY = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440", "Play 880"], ["Tarif mensuel (DA TTC)", "3 120", "3 870", "4 410"]
    ),
    document="Offres/Play FR.docx",
    title="Azur Play",
    section="Formules",
)
KITS = chunk(
    rows(
        ["Équipement", "Prix (DA TTC)"],
        ["Kit Azur de 2", "7 310"],
        ["Kit Azur de 3", "9 640"],
        ["ONT Wi-Fi 5", "4 120"],
        ["ONT Wi-Fi 7", "8 870"],
        ["ONT GPON Wi-Fi 6 AX18", "6 050"],
    ),
    document="Offres/Équipements FR.docx",
    title="Équipements",
    section="Prix",
)
CABLES = chunk(
    rows(["Catégorie", "Fréquence", "Distance"], ["CAT 5", "100 MHz", "100 m"], ["CAT 6", "250 MHz", "100 m"]),
    document="Guides/Câbles FR.docx",
    title="Câbles Ethernet",
    section="Catégories",
)
OPEN = words_settings(gate_threshold=0.01)


def told(tmp_path: Path, text: str, *sheets: object) -> str:
    """The answer, or '' for a refusal that the documents don't say it."""
    answer = ask(tmp_path, text, sheets, language_of(text), settings=OPEN)  # type: ignore[arg-type]
    if answer.kind == "answer":
        return plain(answer.text)
    assert answer.reason == "not-in-documents" and not answer.citations
    return ""


@pytest.mark.parametrize(
    "text",
    [
        "prix livraison modem",
        "frais de remplacement télécommande modem",
        "assurance modem prix",
        "assurance modem locataire ch7al",
        "شحال تكلف livraison modem",
    ],
)
def test_the_price_of_another_thing_is_not_told(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text, SERVICES) == ""


@pytest.mark.parametrize("text", ["سعر التأمين على المودم", "ثمن تصليح المودم"])
def test_nor_in_arabic(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text, SERVICES_AR) == ""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("prix location modem wifi 6", "430"),
        ("loyer modem wifi 6", "430"),
        ("combien coûte le déplacement d'une prise", "1 930"),
        ("deplasement prise combien", "1 930"),  # mistyped
        ("ch7al déplacement ta3 prise optique", "1 930"),
        ("modem dayaat, modem non restitué ch7al", "3 960"),
    ],
)
def test_the_row_of_the_thing_is(tmp_path: Path, text: str, value: str) -> None:
    assert value in told(tmp_path, text, SERVICES)


def test_an_arabic_question_over_french_rows_is_not_refused_for_want_of_a_synonym(tmp_path: Path) -> None:
    assert "430" in told(tmp_path, "سعر كراء المودم شهريا", SERVICES)


def test_what_names_a_document_is_no_thing_of_its_rows(tmp_path: Path) -> None:
    assert "7 150" in told(tmp_path, "tarif mensuel azur max 480 mega", PRICES)


def test_the_thing_s_own_passage_takes_the_place_of_a_better_liked_one(tmp_path: Path) -> None:
    advantages = chunk(
        "- Adresse fixe supplémentaire à 480 DA par mois.", document="Offres/Pro FR.docx", title="Azur Pro", section=""
    )
    term = chunk(
        "Azur Pro : l'engagement est de 12 mois.", document="Offres/Pro2 FR.docx", title="Azur Pro", section=""
    )
    assert "480" in told(tmp_path, "adresse fixe azur pro combien par mois", term, advantages)


def test_a_caution_is_told_by_what_says_caution(tmp_path: Path) -> None:
    assert told(tmp_path, "caution box 4g prix", BOX) == ""


def test_a_few_nouns_ask_no_price_of_another_thing(tmp_path: Path) -> None:
    assert told(tmp_path, "livraison modem locataire", SERVICES) == ""


@pytest.mark.parametrize(
    ("text", "sheet", "existing"),
    [
        ("combien coute azur fixe 1000 da zafrane", FIXED, "250"),
        ("azur fixe 1500 zafrane combien", FIXED, "250"),
        ("jours offerts pour 9 mois payés combien de jours", BONUS, "12"),
        ("combien play 1400", PLAY, "880"),
        ("prix kit azur de 5", KITS, "2, 3"),
    ],
)
def test_a_number_that_no_row_goes_by_does_not_exist(tmp_path: Path, text: str, sheet: object, existing: str) -> None:
    refused = ask(tmp_path, text, (sheet,), settings=OPEN)  # type: ignore[arg-type]
    assert (refused.kind, refused.reason) == ("refusal", "no-such-value")
    assert existing in refused.text


def test_a_number_of_a_longer_name_exists(tmp_path: Path) -> None:
    assert "6 050" in told(tmp_path, "prix ont wi-fi 6 ax18", KITS)
    assert "9 640" in told(tmp_path, "prix kit azur de 3", KITS)


def test_what_a_number_counts_is_no_price(tmp_path: Path) -> None:
    assert told(tmp_path, "prix du câble ethernet cat 6", CABLES) == ""


def test_behind_client_stands_for_whom(tmp_path: Path) -> None:
    assert told(tmp_path, "assurance prix client locataire azur", SERVICES) == ""
    assert "430" in told(tmp_path, "location modem prix client azur", SERVICES)


def test_what_lies_between_bounds_exists(tmp_path: Path) -> None:
    assert "540" in told(tmp_path, "client depuis 10 mois, frais de passage azur play", REFUND)


def test_a_year_is_no_row(tmp_path: Path) -> None:
    assert "410" in told(tmp_path, "tarif azur fixe 2026 zafrane forfait 500 da", FIXED)


@pytest.mark.parametrize(
    "text",
    ["azur fixe 750 zafrane combien par mois", "c combien par mois azur fixe 750", "شحال في الشهر azur fixe 750"],
)
def test_per_month_asks_what_it_costs(tmp_path: Path, text: str) -> None:
    assert "540" in told(tmp_path, text, FIXED)


@pytest.mark.parametrize(
    ("text", "sheet", "cell"),
    [
        ("prix box xl", BOX, "Prix (DA TTC)"),
        ("validité box xl combien de jours", BOX, "Validité (jours)"),
        ("prix et validité box xl", BOX, None),  # two are asked
        ("debit quand le volume box xl est fini", BOX, None),
        ("tarif mensuel play 440", SIDEWAYS, "Play 440"),
        ("combien l'adresse publique en option azur play", SIDEWAYS, None),  # of which tier isn't said
    ],
)
def test_only_the_cell_that_is_asked_for_is_marked(tmp_path: Path, text: str, sheet: object, cell: str | None) -> None:
    answer = ask(tmp_path, text, (sheet,), settings=OPEN)  # type: ignore[arg-type]
    assert [citation.cell for citation in answer.citations] == [cell]


@pytest.mark.parametrize(
    "text",
    [
        "prix réduit location modem wifi 6",
        "tarif préférentiel location modem wifi 6",
        "ch7al location modem wifi 6, prix réduit",
    ],
)
def test_what_kind_of_price_is_no_thing(tmp_path: Path, text: str) -> None:
    assert "430" in told(tmp_path, text, SERVICES)


def test_what_is_done_says_of_which_thing_a_fee_is(tmp_path: Path) -> None:
    assert told(tmp_path, "frais pour changer le numéro de série", SERVICES) == ""


def test_a_monthly_price_is_no_installation_fee(tmp_path: Path) -> None:
    fee = chunk("- Frais d'installation : 3 210 DA.", section="Frais", ordinal=1)
    assert told(tmp_path, "frais d'installation azur max 480 mega", PRICES) == ""
    assert "3 210" in told(tmp_path, "frais d'installation azur max", PRICES, fee)


CABLES = chunk(
    rows(["Catégorie", "Vitesse", "Distance"], ["CAT 8", "25-40 Gbps", "30 m"], ["CAT 6a", "10 Gbps", "100 m"]),
    document="Offres/Cables FR.docx",
    title="Câbles Azur",
    section="Catégories",
)


def test_the_first_number_of_a_range_is_of_its_unit(tmp_path: Path) -> None:
    assert told(tmp_path, "câble azur 8 mega ch7al", CABLES) == ""


def test_who_is_meant_too_costs_nothing_by_that(tmp_path: Path) -> None:
    who = chunk(
        "- Les clients de la maison (y compris Play) à 480 Mbps avec un modem Wi-Fi 4 ou 5.",
        document="Offres/Echange FR.docx",
        title="Echange de modem",
        section="Pour qui",
    )
    assert told(tmp_path, "échange de modem client play, prix", who) == ""


BONUS = chunk(
    rows(["Durée payée", "Bonus"], ["1 mois", "2 jours"], ["4 mois", "9 jours"], ["8 mois", "21 jours"]),
    document="Offres/Bonus FR.docx",
    title="Bonus Azur",
    section="Bonus par durée",
)


def test_a_number_of_another_unit_is_not_the_one_asked_for(tmp_path: Path) -> None:
    answer = ask(tmp_path, "bonus azur pour 21 mois payés, combien de jours", (BONUS,), settings=OPEN)
    assert answer.reason == "no-such-value"
    assert "8" in plain(answer.text)


RECHARGES = chunk(
    rows(["Recharge", "Volume", "Tarif"], ["Azur S", "45 Go", "1 300 DA"], ["Azur L", "110 Go", "2 400 DA"]),
    document="Offres/Recharges FR.docx",
    title="Recharges Azur",
    section="Recharges",
)


def test_of_a_price_that_is_not_there_nothing_is_told(tmp_path: Path) -> None:
    assert "45" in told(tmp_path, "recharge azur de 1300 da combien de go", RECHARGES)
    assert told(tmp_path, "recharge azur de 700 da combien de go", RECHARGES) == ""


LICENCES = chunk(
    rows(
        ["Licence", "Tarif"],
        ["Licence Bouclier 1 poste 01 an", "41 000 DA"],
        ["Licence Bouclier 1 poste 02 ans", "73 000 DA"],
        ["Licence Bouclier 1 poste 03 ans", "98 000 DA"],
    ),
    document="Offres/Licences FR.docx",
    title="Licences Azur",
    section="Tarifs",
)


@pytest.mark.parametrize("text", ["licence bouclier 2 ans prix", "licence bouclier 3amin ch7al"])
def test_years_tell_rows_apart(tmp_path: Path, text: str) -> None:
    answer = told(tmp_path, text, LICENCES)
    assert "73 000" in answer and "41 000" not in answer and "98 000" not in answer


def test_a_file_may_keep_the_name_that_its_title_translates() -> None:
    pro = chunk("السعر", document="Offres/Argumentaire_METIER AR.docx", title="عرض المهني", section="", language="ar")
    analyser = Analyser()
    assert frozenset(analyser.tokens("metier")) <= UnitReader(analyser).title_tokens(pro)


def test_a_verb_of_wishing_is_no_thing(tmp_path: Path) -> None:
    assert "430" in told(tmp_path, "زبون يحب location modem wifi 6 شحال", SERVICES)
