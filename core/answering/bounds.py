"""What a question asks of a whole column: its least or greatest value, or those beyond a bound (`au-delà de 500`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities

Superlative = Literal["cheapest", "dearest", "fastest", "slowest"]
Relation = Literal["ge", "gt", "le", "lt"]

LEAST: frozenset[Superlative] = frozenset({"cheapest", "slowest"})

_RELATIONS: tuple[Relation, ...] = ("ge", "gt", "le", "lt")
_SUPERLATIVES: tuple[tuple[Superlative, re.Pattern[str]], ...] = (
    (
        "cheapest",
        re.compile(
            r"moins cher(?:e|s|es)?\b(?! que)|moins couteu(?:x|se|ses)\b|(?:prix|tarif|cout)s? (?:le |les )?plus bas\b"
            r"|plus (?:bas|petit) (?:prix|tarif)\b|ارخص|(?:اقل|ادني) (?:سعر|تسعيره|تكلفه|ثمن)"
        ),
    ),
    (
        "dearest",
        re.compile(
            r"plus cher(?:e|s|es)?\b(?! que)|(?:prix|tarif|cout)s? (?:le |les )?plus eleves?\b|اغلي|اعلي (?:سعر|تسعيره)"
        ),
    ),
    (
        "fastest",
        re.compile(
            r"plus rapides?\b(?! que)|(?:debit|vitesse)s? (?P<way>(?:montant|descendant)s? )?"
            r"(?:la |le |les )?(?:plus (?:eleve|grand|haut|fort)e?s?"
            r"|max(?:imum|imale?)?)\b|(?:اعلي|اقصي) (?:سرعه|تدفق)|اسرع"
        ),
    ),
    (
        "slowest",
        re.compile(
            r"moins rapides?\b(?! que)|plus lente?s?\b|(?:debit|vitesse)s? (?P<way>(?:montant|descendant)s? )?"
            r"(?:la |le |les )?(?:"
            r"plus (?:bas|basse|faible)s?|min(?:imum|imale?)?)\b|(?:ادني|اقل) (?:سرعه|تدفق)"
        ),
    ),
)
_AT_LEAST = r"a partir d[e']|(?:au|du) moins|au minimum|minimum|ابتداء من|علي الاقل|لا (?:ي|ت)قل عن|فما فوق"
_ABOVE = r"au[ -]dela d[e']|superieure?s? a|plus d[e']|plus rapides? que|اكثر من|اكبر من|فوق|(?:ت|ي)فوق"
_AT_MOST = r"jusqu'a|au plus|au maximum|maximum|لا (?:ي|ت)تجاوز|علي الاكثر|حتي"
_BELOW = r"inferieure?s? a|moins d[e']|en dessous d[e']|اقل من|تحت|اصغر من"
_BOUND = re.compile(rf"(?:(?P<ge>{_AT_LEAST})|(?P<gt>{_ABOVE})|(?P<le>{_AT_MOST})|(?P<lt>{_BELOW})) ?$")
# What tiers are told apart by; of times documents say themselves `plus de 3 mois`.
_BOUNDED: Mapping[str, str] = {"mbps": "mbps", "giga": "mbps", "da": "da", "go": "go"}


@dataclass(frozen=True)
class Bound:
    """A limit that a question sets to a column, in canonical units; `said` are its folded words."""

    relation: Relation
    quantity: Quantity
    said: str

    @property
    def unit(self) -> str:
        """Of the values that are compared with it."""
        return _BOUNDED[self.quantity.unit]

    def allows(self, value: Decimal) -> bool:
        """Whether a value of `unit` lies within."""
        limit = self.quantity.value * (1000 if self.quantity.unit == "giga" else 1)
        match self.relation:
            case "ge":
                return value >= limit
            case "gt":
                return value > limit
            case "le":
                return value <= limit
            case "lt":
                return value < limit


def superlative(question: str) -> tuple[Superlative, str] | None:
    """The superlative that a question asks for and the folded words that say it, without what they say it of
    (`montant`); None where there is none."""
    folded = fold(question)
    for kind, pattern in _SUPERLATIVES:
        if found := pattern.search(folded):
            return kind, found[0].replace(found.groupdict().get("way") or "", "")
    return None


def bounds(question: str) -> tuple[Bound, ...]:
    """The limits that a question sets to speeds, prices and volumes, in order."""
    folded = fold(question)
    found = []
    for quantity in find_quantities(folded):
        limit = _BOUND.search(folded[: quantity.start])
        if limit and quantity.unit in _BOUNDED:
            found.append(Bound(next(relation for relation in _RELATIONS if limit[relation]), quantity, limit[0]))
    return tuple(found)
