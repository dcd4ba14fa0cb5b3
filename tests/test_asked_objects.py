import pytest

from core.corpus import Corpus
from tests.corpora import chunk, corpus_of, question, rows

SHEETS = [
    chunk(
        rows(["Offre", "Prix de la minute"], ["Appels vers mobile", "9 DA"], ["Appels vers fixe", "4 DA"]),
        document="Offres/Voix.docx",
        title="Offre voix Sirocco",
        section="Prix de la minute d'appel",
    ),
    chunk(
        "Remise de 15 % sur les appels vers la France.", document="Conventions/Zafrane.docx", title="Convention Zafrane"
    ),
    chunk(
        "Le modem coûte 4 200 DA, l'installation du modem 1 500 DA.", document="Offres/Modem.docx", title="Modem Azur"
    ),
    chunk(
        "Les jeux demandent un bon ping. Le ping est le temps de réponse.", document="Offres/Jeux.docx", title="Jeux"
    ),
    *(
        chunk(f"La fibre {name} : 6 500 DA.", document=f"Offres/{name}.docx", title=name)
        for name in ("Mistral", "Ghibli")
    ),
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("objects"), SHEETS)


def passes(corpus: Corpus, text: str) -> list[str]:
    [ranking] = corpus.retriever.rank([question(text)])
    return [passage.chunk.title for passage in corpus.gate(ranking).passages]


@pytest.mark.parametrize(
    "text",
    [
        "prix de la minute d'appel vers la Tunisie, offre voix sirocco",
        "prix de la minute d'appel vers les satellites, offre voix sirocco",
        "كم سعر الدقيقة نحو تونس offre voix sirocco prix minute appel",
        "combien coûte le chargeur du modem azur",
        "batterie ta3 modem azur, ch7al prix",
        "puce du modem azur prix",
        "c'est quoi la gigue dans les jeux",
    ],
)
def test_what_no_passage_mentions_is_answered_by_none(corpus: Corpus, text: str) -> None:
    assert passes(corpus, text) == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("prix de la minute d'appel vers mobile, offre voix sirocco", "Offre voix Sirocco"),
        ("remise sur les appels vers la France convention Zafrane", "Convention Zafrane"),
        ("combien coûte l'installation du modem azur", "Modem Azur"),
        ("combien coûte l'instalation du modem azur", "Modem Azur"),  # a slip
        ("quel est le prix du modem azur", "Modem Azur"),
        ("c'est quoi le ping dans les jeux", "Jeux"),
    ],
)
def test_what_a_passage_mentions_is_answered(corpus: Corpus, text: str, title: str) -> None:
    assert title in passes(corpus, text)
