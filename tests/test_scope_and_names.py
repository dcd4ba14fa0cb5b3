from pathlib import Path

import pytest

from core.corpus import DocumentGroup
from core.errors import InputError
from tests.corpora import chunk, corpus_of, question

CHUNKS = [
    chunk("Le prix est de 5 900 DA.", document="Offres/Azur Max FR.docx", title="Offre Azur Max"),
    chunk("Le prix est de 6 480 DA.", document="Offres/Azur Max Locataire FR.docx", title="Offre Azur Max Locataire"),
    chunk(
        "Le prix est de 1 100 DA.", document="Conventions/Etablissement K.docx", title="Convention & L’établissement K"
    ),
    chunk(
        "Le prix est de 1 200 DA.", document="Conventions/Etablissement L.docx", title="Convention & L’établissement L"
    ),
]


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        ("offres", "Offres"),
        ("Offres/Azur Max FR.docx", "Offres/Azur Max FR.docx"),
        ("azur max locataire", "Offres/Azur Max Locataire FR.docx"),
        ("l'etablissement k", "Conventions/Etablissement K.docx"),
        ("offre AZUR max", "Offres/Azur Max FR.docx"),
    ],
)
def test_a_scope_is_found_by_family_path_title_or_part(tmp_path: Path, name: str, scope: str) -> None:
    assert corpus_of(tmp_path, CHUNKS).retriever.scopes.resolve(name) == scope


@pytest.mark.parametrize("name", ["azur", "", "nulle part", "   "])
def test_an_unknown_or_ambiguous_scope_names_the_nearest(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as error:
        corpus_of(tmp_path, CHUNKS).retriever.scopes.resolve(name)
    assert error.value.reason == "unknown-scope"
    assert error.value.hint


def test_only_documents_of_the_scope_are_candidates(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [ranking] = corpus.retriever.rank([question("quel est le prix", scope="Conventions")])
    assert {candidate.chunk.family for candidate in ranking.candidates} == {"Conventions"}


def test_questions_of_different_scopes_share_a_batch(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    asked = [question("quel prix", scope=scope) for scope in (None, "Offres", "Conventions", None)]
    together = corpus.retriever.rank(asked)
    alone = [corpus.retriever.rank([one])[0] for one in asked]
    assert [[c.chunk.id for c in r.candidates] for r in together] == [[c.chunk.id for c in r.candidates] for r in alone]


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("prix établissement K", "Conventions/Etablissement K.docx"),
        ("prix etablissement l svp", "Conventions/Etablissement L.docx"),
        ("prix azur max", "Offres/Azur Max FR.docx"),
        ("prix azur max locataire", "Offres/Azur Max Locataire FR.docx"),
    ],
)
def test_the_document_that_a_question_names_comes_first(tmp_path: Path, text: str, document: str) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question(text)])
    assert ranking.candidates[0].chunk.document == document


def test_what_stands_nowhere_is_known(tmp_path: Path) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question("prix chez Zorglub pour établissement AE")])
    assert {"zorglub", "etabl_ae"} <= ranking.unknown


def test_documents_are_grouped_with_their_twins(tmp_path: Path) -> None:
    french, arabic, agreement = "Offres/Azur FR.docx", "Offres/Azur AR.docx", "Conventions/K.docx"
    corpus = corpus_of(
        tmp_path,
        [
            chunk("Le prix est de 5 900 DA.", document=french, twin=arabic),
            chunk("السعر 5 900 دج", document=arabic, language="ar", twin=french),
            chunk("Le prix est de 1 100 DA.", document=agreement, partner="Établissement K"),
        ],
    )
    assert corpus.group(frozenset({french})) == DocumentGroup(frozenset({french, arabic}), is_of_partner=False)
    assert corpus.group(frozenset({agreement})) == DocumentGroup(frozenset({agreement}), is_of_partner=True)
    assert corpus.group(frozenset({"gone.docx"})).is_of_partner is False
