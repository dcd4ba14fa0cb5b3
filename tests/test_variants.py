from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser
from core.variants import Variants
from tests.corpora import chunk, corpus_of, question, words_settings

PLAIN, TENANT = "Offres/Azur Max FR.docx", "Offres/Azur Max Locataire FR.docx"
PLAIN_AR, TENANT_AR = "Offres/Azur Max AR.docx", "Offres/Azur Max Locataire AR.docx"
OTHERS = [
    chunk(f"Le prix est de {number} 700 DA.", document=f"Offres/{name} FR.docx", title=f"Nouvelle offre {name}")
    for number, name in enumerate(("Sirocco", "Mistral", "Chergui", "Ghibli"), start=3)
]
SHEETS = [
    chunk("Prix 120 Mbps : 5 900 DA.", document=PLAIN, title="Nouvelle offre Azur Max", twin=PLAIN_AR),
    chunk("Prix 120 Mbps : 6 480 DA.", document=TENANT, title="Nouvelle offre Azur Max Locataire", twin=TENANT_AR),
    chunk("السعر 120 ميغا : 5 900 دج", document=PLAIN_AR, title="عرض أزور الجديد", language="ar", twin=PLAIN),
    chunk("السعر 120 ميغا : 6 480 دج", document=TENANT_AR, title="عرض المستأجرين", language="ar", twin=TENANT),
    *OTHERS,
]


def reader() -> QueryReader:
    analyser = Analyser()
    return QueryReader(analyser, Synonyms.load(analyser))


def not_meant(text: str, named: set[str], chunks: list[Chunk] = SHEETS) -> tuple[frozenset[str], frozenset[str]]:
    return Variants(chunks, reader()).not_meant(reader().read(text), named)


def test_what_the_question_does_not_say_means_the_plain_offer() -> None:
    variants, plain = not_meant("prix azur max 120 mega", {PLAIN, TENANT})
    assert TENANT in variants
    assert not plain


def test_what_it_says_means_the_variant_in_any_language() -> None:
    for text in ("prix azur max locataire", "سعر azur max للمستأجر"):
        variants, plain = not_meant(text, {PLAIN, TENANT})
        assert PLAIN in plain
        assert TENANT not in variants


def test_twins_with_other_wordings_follow_the_titles_that_can_be_compared() -> None:
    variants, _ = not_meant("prix azur max", {PLAIN, TENANT})
    assert variants == {TENANT, TENANT_AR}


def test_a_question_that_names_neither_prefers_neither() -> None:
    assert not_meant("prix 120 mega", set()) == (frozenset(), frozenset())


def test_words_of_every_title_make_no_variant() -> None:
    chunks = [*OTHERS, chunk("Le prix.", document="Offres/S.docx", title="Nouvelle offre")]
    assert not_meant("prix nouvelle offre", {"Offres/S.docx"}, chunks) == (frozenset(), frozenset())


def test_versions_of_one_sheet_are_no_variants() -> None:
    old = chunk("Prix : 1 DA.", document="Offres/Old.docx", title="Offre Zenith", newer="Offres/New.docx")
    new = chunk(
        "Prix : 2 DA.", document="Offres/New.docx", title="Offre Zenith client révisée", older="Offres/Old.docx"
    )
    assert not_meant("prix zenith", {old.document, new.document}, [old, new, *OTHERS]) == (frozenset(), frozenset())


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("prix azur max 120 mega", PLAIN),
        ("client locataire, prix azur max 120 mega", TENANT),
        ("شحال azur max للمستأجر 120 ميغا", TENANT_AR),
    ],
)
def test_the_offer_that_is_meant_comes_first(tmp_path: Path, text: str, document: str) -> None:
    [ranking] = corpus_of(tmp_path, SHEETS).retriever.rank([question(text)])
    assert ranking.candidates[0].chunk.document == document


@pytest.mark.parametrize(
    ("text", "is_meant"), [("prix azur max 120 mega", False), ("prix azur max locataire 120 mega", True)]
)
def test_a_passage_of_a_variant_that_is_not_said_stands_lower(tmp_path: Path, text: str, is_meant: bool) -> None:
    corpus = corpus_of(tmp_path, SHEETS, words_settings(gate_threshold=0.01))
    [ranking] = corpus.retriever.rank([question(text)])
    ranked = {candidate.chunk.document: candidate.score for candidate in ranking.candidates}
    [passage] = [own for own in corpus.gate(ranking).passages if own.chunk.document == TENANT]
    assert (passage.score == ranked[TENANT]) is is_meant
