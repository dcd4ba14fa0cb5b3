"""A value is asked for and the answer tells none: the documents speak of the subject and don't say how much."""

import re
from collections.abc import Iterator, Sequence, Set

from core.answering.citations import without_citations
from core.answering.intent import Intent
from core.answering.said import cell_quantities
from core.answering.units import UnitReader
from core.documents.rows import Cell
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity

_PRICE = frozenset({"price", "monthly_fee"})
# These ask for more than a number, though a price is spoken of.
_ASKS_ELSE = frozenset("q_whether q_is_there q_which q_what q_where q_when q_who q_why q_can".split())
# What costs nothing, or is within: a value without a number.
_FREE = re.compile(
    r"\b(?:gratuit|offert|inclus|(?<!y )compris|sans frais|aucune?|exonere|exempt|identique|meme)"
    r"|مجان|مشمول|متضمن|بدون|دون|معف|نفس"
)
_IN_LETTERS = re.compile(
    r"\b(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|moitie|double|une seule|un seul|unique)\b"
    r"|نصف|ضعف|مرتين|شهرين|يومين|سنتين|واحد|ثلاث|اربع|خمس"
)
_FEWEST_ITEMS = 2
_DINARS = frozenset({"da"})
# In a sentence and without its unit, a number below counts things (`Wi-Fi 4 ou 5`).
_LEAST_PRICE = 10
# The first number of a range counts what the second one does.
_RANGE = re.compile(r"^\s?[-–]\s?\d[\d.,]*")
_PART = re.compile(r" ; |؛ |\n|, |، ")
_NAME_BEFORE = re.compile(r"\b[A-Z][\w-]* ?$")
# Behind a bare number these say nothing of what it counts.
_COUNTED = re.compile(r"\s?(?!(?:par|ttc|ht|da|dzd|dinars?|pour|avec|si|et|ou|a|دج|دينار|في|لكل|كل|مع|او)\b)[^\W\d_]")


def tells_nothing(sentences: Sequence[str], ranking: Ranking, intent: Intent, reader: UnitReader) -> bool:
    """True where a question asks how much, and an answer's sentences hold neither a number of the kind that is asked
    for, besides those that the question gave, nor a word for one. What is listed can be counted; what says all of a
    question that only names a price answers it."""
    groups = ranking.query.groups
    how_much = "q_how_many" in groups
    names_price = bool(groups & _PRICE) and not groups & _ASKS_ELSE
    if intent.shape != "value" or intent.wants_list or not (how_much or names_price):
        return False
    said = frozenset(reader.tokens("\n".join(sentences)))
    if not how_much and all(term.stands_in(said) for term in ranking.query.terms):
        return False
    if not intent.units and sum(sentence.startswith("- ") for sentence in sentences) >= _FEWEST_ITEMS:
        return False
    asked = ranking.query.quantities
    # `tarif boost semaine`: a price, though a time is spoken of.
    units = _DINARS if names_price and not how_much else intent.units
    return not any(
        costs_nothing(value)
        or _IN_LETTERS.search(fold(value))
        or any(
            (not units or quantity.unit in units | {"", "%"}) and not any(quantity.matches(other) for other in asked)
            for quantity in cell_quantities(Cell(column, value))
            if quantity.unit or _may_be(units, quantity, value)
        )
        for column, value in told_values(sentences)
    )


def _may_be(units: Set[str], bare: Quantity, value: str) -> bool:
    """Whether a number without unit may be of the kind that is asked for."""
    if _NAME_BEFORE.search(value[: bare.start]):
        return False
    behind = _RANGE.sub("", fold(value[bare.end :]), count=1)
    if units != _DINARS or not behind.strip():
        return True
    return bare.value >= _LEAST_PRICE and not _COUNTED.match(behind)


def costs_nothing(text: str) -> bool:
    """True where a text says that something is free or within, which is told without a number."""
    return bool(_FREE.search(fold(text)))


def told_values(sentences: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The values of told rows, each with its column's name, and whole sentences with none."""
    for part in _PART.split("\n".join(map(without_citations, sentences))):
        column, _, value = part.rpartition(" : ")
        yield column, value
