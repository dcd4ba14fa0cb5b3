"""Questions that only one kind of sentence answers: what is forbidden, who may come instead, where to click, how many,
what was and what is."""

from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows, words_settings

# What the gate lets through is not what is tested here.
OPEN = words_settings(gate_threshold=0.01)

ERG = "Conventions/Erg FR.docx"
TITLE = "Convention Rimal Télécom & Erg"
FILE = chunk(
    "- Une recommandation signée par la structure habilitée d'Erg ;\n"
    "- Une copie de la pièce d'identité.\n"
    "Important : il est strictement interdit de demander la carte professionnelle des employés d'Erg.",
    document=ERG,
    title=TITLE,
    section="Quel est le dossier à fournir ?",
)
CONCERNED = chunk(
    "Les tarifs sont destinés à :\n- les employés d'Erg ;\n- les retraités ;\n- leurs ayants droit.\n"
    "Les ayants droit peuvent détenir au maximum quatre souscriptions.",
    document=ERG,
    title=TITLE,
    section="Qui est concerné ?",
    ordinal=1,
)
EXCHANGE = chunk(
    rows(["Client", "Tarif préférentiel"], ["Conventionné", "4 300 DA"], ["Résidentiel", "3 900 DA"]),
    document="Offres/Échange FR.docx",
    title="Échange du modem Azur",
    section="Tarifs",
)
IN_PERSON = chunk(
    "Non, le titulaire doit se présenter en personne à son agence pour rendre l'ancien modem.",
    document="Offres/Échange FR.docx",
    title="Échange du modem Azur",
    section="Questions",
    ordinal=1,
)
OLD_AND_NEW = chunk(
    rows(["Débit", "Tarif actuel", "Nouveau tarif"], ["30 Mbps", "2 720 DA/mois", "2 610 DA/mois"]),
    document="Offres/Locataire FR.docx",
    title="Offre Azur Locataire",
    section="Tarifs",
)
COPY = chunk(
    "Rimal Télécom, Division des Guides - Février 2021 -\n"
    "Pour éditer la facture en double\n"
    "Cliquer sur :\n"
    "« Compte »\n"
    "Cocher la facture\n"
    "Cliquer sur « Suivant »",
    document="Guides/Double.pdf",
    title="Guide Edition facture en double",
    section="",
)


@pytest.mark.parametrize(
    "question",
    [
        "Convention Erg : quel document est-il interdit de demander au client ?",
        "wach mamnou3 ntelbou document men client ta3 convention Erg",
        "ما هي الوثيقة التي يمنع طلبها من زبون Erg؟",
    ],
)
def test_what_is_forbidden_isnt_what_is_required(tmp_path: Path, question: str) -> None:
    told = ask(tmp_path, question, (FILE, CONCERNED), settings=OPEN).text
    assert "carte professionnelle" in told
    assert "recommandation" not in told


@pytest.mark.parametrize(
    "question",
    [
        "Le frère du titulaire peut-il venir à sa place rendre le modem Azur au tarif préférentiel ?",
        "Échange du modem Azur au tarif préférentiel par procuration, possible ?",
        "هل يمكن لأخ صاحب الخط أن يأتي مكانه لتبديل مودم Azur بالسعر التفضيلي؟",
    ],
)
def test_who_may_come_instead_is_no_price(tmp_path: Path, question: str) -> None:
    told = ask(tmp_path, question, (EXCHANGE, IN_PERSON), settings=OPEN).text
    assert "en personne" in told
    assert "DA" not in told


def test_nothing_said_of_who_may_come_is_refused(tmp_path: Path) -> None:
    told = ask(
        tmp_path, "Un proche peut-il venir à sa place au tarif préférentiel du modem Azur ?", (EXCHANGE,), settings=OPEN
    ).text
    assert "4 300" not in plain(told) and "3 900" not in plain(told)


@pytest.mark.parametrize(
    "question",
    [
        "Azur Locataire : combien coûtait le 30 Mbps et combien maintenant ?",
        "ch7al kan prix 30 mega Azur Locataire w ch7al wella",
        "ancien et nouveau tarif 30 Mbps Azur Locataire",
        "شحال كان سعر 30 ميغا Azur Locataire وشحال ولّى",
    ],
)
def test_old_and_new_price_are_both_told(tmp_path: Path, question: str) -> None:
    told = plain(ask(tmp_path, question, (OLD_AND_NEW,), settings=OPEN).text)
    assert "2 720" in told and "2 610" in told


def test_the_price_asked_without_the_past_is_the_new_one(tmp_path: Path) -> None:
    told = plain(ask(tmp_path, "Azur Locataire : combien coûte le 30 Mbps ?", (OLD_AND_NEW,), settings=OPEN).text)
    assert "2 610" in told and "2 720" not in told


def test_a_number_of_subscriptions_is_no_list_of_people(tmp_path: Path) -> None:
    question = "Convention Erg : nombre maximum de souscriptions dont bénéficient les ayants droit ?"
    told = ask(tmp_path, question, (FILE, CONCERNED), settings=OPEN).text
    assert "quatre" in told
    assert "les retraités" not in told


@pytest.mark.parametrize(
    "question", ["facture en double : dans quel menu je l'édite ?", "وين نروح باش ندير facture en double"]
)
def test_where_to_click_is_told_by_the_steps(tmp_path: Path, question: str) -> None:
    told = ask(tmp_path, question, (COPY,), settings=OPEN).text
    assert "Compte" in told and "Suivant" in told
    assert "Division" not in told


def test_a_title_pages_line_is_no_answer(tmp_path: Path) -> None:
    told = ask(tmp_path, "facture en double Rimal Télécom", (COPY,), settings=OPEN).text
    assert "Février 2021" not in told


def test_what_will_be_paid_is_a_price(tmp_path: Path) -> None:
    table = chunk(
        rows(
            ["الفئة", "التسعيرة الحالية (دج/الشهر)", "التسعيرة بعد التخفيض"],
            ["الفئة 5", "3 640", "2 570"],
            ["الفئة 6", "3 930", "2 780"],
        ),
        document="Conventions/Erg AR.docx",
        title="اتفاقية ريمال تيليكوم و Erg",
        section="المتقاعدين",
        language="ar",
    )
    composed = ask(tmp_path, "متقاعد Erg في الفئة 5، كم سيدفع في الشهر؟", (table,), settings=OPEN)
    assert "2 570" in plain(composed.text)
    assert "2 780" not in plain(composed.text)


def test_a_preferential_price_without_unit_outbids_the_public_one(tmp_path: Path) -> None:
    table = chunk(
        rows(
            ["Débit", "Tarif (DA/mois)", "Remise", "Nouveau tarif préférentiel"],
            ["30 Mbps", "2 720", "50%", "1 360"],
            ["70 Mbps", "2 940", "50%", "1 470"],
        ),
        document=ERG,
        title=TITLE,
        section="Internet",
    )
    told = plain(ask(tmp_path, "Convention Erg : combien coûte le 30 Mbps ?", (table,), settings=OPEN).text)
    assert "1 360" in told and "2 720" not in told


GUIDE = chunk(
    "Pour réactiver une ligne Azur à l'état « En attente »\n\nOuvrir « Lignes » et choisir la ligne.\n\n"
    "Juste après l'activation, le client recharge sa ligne avant la fin de la journée.",
    document="Guides/Lignes.docx",
    title="Guide Réactivation d'une ligne",
)


@pytest.mark.parametrize(
    "text",
    [
        "ki nréactivi ligne azur en attente, weqtach lazem yrecharger ?",
        "réactivation d'une ligne Azur en attente : quand doit-il recharger ?",
    ],
)
def test_when_is_told_by_what_says_a_time(tmp_path: Path, text: str) -> None:
    assert "avant la fin de la journée" in plain(ask(tmp_path, text, (GUIDE,), settings=OPEN).text)
