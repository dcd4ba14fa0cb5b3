import pytest

from core.corpus import Corpus
from tests.corpora import chunk, corpus_of, question, rows

SHEETS = [
    chunk(
        f"Azur {name}\n{rows(['Débit', 'Tarif mensuel'], ['120 Mbps', f'{number} 900 DA'])}",
        document=f"Offres/{name}.docx",
        title=f"Nouvelle offre Azur {name}",
    )
    for number, name in enumerate(("Fibre", "Sirocco", "Mistral"), 3)
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("products"), SHEETS)


def unknown(corpus: Corpus, text: str) -> str:
    [ranking] = corpus.retriever.rank([question(text)])
    return corpus.gate(ranking).result.unknown_name


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("azur satellite c'est combien par mois", "azur satellite"),
        ("prix azur satelite svp", "azur satelite"),
        ("combien coûte azur campagne 120 Mbps ?", "azur campagne"),
        ("شحال سعر azur satellite", "azur satellite"),
    ],
)
def test_a_product_that_no_document_knows_is_named(corpus: Corpus, text: str, product: str) -> None:
    assert unknown(corpus, text) == product


@pytest.mark.parametrize(
    "text",
    [
        "prix azur sirocco 120 Mbps",
        "prix azur siroco",
        "prix azur mistrale",
        "azur sirocco, combien par mois",
        "azur propose quel débit",
        "azur dispose de quel tarif ?",
        "prix azur",
        "prix",
        "offre satisfaisante pour 120 Mbps, quel prix ?",
        "ch7al ydiroha azur yatihoum 120 mega",
    ],
)
def test_nothing_else_is(corpus: Corpus, text: str) -> None:
    assert unknown(corpus, text) == ""
