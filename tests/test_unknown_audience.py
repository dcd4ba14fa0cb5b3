import pytest

from core.corpus import Corpus
from tests.corpora import chunk, corpus_of, question, rows

SHEETS = [
    chunk(
        rows(["Débit", "Tarif mensuel"], ["120 Mbps", "5 900 DA"], ["240 Mbps", "7 150 DA"]),
        title="Nouvelle offre fibre Azur Max",
    ),
    chunk(
        rows(["التدفق", "السعر الشهري"], ["120 ميغابت/ثا", "5 900 دج"]),
        document="Offres/Azur Max AR.docx",
        title="عرض الألياف Azur Max",
        language="ar",
    ),
    *(
        chunk(f"La fibre {name} : 6 {ordinal}00 DA.", document=f"Offres/{name}.docx", title=f"Offre fibre {name}")
        for ordinal, name in enumerate(("Sirocco", "Mistral", "Ghibli"))
    ),
    chunk("الألياف: 6 300 دج.", document="Offres/شرقي.docx", title="عرض الألياف الشرقي", language="ar"),
    chunk("Le modem de la ligne est offert aux étudiants.", document="Offres/Campus.docx", title="Offre Campus"),
    chunk("يمنح العرض للمتقاعدين.", document="Offres/عرض.docx", title="عرض المتقاعدين", language="ar"),
    chunk("Les entreprises souscrivent en agence.", document="Offres/Pro.docx", title="Offre Zenith Pro"),
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("audience"), SHEETS)


def unknown(corpus: Corpus, text: str) -> str:
    [ranking] = corpus.retriever.rank([question(text)])
    return corpus.gate(ranking).result.unknown_name


@pytest.mark.parametrize(
    ("text", "audience"),
    [
        ("prix fibre pour les mosquées", "mosquées"),
        ("tarif de la fibre 120 mega pour un avocat", "avocat"),
        ("combien coûte la fibre pour une pharmacie ?", "pharmacie"),
        ("tarif fibre pour les petits hôtels", "hôtels"),
        ("frais de la fibre chez les médecins", "médecins"),
        ("ch7al la fibre lel avocats", "avocats"),
        ("كم سعر الألياف للمساجد؟", "المساجد"),
        ("شحال الألياف 120 ميغا للمحامين", "المحامين"),
        ("ما هو سعر الألياف للأطباء", "الأطباء"),
        ("سعر الألياف لفائدة الفلاحين", "الفلاحين"),
    ],
)
def test_whom_no_document_knows_is_told_nothing(corpus: Corpus, text: str, audience: str) -> None:
    assert unknown(corpus, text) == audience


@pytest.mark.parametrize(
    "text",
    [
        "prix fibre pour les étudiants",
        "prix fibre pour les étudients",  # a typing error
        "prix fibre pour les entreprizes",
        "prix fibre pour mon voisin",
        "prix fibre pour un ami",
        "combien je paie pour installer la fibre",
        "prix fibre pour les nouveaux clients",
        "prix fibre pour les jeux en ligne",
        "combien pour la fibre 120 mega",
        "tarif pour les 120 mega",
        "كم أدفع للاستفادة من الألياف",
        "كم أدفع للحصول على الألياف",
        "سعر الألياف للمتقاعدين",
        "كم سعر الألياف للبيت",
        "ما هو سعر الألياف للجميع",
        "شحال الألياف لجاري",
    ],
)
def test_who_is_known_or_nobody_in_particular_is_no_reason_to_refuse(corpus: Corpus, text: str) -> None:
    assert unknown(corpus, text) == ""


def test_a_question_that_asks_no_value_is_left_alone(corpus: Corpus) -> None:
    assert unknown(corpus, "la fibre est-elle ouverte pour les avocats") == ""


def test_an_offer_that_is_named_costs_the_same_for_whoever_may_have_it(corpus: Corpus) -> None:
    assert unknown(corpus, "prix azur max 120 mega pour les avocats") == ""
