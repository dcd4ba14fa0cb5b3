"""Verbs of the dialect in Arabic letters say what they say in Latin ones."""

import pytest

from core.text.darja import Darja
from core.text.normalise import fold
from core.text.query import QueryReader
from tests.corpora import question_reader


@pytest.fixture(scope="module")
def darja() -> Darja:
    return Darja.load()


@pytest.fixture(scope="module")
def reader() -> QueryReader:
    return question_reader()


@pytest.mark.parametrize(
    ("verb", "french"),
    [
        ("خلصها", "payer"),
        ("يخلصوهم", "payer"),
        ("نكتبو", "écrire"),
        ("نسجل", "enregistrer"),
        ("يضيع", "perdre"),
        ("يغلط", "se tromper"),
        ("نبدلوهالو", "changer"),
    ],
)
def test_a_verb_is_known_by_its_consonants(darja: Darja, verb: str, french: str) -> None:
    assert darja.of_arabic(fold(verb)) == french


@pytest.mark.parametrize("noun", ["خدمة", "تعريف", "الكتاب", "نسخة", "مشترك", "بطاقة", "تاريخ"])
def test_a_noun_is_no_verb(darja: Darja, noun: str) -> None:
    assert darja.of_arabic(fold(noun)) is None


def test_a_verb_is_looked_for_in_both_languages(reader: QueryReader) -> None:
    [term] = [term for term in reader.read("واش نكتب في Description").terms if term.name == "enter"]
    assert term.stands_in({"sais"}) or any("sais" in token for tokens in term.alternatives for token in tokens)


def test_prepositions_with_pronouns_are_nothing_to_look_for(reader: QueryReader) -> None:
    assert [term.name for term in reader.read("شحال remise عليهم").terms] == ["discount"]
