from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answering.llm.pieces import Pieces

SAID = [
    (
        "Le tarif est de 5 900 DA/mois. [1] Le modem est offert.[2]",
        ["Le tarif est de 5 900 DA/mois. [1]", "Le modem est offert.[2]"],
    ),
    (
        "Voir art. 3 du contrat (p. 4) [1]. Prix : 2.500,50 DA [2].",
        ["Voir art. 3 du contrat (p. 4) [1].", "Prix : 2.500,50 DA [2]."],
    ),
    ("يبلغ السعر 5 900 دج شهريًا [١]. المودم مجاني【2】.", ["يبلغ السعر 5 900 دج شهريًا [1].", "المودم مجاني[2]."]),
    ("هل المودم مجاني؟ نعم [1].", ["هل المودم مجاني؟", "نعم [1]."]),
    (
        "**Pièces** :\n* une copie [1, 2]\n• le formulaire [1-3]",
        ["Pièces :", "- une copie [1][2]", "- le formulaire [1][2][3]"],
    ),
    (
        "1. Ouvrir le menu [1]\n2. Saisir le numéro\n[2]\n3. Valider [1]",
        ["1. Ouvrir le menu [1]", "2. Saisir le numéro [2]", "3. Valider [1]"],
    ),
    (
        "Tarif fixe [doc-1](https://rimal.example/a_(b).pdf). Fin [[2]](https://rimal.example).",
        ["Tarif fixe doc-1.", "Fin [2]."],
    ),
    (
        "| Débit | Prix | Source |\n|---|:-:|---|\n| 240 Mbps | 5 900 DA | [1] |\n"
        "| 480 Mbps | 7 150 DA [2] | |\n\nFin [1].",
        ["- Débit : 240 Mbps ; Prix : 5 900 DA [1]", "- Débit : 480 Mbps ; Prix : 7 150 DA [2]", "Fin [1]."],
    ),
    (
        "[1] Le débit est de 880 Mbps.\n[2] Le routeur est inclus. Voir la fiche [3].\n- [1] Sans frais [2]",
        ["Le débit est de 880 Mbps. [1]", "Le routeur est inclus. [2]", "Voir la fiche [3].", "- Sans frais [2]"],
    ),
    ("[١]. سعر الألياف 2 970 دج.", ["سعر الألياف 2 970 دج. [1]"]),
    ("1. [2] Ouvrir le menu\n2. [2]: Valider la demande", ["1. Ouvrir le menu [2]", "2. Valider la demande [2]"]),
    ("<think>5 DA ? Non. [1]</think>\n## Réponse\nOui [1].", ["Réponse", "Oui [1]."]),
]


def pieces_of(chunks: list[str]) -> list[str]:
    pieces = Pieces(" ; ")
    return [piece for chunk in chunks for piece in pieces.feed(chunk)] + pieces.end()


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_sentences_items_and_rows_with_one_form_of_citation(text: str, expected: list[str]) -> None:
    assert pieces_of([text]) == expected
    assert pieces_of(list(text)) == expected


@given(st.data())
def test_chunks_change_nothing(data: st.DataObject) -> None:
    text, expected = data.draw(st.sampled_from(SAID))
    cuts = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text))))})
    assert pieces_of([text[start:end] for start, end in pairwise(cuts)]) == expected


def test_a_sentence_is_handed_on_before_the_answer_ends() -> None:
    pieces = Pieces(" ; ")
    assert pieces.feed("Le modem est offert [1]. Le tarif est") == []
    assert pieces.feed(" de 5 900 DA par mois, hors") == ["Le modem est offert [1]."]


def test_what_never_ends_is_given_up() -> None:
    pieces = Pieces(" ; ")
    given_up = [piece for _ in range(100) for piece in pieces.feed("sans fin ni point " * 3)]
    assert len(given_up) == 2
    assert all(len(piece) < 2100 for piece in given_up)


def test_thoughts_that_never_end_say_nothing() -> None:
    assert pieces_of(["<think>le tarif", " est de 5 DA [1]."]) == []
