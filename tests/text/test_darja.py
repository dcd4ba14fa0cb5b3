"""Algerian in Latin letters, however it is written, is looked for in French."""

from pathlib import Path

import pytest

from core.errors import SettingsError
from core.text.darja import Darja


@pytest.fixture(scope="module")
def darja() -> Darja:
    return Darja.load()


@pytest.mark.parametrize(
    ("said", "french"),
    [
        ("kifach nvalidi commande", "comment valider commande"),
        ("kifech ndir bach nactivi lkhat", "comment faire pour activer khat"),
        ("client ynejem ydir parrainage wella non ?", "client peut faire parrainage ou non ?"),
        ("wach lazem yjib lclient bach yakhod l'offre", "que faut-il fournir client pour avoir l'offre"),
        ("ida lclient makhlasch lfatoura", "si client ne pas payer facture"),
        ("chkoun arkhas, azur wela play", "lequel est le moins cher, azur ou play"),
        ("setta chhour recharge, ch7al ayam batel", "6 mois recharge, ch7al jours gratuit"),
        ("ch7al prix modem Wi-Fi 6", "ch7al prix modem Wi-Fi 6"),
        ("client ma3andouch dettes, wach lazem ydir ?", "client ne pas a dettes, que faut-il faire ?"),
        ("kifach ndir ll retraité", "comment faire pour retraité"),
        ("wa9tach yji lclient", "à quel moment venir client"),
        ("شحال prix fibre ta3 locataire", "شحال prix fibre de locataire"),
        ("kifach yrecharger men l'appli", "comment recharger de l'appli"),
    ],
)
def test_sentences(darja: Darja, said: str, french: str) -> None:
    assert darja.in_french(said) == french


@pytest.mark.parametrize("written", ["ch7al", "chhal", "chehal", "9adech", "bch7al", "b ch7al", "3la chhal", "9addech"])
def test_how_much_keeps_both_its_meanings(darja: Darja, written: str) -> None:
    assert darja.in_french(f"{written} azur 240 ta3 lclient") == "ch7al azur 240 de client"


@pytest.mark.parametrize(
    "verb", ["ykhales", "ykhalles", "yekhles", "nkhalsou", "ykhelsou", "tkhales", "ykhaleslha", "ykhaleslo"]
)
def test_a_verb_is_known_in_every_person(darja: Darja, verb: str) -> None:
    assert darja.in_french(f"kifach {verb}") == "comment payer"


@pytest.mark.parametrize(("verb", "french"), [("ma ykhalesch", "ma ne pas payer"), ("makhlasch", "ne pas payer")])
def test_what_is_not_done(darja: Darja, verb: str, french: str) -> None:
    assert darja.in_french(f"ida {verb}") == f"si {french}"


@pytest.mark.parametrize("name", ["établissement F", "établissement W", "convention B", "FATOURA", "NGBSS"])
def test_capitals_are_codes_and_names(darja: Darja, name: str) -> None:
    assert darja.in_french(f"ch7al {name} f la fibre") == f"ch7al {name} dans la fibre"


def test_capitals_all_over_are_no_names(darja: Darja) -> None:
    assert darja.in_french("KIFACH NVALIDI COMMANDE") == "comment valider COMMANDE"


@pytest.mark.parametrize(
    "word",
    "fibre carte contre charge change limite installe facteur semaine habiter cherche machine demande match domaine "
    "résultat nouveau tester trouver télécharger yaourt nettoyer client bataille fille site "
    "fin fil national habitat instantané".split(),
)
def test_french_words_stay(darja: Darja, word: str) -> None:
    assert darja.in_french(f"kifach {word}") == f"comment {word}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "prix fibre 240 mega pour un client locataire",
        "combien il paie w c'est tout",
        "كم سعر الألياف",
        "3mois offerts",
        "🙂",
    ],
)
def test_other_texts_stay_as_they_are(darja: Darja, text: str) -> None:
    assert darja.in_french(text) == text


def test_numbers_and_signs_stay(darja: Darja) -> None:
    assert (
        darja.in_french("ch7al 1.5 Gbps (240 -> 480) f l'azur 2026 ?")
        == "ch7al 1.5 Gbps (240 -> 480) dans l'azur 2026 ?"
    )


@pytest.mark.parametrize("content", ["- words: [a]\n", "- fr: [\n", "7\n"])
def test_a_broken_file_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "darja.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"darja.yaml"):
        Darja.load(path)


def test_the_digest_changes_with_the_words(tmp_path: Path) -> None:
    path = tmp_path / "darja.yaml"
    path.write_text("- fr: comment\n  words: [kifach]\n", encoding="utf-8")
    one = Darja.load(path)
    path.write_text("- fr: comment\n  words: [kifach, kich]\n", encoding="utf-8")
    assert Darja.load(path).digest != one.digest
