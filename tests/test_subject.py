"""A text that doesn't say what it is about, and what an earlier question was about."""

import pytest

from core.subject import OfSubject, behind_else
from tests.corpora import follow_ups
from tests.test_follow_up import NAMES


def found(text: str, before: str) -> OfSubject | None:
    return follow_ups().of_subject(text, before, NAMES)


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("prix azur 240 mega", "quels papiers il doit ramener ?", "quels papiers il doit ramener azur"),
        ("azur locataire 240 combien", "quels papiers", "quels papiers azur locataire"),
        ("pro ultra prix", "c'est livré en combien de jours", "c'est livré en combien de jours pro ultra"),
        ("validité box L", "كم المدة باش يتفعّل الحساب؟", "كم المدة باش يتفعّل الحساب box L"),
        ("convention établissement A azur 480", "quels papiers", "quels papiers établissement A azur"),
        ("azur pour un locataire", "le locataire paie quand ?", "le locataire paie quand azur"),
        ("prix azur 240", "les étudiants ils y ont droit ?", "les étudiants éligible azur"),
    ],
)
def test_it_is_asked_of_what_the_question_before_was_about(before: str, text: str, expected: str) -> None:
    asked = found(text, before)
    assert asked is not None
    assert asked.text == expected


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("prix azur 240", "prix play 220"),
        ("prix azur 240", "prix de zafrane"),
        ("prix 240 mega", "quels papiers il doit ramener"),
        ("prix fibre 240 mega", "quels papiers il doit ramener"),
        ("prix azur 240", "numéro de téléphone du chef d'agence de la ville"),
        ("prix azur 240", "et en arabe ?"),
        ("prix azur 240", "?"),
        ("prix azur 240", "quels papiers " + "vraiment " * 9),
    ],
)
def test_it_stands_alone_where_it_says_so_itself_or_nothing_was_named(before: str, text: str) -> None:
    assert found(text, before) is None


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("les étudiants y ont droit ?", True),
        ("cette offre dure combien ?", True),
        ("les étudiants en bénéficient ?", True),
        ("هذا العرض كم مدته؟", True),
        ("quels papiers il doit ramener", False),
    ],
)
def test_some_texts_point_back(text: str, points: bool) -> None:
    asked = found(text, "prix azur 240")
    assert asked is not None
    assert asked.points is points


def test_an_answer_must_speak_of_what_the_text_says() -> None:
    asked = found("quels papiers pour le déménagement", "prix azur 240")
    assert asked is not None
    answers = follow_ups().is_answered
    assert answers(asked, ["Dossier à fournir : pièce d'identité"])
    assert answers(asked, ["Tarifs", "Frais en cas de déménagement : 1 000 DA"])
    assert not answers(asked, ["Tarifs : 5 900 DA par mois"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("autre chose, et le 880 ?", "et le 880 ?"),
        ("Merci. Une autre question : prix azur", "prix azur"),
        ("سؤال آخر، كم السعر؟", "كم السعر؟"),
        ("حاجة أخرى: شحال", "شحال"),
        ("autre chose", ""),
        ("autre chose ?", ""),
        ("une autre question sur azur", ""),
        ("prix azur, autre chose ?", ""),
    ],
)
def test_some_words_part_a_question_from_all_before(text: str, expected: str) -> None:
    assert behind_else(text) == expected
