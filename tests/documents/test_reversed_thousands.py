"""Numbers typed in reverse: put right where something confirms it, and left alone everywhere else."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.chunk import Chunk, Language
from core.documents.chunks import format_chunk, parse_chunk
from core.documents.manifest import Entry
from core.documents.reversed_suspects import suspects
from core.documents.reversed_thousands import as_typed, correct, notes, shown
from core.documents.settle import settle
from tests.corpora import chunk

FRENCH, ARABIC = "Offres/Rimal Fibre FR.docx", "Offres/Rimal Fibre AR.docx"
COLUMN = "| Débit : 60 Mbps | Tarif (DA/mois) : {} |\n| Débit : 240 Mbps | Tarif (DA/mois) : 2 900 |\n"
COLUMN += "| Débit : 480 Mbps | Tarif (DA/mois) : 3 400 |"


def read(text: str, twin: str = "", language: Language = "fr") -> Chunk:
    """The text as it is after its document was held against its twin."""
    chunks = {FRENCH: [chunk(text, document=FRENCH, language=language)], ARABIC: [chunk(twin, document=ARABIC)]}
    return correct(chunks, {FRENCH: ARABIC, ARABIC: FRENCH})[FRENCH][0]


def test_a_column_of_thousands_confirms() -> None:
    read_back = read(COLUMN.format("300 2"))
    assert read_back.text == COLUMN.format("2 300")
    assert shown(read_back.corrections) == ("300 2 → 2 300",)


@pytest.mark.parametrize(
    "others",
    [
        pytest.param("| Débit : 240 Mbps | Tarif (DA/mois) : 2 900 |", id="one neighbour is too few"),
        pytest.param(
            "| Débit : 240 Mbps | Tarif (DA/mois) : 29 000 |\n| Débit : 480 Mbps | Tarif (DA/mois) : 34 000 |",
            id="another size",
        ),
        pytest.param(
            "| Débit : 240 Mbps | Tarif (DA/mois) : 290 |\n| Débit : 480 Mbps | Tarif (DA/mois) : 3 400 |",
            id="a column of hundreds",
        ),
        pytest.param(
            "| Débit : 240 Mbps | Tarif (DA/mois) : 2 900 40 |\n| Débit : 480 Mbps | Tarif (DA/mois) : 3 400 |",
            id="two numbers a cell",
        ),
        pytest.param(
            "| Débit : 240 Mbps | Caution (DA) : 2 900 |\n| Débit : 480 Mbps | Caution (DA) : 3 400 |",
            id="another column",
        ),
    ],
)
def test_other_columns_confirm_nothing(others: str) -> None:
    text = f"| Débit : 60 Mbps | Tarif (DA/mois) : 300 2 |\n{others}"
    assert read(text).text == text


def test_a_column_goes_on_in_the_next_chunk_of_its_section() -> None:
    first, rest = COLUMN.format("300 2").split("\n", 1)
    held = [chunk(first, document=FRENCH), chunk(rest, document=FRENCH, ordinal=1)]
    assert "2 300" in correct({FRENCH: held}, {})[FRENCH][0].text
    apart = [held[0], replace(held[1], section="Caution")]
    assert "300 2" in correct({FRENCH: apart}, {})[FRENCH][0].text


def test_lines_of_the_same_words_confirm() -> None:
    lines = "- Palier 60 : 300 2 DA/mois\n- Palier 240 : 2 900 DA/mois\n- Palier 480 : 3 400 DA/mois"
    # The palier is below a thousand, the price isn't: each place of the line stands for itself.
    assert read(lines).text == lines.replace("300 2", "2 300")
    other = lines.replace("Palier 240", "Frais 240")
    assert read(other).text == other


@pytest.mark.parametrize(
    ("typed", "twin", "right"),
    [
        pytest.param(
            "| العرض : 60 ميغا | السعر : 300 2 دج/الشهر |", "| Débit : 60 Mbps | Tarif : 2 300 DA |",
            "| العرض : 60 ميغا | السعر : 2 300 دج/الشهر |", id="row",
        ),
        pytest.param(
            "| العرض : 60 ميغا | بعد : 300 1 دج | قبل : 600 2 دج |", "| 60 | 1 300 DA | 2 600 DA |",
            "| العرض : 60 ميغا | بعد : 1 300 دج | قبل : 2 600 دج |", id="two in a row",
        ),
        pytest.param("رصيد 700 1 دج نحو المحمول", "Bonus de 1 700 DA vers mobile", "رصيد 1 700 دج نحو المحمول",
                     id="running text"),
        pytest.param("رصيد ٧٠٠ ١ دج", "Bonus de 1 700 DA", "رصيد ١ ٧٠٠ دج", id="Arabic-Indic digits"),
        pytest.param("السعر 000 500 2 دج", "Prix : 2 500 000 DA", "السعر 2 500 000 دج", id="three groups"),
        pytest.param("السعر 000 128 دج", "Prix : 128 000 DA", "السعر 128 000 دج", id="thousands that are noughts"),
        pytest.param("السعر 050 17دج", "Prix : 17.050 DA", "السعر 17 050دج", id="unit without a blank"),
        pytest.param("السعر 300\u00a02 دج", "Prix : 2\u202f300 DA", "السعر 2\u00a0300 دج", id="no-break spaces"),
        pytest.param("| السعر : دج 300 2 |", "| Prix : 2 300 DA |", "| السعر : دج 2 300 |", id="unit before it"),
    ],
)  # fmt: skip
def test_the_twin_confirms(typed: str, twin: str, right: str) -> None:
    assert read(typed, twin, "ar").text == right


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        pytest.param("السعر 300 2 دج", "Prix : 2 400 DA", id="another number in the twin"),
        pytest.param("السعر 300 2 دج", "Prix : 300 2 DA", id="typed so in the twin"),
        pytest.param("Bonus 300 2 DA", "2 300 DA, puis 2 DA", id="the twin knows the second number too"),
        pytest.param("Palier 300 2 mois offerts", "2 300 DA", id="time"),
        pytest.param("Bonus 500 1 DA/min vers mobile", "1 500 DA", id="price a minute"),
        pytest.param("Débits 100 200 DA", "200 100 DA", id="a legal number"),
        pytest.param("Débits 100 200 300 DA", "300 200 100 DA", id="three of a list"),
        pytest.param("Débits 100 200 50 DA", "50 200 100 DA", id="three of a list, the last short"),
        pytest.param("Débits 20 200 2 DA", "2 200 DA", id="part of a list"),
        pytest.param("Téléphone : 021 71 20 14", "71 021 DA", id="telephone"),
        pytest.param("Réf. A-300 2 DA", "2 300 DA", id="reference"),
        pytest.param("1 300 2 DA", "2 300 DA", id="part of a longer number"),
        pytest.param("300 2,50 DA", "2 300 DA", id="decimals"),
        pytest.param("300.2 DA", "2 300 DA", id="point"),
        pytest.param("300 02 DA", "2 300 DA", id="leading nought"),
        pytest.param("Article 300 2 et suivants", "2 300 articles", id="counts nothing in running text"),
        pytest.param("300 2 Mbps", "2 300 Mbps", id="speed"),
        pytest.param("payé 300 2) puis rendu DA", "2 300 DA", id="mark of an item"),
        pytest.param("du 300 2/03/2026 DA", "2 300 DA", id="date"),
    ],
)
def test_in_doubt_it_is_left(text: str, twin: str) -> None:
    assert read(text, twin) == chunk(text, document=FRENCH)


def test_without_a_twin_that_says_so_it_goes_back_to_what_the_file_says() -> None:
    name = "C/Rimal {}.docx"
    french = [chunk("Forfait Rimal Maison : 4 700 DA, 12 mois, 35 %.", document=name.format("FR"))]
    text = "عرض ريمال للمنزل : 700 4 دج لمدة 12 شهرا، تخفيض 35 %."
    arabic = [chunk(text, document=name.format("AR"), language="ar", title="عرض ريمال")]

    def settled_of(chunks: dict[str, list[Chunk]]) -> dict[str, list[Chunk]]:
        entries = {document: Entry("", "", held[0].title, held[0].language) for document, held in chunks.items()}
        return dict(settle(chunks, entries).chunks)

    settled = settled_of({name.format("FR"): french, name.format("AR"): arabic})
    there = settled[name.format("AR")]
    assert "4 700 دج" in there[0].text and there[0].twin == name.format("FR")
    assert settled_of(settled) == settled
    assert [parse_chunk(format_chunk(held)) for held in there] == there
    (alone,) = settled_of({name.format("AR"): there})[name.format("AR")]
    assert (alone.text, alone.corrections) == (text, ())


def test_what_cannot_be_confirmed_is_noted() -> None:
    doubtful = replace(read("Tarif : 300 2 DA"), page=3)
    right = read(COLUMN.format("300 2"))
    assert notes([right, doubtful]) == (
        "reversed numbers put right below “Tarifs”: 300 2 → 2 300",
        "perhaps reversed, left as typed on page 3: 300 2 → 2 300",
    )
    assert notes([read("Tarif : 2 300 DA, 12 mois")]) == ()


NUMBERS = st.integers(1_000, 999_999).filter(lambda number: number % 1000 >= 100 or number >= 10_000)
BLANKS = st.sampled_from([" ", "\u00a0", "\u202f"])


def reverse(number: int, blank: str) -> str:
    return f"{number % 1000:03d}{blank}{number // 1000}"


def is_legal(typed: str) -> bool:
    return len(typed) == 7 and typed[0] != "0"


@given(st.lists(NUMBERS, min_size=1, max_size=5), BLANKS)
def test_any_number_that_the_twin_states_is_put_right_and_can_be_taken_back(numbers: list[int], blank: str) -> None:
    typed = [reverse(number, blank) for number in numbers]
    text = "\n".join(f"| الباقة : عرض {'و' * place} | السعر : {number} دج |" for place, number in enumerate(typed))
    twin = "\n".join(f"| Forfait : offre | Prix : {number:,} DA |".replace(",", " ") for number in numbers)
    result = read(text, twin, "ar")
    for line, number, reversed_ in zip(result.text.splitlines(), numbers, typed, strict=True):
        expected = reversed_ if is_legal(reversed_) else f"{number // 1000}{blank}{number % 1000:03d}"
        assert f" {expected} دج" in line
    assert as_typed(result).text == text
    again = correct({FRENCH: [as_typed(result)], ARABIC: [chunk(twin, document=ARABIC)]}, {FRENCH: ARABIC})
    assert again[FRENCH] == [result]


WORDS = (
    "Tarif",
    "السعر",
    "2 300",
    "300",
    "2",
    "DA",
    "دج",
    "mois",
    "|",
    ":",
    "-",
    "1,5",
    "021 71 20",
    "٣٠٠",
    "٢",
    "50 %",
)


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.lists(st.sampled_from(WORDS), max_size=12))
def test_a_text_without_a_suspect_never_changes(words: Sequence[str], twin: Sequence[str]) -> None:
    text = " ".join(words)
    result = read(text, " ".join(twin))
    assert as_typed(result).text == text
    if not list(suspects(text)):
        assert result == chunk(text, document=FRENCH)
    assert len(result.text) == len(text)
