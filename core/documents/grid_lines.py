"""What the tables of office programs have in common: columns drawn by hand, and header rows set apart by a style."""

from collections.abc import Sequence


def columns_of(widths: Sequence[float], spans: Sequence[tuple[int, int]], near: float) -> list[int]:
    """The column that begins at each grid line.

    Args:
        widths: of the grid's columns, in any unit; 0 where one isn't known.
        spans: the grid lines between which each cell stands.
        near: lines nearer than this are one.
    """
    lines = max((end for _, end in spans), default=0) + 1
    widths = ([*widths] + [0] * lines)[: lines - 1]
    exact = list(range(lines))
    if any(width <= 0 for width in widths):
        return exact
    snapped, column, since = [0], 0, 0.0
    for width in widths:
        since += width
        if since >= near:
            column, since = column + 1, 0.0
        snapped.append(column)
    if any(snapped[start] == snapped[end] for start, end in spans):
        return exact  # a column that narrow holds cells of its own
    return snapped


def is_label_and_value(first_row: Sequence[str]) -> bool:
    """Whether a first row that the table's style sets apart is no header: programs give that style to every table,
    also to two columns of label and value."""
    return len(first_row) == 2 and any(character.isdigit() for character in first_row[1])
