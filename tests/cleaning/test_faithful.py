"""A passage put in order is taken only where it says what was read."""

import pytest

from core.cleaning.faithful import unfaithful
from core.documents.chunk import Language

READ = """Le client rend le
modem Azur-X2 dans les 15 jours . Passé ce délai , il
paie 3 980 DA au 14/07/2026
Code R09 , menu « Retour équipement » ; voir My Rimal"""
READ_AR = "يعيد الزبون المودم Azur X2 خلال 15\nيوما ويدفع 3 980 دج في فضاء My Rimal"


@pytest.mark.parametrize(
    "mended",
    [
        "Le client rend le modem Azur-X2 dans les 15 jours. Passé ce délai, il paie 3 980 DA au 14/07/2026.\n"
        "Code R09, menu « Retour équipement » ; voir My Rimal.",
        "1. Le client rend le modem Azur-X2 dans les 15 jours.\n2. Passé ce délai, il paie 3 980 DA au 14/07/2026.\n"
        "3. Code R09, menu « Retour équipement » ; voir My Rimal.",
    ],
)
def test_the_same_in_order_is_taken(mended: str) -> None:
    assert unfaithful(READ, mended, "fr") is None


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        ("15 jours", "quelques jours", "number-lost"),
        ("14/07/2026", "14/07", "number-lost"),
        ("14/07/2026", "14/08/2026", "number-lost"),
        ("3 980 DA", "3 980 DA (10 %)", "number-added"),
        ("15 jours", "quinze jours", "number-lost"),
        ("Le client", "Le client de trente ans", "number-added"),
        ("15 jours", "15 mois", "numbers-moved"),
        ("Azur-X2", "Azur", "number-lost"),
        ("My Rimal", "le site", "name-lost"),
        ("le\nmodem", "le\nmodem Zafrane", "name-added"),
        ("R09", "", "number-lost"),
        ("Le client", "| Le client : oui | Modem : non |\nLe client", "form"),
        ("Le client", "# Retour\nLe client", "form"),
        ("Le client", "Bonjour, voici le passage remis en forme selon vos consignes de rédaction habituelles et "
         "sans rien changer à ce qui y est dit, pour le lecteur pressé. Le client", "length"),
    ],
)  # fmt: skip
def test_another_figure_name_or_length_is_not(was: str, becomes: str, fault: str) -> None:
    assert unfaithful(READ, READ.replace(was, becomes), "fr") == fault


def test_figures_that_change_places_are_not() -> None:
    swapped = READ.replace("15 jours", "N jours").replace("3 980", "15").replace("N jours", "3 980 jours")
    assert unfaithful(READ, swapped, "fr") == "numbers-moved"


def test_nothing_is_not() -> None:
    assert unfaithful(READ, " \n", "fr") == "empty"


@pytest.mark.parametrize(
    ("mended", "fault"),
    [
        ("يعيد الزبون المودم Azur X2 خلال 15 يوما، ويدفع 3 980 دج في فضاء My Rimal.", None),
        ("يعيد الزبون المودم Azur X2 خلال ١٥ يوما، ويدفع ٣ ٩٨٠ دج في فضاء My Rimal.", None),
        ("يعيد الزبون المودم Azur X2 خلال 15 يوما، ويدفع 3 980 دج في فضاء رمال.", "name-lost"),
        ("يعيد الزبون modem المودم Azur X2 خلال 15 يوما، ويدفع 3 980 دج في فضاء My Rimal.", "name-added"),
        ("يعيد الزبون المودم Azur X2 خلال خمسين يوما، ويدفع 3 980 دج في فضاء My Rimal.", "number-lost"),
    ],
)
def test_arabic(mended: str, fault: str | None) -> None:
    assert unfaithful(READ_AR, mended, "ar") == fault


@pytest.mark.parametrize(
    ("was", "becomes", "language"),
    [
        ("مدة العرض خمسة وعشرين شهرا", "مدة العرض خمسة وثلاثين شهرا", "ar"),
        ("يدفع الزبون ثلاثمائة دينار", "يدفع الزبون سبعمائة دينار", "ar"),
        ("un plafond de trois milliards", "un plafond de trois millions", "fr"),
    ],
)
def test_numbers_in_letters_are_numbers(was: str, becomes: str, language: Language) -> None:
    """With what Arabic writes together with them, and in the forms that only the answers' checks knew."""
    assert unfaithful(was, was, language) is None
    assert unfaithful(was, becomes, language) == "number-lost"
