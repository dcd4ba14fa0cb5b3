"""Questions for a value: what asks for one, what tells it, and the refusal where nothing does."""

from pathlib import Path

import pytest

from core.text.language import language_of
from tests.answering.sheets import SIDEWAYS, ask, plain
from tests.corpora import chunk, rows, words_settings

CLUB = chunk(
    "Le programme de fidélité remercie les abonnés : le parrain gagne des points à chaque facture.",
    document="Offres/Club FR.docx",
    title="Azur Club",
    section="Fidélité",
)
CHANNELS = chunk(
    rows(["Débit souscrit (Mbps)", "Mois de sport offerts", "Modem"], ["120", "1", "Wi-Fi 5"], ["240", "2", "Wi-Fi 6"]),
    document="Offres/Sport FR.docx",
    title="Azur Sport",
    section="Chaînes",
)
IMPORT = chunk(
    "On peut saisir les numéros de série dans un fichier texte.\n"
    "NB : - le numéro de ligne dans le fichier ne peut pas être supérieur à 350 ;\n"
    "- la taille du fichier ne dépasse pas 4 Mo.",
    document="Guides/Lots.pdf",
    title="Vente par lot",
    section="Import",
)
FEES = chunk(
    "Les frais seront désormais : modem et accès = 4 500 DA ; installation et prise optique = 2 500 DA.",
    document="Guides/Pack.pdf",
    title="Pack Azur",
    section="Frais",
)
DETAILED = chunk(
    "Pour éditer la facture détaillée :\n"
    "1- Choisir le bimestre\n"
    "2- Cliquer sur : télécharger\n"
    "Pour saisir les frais de la facture détaillée\n"
    "1- Choisir le numéro\n"
    "2- Cliquer sur :\n"
    "« Changement d'offre »\n"
    "3- Confirmer",
    document="Guides/Facture.pdf",
    title="Facture détaillée",
    section="",
)
MOVE = chunk(
    "Le déménagement se demande en agence.", document="Offres/Déménagement FR.docx", title="Déménagement", section="Où"
)
REPAIR = chunk(
    "Le délai de traitement d'une ligne en dérangement est de 3 jours.",
    document="Guides/Dérangement.pdf",
    title="Dérangement de ligne",
    section="Délai de traitement",
)

# What the gate lets through is not what is tested here.
OPEN = words_settings(gate_threshold=0.01)


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ("combien de points de fidélité gagne le parrain", CLUB),
        ("prix des chaînes Azur Sport seules", CHANNELS),  # months and the 5 of a name are no price
    ],
)
def test_how_much_is_refused_where_nothing_says_it(tmp_path: Path, text: str, sheet: object) -> None:
    refused = ask(tmp_path, text, (sheet,), settings=OPEN)  # type: ignore[arg-type]
    assert (refused.kind, refused.reason, refused.citations) == ("refusal", "not-in-documents", ())


def test_what_costs_nothing_is_told(tmp_path: Path) -> None:
    free = chunk("Le modem Azur est offert à chaque abonné.", section="Modem")
    assert "offert" in ask(tmp_path, "combien coûte le modem Azur", (free,), settings=OPEN).text


def test_what_says_all_that_is_asked_answers_a_question_that_only_names_a_price(tmp_path: Path) -> None:
    said = chunk("La nouvelle tarification s'applique automatiquement aux abonnés.", section="Application")
    assert ask(tmp_path, "la nouvelle tarification s'applique automatiquement", (said,), settings=OPEN).kind == "answer"


@pytest.mark.parametrize(
    "text", ["combien paie un client Play 440", "كم يدفع زبون Play 440", "شحال يدفع Play 440 شهريا"]
)
def test_who_pays_how_much_asks_a_price(tmp_path: Path, text: str) -> None:
    assert "3 870" in plain(ask(tmp_path, text, (SIDEWAYS,), settings=OPEN).text)


def test_a_column_named_after_the_number_asked_is_told_not_the_row_that_holds_it(tmp_path: Path) -> None:
    speeds = chunk(
        rows(
            ["Caractéristique", "Play 220", "Play 440"],
            ["Débit montant (Mbps)", "110", "220"],
            ["Tarif mensuel (DA TTC)", "3 120", "3 870"],
        ),
        document="Offres/Play FR.docx",
        title="Azur Play",
        section="Formules",
    )
    text = ask(tmp_path, "prix mensuel Play 220", (speeds,), settings=OPEN).text
    assert "3 120" in plain(text) and "110" not in text


def test_a_matrix_whose_first_column_is_a_tier_too_tells_the_tier_asked_alone(tmp_path: Path) -> None:
    matrix = chunk(
        rows(["Fixe 250 DA", "Fixe 750 DA"], ["225 DA", "375 DA"]), title="Convention Zafrane", section="Fixe"
    )
    text = ask(tmp_path, "combien paie un employé pour Fixe 750", (matrix,), settings=OPEN).text
    assert "375 DA" in text and "225" not in text


def test_the_greatest_number_is_looked_for_where_a_number_is(tmp_path: Path) -> None:
    assert "350" in ask(tmp_path, "nombre max de numéros de série dans le fichier", (IMPORT,), settings=OPEN).text


def test_of_values_told_one_after_another_only_the_one_asked_is_told(tmp_path: Path) -> None:
    text = ask(tmp_path, "combien coûte l'installation avec prise optique", (FEES,), settings=OPEN).text
    assert "2 500" in text and "4 500" not in text


def test_steps_begin_at_the_procedure_asked_for_and_lose_no_line(tmp_path: Path) -> None:
    text = ask(tmp_path, "comment saisir les frais de facture détaillée", (DETAILED,), settings=OPEN).text
    assert text.startswith("Pour saisir les frais")
    assert "2- Cliquer sur : « Changement d'offre »" in text


def test_a_name_typed_together_names_its_row(tmp_path: Path) -> None:
    swaps = chunk(
        rows(["ONT rendu", "ONT choisi › Wi-Fi 6", "ONT choisi › Wi-Fi 7"],
             ["ONT sans Wi-Fi", "5 310 DA", "8 460 DA"], ["Wi-Fi 5", "4 690 DA", "7 830 DA"]),
        document="Offres/Échange FR.docx", title="Échange", section="Tarifs",
    )  # fmt: skip
    assert "4 690" in ask(tmp_path, "prix échange ont wifi5", (swaps,), settings=OPEN).text


BOOST = chunk(
    "Le boost est valable pendant 40 heures après l'installation.\n- Recharge de la fibre : 4 jours de bonus.",
    document="Offres/Boost FR.docx",
    title="Boost",
    section="Fibre",
)
WAIT = chunk(
    "La fibre est raccordée et installée dans un délai de 9 jours après le paiement.",
    document="Guides/Raccordement.pdf",
    title="Raccordement",
    section="Installation de la fibre",
)
DELAYS = [
    "délai d'installation de la fibre après le paiement",
    "combien de jours pour installer la fibre ?",
    "sous combien de jours la fibre est-elle installée ?",
    "ch7al yo93od l'installation ta3 la fibre ?",
    "كم مدة تركيب الألياف ؟",
]


@pytest.mark.parametrize("asked", DELAYS)
def test_how_long_it_takes_is_no_other_duration(tmp_path: Path, asked: str) -> None:
    answer = ask(tmp_path, asked, (BOOST,), language="fr", settings=OPEN)
    assert "40" not in answer.text
    assert "4 jours" not in plain(answer.text)


@pytest.mark.parametrize("asked", DELAYS)
def test_how_long_it_takes_is_told(tmp_path: Path, asked: str) -> None:
    assert "9 jours" in plain(ask(tmp_path, asked, (BOOST, WAIT), language="fr", settings=OPEN).text)


@pytest.mark.parametrize(
    "asked",
    ["client azur pro yheb adresse ip fixe, ch7al f chhar", "azur pro 120 avec une adresse IP fixe, quel prix ?"],
)
def test_a_subject_must_be_told_with_the_value(tmp_path: Path, asked: str) -> None:
    """The offer's own prices were told, while another sheet spoke of the subject."""
    offer = chunk(
        rows(["Débit", "Tarif mensuel"], ["60 Mbps", "2 610 DA"], ["120 Mbps", "3 140 DA"]),
        title="Azur Pro",
        section="",
    )
    term = chunk("L'adresse IP fixe est attribuée en 2 jours.", document="Guides/IP.pdf", title="Adresses", section="")
    answer = ask(tmp_path, asked, (offer, term), settings=OPEN)
    assert "3 140" not in plain(answer.text)
    assert "2 610" not in plain(answer.text)


def test_a_subject_must_stand_in_a_passage_that_passes(tmp_path: Path) -> None:
    asked = "déménagement de ligne, délai de traitement en jours"
    with pytest.raises(AssertionError, match="nothing passed"):
        ask(tmp_path, asked, (REPAIR, MOVE), settings=words_settings(gate_threshold=0.6))


def test_a_phrase_said_but_for_one_word_is_found(tmp_path: Path) -> None:
    options = chunk("- Adresse fixe à 480 DA par mois ;\n- Modem à 9 200 DA.", title="Azur Pro", section="Options")
    term = chunk("L'adresse IP fixe est attribuée en 2 jours.", document="Guides/IP.pdf", title="Adresses", section="")
    asked = "combien coûte une adresse IP fixe Azur Pro"
    assert "480" in ask(tmp_path, asked, (options, term), settings=OPEN).text


def test_an_abbreviation_is_no_verb() -> None:
    assert language_of("سعر ONT Wi-Fi 7 للمشتركين في Azur Club") == "ar"


STAFF = chunk(
    rows(
        ["Palier", "Tarif (DA/Mois)", "Remise", "Nouveau tarif préférentiel (DA)"],
        ["240 Mbps", "2 840", "50 %", "1 420"],
        ["480 Mbps", "3 660", "50 %", "1 830"],
    ),
    document="Conventions/Zafrane FR.docx",
    title="Convention Institut Zafrane",
    section="Tarifs",
)


@pytest.mark.parametrize(
    "text",
    ["institut zafrane 240 mega combien par mois", "tarif zafrane 240 mega", "شحال في الشهر zafrane 240 mega"],
)
def test_beside_a_preferential_price_everybody_s_is_not_told(tmp_path: Path, text: str) -> None:
    told = plain(ask(tmp_path, text, (STAFF,), settings=OPEN).text)
    assert "1 420" in told
    assert "2 840" not in told


@pytest.mark.parametrize("text", ["tarif public zafrane 240 mega", "zafrane 240 mega quelle remise sur le tarif"])
def test_everybody_s_price_is_told_to_who_asks_for_it(tmp_path: Path, text: str) -> None:
    assert "2 840" in plain(ask(tmp_path, text, (STAFF,), settings=OPEN).text)


def test_a_price_behind_a_single_capital_is_told(tmp_path: Path) -> None:
    offers = chunk(
        rows(
            ["OFFRE AZUR VDSL 50 Mbps", "OFFRE AZUR FIBRE 300 Mbps"], ["INTERNET A 2 730 DZD/MOIS", "A 3 460 DZD/MOIS"]
        ),
        title="Convention Azur Nord",
        section="Offres internet",
    )
    assert "2 730" in plain(ask(tmp_path, "tarif VDSL 50 mbps Azur Nord", (offers,), settings=OPEN).text)


@pytest.mark.parametrize(
    ("text", "value", "other"),
    [
        ("سعر VDSL 50 Mbps في Azur Nord للعائلات المحتاجة", "2 730", "3 890"),
        ("سعر VDSL 50 Mbps Azur Nord للعائلات المعوزة", "2 730", "3 890"),
    ],
)
def test_the_table_of_the_customers_named_is_told(tmp_path: Path, text: str, value: str, other: str) -> None:
    needy, rest = (
        chunk(
            rows(["العرض", "السعر"], ["VDSL 50 Mbps", f"{price} دج/شهريا"]),
            document="Conventions/Nord AR.docx",
            title="اتفاقية Azur Nord",
            section=section,
            language="ar",
            ordinal=ordinal,
        )
        for ordinal, (section, price) in enumerate((("العائلات المحرومة", "2 730"), ("باقي الزبائن", "3 890")))
    )
    told = plain(ask(tmp_path, text, (rest, needy), settings=OPEN).text)
    assert value in told
    assert other not in told
