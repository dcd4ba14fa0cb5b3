from pathlib import Path

import pytest

from core.answering.products import product_codes
from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows

DEVICES = chunk(
    rows(
        ["Fournisseur", "Type", "Produit", "Tarif DA/TTC"],
        ["Sahra", "Répéteur Wifi", "KX-822", "4 570,00"],
        ["Sahra", "Répéteur Wifi", "KX-X1860", "12 670,00"],
        ["Sahra", "Répéteur Wifi", "KX 612", "3 440,00"],
        ["Sahra", "Point d'accès", "DPA-1360", "3 620,00"],
        ["Sahra", "Point d'accès", "DPA-1610", "5 910,00"],
    ),
    document="Conventions/K/Convention K.docx",
    title="Convention Rimal Télécom et établissement K",
    section="Équipements",
)
OTHERS = [
    chunk(
        rows(["Débit", "Tarif"], ["120 Mbps", f"{number} 100 DA"]),
        document=f"Conventions/{code}/Convention.docx",
        title=f"Convention Rimal Télécom et établissement {code}",
    )
    for number, code in enumerate(("A", "B", "C", "D"), start=3)
]
CHUNKS = (DEVICES, *OTHERS)


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("prix répéteur KX-822 établissement K", "4 570"),
        ("prix KX822 établissement K", "4 570"),
        ("tarif du routeur KX-X1860 établissement K", "12 670"),
        ("prix KX-612 établissement K", "3 440"),
        ("شحال سعر KX-822 المؤسسة K", "4 570"),
    ],
)
def test_a_code_names_its_row_alone(tmp_path: Path, text: str, price: str) -> None:
    told = plain(ask(tmp_path, text, CHUNKS).text)
    assert price in told
    assert sum(other in told for other in ("4 570", "12 670", "3 440", "3 620", "5 910")) == 1


@pytest.mark.parametrize(
    ("text", "existing", "others"),
    [
        ("prix répéteur KX-825 établissement K", "KX-822", "DPA-1360"),
        ("شحال سعر répéteur KX-825 المؤسسة K", "KX-822", "DPA-1360"),
        ("prix point d'accès DPA-2000 établissement K", "DPA-1610", "KX-822"),
    ],
)
def test_a_code_that_no_row_has_is_said_to_be_missing(tmp_path: Path, text: str, existing: str, others: str) -> None:
    composed = ask(tmp_path, text, CHUNKS)
    assert composed.reason == "no-such-value"
    assert existing in composed.text
    assert others not in composed.text
    assert not any(price in plain(composed.text) for price in ("4 570", "3 620", "5 910"))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("prix KX-825", ["KX-825"]),
        ("tenda ac23", ["ac23"]),
        ("prix VDSL 50 et ADSL 20", []),
        ("ch7al 120mbps 3la ta3 wifi6", []),
        ("offre V5 en 4G, 12 mois, 2.5 Gbps", []),
        ("palier 3 du mois 11/2025", []),
    ],
)
def test_what_is_a_code(text: str, codes: list[str]) -> None:
    assert product_codes(text) == codes
