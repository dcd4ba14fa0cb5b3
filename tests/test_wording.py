"""Which questions are one for a reviewer."""

import pytest

from core.text.tokens import Analyser
from core.wording import Wording

KEY = Wording(Analyser()).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("prix Azur Max 480 Mbps", "Prix de l'AZUR max, 480mbps ?"),
        ("bonjour, prix azur max svp", "Azur Max : prix"),
        ("frais de raccordement", "frais du raccordements"),
        ("سعر عرض أزور 480", "سعر العرض ازور ٤٨٠"),
    ],
)
def test_nearly_the_same_wording(one: str, other: str) -> None:
    assert KEY(one) == KEY(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("prix Azur Max 480 mega", "prix Azur Max 240 mega"),
        ("prix avec engagement", "prix sans engagement"),
        ("combien Azur Max", "comment Azur Max"),
        ("convention établissement A", "convention établissement B"),
        ("سعر مع التزام", "سعر بدون التزام"),
        ("qui ?", "quand ?"),
    ],
)
def test_other_questions_of_the_same_nouns(one: str, other: str) -> None:
    assert KEY(one) != KEY(other)
