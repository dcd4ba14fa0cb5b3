import pytest

from core.documents.chunk import Chunk, Language
from core.documents.rows import format_row
from core.made_questions import made_questions
from tests.corpora import chunk

PRICES = "\n".join(
    format_row(["Débit", "Tarif"], [f"{speed} Mbps", f"{price} DA"]) for speed, price in [(120, 900), (240, 990)]
)
STEPS = "Ouvrez la fenêtre des encaissements puis saisissez le numéro du contrat et validez."


def made(text: str, **more: str) -> str:
    return "\n".join(made_questions([chunk(text, **more)]))  # type: ignore[arg-type]


def test_a_rows_label_is_asked_for_with_its_documents_name() -> None:
    asked = made_questions([chunk(PRICES, title="Offre Azur Max", section="")])
    assert len(asked) == 2
    assert any("120 Mbps Offre Azur Max" in text for text in asked)


def test_a_long_title_is_cut_short_and_a_partner_stands_for_it() -> None:
    title = "Argumentaire nouvelle convention Rimal Télécom personnel retraité établissement Z"
    assert title not in made(PRICES, title=title, section="")
    assert "l’établissement Z" in made(PRICES, title=title, section="", partner="l’établissement Z")


def test_headings_lose_their_numbers_and_lines_give_words_that_stand_together() -> None:
    asked = made(STEPS, section="3. Comment encaisser une facture impayée ?")
    assert "3." not in asked
    assert "encaisser facture impayée" in asked
    assert any(words in asked for words in ("fenêtre encaissements", "numéro contrat", "saisissez numéro"))


@pytest.mark.parametrize(("language", "form"), [("fr", "tarif"), ("ar", "سعر")])
def test_they_are_asked_in_the_documents_language(language: Language, form: str) -> None:
    rows = [format_row(["Débit", "Tarif"], [f"{speed} Mbps", "900 DA"]) for speed in range(10, 400, 10)]
    assert form in "\n".join(made_questions([chunk("\n".join(rows), language=language, section="")]))


def test_vowel_marks_do_not_tear_arabic_words_apart() -> None:
    asked = made("يُطبَّق هذا التخفيضُ على جميعِ المشتركينَ القدامى هنا.", language="ar", title="عرض", section="")
    assert "يُطبَّق التخفيض" in asked


def test_the_same_chunks_give_the_same_questions_and_not_more_than_wanted() -> None:
    chunks = [chunk(f"{PRICES}\n{STEPS}", section=f"Rubrique numéro {n} du guide", ordinal=n) for n in range(50)]
    asked = made_questions(chunks, 30)
    assert asked == made_questions(list(reversed(chunks)), 30)
    assert len(asked) <= 30
    assert len(set(asked)) == len(asked)


def test_new_documents_change_few_questions() -> None:
    def sheet(n: int) -> Chunk:
        return chunk(
            f"{STEPS} Réglage {n}.", document=f"Guides/{n}.pdf", title=f"Guide de caisse {n}", section=f"Cas {n}"
        )

    before = set(made_questions([sheet(n) for n in range(200)], 60))
    after = set(made_questions([sheet(n) for n in range(210)], 60))
    assert len(before & after) > 45


def test_what_says_nothing_gives_no_question() -> None:
    assert made_questions([]) == []
    assert made_questions([chunk("— … ·", section="", title="")]) == []
