"""Sheets of an invented operator, and the answer that the extractive answerer gives over sheets."""

from pathlib import Path

from core.answering.compose import Composed, compose
from core.answering.refusals import refuse
from core.documents.chunk import Chunk, Language
from core.settings import Settings
from tests.corpora import chunk, corpus_of, question, rows

PRICES = chunk(
    rows(
        ["Ancien débit", "Nouveau débit", "Tarif mensuel", "Avantage"],
        ["120 Mbps", "240 Mbps", "5 900 DA", "Modem offert"],
        ["240 Mbps", "480 Mbps", "7 150 DA", "Modem offert"],
        ["480 Mbps", "1 Gbps", "9 350 DA", "Modem offert"],
    ),
    twin="Offres/Azur Max AR.docx",
)
PRICES_AR = chunk(
    rows(
        ["التدفق القديم", "التدفق الجديد", "السعر الشهري", "الميزة"],
        ["120 ميغابت/ثا", "240 ميغابت/ثا", "5 900 دج", "مودم مجاني"],
        ["240 ميغابت/ثا", "480 ميغابت/ثا", "7 150 دج", "مودم مجاني"],
        ["480 ميغابت/ثا", "1 جيغابت/ثا", "9 350 دج", "مودم مجاني"],
    ),
    document="Offres/Azur Max AR.docx",
    title="عرض Azur Max",
    section="الأسعار",
    language="ar",
    twin="Offres/Azur Max FR.docx",
)
FILE = chunk(
    "Pour souscrire, le client fournit :\n"
    "- Une copie de la pièce d'identité ;\n"
    "- Un justificatif de domicile ;\n"
    "- Le formulaire signé.",
    section="Dossier à fournir",
    ordinal=1,
)
GUIDE = chunk(
    "Pour annuler une vente de modem :\n"
    "1. Ouvrir le menu « Vente » › « Retour ressource » ;\n"
    "2. Saisir le numéro de série ;\n"
    "3. Cliquer sur « Rechercher » ;\n"
    "4. Choisir le motif et valider.",
    document="Guides/Vente.pdf",
    title="Guide des ventes",
    section="Annuler une vente",
    page=4,
)
BOOST = chunk(
    rows(
        ["Débit initial", "Débit final › 480 Mbps", "Débit final › 600 Mbps"],
        ["240 Mbps", "2", "3"],
        ["480 Mbps", "/", "4"],
    ),
    document="Offres/Boost FR.docx",
    title="Azur Boost",
    section="Jours déduits",
)
SIDEWAYS = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440"],
        ["Adresse publique", "En option, 260 DA/mois", "Incluse"],
        ["Tarif mensuel (DA TTC)", "3 120", "3 870"],
    ),
    document="Offres/Play FR.docx",
    title="Azur Play",
    section="Formules",
)
CORPUS = (PRICES, PRICES_AR, FILE, GUIDE, BOOST, SIDEWAYS)


def ask(
    folder: Path,
    text: str,
    chunks: tuple[Chunk, ...] = CORPUS,
    language: Language | None = None,
    settings: Settings | None = None,
) -> Composed:
    """The answer over these chunks, of which some must pass the gate."""
    corpus = corpus_of(folder, chunks, settings)
    asked = question(text, language)
    [ranking] = corpus.retriever.rank([asked])
    gated = corpus.gate(ranking)
    assert gated.passages, "nothing passed the gate"
    draft = corpus.answerer.answer(ranking, gated.passages)
    if draft.reason == "not-in-documents":
        return refuse(ranking, gated.result)
    return compose(draft, gated.passages[0].chunk, question=asked.text, language=asked.language)


def plain(text: str) -> str:
    """The text with ordinary blanks inside its numbers."""
    return text.replace("\u202f", " ")
