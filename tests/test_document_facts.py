"""What documents say of themselves, in use: scopes by partner, reference and version, ranking, names, citations."""

from pathlib import Path

import pytest

from core.answering.compose import citation
from core.documents.chunk import Chunk
from core.errors import InputError
from core.merging import Weights
from core.reply import Citation, Reply
from tests.corpora import chunk, corpus_of, question

OLD, NEW = "Offres/Fiche Azur V1.docx", "Offres/Fiche Azur V2.docx"
FR, AR = "Conventions/AB/Convention.docx", "Conventions/AB/اتفاقية.docx"
OTHER = "Conventions/AC/Convention.docx"


def sheet(document: str, text: str, ordinal: int = 0, **facts: str) -> Chunk:
    return chunk(text, document=document, title="Fiche Azur", ordinal=ordinal, **facts)  # type: ignore[arg-type]


CHUNKS = [
    sheet(
        OLD, "Le prix mensuel est de 5 900 DA.", version="V1", date="2023-05-01", newer=NEW, reference="RT/DC/12/2023"
    ),
    sheet(NEW, "Le prix mensuel est de 6 200 DA.", version="V2", date="2025-07", older=OLD, reference="RT/DC/44/2025"),
    chunk(
        "Le prix est de 1 100 DA.",
        document=FR,
        title="Convention & L’établissement AB",
        partner="L’établissement AB",
        twin=AR,
        reference="RT/FR/060/2023",
    ),
    chunk(
        "السعر هو 1 100 دج.",
        document=AR,
        title="اتفاقية مع المؤسسة AB",
        language="ar",
        partner="المؤسسة AB",
        twin=FR,
        reference="RT/AR/060/2023",
    ),
    chunk(
        "Le prix est de 1 200 DA.",
        document=OTHER,
        title="Convention & L’établissement AC",
        partner="L’établissement AC",
        reference="RT/FR/061/2023",
    ),
]


@pytest.mark.parametrize(
    ("name", "documents"),
    [
        ("établissement AB", {FR, AR}),
        ("l'etablissement ab", {FR, AR}),
        ("L’établissement AB", {FR, AR}),
        ("المؤسسة AB", {FR, AR}),
        ("établissement AC", {OTHER}),
        ("RT/AR/060/2023", {AR}),
        ("rt/fr/060/2023", {FR}),
        ("060/2023", {FR, AR}),
        ("60/2023", {FR, AR}),
        ("RT/DC/12/2023", {OLD}),
        ("Fiche Azur", {NEW}),
        ("fiche azur V2", {NEW}),
        ("fiche azur version 2.0", {NEW}),
        ("fiche azur V1", {OLD}),
        ("Fiche Azur النسخة 1", {OLD}),
        ("Fiche Azur 2023", {OLD}),
        ("Fiche Azur V1.docx", {OLD}),
        ("Conventions", {FR, AR, OTHER}),
    ],
)
def test_scopes_are_found_by_what_documents_say_of_themselves(tmp_path: Path, name: str, documents: set[str]) -> None:
    scopes = corpus_of(tmp_path, CHUNKS).retriever.scopes
    found = scopes.resolve(name)
    assert scopes.documents(found) == documents
    assert scopes.resolve(found) == found, "what is kept must be found again"
    assert found in scopes.names


def test_partners_stand_behind_families_in_the_list(tmp_path: Path) -> None:
    names = corpus_of(tmp_path, CHUNKS).retriever.scopes.names
    assert names[:2] == ("Conventions", "Offres")
    assert "L’établissement AB" in names and "المؤسسة AB" not in names
    assert names.index("L’établissement AC") < names.index(OTHER)


@pytest.mark.parametrize("name", ["établissement AD", "établissement", "2023", "Fiche Azur V9"])
def test_what_no_document_says_names_the_nearest(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as error:
        corpus_of(tmp_path, CHUNKS).retriever.scopes.resolve(name)
    assert error.value.hint


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("prix mensuel", NEW),
        ("prix mensuel fiche azur", NEW),
        ("prix mensuel version 1", OLD),
        ("prix mensuel V1", OLD),
        ("prix mensuel en 2023", OLD),
        ("prix mensuel en 2025", NEW),
        ("prix mensuel النسخة 1", OLD),
    ],
)
def test_the_newest_version_comes_first_unless_another_is_named(tmp_path: Path, text: str, document: str) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question(text, language="fr")])
    assert ranking.candidates[0].chunk.document == document
    assert {OLD, NEW} <= {candidate.chunk.document for candidate in ranking.candidates}, "neither is hidden"


def test_an_older_version_loses_little(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [plain] = corpus.retriever.rank([question("prix mensuel")])
    [named] = corpus.retriever.rank([question("prix mensuel V1")])
    old = {c.chunk.document: c.score for c in plain.candidates}[OLD]
    assert {c.chunk.document: c.score for c in named.candidates}[OLD] == pytest.approx(old + Weights.older)


def test_what_only_the_older_version_says_is_found_in_it(tmp_path: Path) -> None:
    more = sheet(OLD, "Le parrainage offre deux mois gratuits au parrain.", 1, version="V1", newer=NEW)
    [ranking] = corpus_of(tmp_path, [*CHUNKS, more]).retriever.rank([question("parrainage mois gratuits")])
    assert ranking.candidates[0].chunk.document == OLD


def test_a_text_that_both_versions_hold_is_cited_from_the_one_that_is_meant(tmp_path: Path) -> None:
    both = [
        sheet(OLD, "Le prix mensuel est de 5 900 DA.", version="V1", newer=NEW),
        sheet(NEW, "Le prix mensuel est de 5 900 DA.", version="V2", older=OLD),
    ]
    retriever = corpus_of(tmp_path, both).retriever

    def first(text: str, scope: str | None = None) -> str:
        return retriever.rank([question(text, scope=scope)])[0].candidates[0].chunk.document

    assert first("prix mensuel") == NEW
    assert first("prix mensuel V1") == OLD
    assert first("prix mensuel", scope=OLD) == OLD


def test_what_names_a_version_is_not_asked_of_its_text(tmp_path: Path) -> None:
    [ranking] = corpus_of(tmp_path, CHUNKS).retriever.rank([question("prix mensuel en 2023")])
    assert not ranking.unknown and "2023" not in ranking.idf


def test_a_partner_is_a_name_though_neither_title_nor_text_say_it(tmp_path: Path) -> None:
    silent = [
        chunk("Le prix est de 1 100 DA.", document="C/a.docx", title="Tarifs", partner="Institut Zafrane"),
        chunk("Le prix est de 1 200 DA.", document="C/b.docx", title="Tarifs", partner="Office Yasmina"),
    ]
    corpus = corpus_of(tmp_path, silent)
    [ranking] = corpus.retriever.rank([question("prix pour Yasmina")])
    assert ranking.candidates[0].chunk.document == "C/b.docx"
    assert not corpus.gate(ranking).result.unknown_name


def test_citations_carry_version_and_date() -> None:
    cited = citation(1, CHUNKS[1], None)
    assert (cited.version, cited.date) == ("V2", "2025-07")
    reply = Reply("q", "fr", "answer", None, "6 200 DA [1].", (cited,))
    assert Reply.from_json(reply.to_json()) == reply


def test_citations_kept_before_there_were_versions_are_read() -> None:
    value = Reply("q", "fr", "answer", None, "x [1].", (citation(1, CHUNKS[1], None),)).to_json()
    for name in ("version", "date"):
        del value["citations"][0][name]
    assert Reply.from_json(value).citations[0] == Citation(
        1, NEW, "Fiche Azur", "Tarifs", None, "fr", "Le prix mensuel est de 6 200 DA."
    )
