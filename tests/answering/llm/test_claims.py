"""What a model's sentence may not say, besides what no sentence may."""

import pytest

from core.answering.llm.claims import claim_fault
from core.documents.chunk import Chunk, Language
from tests.answering.sheets import FILE, GUIDE, PRICES, PRICES_AR, SIDEWAYS
from tests.corpora import chunk, rows

TEXT = chunk("L'offre compte dix chaînes et 40 m² de couverture. Le modem est offert.", section="Contenu")
SOURCES = dict(enumerate((PRICES, SIDEWAYS, TEXT, FILE, GUIDE, PRICES_AR), 1))


def fault(
    sentence: str, language: Language = "fr", before: tuple[str, ...] = (), about: tuple[Chunk, ...] = ()
) -> str | None:
    return claim_fault(sentence, SOURCES, question="quel tarif ?", language=language, before=before, about=about)


@pytest.mark.parametrize(
    "sentence",
    [
        "Pour 240 Mbps portés à 480 Mbps, le tarif mensuel est de 7 150 DA [1].",
        "L'offre compte dix chaînes [3].",
        "Elle couvre 40 m² [3].",
        "L'offre Azur Max comprend un modem [1].",
        "- Débit : 240 Mbps portés à 480 Mbps ; Prix : 7 150 DA ; Cadeau : modem offert [1]",
        "عرض Azur Max يشمل مودم مجاني [6].",
        "Play 440 : le tarif mensuel est de 3 870 DA [2].",
    ],
)
def test_what_the_passages_say_stands(sentence: str) -> None:
    assert fault(sentence, "ar" if "عرض" in sentence else "fr") is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Le tarif est de sept mille dinars [1].", "unsupported-number"),
        ("السعر سبعة آلاف دينار [6].", "unsupported-number"),
        ("السعر بألفين دينار [6].", "unsupported-number"),
        ("السعر خمسمائة دينار [6].", "unsupported-number"),
        ("Le modem coûte ½ mois [3].", "unsupported-number"),
        ("Le tarif est de ⁵⁹⁰⁰ DA [1].", "unsupported-number"),
        ("Le tarif est de 7500TTC [1].", "unsupported-number"),
        ("Le modem est offert pour 120 [1].0", "unsupported-number"),
        ("Elle compte ⑤ chaînes [3].", "unsupported-number"),
        ("L'offre Azur Max comprend un modem [2].", "unsupported-name"),
        ("عرض Azur Max يشمل مودم [2].", "unsupported-name"),
        ("Le modem est offert.", "no-citation"),
        ("Le modem est offert [9].", "unknown-source"),
        ("The modem is free [1] المودم مجاني مع العرض.", "wrong-language"),
    ],
)
def test_what_they_do_not_say_falls(sentence: str, expected: str) -> None:
    assert fault(sentence, "ar" if sentence.startswith(("ال", "عرض")) else "fr") == expected


def test_a_number_that_only_the_question_gave_bears_nothing_out() -> None:
    rule = {1: chunk("L'offre s'adresse aux entreprises qui comptent jusqu'à 115 salariés.", section="Public")}

    def of(sentence: str) -> str | None:
        question = "une entreprise de 200 salariés peut prendre l'offre ?"
        return claim_fault(sentence, rule, question=question, language="fr", before=())

    assert of("Oui, une entreprise de 200 salariés peut prendre l'offre [1].") == "unsupported-number"
    assert of("Non : avec 200 salariés, elle dépasse les 115 salariés de l'offre [1].") is None
    assert of("L'offre s'adresse aux entreprises qui comptent jusqu'à 115 salariés [1].") is None
    assert of("Pour une entreprise de 200 salariés :") is None, "it only introduces"


def test_a_figure_of_another_document_than_the_one_asked_about() -> None:
    claim = "Le tarif mensuel de la formule 440 est de 3 870 DA [2]."
    assert fault(claim) is None
    assert fault(claim, about=(PRICES,)) == "other-document"
    assert fault("Le modem est offert pour 240 Mbps [6].", about=(PRICES,)) is None, "the twin says the same"


def test_another_document_may_speak_of_the_one_asked_about() -> None:
    elsewhere = chunk(
        "L'offre Azur Max donne droit à 12 mois de garantie.", document="Guides/Garantie.pdf", title="Garanties"
    )
    claim = "La garantie est de 12 mois [1]."
    about = claim_fault(claim, {1: elsewhere}, question="?", language="fr", before=(), about=(PRICES,))
    assert about is None


def test_what_was_said_is_not_said_again() -> None:
    assert fault("Le modem est offert [3].", before=("Le modem est offert [3].",)) == "repeated"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Pour 110 Mbps, le tarif convention est de 1 640 DA [1].", None),
        ("Pour 110 Mbps, le tarif convention est de 2 190 DA [1].", "wrong-column"),
        ("Pour 110 Mbps, tarif public de 2 190 DA et tarif convention de 1 640 DA [1].", None),
        ("Pour 110 Mbps, tarif public de 1 640 DA et tarif convention de 2 190 DA [1].", "wrong-column"),
        ("Pour 110 Mbps : 2 190 DA (tarif public) [1].", None),
        ("Pour 110 Mbps : 1 640 DA (tarif public) [1].", "wrong-column"),
        ("Pour 110 Mbps, les mois offerts sont au nombre de 1 640 [1].", "wrong-column"),
        ("Pour 110 Mbps : 1 640 DA par mois [1].", None),
    ],
)
def test_a_value_is_told_as_what_its_column_says(sentence: str, expected: str | None) -> None:
    prices = chunk(
        rows(["Débit (Mbps)", "Tarif public", "Tarif convention", "Mois offerts"], ["110", "2 190", "1 640", "2"])
    )
    assert claim_fault(sentence, {1: prices}, question="tarif ?", language="fr", before=()) == expected


def test_the_column_may_stand_in_the_question() -> None:
    prices = chunk(rows(["Débit (Mbps)", "Tarif public", "Tarif convention"], ["110", "2 190", "1 640"]))
    for value, expected in (("1 640", None), ("2 190", "wrong-column")):
        said = f"Pour 110 Mbps : {value} DA [1]."
        asked = "tarif convention 110 Mbps"
        assert claim_fault(said, {1: prices}, question=asked, language="fr", before=()) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("La prolongation est admise pour les abonnés professionnels [1].", None),
        ("La prolongation n'est pas admise pour les abonnés professionnels [1].", "negation"),
        ("Les abonnés résidentiels peuvent cumuler plusieurs remises [1].", "negation"),
        ("Les abonnés résidentiels ne peuvent pas cumuler plusieurs remises [1].", None),
        ("Les pingouins mangent volontiers des poissons frais en hiver [1].", "unsupported-words"),
        ("Prolongation possible pour un professionnel [1].", None),
    ],
)
def test_prose_says_what_its_passage_says(sentence: str, expected: str | None) -> None:
    said = chunk(
        "La prolongation est admise pour les abonnés professionnels.\n"
        "Les abonnés résidentiels ne peuvent pas cumuler plusieurs remises."
    )
    assert claim_fault(sentence, {1: said}, question="?", language="fr", before=()) == expected
