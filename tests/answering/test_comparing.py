"""What the extractive answer computes from the cells: differences, the least and the greatest, bounds."""

import re
from pathlib import Path

import pytest

from core.answering.bounds import bounds, superlative
from core.answering.checks import sentence_fault
from core.documents.rows import format_row
from tests.answering.sheets import PRICES, PRICES_AR, SIDEWAYS, ask, plain
from tests.corpora import chunk, rows, words_settings

BOX = chunk(
    rows(
        ["Recharge", "Volume (Go)", "Validité (jours)", "Prix (DA TTC)"],
        ["Box S", "20", "14", "640"],
        ["Box M", "45", "21", "1 260"],
        ["Box L", "95", "35", "2 130"],
    ),
    document="Offres/Box FR.pdf",
    title="Rimal Box 4G",
    section="Recharges",
)
FEES = chunk(
    rows(
        ["Débit", "Tarif › HT", "Tarif › TTC"],
        ["110 Mbps", "4 400 DA", "5 236 DA"],
        ["220 Mbps", "6 700 DA", "7 973 DA"],
    ),
    document="Offres/Pro FR.docx",
    title="Rimal Pro",
    section="Abonnement",
)


@pytest.mark.parametrize(
    ("text", "computed"),
    [
        ("azur max différence de prix entre 480 mbps et 1 gbps", "Différence : 9 350 − 7 150 = 2 200 DA"),
        ("azur max 1 gbps vs 480 mbps, quel écart de tarif", "Différence : 9 350 − 7 150 = 2 200 DA"),
        ("شحال الفرق بين 240 و 480 في Azur Max", "الفرق: 7 150 − 5 900 = 1 250 دج"),
        ("différence de prix entre play 220 et play 440", "Différence : 3 870 − 3 120 = 750 DA"),
    ],
    ids=["French", "greater first", "Arabic", "table on its side"],
)
def test_a_difference_is_computed_and_shown(tmp_path: Path, text: str, computed: str) -> None:
    answer = ask(tmp_path, text)
    assert answer.kind == "answer"
    assert not answer.dropped
    last = answer.sentences[-1].replace("\u202f", " ")
    assert last.startswith(computed)
    assert "[1]" in last


def test_a_difference_tells_of_the_rows_only_what_is_compared(tmp_path: Path) -> None:
    answer = ask(tmp_path, "azur max différence de prix entre 480 mbps et 1 gbps")
    assert "7 150 DA" in plain(answer.text)
    assert "9 350 DA" in plain(answer.text)
    assert "Modem offert" not in plain(answer.text)


def test_each_column_that_is_meant_has_its_difference(tmp_path: Path) -> None:
    answer = ask(tmp_path, "rimal pro différence entre 110 mbps et 220 mbps", (FEES, BOX))
    text = plain(answer.text)
    assert "HT) : 6 700 − 4 400 = 2 300 DA" in text
    assert "TTC) : 7 973 − 5 236 = 2 737 DA" in text


def test_two_rows_that_the_question_names_are_compared(tmp_path: Path) -> None:
    answer = ask(tmp_path, "rimal box 4g recharge box M vs box L, prix", (BOX, FEES))
    assert "2 130 − 1 260 = 870 DA" in plain(answer.text)
    assert "640" not in plain(answer.text)


def test_two_named_rows_are_told_without_a_word_of_comparison(tmp_path: Path) -> None:
    answer = ask(tmp_path, "rimal box 4g : box S ou box L, quelle validité ?", (BOX, FEES))
    assert "14" in plain(answer.text)
    assert "35" in plain(answer.text)
    assert "21" not in plain(answer.text)


def test_no_table_tells_the_least_of_all_offers(tmp_path: Path) -> None:
    answer = ask(tmp_path, "offre tarif mensuel avantage modem offert nouveau débit le moins cher ?", (PRICES, FEES))
    assert "plus bas" not in plain(answer.text)


def test_a_table_on_its_side_has_no_row_with_the_greatest(tmp_path: Path) -> None:
    speeds = chunk(
        rows(
            ["Caractéristique", "Play 220", "Play 440"],
            ["Débit descendant (Mbps)", "220", "440"],
            ["Débit montant (Mbps)", "88", "176"],
        ),
        document="Offres/Play FR.docx",
        title="Azur Play",
        section="Débits",
    )
    answer = ask(tmp_path, "azur play débit descendant le plus élevé", (speeds, BOX))
    assert "plus élevé" not in plain(answer.text)


def test_equal_values_are_called_equal(tmp_path: Path) -> None:
    same = chunk(
        rows(["Débit", "Tarif"], ["240 Mbps", "5 900 DA"], ["480 Mbps", "5 900 DA"]), title="Azur Duo", section="Prix"
    )
    answer = ask(tmp_path, "azur duo différence de prix entre 240 mbps et 480 mbps", (same,))
    assert "identique : 5 900 DA" in plain(answer.text)


def test_a_difference_with_a_tier_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    answer = ask(tmp_path, "azur max différence de prix entre 480 mbps et 750 mbps", (PRICES, FEES))
    assert answer.reason == "no-such-value"


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("quel est le débit le moins cher azur max", "5 900 DA", ["7 150", "9 350"]),
        ("offre azur max la plus rapide, tarif mensuel", "9 350 DA", ["5 900", "7 150"]),
        ("offre azur max tarif mensuel avantage modem offert au-delà de 300 mega", "7 150 DA", ["5 900"]),
        (
            "offre azur max débit avec modem offert tarif mensuel le moins cher au-delà de 300 mega",
            "7 150 DA",
            ["5 900", "9 350"],
        ),
        ("offre azur max nouveau débit avec modem offert à moins de 7000 DA", "240 Mbps", ["480", "9 350"]),
        ("ما هو أرخص تدفق في Azur Max", "5 900 دج", ["7 150", "9 350"]),
        ("السعر الشهري عرض Azur Max مودم مجاني أكثر من 300 ميغا", "9 350 دج", ["5 900"]),
    ],
    ids=["cheapest", "fastest", "above", "cheapest above", "below a price", "Arabic cheapest", "Arabic above"],
)
def test_rows_are_picked_by_a_superlative_and_within_bounds(
    tmp_path: Path, text: str, right: str, wrong: list[str]
) -> None:
    answer = ask(tmp_path, text, (PRICES, PRICES_AR, BOX, SIDEWAYS))
    assert answer.kind == "answer"
    assert right in plain(answer.text)
    assert not any(value in plain(answer.text) for value in wrong)


def test_a_rule_with_a_superlative_is_quoted_not_computed(tmp_path: Path) -> None:
    rule = chunk(
        "Pour recevoir le répéteur gratuit lors de la migration, le débit minimum à choisir est de 480 Mbps.",
        section="Migration",
        ordinal=5,
    )
    answer = ask(
        tmp_path, "azur max débit minimum à choisir pour recevoir le répéteur gratuit migration", (PRICES, rule)
    )
    assert "480 Mbps" in plain(answer.text)
    assert "240" not in plain(answer.text)


def test_a_difference_must_take_its_operands_from_the_rows_that_are_named() -> None:
    table = {
        1: "\n".join(
            format_row(["Débit (Mbps)", "Tarif (DA)"], row)
            for row in (["120", "4 000"], ["240", "5 900"], ["480", "7 150"])
        )
    }
    asked = "différence entre 240 et 480"
    right = "Différence : 7 150 − 5 900 = 1 250 DA [1]."
    assert sentence_fault(right, table, question=asked, language="fr") is None
    wrong_row = "Différence : 7 150 − 4 000 = 3 150 DA [1]."
    assert sentence_fault(wrong_row, table, question=asked, language="fr") == "row-not-named"
    invented = "Différence : 7 150 − 5 800 = 1 350 DA [1]."
    assert sentence_fault(invented, table, question=asked, language="fr") == "unsupported-number"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("l'offre la moins chère", "cheapest"),
        ("plus cher que 480 ?", None),
        ("le débit le plus élevé", "fastest"),
        ("أقل سعر", "cheapest"),
        ("chercher une offre", None),
    ],
)
def test_superlatives(text: str, kind: str | None) -> None:
    found = superlative(text)
    assert (found[0] if found else None) == kind


@pytest.mark.parametrize(
    ("text", "relation", "value", "allowed"),
    [
        ("au-delà de 500 mega", "gt", 500, False),
        ("à partir de 1 giga", "ge", 1000, True),
        ("moins de 3 000 DA", "lt", 3000, False),
        ("jusqu'à 480 Mbps", "le", 480, True),
        ("أكثر من 500 ميغا", "gt", 501, True),
    ],
)
def test_bounds(text: str, relation: str, value: int, allowed: bool) -> None:
    [bound] = bounds(text)
    assert bound.relation == relation
    assert bound.allows(bound.quantity.value * 0 + value) is allowed


def test_a_time_is_no_bound() -> None:
    assert not bounds("ligne suspendue depuis plus de 3 mois")


PLAY = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440", "Play 880"],
        ["Débit descendant (Mbps)", "220", "440", "880"],
        ["Débit montant (Mbps)", "88", "220", "180"],
        ["Adresse IPv4 publique", "En option, 260 DA/mois", "Incluse", "Incluse"],
        ["Bon d'achat, par semestre (DA)", "1 350", "2 640", "2 640"],
        ["Tarif mensuel (DA TTC)", "3 120", "3 590", "4 380"],
    ),
    document="Offres/Arcade FR.docx",
    title="Rimal Arcade",
    section="Contenu",
    twin="Offres/Arcade AR.docx",
)
PLAY_AR = chunk(
    rows(
        ["الخاصية", "Play 220", "Play 440"],
        ["قسيمة شراء (دج)", "1 350", "2 640"],
        ["التسعيرة الشهرية (دج)", "3 120", "3 590"],
        ["تدفق التنزيل (ميغابت/ثا)", "220", "440"],
    ),
    document="Offres/Arcade AR.docx",
    title="عرض Rimal Arcade",
    section="المضمون",
    language="ar",
    twin="Offres/Arcade FR.docx",
)
MIGRATION = chunk(
    rows(
        ["Ancienneté du client", "Frais (DA TTC)"],
        ["Moins de 26 mois", "540"],
        ["26 mois et plus", "620"],
    ),
    document="Offres/Arcade FR.docx",
    title="Rimal Arcade",
    section="Migration",
    twin="Offres/Arcade AR.docx",
    ordinal=1,
)


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        ("rimal arcade le moins cher", "Play 220 — Tarif mensuel : 3 120 DA TTC par mois"),
        ("rimal arcade la formule la plus chère", "Play 880 — Tarif mensuel : 4 380 DA TTC par mois"),
        ("rimal arcade la formule la plus rapide", "Débit descendant (Mbps) ; Play 880 : 880"),
        ("rimal arcade débit montant le plus élevé", "Play 440 — Débit montant : 220 Mbps"),
        ("الأرخص في Rimal Arcade", "Play 220 — التسعيرة الشهرية: 3 120 دج"),
        ("rimal arcade frais de migration les moins chers", "Moins de 26 mois ; Frais (DA TTC) : 540"),
    ],
    ids=["cheapest", "dearest", "fastest", "upload", "Arabic", "another table's measure"],
)
def test_a_superlative_picks_a_column_where_the_table_lies_on_its_side(tmp_path: Path, text: str, picked: str) -> None:
    # A superlative's own words stand in no table, and the tests' gate goes by words alone.
    answer = ask(
        tmp_path,
        text,
        (PLAY, MIGRATION, PLAY_AR, BOX, FEES, PRICES, PRICES_AR),
        settings=words_settings(gate_threshold=0.01),
    )
    assert not answer.dropped
    assert picked in re.sub(r"[\u202f\u00a0]", " ", answer.text)
    assert len(answer.sentences) == 2


def test_columns_that_share_the_greatest_value_are_all_told(tmp_path: Path) -> None:
    answer = ask(tmp_path, "rimal arcade bon d'achat le plus cher", (PLAY, BOX))
    assert "Play 440 : 2 640 ; Play 880 : 2 640" in plain(answer.text)
