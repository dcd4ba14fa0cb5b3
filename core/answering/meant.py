"""Rows and lists of what a question says it doesn't mean (`core/negated.py`), or of a payment that it says the customer
declines (`ne veut pas payer 3 mois d'avance`): no part of an answer to it."""

import re
from collections.abc import Sequence

from core.answering.networks import of_its_network
from core.answering.units import Unit, UnitReader
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities
from core.text.query import Term

_SEVERAL = re.compile(r"\b(?:et|ou|tous?|toutes?)\b|[&/,،+]|\bو(?=ال|لل|[a-z])|\bاو\b")
_LONGEST_NAME = 60
_DECLINED = re.compile(
    r"(?:\bn'?e? ?(?:veut|veulent|souhaite|desire|accepte) pas|\bne pas (?:veut|accepter)"
    r"|\brefuse(?:nt)? (?:de|d')|\bsans"
    r"|(?:لا|ما) (?:يريد|يرغب|يحب|يقبل)\w*(?: في| ان)?|يرفض|بدون|دون)"
    r" ?(?:de )?(?:payer|regler|verser|avancer|دفع|تسديد|يدفع|يخلص|تخليص)(?: (?:les?|ces|ses))? ?$"
)


def meant_units(units: Sequence[Unit], ranking: Ranking, reader: UnitReader) -> list[Unit]:
    """The units but rows of another network than the question names (`networks.py`), what goes by a name which it
    denies, and what tells the payment which it says is declined; all the rest where no other is left."""
    units = of_its_network(units, ranking, reader)
    declined = _declined(ranking.asked)
    if not ranking.denied and not declined:
        return list(units)
    return [
        unit for unit in units if not _goes_by(unit, ranking.denied, reader) and not _tells(unit, declined)
    ] or list(units)


def _declined(asked: str) -> list[Quantity]:
    folded = fold(asked)
    return [quantity for quantity in find_quantities(folded) if _DECLINED.search(folded[: quantity.start])]


def _tells(unit: Unit, declined: Sequence[Quantity]) -> bool:
    return any(told.unit == own.unit and told.matches(own) for told in unit.quantities for own in declined)


def _goes_by(unit: Unit, denied: Sequence[Term], reader: UnitReader) -> bool:
    """True for a row whose key, or anything whose heading, is a denied name and not one of several."""
    names = [unit.chunk.section, unit.introduction, *(cell.value for cell in unit.cells[:1])]
    return any(_is_called(name, denied, reader) for name in names if name)


def _is_called(name: str, denied: Sequence[Term], reader: UnitReader) -> bool:
    if len(name) > _LONGEST_NAME or _SEVERAL.search(fold(name)):
        return False
    tokens = frozenset(reader.tokens(name))
    return any(term.stands_in(tokens) for term in denied)
