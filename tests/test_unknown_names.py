import pytest

from core.text.tokens import Analyser
from core.unknown_names import UnknownNames
from tests.corpora import chunk, question_reader

CHUNKS = [
    chunk(f"Convention avec l’établissement {code} : 1 Gbps, Wi-Fi 5 ou Wi-Fi 6, 4G LTE, ONT, facture DETAX.")
    for code in ("A", "B", "C", "K", "AC", "AD")
]


def first(text: str) -> str:
    analyser = Analyser()
    names = UnknownNames(([*analyser.tokens(piece.content)] for piece in CHUNKS), analyser)
    return names.first(text, question_reader().read(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("tarif convention etablissement AE", "etablissement AE"),
        ("tarif convention etablissement ae svp", "etablissement ae"),
        ("كم سعر المؤسسة Z ؟", "المؤسسة Z"),
        ("débit du Wi-Fi 7", "Wi-Fi 7"),
        ("prix de la 5G", "5G"),
        ("wach kayen offre fibre 5G w ch7al l'abonnement ta3ha", "5G"),
        ("code PUK de la carte", "PUK"),
        ("tarif etablissement w", "etablissement w"),
        ("prix iPhone 15", "iPhone"),
        ("prix de la recharge ADSLX", "ADSLX"),
        ("شحال سعر Zorglub Max", "Zorglub"),
        ("prix de l'opérateur concurrent", "opérateur concurrent"),
        ("tarif roaming a l'etranger", "roaming"),
        ("comment résilier sa ligne", "résilier"),
        ("كيف أغير كلمة السر", "كلمة السر"),
        ("نقاط الولاء شحال", "نقاط الولاء"),
    ],
)
def test_a_name_that_stands_nowhere_is_found(text: str, name: str) -> None:
    assert first(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "tarif convention établissement AC",
        "convention etablissement k 1 giga",
        "المؤسسة AD شحال",
        "prix wifi 6",
        "facture DETXA",  # a typing error, not a name
        "PRIX DE LA CONVENTION SVP",
        "1 gbps vs 2 gbps",
        "droit a la convention",
        "wach kayen n7ewes 3la lconvention",
        "Bonjour, quel est le prix ?",
        "tarif 480 mega 12 mois",
        "le volume sans convention w la facture ch7al",
    ],
)
def test_what_the_corpus_knows_or_no_name_is_left_alone(text: str) -> None:
    assert first(text) == ""
