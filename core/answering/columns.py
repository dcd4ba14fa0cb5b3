"""The least and the greatest of a table on its side: tiers in columns (`Play 220 | Play 440`), measures in rows."""

from collections.abc import Sequence

from core.answering.bounds import LEAST, Superlative
from core.answering.cells import is_offered
from core.answering.said import cell_quantities
from core.answering.scoring import Scorer
from core.answering.units import Unit
from core.documents.names_units import per_in
from core.documents.rows import Cell
from core.text.normalise import count_letters, fold
from core.text.numbers import Quantity, without_quantities

_FEWEST = 2
_SHORTEST_NAME = 3


def row_number(row: Unit, cell: Cell) -> Quantity | None:
    """The one number of a cell, with the unit that its row's name gives where the table lies on its side."""
    own = cell_quantities(cell)
    if len(own) != 1:
        return None
    in_row = [quantity for quantity in row.quantities if quantity.value == own[0].value and quantity.unit]
    return own[0] if own[0].unit or not in_row else in_row[0]


def fitness(row: Unit, measure: str, scorer: Scorer, said: frozenset[str]) -> tuple[float, bool]:
    """How well a row's value below or beside a measure's name is what a superlative means: what the question says of
    it besides the superlative's own words and the titles, then what is paid each month before what is paid once."""
    titles = scorer.reader.title_tokens(row.chunk)
    own = (row.tokens | row.heading_tokens) - titles
    terms = [term for term in scorer.ranking.query.terms if term.kind == "word" and not term.alternatives[0] <= said]
    return sum(scorer.ranking.idf[term.name] for term in terms if term.stands_in(own)), per_in(fold(measure)) == "month"


def pick_columns(
    table: Sequence[Unit], scorer: Scorer, superlative: Superlative, wanted: str, said: frozenset[str]
) -> tuple[Unit, tuple[str, ...]] | None:
    """The row of a table on its side that tells what is asked for, and the columns with its least or greatest value.

    Args:
        table: rows under the same columns.
        wanted: the unit of what is compared.
        said: the tokens of the superlative's words.

    None where the table doesn't lie on its side, or no row holds two such values.
    """
    if not _on_its_side(table):
        return None
    held = [(row, numbers) for row in table if len(numbers := _numbers(row, wanted)) >= _FEWEST]
    if not held:
        return None
    # The first of equals: the download stands before the upload.
    row, numbers = max(held, key=lambda entry: fitness(entry[0], entry[0].cells[0].value, scorer, said))
    values = [quantity.value for _, quantity in numbers]
    extreme = min(values) if superlative in LEAST else max(values)
    return row, tuple(cell.column for cell, quantity in numbers if quantity.value == extreme)


def _numbers(row: Unit, wanted: str) -> list[tuple[Cell, Quantity]]:
    """The values of a row, if what it offers are numbers of the unit and nothing else."""
    offered = [cell for cell in row.cells[1:] if is_offered(cell)]
    numbers = [(cell, number) for cell in offered if (number := row_number(row, cell)) and number.unit == wanted]
    return numbers if len(numbers) == len(offered) else []


def _on_its_side(table: Sequence[Unit]) -> bool:
    """True where each row holds numbers of one unit, below a name in words, and each column those of several."""
    units = [[number.unit for cell in row.cells[1:] if (number := row_number(row, cell))] for row in table]
    down: dict[str, set[str]] = {}
    for row in table:
        for cell in row.cells[1:]:
            if number := row_number(row, cell):
                down.setdefault(cell.column, set()).add(number.unit)
    named = all(sum(count_letters(without_quantities(row.cells[0].value))) >= _SHORTEST_NAME for row in table)
    mixed = all(len(own) > 1 for own in down.values())
    return named and mixed and len(down) >= _FEWEST and all(len(set(own)) <= 1 for own in units)
