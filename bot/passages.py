"""A cited passage line by line, for a narrow screen: the cited row as `column : value`, the others as values alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.bidi import isolate
from core.documents.rows import Cell, is_row, parse_row
from core.reply import Citation

_BETWEEN, _NOTHING = " · ", "—"


@dataclass(frozen=True)
class PassageLine:
    """A line to show. `is_cited` for those of the row that the answer rests on, `is_answer` for the cell of it that
    answers (all of them where no single one does), `is_head` for the names of columns. The text is isolated."""

    text: str
    is_cited: bool = False
    is_answer: bool = False
    is_head: bool = False


def passage_lines(citation: Citation) -> Iterator[PassageLine]:
    """The passage as it was when answered, rows as rows.

    Rows of the same columns as the cited one have their values in its order; without a cited row the columns' names
    stand once before the first row. A row of other columns names them itself.
    """
    lines = citation.text.splitlines()
    cited = citation.row if citation.row in lines and is_row(citation.row) else None
    columns = _columns(parse_row(cited)) if cited else ()
    for line in lines:
        if not is_row(line):
            yield PassageLine(isolate(line))
        elif line == cited:
            yield from _cited_row(parse_row(line), citation)
        else:
            cells = parse_row(line)
            values = _values(cells, columns)
            if values is None and cited is None and all(_columns(cells)):
                columns = _columns(cells)
                yield PassageLine(isolate(_BETWEEN.join(columns)), is_head=True)
                values = _values(cells, columns)
            yield PassageLine(isolate("• " + _BETWEEN.join(values or map(_named, cells))))


def _cited_row(cells: tuple[Cell, ...], citation: Citation) -> Iterator[PassageLine]:
    pointer = "◂" if citation.language == "ar" else "▸"
    answers = [bool(cell.column) and cell.column == citation.cell for cell in cells]
    for cell, answers_alone in zip(cells, answers, strict=True):
        is_answer = answers_alone or not any(answers)
        mark = pointer if is_answer else "┊"
        yield PassageLine(isolate(f"{mark} {_named(cell)}"), is_cited=True, is_answer=is_answer)


def _values(cells: tuple[Cell, ...], columns: tuple[str, ...]) -> list[str] | None:
    """The values in the order of the columns, a dash where the row has none; None where it has other columns."""
    if len(set(columns)) < len(columns) or not set(_columns(cells)) <= set(columns):
        return [cell.value for cell in cells] if columns and _columns(cells) == columns else None
    by_column = {cell.column: cell.value for cell in cells}
    return [by_column.get(column, _NOTHING) for column in columns]


def _columns(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    return tuple(cell.column for cell in cells)


def _named(cell: Cell) -> str:
    return f"{cell.column} : {cell.value}" if cell.column else cell.value
