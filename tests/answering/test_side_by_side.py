"""Two offers, tiers or versions side by side: what differs, what is the same, and that every number is the row's."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.answering.compose import Composed
from core.corpus import Corpus
from core.documents.chunk import Chunk, Language
from core.documents.table_data import TableData
from core.errors import ChunkFormatError, UnknownSide
from tests.answering.sheets import ask
from tests.corpora import chunk, corpus_of, rows, words_settings

HOME = chunk(
    rows(
        ["Débit › Ancien", "Débit › Nouveau", "Tarif mensuel (DA TTC) › Ancien", "Tarif mensuel (DA TTC) › Nouveau"],
        ["110 Mbps", "220 Mbps", "2 740", "2 560"],
        ["220 Mbps", "440 Mbps", "3 380", "2 970"],
        ["440 Mbps", "880 Mbps", "4 150", "3 690"],
    ),
    document="Offres/Rimal Maison FR.docx",
    title="Rimal Maison",
    twin="Offres/Rimal Maison AR.docx",
)
HOME_GIFTS = chunk(
    rows(
        ["Débit (Mbps)", "Mois offerts", "Modem"],
        ["220", "2", "Wi-Fi 5, prêté"],
        ["440", "2", "Wi-Fi 6, offert"],
        ["880", "3", "Wi-Fi 6, offert"],
    ),
    document="Offres/Rimal Maison FR.docx",
    title="Rimal Maison",
    section="Cadeaux",
    twin="Offres/Rimal Maison AR.docx",
    ordinal=1,
)
HOME_AR = chunk(
    rows(
        ["التدفق", "التسعيرة الشهرية (دج مع الرسوم)"],
        ["220 ميغا", "2 560"],
        ["440 ميغا", "2 970"],
        ["880 ميغا", "3 690"],
    ),
    document="Offres/Rimal Maison AR.docx",
    title="عرض Rimal Maison",
    section="الأسعار",
    language="ar",
    twin="Offres/Rimal Maison FR.docx",
)
PLAY = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440"],
        ["Débit descendant (Mbps)", "220", "440"],
        ["Débit montant (Mbps)", "88", "220"],
        ["Bon d'achat, par semestre (DA)", "1 350", "2 640"],
        ["Tarif mensuel (DA TTC)", "3 120", "3 590"],
    ),
    document="Offres/Rimal Arcade FR.docx",
    title="Rimal Arcade",
    section="Contenu",
)
PRO = chunk(
    rows(
        ["Formule", "Abonnement mensuel (DA HT)", "Mise en service (DA HT)", "Adresses IP"],
        ["Pro Plus", "6 700", "7 840", "1"],
        ["Pro Max", "9 900", "Gratuit", "4"],
    ),
    document="Offres/Rimal Entreprise FR.docx",
    title="Rimal Pro",
    section="Formules",
)
RECHARGE = chunk(
    rows(
        ["Forfait", "Data (Go)", "Validité"],
        ["250 DA", "2", "1 jour"],
        ["500 DA", "5", "7 jours"],
        ["1 000 DA", "12", "30 jours"],
    ),
    document="Offres/Recharge FR.docx",
    title="Rimal Recharge",
)
GUIDE = chunk("Pour annuler une vente, ouvrir le menu.", document="Guides/Vente.pdf", title="Guide des ventes")
CORPUS = (HOME, HOME_GIFTS, HOME_AR, PLAY, PRO, GUIDE)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("index"), CORPUS)


def told(compared: Composed) -> str:
    """The text with plain blanks."""
    assert not compared.dropped
    assert len(compared.text) <= 600
    return re.sub(r"[\u202f\u00a0]", " ", compared.text)


def test_two_tiers_of_one_offer(corpus: Corpus) -> None:
    compared = corpus.compare("rimal maison 220", "880", "fr")
    assert compared.kind == "answer"
    assert told(compared).splitlines() == [
        "« Rimal Maison » [1][2]",
        "Tarif mensuel (DA TTC) › Nouveau — 220 Mbps : 2 560 DA [1] / 880 Mbps : 3 690 DA [1]"
        " (3 690 − 2 560 = 1 130 DA)",
        "Mois offerts — 220 Mbps : 2 mois [2] / 880 Mbps : 3 mois [2] (3 − 2 = 1 mois)",
        "Modem — 220 Mbps : Wi-Fi 5, prêté [2] / 880 Mbps : Wi-Fi 6, offert [2]",
    ]
    assert [citation.section for citation in compared.citations] == ["Tarifs", "Cadeaux"]
    assert "2 560" in (compared.citations[0].row or "")


def test_the_bare_tier_may_come_first(corpus: Corpus) -> None:
    assert "880 Mbps : 3 690 DA [1] / 220 Mbps" in told(corpus.compare("880", "rimal maison 220", "fr"))


def test_a_table_on_its_side_beside_an_upright_one(corpus: Corpus) -> None:
    text = told(corpus.compare("rimal maison 440", "rimal arcade 440", "fr"))
    assert "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)" in text
    assert "Bon d'achat" not in text


def test_whole_offers_tier_by_tier_and_what_only_one_has_is_left_out(corpus: Corpus) -> None:
    text = told(corpus.compare("rimal maison", "rimal arcade", "fr"))
    assert "- 220 Mbps : 2 560 DA [1] / Play 220 : 3 120 DA [2] (3 120 − 2 560 = 560 DA)" in text
    assert "- 440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)" in text
    assert "880" not in text


def test_a_tier_that_one_side_names_is_meant_of_both(corpus: Corpus) -> None:
    text = told(corpus.compare("rimal maison 440", "rimal arcade", "fr"))
    assert "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2]" in text
    assert "220" not in text


def test_what_is_free_is_told_and_not_subtracted(corpus: Corpus) -> None:
    text = told(corpus.compare("pro plus", "pro max", "fr"))
    assert "Pro Plus : 6 700 DA [1] / Pro Max : 9 900 DA [1] (9 900 − 6 700 = 3 200 DA)" in text
    assert "Pro Plus : 7 840 DA [1] / Pro Max : Gratuit [1]\n" in text


def test_the_twin_in_the_asker_s_language_is_compared(corpus: Corpus) -> None:
    compared = corpus.compare("Rimal Maison 220", "880", "ar")
    assert "220 ميغا : 2 560 دج [1] / 880 ميغا : 3 690 دج [1] (3 690 − 2 560 = 1 130 دج)" in told(compared)
    assert {citation.language for citation in compared.citations} == {"ar"}


def test_twins_named_by_their_files_are_compared_with_each_other(corpus: Corpus) -> None:
    text = told(corpus.compare("Rimal Maison FR.docx", "Rimal Maison AR.docx", "fr"))
    assert "« عرض Rimal Maison »" in text
    assert "identique pour 220 Mbps, 440 Mbps, 880 Mbps" in text


def test_amounts_with_and_without_tax_are_not_subtracted(tmp_path: Path) -> None:
    with_tax = chunk(
        rows(["Formule", "Tarif mensuel (DA TTC)"], ["Solo", "1 190"], ["Duo", "2 380"]),
        title="Azur",
        document="a.docx",
    )
    without = chunk(
        rows(["Formule", "Tarif mensuel (DA HT)"], ["Solo", "1 000"], ["Duo", "2 100"]),
        title="Brise",
        document="b.docx",
    )
    text = told(corpus_of(tmp_path, (with_tax, without)).compare("azur", "brise", "fr"))
    assert "Tarif mensuel (DA TTC) / Tarif mensuel (DA HT)" in text
    assert "- Solo : 1 190 DA [1] / 1 000 DA [2]\n" in text
    assert "=" not in text


def test_versions_of_a_sheet_are_told_apart(tmp_path: Path) -> None:
    def version(number: str, price: str) -> Chunk:
        table = rows(["Débit", "Tarif mensuel"], ["220 Mbps", price], ["440 Mbps", "2 970 DA"])
        return chunk(
            f"Version {number}\n{table}",
            title="Fiche Azur",
            document=f"Fiche Azur V{number}.docx",
            version=f"V{number}",
        )

    text = told(
        corpus_of(tmp_path, (version("1", "2 560 DA"), version("2", "2 410 DA"))).compare(
            "fiche azur v1", "fiche azur v2", "fr"
        )
    )
    assert text.startswith("« Fiche Azur » V1 [1] / « Fiche Azur » V2 [2]\n")
    assert "220 Mbps : 2 560 DA [1] / 2 410 DA [2] (2 560 − 2 410 = 150 DA)" in text
    assert "440 Mbps : 2 970 DA [1][2] (identique)" in text


def test_rows_that_are_named_alike_are_told_apart_by_their_speed(tmp_path: Path) -> None:
    def convention(partner: str, *prices: str) -> Chunk:
        header = ["Technologie", "Tarif (DA/mois)", "Débit"]
        table = rows(header, ["Fibre", prices[0], "120 Mbps"], ["Fibre", prices[1], "240 Mbps"])
        return chunk(table, title=f"Convention {partner}", document=f"Convention {partner}.docx")

    corpus = corpus_of(tmp_path, (convention("Zafrane", "1 300", "1 400"), convention("Yasmina", "1 250", "1 450")))
    text = told(corpus.compare("convention zafrane", "convention yasmina", "fr"))
    assert "Fibre, 120 Mbps : 1 300 DA [1] / 1 250 DA [2] (1 300 − 1 250 = 50 DA)" in text
    assert "Fibre, 240 Mbps : 1 400 DA [1] / 1 450 DA [2] (1 450 − 1 400 = 50 DA)" in text


def test_what_does_not_fit_is_counted(tmp_path: Path) -> None:
    def offer(name: str, price: int) -> Chunk:
        header = ["Débit", "Tarif mensuel (DA)", "Dépôt (DA)", "Délai (jours)"]
        values = [[f"{100 + n} Mbps", f"{price + n}", f"{price + 500 + n}", f"{n + 1}"] for n in range(12)]
        return chunk(rows(header, *values), title=name, document=f"{name}.docx")

    compared = corpus_of(tmp_path, (offer("Azur", 2000), offer("Brise", 3100))).compare("azur", "brise", "fr")
    text = told(compared)
    shown = text.count("Mbps :")
    count = re.search(r"Lignes non affichées : (\d+), voir Sources\.$", text)
    assert count is not None
    # Twelve tiers of three measures; the days are the same on both sides.
    assert shown + int(count[1]) == 36
    assert text.index("Tarif mensuel") < text.index("100 Mbps : 2000 DA")


@pytest.mark.parametrize("sides", [("rimal maison", "rimal zéphyr"), ("rimal zéphyr", "rimal maison 440")])
def test_an_unknown_side_is_named_with_what_is_near(corpus: Corpus, sides: tuple[str, str]) -> None:
    with pytest.raises(UnknownSide) as caught:
        corpus.compare(*sides, "fr")
    assert caught.value.name == "rimal zéphyr"
    assert "Rimal Maison" in caught.value.hint


def test_a_tier_that_does_not_exist_is_refused_with_those_that_do(corpus: Corpus) -> None:
    compared = corpus.compare("rimal maison 300", "880", "fr")
    assert (compared.kind, compared.reason) == ("refusal", "no-such-value")
    assert "Valeurs disponibles : 220 Mbps, 440 Mbps, 880 Mbps" in told(compared)


@pytest.mark.parametrize(("language", "said"), [("fr", "700 DA ne figure pas"), ("ar", "700 دج غير وارد")])
def test_an_amount_that_does_not_exist_is_told_as_one(tmp_path: Path, language: Language, said: str) -> None:
    corpus = corpus_of(tmp_path, (*CORPUS, RECHARGE))
    compared = corpus.compare("recharge 700 DA", "recharge 500 DA", language)
    assert (compared.kind, compared.reason) == ("refusal", "no-such-value")
    assert told(compared).startswith(f"{said} ")
    assert "250 DA, 500 DA, 1 000 DA [1]" in told(compared)


@pytest.mark.parametrize("other", ["rimal maison", "Rimal Maison FR.docx"])
def test_the_same_on_both_sides_is_said(corpus: Corpus, other: str) -> None:
    compared = corpus.compare("rimal maison", other, "fr")
    assert compared.kind == "answer"
    assert told(compared) == "Les deux côtés désignent la même chose : « Rimal Maison » [1]"


def test_nothing_in_common_is_said_with_both_names(corpus: Corpus) -> None:
    compared = corpus.compare("rimal maison", "guide des ventes", "fr")
    assert (compared.kind, compared.reason, compared.citations) == ("refusal", "not-in-documents", ())
    assert "« Rimal Maison »" in told(compared)
    assert "« Guide des ventes »" in told(compared)


def test_a_table_read_anew_since_the_index_was_built_is_left_out(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CORPUS)
    newer = corpus_of(tmp_path / "newer", (chunk(HOME.text.replace("2 560", "2 590"), document=HOME.document),))
    corpus._tables_of = newer._tables_of
    compared = corpus.compare("rimal maison 220", "880", "fr")
    assert "2 590" not in compared.text
    assert "2 560" not in compared.text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "différence entre rimal maison 440 et rimal arcade 440",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
        (
            "rimal maison 440 vs rimal arcade 440, quel écart de prix",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
        ("شحال الفرق بين Rimal Maison 440 و Rimal Arcade 440", "(3 590 − 2 970 = 620 دج)"),
        (
            "lequel est le moins cher en 440 mega, rimal maison ou rimal arcade",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
        (
            "écart de prix en 440 mega entre rimal maison et rimal arcade",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
        (
            "rimal maison et rimal arcade en 440 mega, lequel est le moins cher",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
        (
            "quelle est la différence de prix rimal maison 440 et rimal arcade 440",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
        (
            "chkoun arkhas f 440 mega, rimal maison wela rimal arcade",
            "440 Mbps : 2 970 DA [1] / Play 440 : 3 590 DA [2] (3 590 − 2 970 = 620 DA)",
        ),
    ],
    ids=["between", "versus", "Arabic", "cheaper of two", "tier before both", "and", "difference", "Algerian"],
)
def test_a_question_that_compares_two_documents(tmp_path: Path, text: str, line: str) -> None:
    answer = ask(tmp_path, text, CORPUS, settings=words_settings(gate_threshold=0.01))
    assert line in told(answer)
    assert [citation.document for citation in answer.citations][1] == PLAY.document


def test_a_tier_that_one_of_two_offers_lacks_is_named(tmp_path: Path) -> None:
    """Two other offers that have it were compared instead."""
    text = "différence entre rimal maison et rimal arcade en 880 mega"
    answer = ask(tmp_path, text, CORPUS, settings=words_settings(gate_threshold=0.01))
    assert (answer.kind, answer.reason) == ("refusal", "no-such-value")
    assert told(answer).startswith("880 Mbps ne figure pas dans « Rimal Arcade »")


def test_preferential_prices_are_compared_with_each_other(tmp_path: Path) -> None:
    first = chunk(
        rows(["Palier", "Tarif (DA/mois)", "Tarif avec remise (DA/mois)"], ["240 Mbps", "2 840 DA", "2 010 DA"]),
        document="Conventions/Yasmina FR.docx",
        title="Convention Office Yasmina",
    )
    second = chunk(
        rows(
            ["Débit", "Nouveau tarif préférentiel (DA/mois)", "Tarif (DA/mois)"], ["240 Mbps", "1 420 DA", "2 840 DA"]
        ),
        document="Conventions/Zafrane FR.docx",
        title="Convention Institut Zafrane",
    )
    compared = corpus_of(tmp_path, (first, second)).compare("office yasmina 240", "institut zafrane 240", "fr")
    assert "2 010 DA [1] / 1 420 DA [2] (2 010 − 1 420 = 590 DA)" in told(compared)
    assert "2 840 DA [1][2]" in told(compared)


def test_what_a_convention_s_people_pay_is_compared_with_the_only_price(tmp_path: Path) -> None:
    """What everybody pays was, for its column is called more alike."""
    convention = chunk(
        rows(["Palier", "Tarif en vigueur (DA/mois)", "Tarif préférentiel"], ["240 Mbps", "2 840 DA", "1 960 DA/mois"]),
        document="Conventions/Yasmina FR.docx",
        title="Convention Office Yasmina",
    )
    offer = chunk(
        rows(["Palier", "Nouveau tarif (DA/mois)"], ["240 Mbps", "2 410 DA"]),
        document="Offres/Azur FR.docx",
        title="Offre Azur Famille",
    )
    compared = corpus_of(tmp_path, (convention, offer)).compare("office yasmina 240", "azur famille 240", "fr")
    assert "1 960 DA/mois [1] / 2 410 DA [2] (2 410 − 1 960 = 450 DA)" in told(compared)
    assert "2 840" not in told(compared)


def test_a_question_is_answered_from_the_chunks_where_tables_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(document: str) -> tuple[TableData, ...]:
        raise ChunkFormatError(f"{document}: no JSON", "run `python bot.py ingest` again")

    monkeypatch.setattr("tests.corpora.tables_in", lambda chunks: damaged)
    answer = ask(tmp_path, "différence entre rimal maison 440 et rimal arcade 440", CORPUS)
    assert answer.kind == "answer"
    with pytest.raises(ChunkFormatError):
        corpus_of(tmp_path, CORPUS).compare("rimal maison", "rimal arcade", "fr")


def test_a_question_about_one_document_stays_there(tmp_path: Path) -> None:
    answer = ask(tmp_path, "rimal maison différence de prix entre 440 et 880", CORPUS)
    assert "3 690 − 2 970 = 720 DA" in told(answer)
    assert {citation.document for citation in answer.citations} == {HOME.document}


Prices = Mapping[int, tuple[int, int, int]]
MEASURES = ("Tarif mensuel", "Frais de dossier", "Délai")
# `120 Mbps : 2 000 DA [1]`, `Palier 120 : 9 jours [2]`, and the second side without its tier.
_PART = re.compile(r"(?:(\d+)(?: Mbps)?(?: / Palier \d+)? : )?([\d ]+) (?:DA|jours) ((?:\[\d\])+)")
_TIERS = st.dictionaries(
    st.sampled_from([15, 60, 120, 240, 480, 880]),
    st.tuples(st.integers(15, 9_999), st.integers(15, 9_999), st.integers(1, 30)),
    min_size=1,
)


def _upright(name: str, prices: Prices) -> Chunk:
    values = [[f"{tier} Mbps", str(price), str(fee), str(days)] for tier, (price, fee, days) in prices.items()]
    header = ["Débit", "Tarif mensuel (DA)", "Frais de dossier (DA)", "Délai (jours)"]
    return chunk(rows(header, *values), title=name, document=f"{name}.docx")


def _sideways(name: str, prices: Prices) -> Chunk:
    header = ["Caractéristique", *(f"Palier {tier}" for tier in prices)]
    told_by = ("Débit (Mbps)", "Tarif mensuel (DA)", "Frais de dossier (DA)", "Délai (jours)")  # as MEASURES
    columns = [(tier, *values) for tier, values in prices.items()]
    values = [[label, *(str(column[at]) for column in columns)] for at, label in enumerate(told_by)]
    return chunk(rows(header, *values), title=name, document=f"{name}.docx")


@settings(max_examples=20, deadline=None)
@given(_TIERS, _TIERS, st.sampled_from([_upright, _sideways]))
def test_every_number_stands_in_its_cited_row(
    tmp_path_factory: pytest.TempPathFactory, ours: Prices, theirs: Prices, shape: Callable[[str, Prices], Chunk]
) -> None:
    corpus = corpus_of(tmp_path_factory.mktemp("index"), (_upright("Azur", ours), shape("Brise", theirs)))
    compared = corpus.compare("azur", "brise", "fr")
    text = told(compared)
    assert (compared.kind == "answer") == bool(ours.keys() & theirs.keys())
    prices_of = [{"Azur.docx": ours, "Brise.docx": theirs}[citation.document] for citation in compared.citations]
    measure = 0
    for line in text.splitlines()[1:]:
        measure = next((at for at, name in enumerate(MEASURES) if name in line), measure)
        tier = ""
        for named, value, labels in _PART.findall(line):
            tier = named or tier
            for n in re.findall(r"\d", labels):
                assert prices_of[int(n) - 1][int(tier)][measure] == int(value.replace(" ", "")), line
    for more, less, result in re.findall(r"\(([\d ]+) − ([\d ]+) = ([\d ]+) ", text):
        assert int(more.replace(" ", "")) - int(less.replace(" ", "")) == int(result.replace(" ", ""))


PARTNERS = tuple(
    chunk(
        rows(["Débit", "Tarif mensuel"], ["1 Gbps", f"{price} DA"]),
        document=f"Conventions/Convention {code}.docx",
        title=f"Convention Rimal & l'établissement {code}",
        partner=f"établissement {code}",
    )
    for code, price in {"D": "3 610", "K": "2 110", "X": "2 930"}.items()
)


@pytest.mark.parametrize(
    "text",
    [
        "prix 1 Gbps établissements D, X et K, lequel est le moins cher ?",
        "1 giga win arkhes, etablissement D wla X wla K ?",
        "établissement D ou établissement X ou établissement K : 1 Gbps le moins cher ?",
    ],
)
def test_of_three_no_two_pass_for_all(tmp_path: Path, text: str) -> None:
    composed = ask(tmp_path, text, PARTNERS, settings=words_settings(gate_threshold=0.01))
    assert composed.reason == "not-in-documents"


def test_of_two_both_are_told(tmp_path: Path) -> None:
    text = "1 Gbps dans l'établissement D et l'établissement K, lequel est le moins cher ?"
    composed = ask(tmp_path, text, PARTNERS, settings=words_settings(gate_threshold=0.01))
    assert "3 610" in told(composed) and "2 110" in told(composed)
