"""Documents that say nearly the same: found, with the figures that differ, and families told as one."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.chunk import Chunk, Language
from core.documents.near_duplicates import LIKE, NearDuplicates, find_near_duplicates
from tests.corpora import chunk

FRENCH = (
    "L'offre Rimal Fibre s'adresse aux clients résidentiels dont le logement est raccordé au réseau optique. "
    "Le client choisit un débit, signe le contrat en agence et reçoit son modem sous 10 jours. "
    "L'abonnement coûte 2 400 DA par mois, la mise en service 5 000 DA, payables en 3 fois sans frais. "
    "Le paiement par carte donne droit à 50 Go de plus pendant la durée de la promotion."
)
ARABIC = (
    "يستهدف عرض ريمال فيبر الزبائن المنزليين الذين يتوفر مسكنهم على الألياف البصرية في كل الولايات. "
    "يختار الزبون السرعة المناسبة ويمضي العقد في الوكالة التجارية ويستلم المودم في أجل 10 أيام. "
    "سعر الاشتراك 2400 دج شهريا ومصاريف التركيب 5000 دج تدفع على 3 مراحل دون أي زيادة."
)
OTHER = " ".join(f"mot{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(80))


def find(*documents: tuple[str, str], language: Language = "fr") -> NearDuplicates:
    chunks: dict[str, list[Chunk]] = {
        name: [chunk(text, document=name, title=name, language=language)] for name, text in documents
    }
    return find_near_duplicates(chunks)


def test_a_copy_with_another_title_and_another_price_is_found() -> None:
    found = find(("a.docx", FRENCH), ("b.docx", FRENCH.replace("2 400", "2 600")), ("c.docx", OTHER))
    (pair,) = found.pairs
    assert (pair.document, pair.other, pair.figures) == ("a.docx", "b.docx", (("2 400", "2 600"),))
    assert LIKE <= pair.likeness < 1
    assert str(pair).endswith("of its text is that of b.docx, but for 2 400 / 2 600")
    assert found.families == ()


def test_a_second_save_differs_in_no_figure_however_they_are_written() -> None:
    (pair,) = find(("a.docx", FRENCH), ("b.docx", FRENCH.replace("2 400", "2\u202f400").replace("5 000", "5000"))).pairs
    assert pair.figures == ()
    assert "with the same figures" in str(pair)


def test_arabic_is_compared_without_marks_and_digits_of_its_own() -> None:
    other = ARABIC.replace("2400", "٢٦٠٠").replace("5000", "٥٠٠٠").replace("عرض", "عَرْض")
    (pair,) = find(("a.docx", ARABIC), ("b.docx", other), language="ar").pairs
    assert pair.figures == (("2400", "2600"),)


def test_a_figure_that_only_one_of_them_has() -> None:
    (pair,) = find(("a.docx", FRENCH), ("b.docx", FRENCH.replace(", payables en 3 fois", ", payables"))).pairs
    assert pair.figures == (("3", ""),)
    assert "3 / —" in str(pair)


def test_many_differences_are_told_shortly() -> None:
    text = " ".join(f"{word} {1000 + number}" for number, word in enumerate(FRENCH.split()))
    other = " ".join(f"{word} {2000 + number}" for number, word in enumerate(FRENCH.split()))
    (pair,) = find(("a.docx", text), ("b.docx", other)).pairs
    assert str(pair).count(" / ") == 8 and str(pair).endswith("more")


def test_what_is_not_alike() -> None:
    half = FRENCH[: len(FRENCH) // 2] + OTHER
    assert find(("a.docx", FRENCH), ("b.docx", OTHER), ("c.docx", half)) == NearDuplicates((), ())
    assert find(("a.docx", "Prix : 2 400 DA"), ("b.docx", "Prix : 2 600 DA")) == NearDuplicates((), ())  # too short
    assert find(("a.docx", FRENCH), ("b.docx", ARABIC)) == NearDuplicates((), ())
    assert find() == NearDuplicates((), ())


def test_conventions_over_one_text_are_one_line() -> None:
    conventions = [
        (f"Convention {name}.docx", f"{FRENCH} Partenaire : Institut {name}, remise de {rate} %.")
        for name, rate in zip(("Zafrane", "Yasmina", "Nardjis", "Rayhane", "Louiza"), range(10, 60, 10), strict=True)
    ]
    found = find(*conventions, ("a.docx", OTHER), ("b.docx", f"{OTHER} fin"))
    (family,) = found.families
    assert family.documents == tuple(sorted(name for name, _ in conventions))
    assert str(family).startswith("these 5 documents share 93 %")
    assert [(pair.document, pair.other) for pair in found.pairs] == [("a.docx", "b.docx")]


WORDS = st.sampled_from([f"m{chr(97 + n)}" for n in range(26)])


@given(st.lists(WORDS, min_size=40, max_size=80), st.data())
def test_finds_exactly_what_is_alike(words: list[str], data: st.DataObject) -> None:
    texts = {"0": words}
    for number in range(1, 3):
        copy = list(words)
        for place in data.draw(st.lists(st.integers(0, len(words) - 1), max_size=6)):
            copy[place] = "neuf"
        texts[str(number)] = copy
    found = find(*((name, " ".join(text)) for name, text in texts.items()))

    def likeness(left: str, right: str) -> float:
        runs = []
        for name in (left, right):
            every = [name, "tarifs", *texts[name]]
            runs.append({tuple("#" if w.isdigit() else w for w in every[n : n + 3]) for n in range(len(every) - 2)})
        return len(runs[0] & runs[1]) / len(runs[0] | runs[1]) if min(map(len, runs)) >= 20 else 0.0

    expected = {pair for pair in combinations(sorted(texts), 2) if likeness(*pair) >= LIKE}
    assert {(pair.document, pair.other) for pair in found.pairs} == expected
    assert all(pair.likeness == pytest.approx(likeness(pair.document, pair.other)) for pair in found.pairs)
