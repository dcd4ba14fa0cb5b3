from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from core.documents.rows import format_row
from tests.corpora import chunk, corpus_of, question


def convention(code: str, tiers: int) -> list[Chunk]:
    rows = "\n".join(
        format_row(["Palier", "Débit", "Tarif"], [f"Palier {n}", f"{n * 60} Mbps", f"{900 + n} DA"])
        for n in range(1, tiers + 1)
    )
    return [
        chunk(
            rows,
            document=f"Conventions/{code}.docx",
            title=f"Convention & L’établissement {code}",
            section=f"Tarifs de l’établissement {code}",
        )
    ]


CHUNKS = [piece for code, tiers in zip("ABCKLM", (4, 4, 4, 4, 4, 6), strict=True) for piece in convention(code, tiers)]


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("tarif établissement L 120 mega", {"Conventions/L.docx"}),
        ("tarif etablissement k palier 2", {"Conventions/K.docx"}),
        ("المؤسسة M شحال 120 ميغا", {"Conventions/M.docx"}),
        ("le palier 5 de l'établissement M", {"Conventions/M.docx"}),
    ],
)
def test_only_documents_of_the_institution_named_pass(tmp_path: Path, text: str, documents: set[str]) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [ranking] = corpus.retriever.rank([question(text)])
    assert {passage.chunk.document for passage in corpus.gate(ranking).passages} == documents


def test_a_tier_that_the_institution_does_not_have_is_not_taken_from_another(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [ranking] = corpus.retriever.rank([question("le palier 5 de l'établissement L, quel débit")])
    assert corpus.gate(ranking).passages == ()


def test_what_decided_is_told(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    texts = ("tarif établissement L 120 mega", "le palier 5 de l'établissement L, quel débit", "tarif établissement Z")
    passing, narrowed, unknown = map(corpus.gate, corpus.retriever.rank([question(text) for text in texts]))
    passed = {candidate.chunk for candidate in passing.candidates if candidate.passed}
    assert passed == {passage.chunk.id for passage in passing.passages} != set()
    assert passing.result.deciding is not None
    assert passing.result.deciding >= passing.result.threshold
    assert narrowed.result.deciding is not None
    assert narrowed.result.deciding < narrowed.result.threshold
    assert unknown.result.unknown_name == "établissement Z"
    assert not any(candidate.passed for candidate in (*narrowed.candidates, *unknown.candidates))


def test_a_question_without_such_a_label_is_not_narrowed(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [ranking] = corpus.retriever.rank([question("tarif de la convention 120 mega palier 2")])
    assert len({passage.chunk.document for passage in corpus.gate(ranking).passages}) > 1
