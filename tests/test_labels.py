from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from core.documents.rows import format_row
from tests.corpora import chunk, corpus_of, question, words_settings


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
        ("convention K palier 2", {"Conventions/K.docx"}),
        ("entre l'établissement K et l'établissement M, palier 2", {"Conventions/K.docx", "Conventions/M.docx"}),
        ("établissements K et M, palier 2", {"Conventions/K.docx", "Conventions/M.docx"}),
        ("établissement K ou M : palier 2 ?", {"Conventions/K.docx", "Conventions/M.docx"}),
        ("المؤسسة K و M palier 2", {"Conventions/K.docx", "Conventions/M.docx"}),
        ("le palier 5 de l'établissement M ou de l'établissement K", {"Conventions/M.docx"}),
    ],
)
def test_only_documents_of_the_institution_named_pass(tmp_path: Path, text: str, documents: set[str]) -> None:
    corpus = corpus_of(tmp_path, CHUNKS)
    [ranking] = corpus.retriever.rank([question(text)])
    assert {passage.chunk.document for passage in corpus.gate(ranking).passages} == documents


def test_codes_of_two_series_narrow_each_other(tmp_path: Path) -> None:
    staff = [
        chunk(
            "\n".join(
                format_row(["Catégorie", "Tarif"], [f"Catégorie {c}", f"{n} DA"]) for n, c in enumerate("ABCDE", 910)
            ),
            document=f"Conventions/{code}.docx",
            title=f"Convention & L’établissement {code}",
            section=f"Tarifs de l’établissement {code}",
        )
        for code in "KLMNO"
    ]
    corpus = corpus_of(tmp_path, staff, words_settings(gate_threshold=0.01))
    [ranking] = corpus.retriever.rank([question("établissement L catégorie B quel tarif")])
    assert {passage.chunk.document for passage in corpus.gate(ranking).passages} == {"Conventions/L.docx"}


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


YASMINE, YASMINE_AR, SAFRAN = "Conventions/Yasmine.docx", "Conventions/ياسمين.docx", "Conventions/Safran.docx"
PARTNERS = [
    chunk(
        format_row(["Débit", "Tarif"], ["120 Mbps", "1 640 DA"]),
        document=YASMINE,
        title="Convention Yasmine",
        partner="Office Yasmine",
        twin=YASMINE_AR,
    ),
    chunk(
        format_row(["السرعة", "السعر"], ["120 ميغا", "1 640 دج"]),
        document=YASMINE_AR,
        title="اتفاقية الياسمين",
        partner="ديوان الياسمين",
        language="ar",
        twin=YASMINE,
    ),
    chunk(
        "\n".join(format_row(["Débit", "Tarif"], row) for row in (["120 Mbps", "1 720 DA"], ["900 Mbps", "3 580 DA"])),
        document=SAFRAN,
        title="Convention Safran",
        partner="Institut Safran",
    ),
    chunk("Les deux conventions donnent droit au modem.", document="Offres/Modem.docx", title="Modem"),
]


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("prix 120 mega convention yasmine", {YASMINE, YASMINE_AR}),
        ("سعر 120 ميغا في اتفاقية الياسمين", {YASMINE, YASMINE_AR}),
        ("tarif convention 120 mega, safran ou yasmine ?", {YASMINE, YASMINE_AR, SAFRAN}),
    ],
)
def test_a_partner_that_the_question_names_is_the_only_one_that_answers(
    tmp_path: Path, text: str, documents: set[str]
) -> None:
    corpus = corpus_of(tmp_path, PARTNERS)
    [ranking] = corpus.retriever.rank([question(text)])
    assert {passage.chunk.document for passage in corpus.gate(ranking).passages} <= documents


def test_a_price_that_the_partner_does_not_have_is_not_taken_from_another(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, PARTNERS)
    [ranking] = corpus.retriever.rank([question("prix 900 mega convention yasmine")])
    assert SAFRAN not in {passage.chunk.document for passage in corpus.gate(ranking).passages}


def test_a_word_that_other_documents_say_too_is_no_partners_name(tmp_path: Path) -> None:
    said = [chunk("L'office reçoit.", document=f"Offres/{n}.docx", title=f"Fiche {n}") for n in range(6)]
    corpus = corpus_of(tmp_path, [*PARTNERS, *said])
    [ranking] = corpus.retriever.rank([question("quand l'office reçoit")])
    assert any(passage.chunk.family == "Offres" for passage in corpus.gate(ranking).passages)


def test_a_code_alone_names_no_partner(tmp_path: Path) -> None:
    coded = [
        *CHUNKS,
        *(chunk("Le tarif.", document=f"Conventions/{c}.docx", partner=f"Établissement {c}") for c in "QR"),
    ]
    said = chunk("Le modem est gratuit.", document="Offres/Modem.docx", title="Modem")
    corpus = corpus_of(tmp_path, [*coded, said])
    [ranking] = corpus.retriever.rank([question("le modem q combien")])
    assert "Offres/Modem.docx" in {passage.chunk.document for passage in corpus.gate(ranking).passages}
