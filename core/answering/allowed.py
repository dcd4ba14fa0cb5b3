"""Whether something is allowed for a tier: what decides is the sentence that sets a limit in the tier's unit."""

import re
from collections.abc import Iterable

from core.answering.cells import LISTED_UNITS
from core.answering.units import Unit
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities
from core.text.query import Query

_MAY = re.compile(
    r"\b(?:peut|peuvent|puis|possible|a droit|ont droit|eligible|autorise|permis)\b"
    r"|(?:هل )?[يتن](?:مكن|قدر|ستطيع|حق)|نجم"
)
_BEFORE = re.compile(
    r"(?:a partir d[e']|(?:au|du) moins|minimum(?: de)?|superieure? a|inferieure? a|jusqu'a|plus de|moins de"
    r"|ابتداء من|علي الاقل|لا [يت]قل عن|اكثر من|اقل من|[يت]فوق) ?$"
)
_AFTER = re.compile(r"^ ?(?:et|ou) (?:plus|moins)\b|^ ?(?:au )?(?:minimum|maximum)\b|^ ?(?:فما فوق|كحد ادني|علي الاقل)")


def asks_leave(query: Query, text: str) -> bool:
    """True where a question asks whether something may be done or had: `on peut vendre …`, `هل يمكن …`."""
    return "q_can" in query.groups or bool(_MAY.search(fold(text)))


def sets_limit(unit: Unit, asked: Iterable[Quantity]) -> bool:
    """True where a text sets a limit to speeds or volumes of the kind that the question gives (`1 Gbps et plus`)."""
    kinds = {_kind(quantity) for quantity in asked if quantity.unit in LISTED_UNITS}
    folded = fold(unit.text)
    return any(
        _kind(quantity) in kinds and (_BEFORE.search(folded[: quantity.start]) or _AFTER.search(folded[quantity.end :]))
        for quantity in find_quantities(folded)
    )


def _kind(quantity: Quantity) -> str:
    return "mbps" if quantity.unit == "giga" else quantity.unit
