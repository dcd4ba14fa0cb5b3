"""A row of a table against a sentence that gives an example of it."""

from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows, words_settings

OPEN = words_settings(gate_threshold=0.01)
EXAMPLE = chunk(
    "Le client gagne des jours gratuits à chaque recharge en ligne. "
    "Par exemple, une recharge de 12 mois en ligne donne 46 jours gratuits.",
    document="Offres/Recharge FR.docx",
    title="Recharge en ligne",
    section="Avantages",
    ordinal=1,
)
TABLE = chunk(
    rows(["Bonus", "Durée rechargée"], ["4 jours", "1 mois"], ["22 jours", "6 mois"], ["46 jours", "12 mois"]),
    document="Offres/Recharge FR.docx",
    title="Recharge en ligne",
    section="Bonus",
    ordinal=2,
)
EXAMPLE_AR = chunk(
    "فعلى سبيل المثال: تعبئة 12 شهرًا عبر الدفع الإلكتروني تمنح الزبون 46 يومًا مجانيًا.",
    document="Offres/Recharge AR.docx",
    title="التعبئة بالدفع الإلكتروني",
    section="المزايا",
    language="ar",
    ordinal=1,
)
TABLE_AR = chunk(
    rows(["المكافأة", "المدة"], ["4 أيام", "1 شهر"], ["22 يوم", "6 أشهر"], ["46 يوم", "12 شهر"]),
    document="Offres/Recharge AR.docx",
    title="التعبئة بالدفع الإلكتروني",
    section="الجدول",
    language="ar",
    ordinal=2,
)
CORPUS = (EXAMPLE, TABLE, EXAMPLE_AR, TABLE_AR)


@pytest.mark.parametrize(
    "text",
    [
        "combien de jours gratuits gagne le client avec une recharge en ligne de 6 mois",
        "combien de jours gratuits pour une recharge de six mois en ligne",
        "كم يوماً مجانياً يتحصل عليها الزبون إذا عبّأ ستة أشهر بالدفع الإلكتروني؟",
        "كم يوم مجاني عند تعبئة 6 أشهر بالدفع الإلكتروني",
    ],
)
def test_the_row_of_the_number_asked_stands_before_an_example_of_another(tmp_path: Path, text: str) -> None:
    told = plain(ask(tmp_path, text, CORPUS, settings=OPEN).text)
    assert "22" in told
    assert "46" not in told


def test_the_example_may_answer_its_own_number(tmp_path: Path) -> None:
    told = ask(tmp_path, "combien de jours gratuits pour une recharge de 12 mois en ligne", CORPUS, settings=OPEN).text
    assert "46" in told


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("combien de jours gratuits pour une recharge de 9 mois en ligne", "1 mois, 6 mois, 12 mois"),
        ("كم يوماً مجانياً عند تعبئة تسعة أشهر بالدفع الإلكتروني", "1 شهر, 6 أشهر, 12 شهر"),
    ],
)
def test_a_number_that_no_row_holds_isnt_there(tmp_path: Path, text: str, held: str) -> None:
    """The column of what is asked for stands last."""
    answer = ask(tmp_path, text, CORPUS, settings=OPEN)
    assert (answer.kind, answer.reason) == ("refusal", "no-such-value")
    assert held in plain(answer.text)
