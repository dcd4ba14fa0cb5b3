"""Rows of another network than the question names: the price of 200 mega in fibre is none for VDSL."""

from collections.abc import Sequence

from core.answering.units import Unit, UnitReader
from core.retrieval import Ranking


def of_its_network(units: Sequence[Unit], ranking: Ranking, reader: UnitReader) -> list[Unit]:
    """The units without the rows that are of other networks only, by their cells, else by what stands right above
    them; all of them where the question names none."""
    asked = reader.networks.named_in({token for term in ranking.query.terms for token in term.alternatives[0]})
    if not asked:
        return list(units)
    return [unit for unit in units if unit.kind != "row" or not (own := _of(unit, reader)) or own & asked]


def _of(row: Unit, reader: UnitReader) -> frozenset[str]:
    """The networks that a row is of, none where neither it nor what stands above it names one."""
    places = (row.tokens, row.heading_tokens, reader.headed_tokens(row))
    return next(filter(None, map(reader.networks.named_in, places)), frozenset())
