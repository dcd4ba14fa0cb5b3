"""Whether a number of a table is told as what its column says: the public price isn't the agreed one beside it."""

import re
from collections.abc import Sequence

from core.answering.said import Row, Said, cell_quantities
from core.documents.rows import Cell, is_row, parse_row
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities, without_quantities
from core.text.stem import without_article

_CLAUSE = re.compile(r"[;,،؛](?=\s)|\s[—–-]\s|[()]|\s(?:et|و)\s")
_SHORTEST = 3
_STEM = 5
"""Letters after which words count as one (`mensuel`, `mensuelle`)."""


def columns_stand(sentence: str, texts: Sequence[str], question: str) -> bool:
    """False where the sentence, or else the question, names another column than a number's own, whose value in that row
    the sentence doesn't tell.

    Args:
        sentence: without citations.
        texts: the passages that it cites.
    """
    lines = [line for text in texts for line in text.splitlines()]
    prose = find_quantities("\n".join(line for line in lines if not is_row(line)))
    rows = [parse_row(line) for line in lines if is_row(line)]
    said = Said(sentence, ())
    words = _words(f"{sentence}\n{question}")
    for value in said.quantities:
        if any(value.matches(other) and value.unit == other.unit for other in prose):
            continue
        beside = _words(_beside(sentence, value), with_digits=True)
        holding = [(row, cell) for row in _meant(rows, said) for cell in row if _holds(cell, value)]
        if holding and all(
            _is_misnamed(row, cell, said, words) or _is_misnamed(row, cell, None, beside) for row, cell in holding
        ):
            return False
    return True


def _meant(rows: Sequence[Row], said: Said) -> Sequence[Row]:
    """The rows whose first cell is said; all where none is."""
    return [row for row in rows if _is_told(row[0], said)] or rows


def _holds(cell: Cell, value: Quantity) -> bool:
    return any(value.matches(other) for other in cell_quantities(cell))


def _is_told(cell: Cell, said: Said) -> bool:
    return said.numbers(cell) if cell_quantities(cell) else said.share(cell.value) > 0.5


def _beside(sentence: str, value: Quantity) -> str:
    """What stands before a number in its own clause, and in brackets right after it."""
    before = _CLAUSE.split(sentence[: value.start])[-1]
    after = re.match(r"\s*\([^()]*\)", sentence[value.end :])
    return f"{before} {after[0] if after else ''}"


def _is_misnamed(row: Row, own: Cell, said: Said | None, words: frozenset[str]) -> bool:
    """Whether another column of the row is named, by all that tells it from the value's own, and the own one by
    nothing that tells it from the other. One whose value is `said` is named for that."""
    if own is row[0]:
        return False
    mine = _words(own.column, with_digits=said is None)
    for other in row:
        theirs = _words(other.column, with_digits=said is None)
        if other.column == own.column or not theirs - mine or (said is not None and _is_told(other, said)):
            continue
        if theirs - mine <= words and not (mine - theirs) & words:
            return True
    return False


def _words(text: str, *, with_digits: bool = False) -> frozenset[str]:
    bare = map(without_article, re.findall(r"[^\W\d_]+", fold(text if with_digits else without_quantities(text))))
    digits = re.findall(r"\d+", fold(text)) if with_digits else []
    return frozenset([word[:_STEM] for word in bare if len(word) >= _SHORTEST] + digits)
