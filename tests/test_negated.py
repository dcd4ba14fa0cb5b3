from pathlib import Path

import pytest

from core.corpus import Corpus
from tests.corpora import chunk, corpus_of, question
from tests.test_variants import PLAIN, PLAIN_AR, SHEETS, TENANT, TENANT_AR

PLAYERS, BOTH = "Offres/Gamers FR.docx", "Offres/Routeur FR.docx"
MODERN = "Offres/Sirocco Modernisation FR.docx"
CHUNKS = [
    *SHEETS,
    chunk("Prix 120 Mbps : 7 100 DA.", document=PLAYERS, title="Nouvelle offre Zenith Gamers"),
    chunk("Prix du routeur : 8 200 DA.", document=BOTH, title="Routeur des propriétaires et locataires"),
    chunk("Prix sirocco 60 Mbps : 900 DA.", document=MODERN, title="Nouvelle offre Sirocco modernisation"),
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("negated"), CHUNKS)


def found(corpus: Corpus, text: str) -> list[str]:
    [ranking] = corpus.retriever.rank([question(text)])
    return [candidate.chunk.document for candidate in ranking.candidates]


@pytest.mark.parametrize(
    "text",
    [
        "prix azur max 120 mega, pas locataire",
        "azur max normal (pas un locataire), prix 120 mega",
        "client qui n'est pas locataire, prix azur max 120 mega",
        "prix azur max 120 mega non-locataire",
        "prix azur max 120 mega hors locataires",
        "prix azur max 120 mega sauf les locataires",
        "prix azur max 120 mega sans être locataire",
        "prix azur max 120 mega, autre que locataire",
        "prix azur max 120 mega, autres offres que locataire",
        "azur max, pas azur max locataire, prix 120 mega",
        "ch7al azur max 120 mega machi locataire",
        "ch7al azur max 120 mega mouch kari",
        "prix azur max ماشي كاري 120 mega",
    ],
)
def test_the_sheet_of_a_denied_name_is_not_meant(corpus: Corpus, text: str) -> None:
    documents = found(corpus, text)
    assert documents[0] == PLAIN
    assert not {TENANT, TENANT_AR} & set(documents)


@pytest.mark.parametrize(
    "text",
    [
        "سعر azur max 120 ميغا لزبون غير مستأجر",
        "سعر azur max 120 ميغا بدون المستأجرين",
        "سعر azur max 120 ميغا، الزبون ليس مستأجرا",
        "azur max 120 ميغا غير المستأجرين",
    ],
)
def test_so_it_is_in_arabic(corpus: Corpus, text: str) -> None:
    documents = found(corpus, text)
    assert PLAIN_AR in documents
    assert not {TENANT, TENANT_AR} & set(documents)


def test_a_kind_of_customer_that_another_sheet_is_called_by_is_not_meant(corpus: Corpus) -> None:
    assert PLAYERS not in found(corpus, "prix 120 mega, pas gamers")


def test_what_a_variant_has_more_is_denied_as_a_name_only(corpus: Corpus) -> None:
    assert MODERN not in found(corpus, "prix sirocco 60 mega hors modernisation")
    assert MODERN in found(corpus, "prix sirocco 60 mega pas modernisé")


@pytest.mark.parametrize(
    "text",
    [
        "prix azur max locataire pas payé",
        "un client qui n'est pas locataire peut-il prendre azur max locataire",
        "prix azur max locataire, le client n'est pas à jour",
        "شحال azur max غير للمستأجر",  # only for tenants, in Algerian
        "prix azur max non, locataire",
        "prix azur max pour un autre locataire",
    ],
)
def test_what_denies_no_name_leaves_its_sheet_alone(corpus: Corpus, text: str) -> None:
    assert TENANT in found(corpus, text) or TENANT_AR in found(corpus, text)


def test_a_sheet_for_several_is_meant_all_the_same(corpus: Corpus) -> None:
    assert BOTH in found(corpus, "prix du routeur, pas locataire")


def test_a_name_with_a_negation_in_it_is_a_name(tmp_path: Path) -> None:
    free = chunk("Prix 120 Mbps : 9 100 DA.", document="Offres/Libre.docx", title="Azur Max sans engagement")
    assert found(corpus_of(tmp_path, [*SHEETS, free]), "prix azur max sans engagement")[0] == free.document


def test_the_denied_word_is_not_asked_for(corpus: Corpus) -> None:
    [ranking] = corpus.retriever.rank([question("prix azur max 120 mega, pas locataire")])
    assert "tenant" not in {term.name for term in ranking.query.terms}


def test_where_every_sheet_goes_by_it_none_answers(tmp_path: Path) -> None:
    tenants = [chunk("Prix 120 Mbps : 6 480 DA.", document=TENANT, title="Azur Max Locataire")]
    assert found(corpus_of(tmp_path, tenants), "prix azur max pas locataire") == []
