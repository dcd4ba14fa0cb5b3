"""Nouns before a code that say the same in either language: `palier 4`, `الفئة 4`, `CAT 4`."""

from pathlib import Path

import pytest

from tests.answering.sheets import SIDEWAYS, ask, plain
from tests.corpora import chunk, corpus_of, question, rows, words_settings

LEVELS = chunk(
    rows(
        ["Palier", "Tarif actuel (DA/mois)", "Tarif avec remise"],
        *([f"Palier {n}", f"{n} 870", f"{n} 310"] for n in (1, 2, 3, 4)),
    ),
    document="Conventions/Dune FR.docx",
    title="Convention Rimal Télécom & Dune",
    section="Personnel retraité",
)
LEVELS_AR = chunk(
    rows(
        ["الخدمة", "التسعيرة بعد التخفيض", "التسعيرة الحالية (دج/الشهر)", "الفئة"],
        *(["Fibre", f"{n} 310", f"{n} 870", f"الفئة {n}"] for n in (1, 2, 3, 4)),
    ),
    document="Conventions/Oasis AR.docx",
    title="اتفاقية بين ريمال تيليكوم و Oasis",
    section="المتقاعدون",
    language="ar",
)
CABLES = chunk(
    rows(
        ["Catégorie", "Fréquence", "Distance max"],
        ["CAT 5", "110 MHz", "90 m"],
        ["CAT 6", "260 MHz", "80 m"],
        ["CAT 8", "1 900 MHz", "25 m"],
    ),
    document="Guides/Cables.pdf",
    title="Câbles Ethernet",
    section="Choisir un câble",
)
CORPUS = (LEVELS, LEVELS_AR, CABLES, SIDEWAYS)
OPEN = words_settings(gate_threshold=0.01)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("tarif retraité Dune palier 3 après remise", "3 310"),
        ("tarif retraité Dune catégorie 3 avec remise", "3 310"),
        ("tarif retraité Dune niveau 2", "2 310"),
        ("retraité Dune palier4 ch7al", "4 310"),
        ("Oasis سعر المتقاعد الفئة 4 بعد التخفيض", "4 310"),
        ("Oasis كم يدفع المتقاعد في المستوى 2", "2 310"),
        ("Oasis كم يسدد المتقاعد الفئة3", "3 310"),
        ("distance max du câble de catégorie 8", "25 m"),
        ("distance max du câble cat8", "25 m"),
        ("شحال المسافة القصوى تاع câble cat 6", "80 m"),
        ("ما هي أقصى مسافة câble Ethernet الفئة 8 ؟", "25 m"),
    ],
)
def test_a_code_is_found_whatever_noun_stands_before_it(tmp_path: Path, text: str, value: str) -> None:
    told = plain(ask(tmp_path, text, CORPUS, settings=OPEN).text)
    assert value in told
    assert not any(other in told for other in {"1 310", "2 310", "3 310", "4 310", "25 m", "80 m", "90 m"} - {value})


@pytest.mark.parametrize("text", ["tarif Dune palier 9", "Oasis سعر الفئة 9", "أقصى مسافة câble الفئة 12"])
def test_a_code_that_no_document_has_is_named(tmp_path: Path, text: str) -> None:
    corpus = corpus_of(tmp_path, CORPUS, OPEN)
    [ranking] = corpus.retriever.rank([question(text)])
    assert corpus.gate(ranking).result.unknown_name in ("palier 9", "الفئة 9", "الفئة 12")


def test_the_nouns_say_the_same_before_a_code_only(tmp_path: Path) -> None:
    sheet = chunk("Le niveau de service est garanti.", document="Guides/Niveau.pdf", title="Service", section="Qualité")
    [ranking] = corpus_of(tmp_path, (sheet, LEVELS), OPEN).retriever.rank([question("quelles catégories de clients")])
    term = next(term for term in ranking.query.terms if term.name.startswith("categ"))
    assert not term.stands_in({"niveau", "pali"})
