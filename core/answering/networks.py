"""Rows of another network than the question names: the price of 200 mega in fibre is none for VDSL."""

from collections.abc import Sequence

from core.answering.units import Unit, UnitReader
from core.retrieval import Ranking

# A network by all its names.
_NAMES = ("fibre ftth ألياف فيبر", "adsl", "vdsl", "4g lte", "fixe")
# A fixed address is no fixed line.
_ADDRESS = "ip"


def of_its_network(units: Sequence[Unit], ranking: Ranking, reader: UnitReader) -> list[Unit]:
    """The units without the rows that are of other networks only, by their cells, else by what stands right above
    them; all of them where the question names none."""
    networks = [frozenset(reader.tokens(names)) for names in _NAMES]
    asked = _networks(frozenset(token for term in ranking.query.terms for token in term.alternatives[0]), networks)
    if not asked:
        return list(units)
    return [unit for unit in units if unit.kind != "row" or not (own := _of(unit, networks, reader)) or own & asked]


def _of(row: Unit, networks: Sequence[frozenset[str]], reader: UnitReader) -> set[frozenset[str]]:
    """The networks that a row is of, none where neither it nor what stands above it names one."""
    for tokens in (row.tokens, row.heading_tokens, reader.headed_tokens(row)):
        if found := _networks(tokens, networks):
            return found
    return set()


def _networks(tokens: frozenset[str], networks: Sequence[frozenset[str]]) -> set[frozenset[str]]:
    named = {network for network in networks if network & tokens}
    return {network for network in named if not (_ADDRESS in tokens and "fix" in network)}
