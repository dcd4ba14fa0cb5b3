"""A partner's prices and a device's aren't told to whoever names neither."""

from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from core.special_sheets import SpecialSheets
from tests.corpora import chunk, corpus_of, question, question_reader, rows, words_settings

OFFER = chunk(
    rows(["Débit", "Tarif (DA/mois)"], ["240 Mbps", "2 610 DA"], ["1 Gbps", "3 840 DA"]),
    document="Offres/Azur FR.docx",
    title="Gamme Azur pour la maison",
    section="Grille",
)
CONVENTION = chunk(
    rows(["Débit", "Tarif préférentiel (DA/mois)"], ["240 Mbps", "1 420 DA"], ["1 Gbps", "1 960 DA"]),
    document="Conventions/Yasmina FR.docx",
    title="Tarif de la convention Rimal Télécom & Office Yasmina",
    section="Tarif",
    partner="Office Yasmina",
)
DEVICE = chunk(
    rows(["Débit du client", "Tarif"], ["240 Mbps", "8 460 DA"], ["1 Gbps", "5 310 DA"]),
    document="Offres/ONT FR.docx",
    title="ONT Wi-Fi 6 pour la maison",
    section="Tarif",
)


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        ("tarif 240 mega", (CONVENTION, DEVICE)),
        ("tarif 1 giga maison", (CONVENTION, DEVICE)),
        ("ch7al 240 mega", (CONVENTION, DEVICE)),
        ("كم سعر 240 ميغا", (CONVENTION, DEVICE)),
        ("tarif 240 mega convention", (DEVICE,)),
        ("tarif 240 mega Yasmina", (DEVICE,)),
        ("prix 1 giga pour le personnel d'un organisme", (DEVICE,)),
        ("tarif ONT 1 giga", (CONVENTION,)),
        ("tarif wifi 6 client 1 giga", (CONVENTION,)),
        ("prix du répéteur", (CONVENTION,)),
        ("un client à 240 mega passe à quel débit ?", ()),
    ],
)
def test_what_is_not_meant(asked: str, others: tuple[Chunk, ...]) -> None:
    reader = question_reader()
    sheets = SpecialSheets((OFFER, CONVENTION, DEVICE), reader)
    assert sheets.not_meant(reader.read(reader.worded(asked))) == {other.document for other in others}


@pytest.mark.parametrize(
    ("asked", "passed"),
    [
        ("tarif 240 mega", {OFFER.document}),
        ("tarif 240 mega convention Yasmina", {CONVENTION.document}),
    ],
)
def test_a_partner_s_passage_among_others_is_not_passed_on(tmp_path: Path, asked: str, passed: set[str]) -> None:
    corpus = corpus_of(tmp_path, (OFFER, CONVENTION), words_settings(gate_threshold=0.01))
    [ranking] = corpus.retriever.rank([question(asked)])
    assert {passage.chunk.document for passage in corpus.gate(ranking).passages} == passed


def test_alone_it_is(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, (CONVENTION,), words_settings(gate_threshold=0.01))
    [ranking] = corpus.retriever.rank([question("tarif 240 mega")])
    assert corpus.gate(ranking).passages
