"""A price that several offers have, asked without a word of which: `prix fibre 480`, `ch7al 240 mega`.

Whose price is meant, only the asker knows: each offer's is told (`transcripts.md`, 'Several cells fit'). Of a network
alone (`prix de la fibre`, `le moins cher en fibre`) the lowest of each is.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.answering.bounds import bounds, superlative
from core.answering.cells import SMALLEST_BARE_KEY
from core.answering.intent import Intent
from core.answering.tier_pairs import others_pay
from core.answering.tier_values import Tier, Value
from core.documents.chunk import Chunk
from core.errors import ChunkFormatError
from core.retrieval import Ranking
from core.text.networks import Networks
from core.text.normalise import fold
from core.text.numbers import Quantity
from core.text.query import Term
from core.text.tokens import Analyser

log = logging.getLogger(__name__)

_NETWORKS = frozenset({"fibre", "fourth_generation", "adsl", "vdsl", "internet_connection"})
# A fee, a discount or a duration is no offer's price.
_BESIDE = _NETWORKS | frozenset("price monthly_fee dinar speed mbps month customer subscription plan line".split())
# A word in that share of the offers' titles tells none from the others.
_COMMON = 0.6
_FEWEST = 2


@dataclass(frozen=True)
class Several:
    """What offers cost each month, one price each: at `speed`, or their lowest where that is None."""

    speed: Quantity | None
    prices: tuple[Value, ...]


class SeveralOffers:
    """Knows the tiers of every document of one index version. For the model worker's thread.

    Args:
        facts: any chunk of each document.
        tiers_of: the tiers of a document.
    """

    def __init__(
        self, facts: Mapping[str, Chunk], tiers_of: Callable[[str], Sequence[Tier]], analyser: Analyser
    ) -> None:
        self._facts = facts
        self._tiers_of = tiers_of
        self._analyser = analyser
        self._networks = Networks(analyser)

    def of_question(self, ranking: Ranking, intent: Intent) -> Several | None:
        """What every offer costs that has the speed or network asked for; None where the question asks anything else
        or more, names an offer, or fewer than two have it."""
        if not _asks_offers(ranking, intent):
            return None
        try:
            return self._of_question(ranking)
        except ChunkFormatError as error:
            log.error("%s (%s); a price is looked for without its tables", error, error.hint)
            return None

    def _of_question(self, ranking: Ranking) -> Several | None:
        speed = _speed(ranking)
        networks = [term for term in ranking.query.terms if term.name in _NETWORKS]
        found: list[Value] = []
        for document in self._documents(ranking):
            prices = self._prices(document, speed, networks)
            amounts = {(price.cell.tax, price.cell.value) for price in prices}
            if speed is not None and len(amounts) > len({tax for tax, _ in amounts}):
                return None  # which of its own is meant, the question doesn't say either
            known = {fold(price.chunk.title) for price in found}
            prices.sort(key=lambda price: (price.cell.tax != "TTC", price.cell.value))  # what a customer pays
            found += [price for price in prices[:1] if fold(price.chunk.title) not in known]
        if len(found) < _FEWEST or self._names_one(ranking, [price.chunk.title for price in found]):
            return None
        return Several(speed, tuple(found))

    def _documents(self, ranking: Ranking) -> list[str]:
        """Those in the question's language, the likeliest first: of most there is a twin in the other one."""
        language, out = ranking.question.language, ranking.not_meant
        best: dict[str, float] = {}
        for candidate in reversed(ranking.candidates):
            best[candidate.chunk.document] = candidate.score
        found = [
            document
            for document, chunk in self._facts.items()
            if document not in out and chunk.language == language and not chunk.partner
        ]
        return sorted(found, key=lambda document: -best.get(document, float("-inf")))

    def _prices(self, document: str, speed: Quantity | None, networks: Sequence[Term]) -> list[Value]:
        """What its own customers pay each month at that speed (None: at any), on the networks that are named."""
        tiers = [
            tier
            for tier in self._tiers_of(document)
            if any(
                len(key) == 1 and key[0][0] == "mbps" and (speed is None or key[0][1] == speed.value)
                for key in tier.keys
            )
        ]
        prices: list[Value] = []
        for tier in tiers:
            others = others_pay(tier.values)
            monthly = (value for value in tier.values if value.cell.kind == "amount" and value.cell.per == "month")
            prices += [v for v in monthly if v.cell.value and v not in others and self._is_of(v, networks)]
        return prices

    def _is_of(self, value: Value, networks: Sequence[Term]) -> bool:
        """True for a price of the networks that are named: by its table's heading, else by its document's title, which
        may name more."""
        place = frozenset(self._analyser.tokens(f"{value.section}\n{value.line}"))
        if not self._networks.named_in(place):
            place = frozenset(self._analyser.tokens(value.chunk.title))
        return all(term.stands_in(place) for term in networks)

    def _names_one(self, ranking: Ranking, titles: Iterable[str]) -> bool:
        """True where a word of the question says more than the speed and its price: an offer, or what no title says.
        The operator's name, in most titles, says nothing; a kind of customer, unless all are of it, does."""
        said = [frozenset(self._analyser.tokens(title)) for title in titles]
        beside = _BESIDE | frozenset(self._analyser.tokens((superlative(ranking.asked) or ("", ""))[1]))
        words = [term for term in ranking.query.terms if term.kind == "word" and term.name not in beside]
        return any(
            sum(term.stands_in(title) for title in said) < len(said) * (_COMMON if _is_name(term) else 1.0)
            for term in words
        )


def _is_name(term: Term) -> bool:
    """True for a word without synonyms."""
    return frozenset({term.name}) == term.alternatives[0]


def _asks_offers(ranking: Ranking, intent: Intent) -> bool:
    """True for a question that asks a price of nothing but a speed or a network, of all documents."""
    if ranking.question.scope is not None:
        return False
    query, most = ranking.query, superlative(ranking.asked)
    if any(term.kind == "label" for term in query.terms) or bounds(ranking.asked):
        return False
    asks_price = intent.shape == "value" and "da" in intent.units and most is None
    if query.quantities:
        return asks_price and _speed(ranking) is not None
    names_network = any(term.name in _NETWORKS for term in query.terms)
    return names_network and (asks_price or (most is not None and most[0] == "cheapest"))


def _speed(ranking: Ranking) -> Quantity | None:
    """The one number of a question, in Mbps; None for anything else."""
    if len(ranking.query.quantities) != 1:
        return None
    [asked] = ranking.query.quantities
    is_speed = asked.unit in ("mbps", "giga") or (not asked.unit and asked.value >= SMALLEST_BARE_KEY)
    return replace(asked, value=asked.value * (1000 if asked.unit == "giga" else 1), unit="mbps") if is_speed else None
