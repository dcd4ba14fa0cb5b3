"""What kind of answer a question wants, from the synonym groups that it says."""

from dataclasses import dataclass
from typing import Literal

from core.text.query import Query

Shape = Literal["procedure", "value", "statement"]

# Measure → the synonym groups that ask for it, and the units its values are written in.
MEASURES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "price": (
        frozenset(
            "price monthly_fee amount fees connection_fees dinar discount stamp_duty tax debts installments".split()
        ),
        frozenset({"da"}),
    ),
    "speed": (
        frozenset("speed mbps throttled_speed speed_increase".split()),
        frozenset({"mbps", "giga"}),
    ),
    # Often written as a share of the download speed.
    "direction": (frozenset({"upload", "download"}), frozenset({"mbps", "giga", "%"})),
    "duration": (
        frozenset("duration validity delay day month week year working_day q_when".split()),
        frozenset({"day", "month", "year", "hour"}),
    ),
    "volume": (frozenset({"volume", "gigabyte"}), frozenset({"go", "giga"})),
}
_HOW = frozenset({"q_how", "step"})
# Asked for with a measure's word beside it, these still want what is written about them, not a value.
LISTS = frozenset("q_who file_to_provide condition eligibility beneficiary advantage".split())
_WHICH = frozenset("q_which q_what q_is_there".split())
_ONE_VALUE = frozenset("maximum minimum difference throttled_speed".split())
_ASKS_VALUE = frozenset({"q_how_many"})
_COMPARES = frozenset({"difference"})


@dataclass(frozen=True)
class Intent:
    """`shape` of the answer wanted; `units` of the values asked for (empty where it asks for none in particular);
    `wants_list` where all items of a list are asked for (documents to provide, conditions), `wants_tiers` where all
    values of the measure are (`quels débits`)."""

    shape: Shape
    units: frozenset[str] = frozenset()
    wants_list: bool = False
    wants_tiers: bool = False


def read_intent(query: Query) -> Intent:
    """The intent of a question. A 'how' wins over a measure, then a measure that is asked for."""
    asked = [measure for measure, (groups, _) in MEASURES.items() if query.groups & groups]
    if "price" in asked and {"day", "month"} & query.groups and "q_how_many" in query.groups and not _says_price(query):
        # `شحال من يوم`, `ch7al men nhar`: how many days; the same word alone asks a price.
        asked.remove("price")
    units = frozenset().union(*(MEASURES[measure][1] for measure in asked))
    lists = bool(query.groups & LISTS)
    if query.groups & _HOW and not query.groups & _ASKS_VALUE:
        return Intent("procedure", units, lists)
    if (asked and not lists) or query.groups & (_ASKS_VALUE | _COMPARES):
        tiers = asked == ["speed"] and bool(query.groups & _WHICH) and not query.groups & _ONE_VALUE
        return Intent("value", units, lists, tiers)
    return Intent("statement", units, lists)


def _says_price(query: Query) -> bool:
    """True where a word that means nothing but a price is among the terms."""
    return any(term.name in MEASURES["price"][0] for term in query.terms)
