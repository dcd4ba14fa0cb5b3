"""Ruled tables of an image: where rules cross, and which cells they part."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.documents.ocr.rules import Rules, Segment

_SIDE = 0.75
"""Share of a side that must be drawn for it to part two cells."""
_OUTER_SIDE = 0.6
_FAINT = 0.4
"""Share of a side from which a rule seems to be there that isn't drawn far enough."""
_COLUMN_SHARE = 0.3
"""Share of the rows in which a border of columns must be drawn."""
_STRIP = 0.2
"""Share of a row's height below which what lies between two edges is the rule itself."""
_COLUMN_LIMIT, _ROW_LIMIT = 40, 150

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""


@dataclass(frozen=True)
class BoxedCell:
    """A cell; its `box` lies between its rules. `row`, `col` count from 0, from the upper left."""

    row: int
    col: int
    rowspan: int
    colspan: int
    box: Box


@dataclass(frozen=True)
class Grid:
    """A table's cells, row by row. `box` lies around its outer rules; `borders` are the inner borders of columns."""

    cells: tuple[BoxedCell, ...]
    rows: int
    columns: int
    box: Box
    borders: tuple[int, ...]


@dataclass(frozen=True)
class _Place:
    """Where rules part two rows or columns: the pixels from the first to the last edge of the rule."""

    low: int
    high: int


def grids_of(rules: Rules, width: int, height: int, framed: bool = False) -> list[Grid]:
    """The grids of at least two columns and two rows, from top to bottom.

    Args:
        framed: the image is a picture cut out of a document: its border may be the table's.
    """
    horizontal, vertical = list(rules.horizontal), list(rules.vertical)
    if framed:
        reach = 2 * rules.slack
        horizontal += _frame(rules.horizontal, rules.vertical, width, height, reach)
        vertical += _frame(rules.vertical, rules.horizontal, height, width, reach)
    horizontal, vertical = _held(horizontal, vertical, rules.slack)
    found = []
    for across, down in _crossing(horizontal, vertical, 2 * rules.slack):
        ys = _places(across, rules.slack)
        ys = _without_strips(ys, _usual_height(ys))
        xs = _without_strips(_places(down, rules.slack), _usual_height(ys))
        if 3 <= len(xs) <= _COLUMN_LIMIT + 1 and 3 <= len(ys) <= _ROW_LIMIT + 1:
            grid = _grid(xs, ys, rules) if _is_enclosed(xs, ys, rules, framed) else None
            if grid is not None:
                found.append(grid)
    return _outermost(sorted(found, key=lambda grid: grid.box[1]))


def _frame(rules: Sequence[Segment], crossing: Sequence[Segment], length: int, depth: int, reach: int) -> list[Segment]:
    """The picture's own borders as rules, where at least two others run into them and none is drawn there."""
    sides = []
    if sum(rule.start <= reach for rule in crossing) > 1 and not any(rule.at <= 2 * reach for rule in rules):
        sides.append(Segment(0, 0, length - 1))
    if sum(rule.end >= depth - reach for rule in crossing) > 1 and not any(
        rule.at >= depth - 2 * reach for rule in rules
    ):
        sides.append(Segment(depth - 1, 0, length - 1))
    return sides


def _held(
    horizontal: list[Segment], vertical: list[Segment], slack: int
) -> tuple[list[Segment], list[Segment]]:  # fmt: skip
    """Only the rules that begin and end at others: strokes of large letters and lines of small ones don't."""
    while True:
        across = [rule for rule in horizontal if _is_held(rule, vertical, slack)]
        down = [rule for rule in vertical if _is_held(rule, across, slack)]
        if (len(across), len(down)) == (len(horizontal), len(vertical)):
            return across, down
        horizontal, vertical = across, down


def _is_held(rule: Segment, others: Sequence[Segment], slack: int) -> bool:
    touching = [other.at for other in others if other.start - slack <= rule.at <= other.end + slack]
    reach = 2 * slack
    return any(abs(at - rule.start) <= reach for at in touching) and any(abs(at - rule.end) <= reach for at in touching)


def _crossing(
    horizontal: Sequence[Segment], vertical: Sequence[Segment], slack: int
) -> list[tuple[list[Segment], list[Segment]]]:
    """The rules in groups that hang together."""
    left_h, left_v = list(horizontal), list(vertical)
    groups = []
    while left_h:
        across, down = [left_h.pop()], list[Segment]()
        seen_h = seen_v = 0
        while seen_h < len(across) or seen_v < len(down):
            if seen_h < len(across):
                rule, seen_h = across[seen_h], seen_h + 1
                down += [other for other in left_v if rule.reaches(other, slack)]
                left_v = [other for other in left_v if not rule.reaches(other, slack)]
            else:
                rule, seen_v = down[seen_v], seen_v + 1
                across += [other for other in left_h if rule.reaches(other, slack)]
                left_h = [other for other in left_h if not rule.reaches(other, slack)]
        groups.append((across, down))
    return groups


def _places(rules: Sequence[Segment], slack: int) -> list[_Place]:
    """Where the rules stand, those within `slack` of each other as one."""
    near: list[list[Segment]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if near and rule.at - near[-1][-1].at <= slack:
            near[-1].append(rule)
        else:
            near.append([rule])
    return [_Place(int(group[0].at), round(group[-1].at)) for group in near]


def _usual_height(ys: Sequence[_Place]) -> float:
    heights = sorted(lower.low - upper.high for upper, lower in pairwise(ys))
    return heights[3 * len(heights) // 4] if heights else 0.0


def _without_strips(places: Sequence[_Place], row_height: float) -> list[_Place]:
    """The two edges of one thick or double rule as one place: no row or column is so narrow."""
    kept: list[_Place] = []
    for place in places:
        if kept and place.low - kept[-1].high < _STRIP * row_height:
            kept[-1] = _Place(kept[-1].low, place.high)
        else:
            kept.append(place)
    return kept


def _grid(xs: list[_Place], ys: list[_Place], rules: Rules) -> Grid | None:
    """The cells between places, joined where no rule is drawn; None where they aren't rectangles."""
    columns, rows = len(xs) - 1, len(ys) - 1
    owner = {(row, col): (row, col) for row in range(rows) for col in range(columns)}

    def root(place: tuple[int, int]) -> tuple[int, int]:
        while owner[place] != place:
            place = owner[place]
        return place

    if not _all_told(xs, ys, rules):
        return None
    for row in range(rows):
        for col in range(columns):
            open_right = col + 1 < columns and not _drawn_down(rules, xs[col + 1], ys[row].high, ys[row + 1].low)
            open_below = row + 1 < rows and not _drawn_across(rules, ys[row + 1], xs[col].high, xs[col + 1].low)
            for is_open, other in ((open_right, (row, col + 1)), (open_below, (row + 1, col))):
                if is_open:
                    one, two = sorted((root((row, col)), root(other)))
                    owner[two] = one
    members: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place in owner:
        members.setdefault(root(place), []).append(place)
    cells = []
    for places in members.values():
        top, bottom = min(row for row, _ in places), max(row for row, _ in places) + 1
        left, right = min(col for _, col in places), max(col for _, col in places) + 1
        if len(places) != (bottom - top) * (right - left):
            return None
        box = (xs[left].high + 1, ys[top].high + 1, xs[right].low, ys[bottom].low)
        cells.append(BoxedCell(top, left, bottom - top, right - left, box))
    if len(cells) < 4:
        return None
    ordered = tuple(sorted(cells, key=lambda cell: (cell.row, cell.col)))
    whole = (xs[0].low, ys[0].low, xs[-1].high + 1, ys[-1].high + 1)
    return Grid(ordered, rows, columns, whole, tuple((place.low + place.high) // 2 for place in xs[1:-1]))


def _drawn_down(rules: Rules, x: _Place, top: int, bottom: int, share: float = _SIDE) -> bool:
    inset = rules.slack if bottom - top > 4 * rules.slack else 1
    near = rules.vertical_edges[top + inset : bottom - inset, max(0, x.low - rules.slack) : x.high + rules.slack + 1]
    return bool(near.size) and float(near.any(axis=1).mean()) >= share


def _drawn_across(rules: Rules, y: _Place, left: int, right: int, share: float = _SIDE) -> bool:
    inset = rules.slack if right - left > 4 * rules.slack else 1
    near = rules.horizontal_edges[max(0, y.low - rules.slack) : y.high + rules.slack + 1, left + inset : right - inset]
    return bool(near.size) and float(near.any(axis=0).mean()) >= share


def _all_told(xs: Sequence[_Place], ys: Sequence[_Place], rules: Rules) -> bool:
    """False where rules are too faint to tell merged cells from parted ones, or strokes of letters pass for rules."""
    for x in xs[1:-1]:
        drawn = [_drawn_down(rules, x, upper.high, lower.low) for upper, lower in pairwise(ys)]
        faint = [_faint_down(rules, x, upper.high, lower.low) for upper, lower in pairwise(ys)]
        if any(one and not other for one, other in zip(faint, drawn, strict=True)):
            return False
        if len(drawn) > 3 and sum(drawn) < _COLUMN_SHARE * len(drawn):
            return False
    return True  # rows can't be judged so: the feet of letters make lines too


def _faint_down(rules: Rules, x: _Place, top: int, bottom: int) -> bool:
    """Whether a part of a rule is there: ink in one line, which strokes of several letters are not."""
    near = rules.vertical_edges[top:bottom, max(0, x.low - rules.slack) : x.high + rules.slack + 1]
    return bool(near.size) and float(near.mean(axis=0).max()) >= _FAINT


def _is_enclosed(xs: Sequence[_Place], ys: Sequence[_Place], rules: Rules, framed: bool) -> bool:
    """Whether the outer sides are drawn, but for an empty corner; else things that touch a table belong to none."""
    height, width = rules.vertical_edges.shape

    def at_border(place: _Place, length: int) -> bool:
        return framed and (place.low <= 1 or place.high >= length - 2)

    left, right, top, bottom = xs[0].high, xs[-1].low, ys[0].high, ys[-1].low
    across = all(at_border(y, height) or _drawn_across(rules, y, left, right, _OUTER_SIDE) for y in (ys[0], ys[-1]))
    return across and all(
        at_border(x, width) or _drawn_down(rules, x, top, bottom, _OUTER_SIDE) for x in (xs[0], xs[-1])
    )


def _outermost(grids: list[Grid]) -> list[Grid]:
    """Without those that lie within another: a table in a cell is text of that cell."""
    return [grid for grid in grids if not any(_within(grid.box, other.box) for other in grids if other is not grid)]


def _within(inner: Box, outer: Box) -> bool:
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
