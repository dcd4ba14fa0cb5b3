"""Whether something is allowed for a tier: the sentence that sets the limit is told, not one that only mentions it."""

from pathlib import Path

import pytest

from tests.answering.sheets import SIDEWAYS, ask
from tests.corpora import chunk, words_settings

SALE = chunk(
    "- Le vendeur vérifie les cartes compatibles avec le boîtier ZX-PON avant toute vente à un client.\n"
    "- Boîtier ZX-PON : remis en agence, avec un débit de 1 Gbps et plus.\n"
    "- Le boîtier ordinaire est remis à tous.",
    document="Offres/Boitier FR.docx",
    title="Boîtiers optiques",
    section="Vente",
)
SALE_AR = chunk(
    "- على البائع التحقق من توفر البطاقات المتوافقة مع ZX-PON قبل أي بيع لزبون.\n"
    "- جهاز ZX-PON : يسلم في الوكالة، بسرعة اشتراك 1 جيغابت/ثا فما فوق.\n"
    "- الجهاز العادي يسلم للجميع.",
    document="Offres/Boitier AR.docx",
    title="الأجهزة البصرية",
    section="البيع",
    language="ar",
)
# Sales and customers are spoken of everywhere, the box in few places.
OTHERS = tuple(
    chunk(text, document=f"Guides/{place}.pdf", title=title, section=f"{place}", language=language)
    for place, (text, title, language) in enumerate(
        [("Le client signe le contrat de vente du boîtier.", "Guide des ventes", "fr")] * 4
        + [("يوقع الزبون عقد البيع الخاص بالجهاز.", "دليل البيع", "ar")] * 4
    )
)
CORPUS = (SALE, SALE_AR, SIDEWAYS, *OTHERS)
OPEN = words_settings(gate_threshold=0.01)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("on peut vendre un boîtier ZX-PON à un client 600 mbps ?", "1 Gbps et plus"),
        ("est-ce qu'un client 240 mbps a droit au boîtier ZX-PON ?", "1 Gbps et plus"),
        ("هل يمكن بيع ZX-PON لزبون 600 ميغا؟", "فما فوق"),
    ],
)
def test_the_limit_decides(tmp_path: Path, text: str, limit: str) -> None:
    assert limit in ask(tmp_path, text, CORPUS, settings=OPEN).text.split("\n")[0]


def test_without_a_tier_nothing_changes(tmp_path: Path) -> None:
    told = ask(tmp_path, "qui vérifie les cartes compatibles avec le boîtier ZX-PON ?", CORPUS, settings=OPEN).text
    assert "vérifie" in told.split("\n")[0]


BOOST_FOR = (
    chunk(
        "La cible de l'offre Turbo comprend les abonnés fibre avec un débit allant de 120 Mbps jusqu'à 1 Gbps.",
        document="Offres/Turbo FR.docx",
        title="Offre Turbo du dimanche",
        section="Cible",
    ),
    chunk(
        "Non, les abonnés d'un débit égal ou inférieur à 50 Mbps ne sont pas éligibles à cette offre.",
        document="Offres/Turbo FR.docx",
        title="Offre Turbo du dimanche",
        section="Questions",
        ordinal=1,
    ),
)


def test_a_sentence_whose_title_names_the_thing_decides_too(tmp_path: Path) -> None:
    told = ask(tmp_path, "un client à 50 mega peut activer Turbo ?", (*BOOST_FOR, SIDEWAYS), settings=OPEN).text
    assert told.startswith("Non, les abonnés")
