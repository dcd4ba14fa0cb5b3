"""What the extractive answer says of a row, a code or a volume that the documents don't hold (`no-such-value`)."""

from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows

TIERS = chunk(
    rows(
        ["Débit", "Tarif grand public (DA/mois)", "Tarif préférentiel (DA/mois)"],
        ["Palier 05", "2 810", "1 410"],
        ["Palier 06", "3 020", "1 530"],
        ["Palier 07", "3 640", "1 820"],
    ),
    document="Conventions/Institut Zafrane FR.docx",
    title="Convention Institut Zafrane",
)
CATEGORIES = chunk(
    rows(["Catégorie", "Caution (DA)"], ["A", "2 440"], ["B", "3 720"], ["C", "5 160"]),
    document="Offres/Ligne temporaire FR.docx",
    title="Ligne temporaire Rimal",
    section="Cautions",
)
BOX = chunk(
    rows(["Recharge", "Volume (Go)", "Prix (DA TTC)"], ["Box M", "45", "1 260"], ["Box L", "95", "2 130"]),
    document="Offres/Box FR.pdf",
    title="Rimal Box 4G",
    section="Recharges",
)
BOX_AR = chunk(
    rows(["المزايا", "السعر مع الرسوم"], ["مودم مجاني، حجم 1 تيرابايت", "7 420 دج"]),
    document="Offres/Box AR.docx",
    title="عرض Rimal Box 4G بدون التزام",
    section="التفاصيل",
    language="ar",
)


OTHER_TIERS = chunk(
    rows(["Débit", "Tarif (DA/mois)"], ["Palier 08", "4 210"], ["Palier 09", "4 930"]),
    document="Conventions/Office Yasmina FR.docx",
    title="Convention Office Yasmina",
)


@pytest.mark.parametrize("text", ["tarif palier 9 convention institut zafrane", "بشحال palier 9 في convention zafrane"])
def test_a_code_that_names_no_row_is_refused_with_those_that_do(tmp_path: Path, text: str) -> None:
    answer = ask(tmp_path, text, (TIERS, OTHER_TIERS, BOX))
    assert (answer.kind, answer.reason) == ("refusal", "no-such-value")
    assert all(name in plain(answer.text) for name in ("Palier 05", "Palier 06", "Palier 07"))
    assert "4 930" not in plain(answer.text)
    assert answer.citations


def test_a_letter_below_a_column_of_that_name_is_a_code_too(tmp_path: Path) -> None:
    answer = ask(tmp_path, "caution ligne temporaire catégorie D", (CATEGORIES, BOX))
    assert answer.reason == "no-such-value"
    assert "A, B, C" in plain(answer.text)


def test_a_code_that_names_a_row_gets_that_row(tmp_path: Path) -> None:
    answer = ask(tmp_path, "caution ligne temporaire catégorie B", (CATEGORIES, BOX))
    assert answer.kind == "answer"
    assert "3 720" in plain(answer.text)


def test_a_short_word_behind_a_noun_is_no_code(tmp_path: Path) -> None:
    rules = chunk(
        rows(["Paiement", "Jours offerts"], ["3", "4"], ["6", "9"]), title="Paiement en ligne", section="Avantages"
    )
    answer = ask(tmp_path, "combien de jours offerts paiement my rimal 6", (rules, BOX))
    assert answer.reason is None


def test_a_row_that_does_not_tell_what_is_asked_is_not_read_as_if_it_did(tmp_path: Path) -> None:
    answer = ask(tmp_path, "le palier 5 de la convention institut zafrane correspond à quel débit", (TIERS, BOX))
    assert answer.reason == "no-such-value"
    assert "Palier 05" in plain(answer.text)
    assert "Tarif préférentiel" in plain(answer.text)
    assert "Palier 06" not in plain(answer.text)


def test_the_price_of_that_row_is_told(tmp_path: Path) -> None:
    answer = ask(tmp_path, "tarif palier 5 convention institut zafrane", (TIERS, BOX))
    assert answer.kind == "answer"
    assert "1 410" in plain(answer.text)
    assert "1 530" not in plain(answer.text)


FIBRE = chunk(
    rows(
        ["Débit (Mbps) › Ancien", "Débit (Mbps) › Nouveau", "Tarif (DA)"],
        ["110", "220", "2 560"],
        ["220", "440", "2 970"],
    ),
    title="Offre Azur Fibre",
)
PLAY = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440"],
        ["Débit descendant (Mbps)", "220", "440"],
        ["Débit montant (Mbps)", "88", "176"],
    ),
    document="Offres/Play FR.docx",
    title="Azur Play",
    section="Débits",
)


def test_a_speed_is_not_told_as_an_upload(tmp_path: Path) -> None:
    answer = ask(tmp_path, "débit montant azur fibre 220", (FIBRE, PLAY))
    assert answer.reason == "no-such-value"
    assert "440" not in plain(answer.text)


def test_the_upload_is_told_where_a_row_says_it(tmp_path: Path) -> None:
    answer = ask(tmp_path, "débit montant azur play 440", (FIBRE, PLAY))
    assert "176" in plain(answer.text)
    assert "Débit descendant" not in plain(answer.text)


def test_a_mere_speed_is_that_of_the_download(tmp_path: Path) -> None:
    answer = ask(tmp_path, "offre azur fibre débit descendant nouveau 440 tarif", (FIBRE,))
    assert answer.kind == "answer"
    assert "2 970" in plain(answer.text)


def test_a_tier_that_a_sentence_only_excludes_is_refused_with_those_that_are_offered(tmp_path: Path) -> None:
    excluded = chunk("Le débit 1 400 Mbps n'est pas proposé.", title="Offre Azur Fibre", section="Limites", ordinal=3)
    answer = ask(tmp_path, "tarif offre azur fibre débit 1400 mbps", (FIBRE, excluded))
    assert answer.reason == "no-such-value"
    assert "440 Mbps" in plain(answer.text)


@pytest.mark.parametrize(
    ("text", "existing"),
    [
        ("prix rimal box volume 200 giga", "45 Go (Box M), 95 Go (Box L)"),
        ("كم سعر عرض Rimal Box بحجم ٢٠٠ جيغا؟", "1 تيرا"),
    ],
    ids=["French", "Arabic, digits of its own"],
)
def test_a_volume_that_no_row_offers_is_refused_with_those_that_are(tmp_path: Path, text: str, existing: str) -> None:
    answer = ask(tmp_path, text, (BOX, BOX_AR))
    assert (answer.kind, answer.reason) == ("refusal", "no-such-value")
    assert existing in plain(answer.text)
    assert "200" in plain(answer.text)
