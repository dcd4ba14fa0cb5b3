import pytest

from core.text.shorthand import in_full


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("c koi le ping", "c'est quoi le ping"),
        ("C quoi la fibre pr un pro", "c'est quoi la fibre pour un pro"),
        ("pk payer ds l'agence", "pourquoi payer dans l'agence"),
        ("kel tarif", "quel tarif"),
        ("le timbre fiscal c cb en % pr un clt", "le timbre fiscal c'est cb en % pour un client"),
        ("tarif conv C", "tarif convention C"),
        ("tarif convention C combien", "tarif convention C combien"),
        ("convention c combien", "convention c combien"),
        ("شحال سعر الفيبر", "شحال سعر الفيبر"),
    ],
)
def test_shortened_words(typed: str, full: str) -> None:
    assert in_full(typed) == full


@pytest.mark.parametrize(
    "typed",
    [
        "un client me demande c koi le ping jsp koi repondre",
        "un client me demande c'est quoi le ping exactement, je sais pas quoi lui dire",
    ],
)
def test_what_frames_a_question_is_left_out(typed: str) -> None:
    assert " ".join(in_full(typed).replace(",", " ").split()) == "un client c'est quoi le ping"


def test_a_demand_is_no_frame() -> None:
    assert in_full("le client nous demande une facture") == "le client nous demande une facture"
