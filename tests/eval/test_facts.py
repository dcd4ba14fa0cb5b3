import pytest

from eval.facts import holds, numbers


@pytest.mark.parametrize(
    ("text", "fact", "stands"),
    [
        ("le tarif est de 2 970 DA", "2970", True),
        ("le tarif est de 2.970,00 DA", "2 970", True),
        ("السعر ٢٩٧٠ دج", "2 970", True),
        ("12 970 DA", "2 970", False),
        ("1,5 Gbps", "1.5 gbps", True),
        ("15 Gbps", "1.5 gbps", False),
        ("3 jours", "3 jours", True),
        ("13 jours", "3 jours", False),
        ("les retraités", "retraité", True),
        ("للمتقاعدين", "متقاعد", True),
        ("une pièce d’identité", "pièce d'identité", True),
        ("le **modem** `offert`", "modem offert", True),
    ],
)
def test_facts_are_found_whatever_their_spelling(text: str, fact: str, stands: bool) -> None:
    assert holds(text, fact) is stands


def test_numbers_are_whole_whatever_their_spelling() -> None:
    assert numbers("12 970 DA, ٣٠ يوما, 14/07") == {"12970", "30", "14", "07"}
