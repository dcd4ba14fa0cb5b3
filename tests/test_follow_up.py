"""Follow-ups: what they name takes the place of its like, the rest is taken over; what stands alone is left alone."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.follow_up import FollowUps
from core.settings import PROJECT_ROOT
from core.text.tokens import Analyser
from tests.corpora import follow_ups

NAMES = frozenset(Analyser().all_words("offre azur play box 4g pro zafrane yasmina sira boost rimal زرقاء"))
"""Stems of the words that the documents of these tests are called by."""


def completed(text: str, *earlier: str, is_reply: bool = False) -> str:
    return follow_ups().complete(text, earlier, NAMES, is_reply)


@pytest.mark.parametrize(
    ("earlier", "text", "expected"),
    [
        ("prix azur 240 mega", "et pour 300 mega ?", "prix azur 300 mega"),
        ("prix azur 240 mega", "et le 300 ?", "prix azur 300 mega"),
        ("prix azur 240", "et le 300 mega ?", "prix azur 300 mega"),
        ("سعر azur 240 ميغا", "و 600؟", "سعر azur 600 ميغا"),
        ("bonus azur 6 mois 240 mega", "et pour 12 mois ?", "bonus azur 12 mois 240 mega"),
        ("passage de 110 vers 880 combien de jours", "et de 220 ?", "passage de 220 vers 880 combien de jours"),
        ("passage de 110 vers 880 combien de jours", "et vers 440 ?", "passage de 110 vers 440 combien de jours"),
        ("passage de 110 vers 880 combien de jours", "et 440 ?", "passage de 110 vers 440 combien de jours"),
        ("de 480 méga a 1.5 giga cb de jours", "et s'il est a 240 ?", "de 240 méga a 1.5 giga cb de jours"),
        ("de 480 méga a 1.5 giga cb de jours", "et 2 ?", "de 480 méga a 2 giga cb de jours"),
        ("prix azur 480 mega", "et s'il monte à 600 ?", "prix azur 600 mega"),
        ("prix azur 480 mega", "non pardon je voulais dire 600", "prix azur 600 mega"),
        ("prix azur 1 giga", "et 600 ?", "prix azur 600 mega"),
        ("سعر azur 1 جيغا", "و 600؟", "سعر azur 600 ميغا"),
        ("prix azur 480 Mbps", "et 1.5 ?", "prix azur 1.5 giga"),
        ("volume azur 30 giga", "et 100 ?", "volume azur 100 giga"),
    ],
)
def test_a_number_takes_the_place_of_its_like(earlier: str, text: str, expected: str) -> None:
    assert completed(text, earlier) == expected


@pytest.mark.parametrize(
    ("earlier", "text", "expected"),
    [
        ("prix locataire 440", "et pour un résidentiel ?", "prix résidentiel 440"),
        ("prix locataire 440", "pour les résidentiels ?", "prix résidentiels 440"),
        ("سعر 110 ميغا للمستأجر", "وبالنسبة للطلبة؟", "سعر 110 ميغا للطلبة"),
        ("prix azur 440", "et pour les pigistes ?", "prix azur 440 pour les pigistes"),
        ("raccordement appartement combien", "et une villa ?", "raccordement villa combien"),
        ("frais azur sans engagement", "et avec engagement ?", "frais azur avec engagement"),
        ("frais azur sans engagement", "et sans caution ?", "frais azur sans caution"),
        ("prix locataire 440", "w play ?", "prix play 440"),
        ("prix pour un locataire 440", "et Play ?", "prix Play 440"),
        ("validité box L", "et XL ?", "validité box XL"),
        ("validité box l", "et la box XL ?", "validité box XL"),
        ("pro max prix ttc", "et pro ultra ?", "pro ultra prix ttc"),
        ("prix ax18 azur", "et AX30 ?", "prix AX30 azur"),
        ("سعر azur 440", "وزرقاء؟", "سعر زرقاء 440"),
        ("comment annuler une vente de modem", "et un encaissement ?", "comment annuler un encaissement"),
        ("établissement B, salarié : prix", "et un retraité ?", "établissement B, retraité : prix"),
        ("اتفاقية المؤسسة B، سعر 440 لموظف في حالة نشاط", "والمتقاعد؟", "اتفاقية المؤسسة B، سعر 440 للمتقاعد"),
        ("prix 440 employé en activité", "et un retraité ?", "prix 440 retraité"),
        ("établissement B prix 440", "et pour un retraité ?", "établissement B prix 440 pour un retraité"),
        ("prix entreprise 440", "et pour un retraité ?", "prix retraité 440"),
    ],
)
def test_whom_it_is_for_and_what_is_named_take_the_place_of_their_like(earlier: str, text: str, expected: str) -> None:
    assert completed(text, earlier) == expected


@pytest.mark.parametrize(
    ("earlier", "text", "expected"),
    [
        ("durée engagement azur", "le prix ?", "le prix azur"),
        ("prix locataire 440", "شحال؟", "شحال locataire 440"),
        ("prix locataire 440", "et les documents ?", "les documents locataire 440"),
        ("ما هو سعر 110 ميغا للمستأجر", "والوثائق؟", "الوثائق 110 ميغا للمستأجر"),
        ("quel est le tarif de la box 4g", "et le volume ?", "le volume de la box 4g"),
        ("prix locataire 440", "et la caution du 880 ?", "la caution du 880 locataire"),
        (
            "client azur 120 méga, il paie combien ?",
            "et s'il prend 15, il rend le modem ou pas",
            "s'il prend 15 méga, il rend le modem ou pas client azur",
        ),
        ("prix azur 440", "w locataire yestafed wella lala", "locataire yestafed wella lala azur 440"),
        ("سعر azur 440", "والمستأجر يستفيد ولا لا؟", "المستأجر يستفيد ولا لا azur 440"),
    ],
)
def test_another_thing_is_asked_of_the_same(earlier: str, text: str, expected: str) -> None:
    assert completed(text, earlier) == expected


def test_an_audience_that_an_offer_is_called_by_stays_where_the_offer_has_a_variant() -> None:
    titles = [
        frozenset(Analyser().all_words(title)) for title in ("offre azur gamers locataire", "offre résidentielle")
    ]
    asked, text = "prix azur gamers 600", "et pour un locataire ?"
    assert follow_ups().complete(text, [asked], NAMES, titles=titles) == "prix azur gamers 600 pour un locataire"
    assert follow_ups().complete(text, [asked], NAMES, titles=titles[1:]) == "prix azur locataire 600"
    other = "et pour un résidentiel ?"
    assert follow_ups().complete(other, ["prix locataire 600"], NAMES, titles=titles) == "prix résidentiel 600"


def test_what_has_no_like_comes_at_the_end() -> None:
    assert completed("et si le client déménage ?", "prix locataire 440") == "prix locataire 440 si le client déménage"


def test_the_latest_question_with_something_like_it_counts() -> None:
    assert completed("et le 880 ?", "comment annuler une vente", "prix locataire 440") == "prix locataire 880"
    assert completed("et le 880 ?", "prix play 220", "prix locataire 440") == "prix play 880"
    assert completed("le prix ?", "durée azur", "caution locataire 440") == "le prix azur"


@pytest.mark.parametrize(
    "text",
    [
        "prix play 220",
        "prix locataire",
        "tarif box 4g",
        "pour une PME le prix de play ?",
        "et le prix de play 880 ?",
        "Avec quoi marche la box ?",
        "où trouver le code ?",
        "ou trouver le code ?",
        "كم سعر زرقاء؟",
        "في عرض زرقاء شحال السعر",
        "résiliation",
        "et en arabe ?",
        "وبالعربية؟",
        "merci",
        "ok merci",
        "👍👍",
        "?",
        "",
        "et " + "très " * 40 + "bien",
    ],
)
def test_what_stands_alone_or_asks_nothing_is_left_alone(text: str) -> None:
    assert completed(text, "durée engagement locataire 440") == ""


def test_nothing_is_completed_where_nothing_was_asked() -> None:
    assert completed("et le 880 ?") == ""


def test_a_reply_need_not_begin_like_one() -> None:
    assert completed("Play 880", "prix locataire 440") == ""
    assert completed("Play 880", "prix locataire 440", is_reply=True) == "prix Play 880"
    assert completed("prix de play", "durée locataire 440", is_reply=True) == "", "it stands alone all the same"
    assert completed("super", "prix locataire 440", is_reply=True) == ""


@given(text=st.text(max_size=90), earlier=st.lists(st.text(max_size=60), max_size=3))
def test_any_text_can_be_read(text: str, earlier: Sequence[str]) -> None:
    assert isinstance(FollowUps.complete(follow_ups(), text, earlier, NAMES), str)


def test_no_labelled_question_that_stands_alone_is_completed() -> None:
    entries = json.loads((PROJECT_ROOT / "eval" / "questions.json").read_text(encoding="utf-8"))
    questions = [entry["question"] for entry in entries]
    changed = [
        text
        for place, text in enumerate(questions)
        if follow_ups().complete(text, questions[max(0, place - 3) : place][::-1], NAMES)
    ]
    assert changed == []
