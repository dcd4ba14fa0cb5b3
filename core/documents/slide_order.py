"""The order in which a person reads what stands on a slide: rows from the top, columns each to its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

_OVERLAP = 0.1
"""Share of its own length by which a box may reach into the next: people let frames overlap a little."""
_ALIKE = 0.25
"""Boxes whose heights differ by less than this share are cells of a grid."""
_SAME_EDGE = 0.05


@dataclass(frozen=True)
class Box:
    """Where something stands, in any unit, from the upper left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


Item = TypeVar("Item")
_Edges = Callable[[Box], tuple[float, float]]


def reading_order(items: Sequence[Item], box_of: Callable[[Item], Box], right_to_left: bool) -> list[Item]:
    """The items as they are read. `right_to_left` says where the first column stands."""
    boxes = [(box_of(item), item) for item in items]
    return [item for _, item in _ordered(boxes, right_to_left)]


_Placed = tuple[Box, Item]


def _ordered(placed: list[_Placed[Item]], right_to_left: bool) -> list[_Placed[Item]]:
    if len(placed) < 2:
        return placed
    bands = _cut(placed, _rows)
    if len(bands) > 1:
        return [one for part in _parts(bands) for one in _part(part, right_to_left)]
    return _in_band(placed, right_to_left)


def _part(bands: list[list[_Placed[Item]]], right_to_left: bool) -> list[_Placed[Item]]:
    """Bands that share their columns: read column by column, unless they are the rows of a grid."""
    whole = [one for band in bands for one in band]
    columns = _cut(whole, _columns)
    if len(bands) == 1 or len(columns) == 1 or _is_grid(bands, columns):
        return [one for band in bands for one in _in_band(band, right_to_left)]
    return [one for column in _turned(columns, right_to_left) for one in _ordered(column, right_to_left)]


def _in_band(band: list[_Placed[Item]], right_to_left: bool) -> list[_Placed[Item]]:
    columns = _cut(band, _columns)
    if len(columns) > 1:
        return [one for column in _turned(columns, right_to_left) for one in _ordered(column, right_to_left)]
    # They overlap: by the upper edge, those beside each other by the direction.
    height = min(box.height for box, _ in band) or 1.0
    sign = -1 if right_to_left else 1
    return sorted(band, key=lambda one: (round(one[0].top / height), sign * one[0].left))


def _parts(bands: list[list[_Placed[Item]]]) -> list[list[list[_Placed[Item]]]]:
    """Neighbouring bands together as long as a gap between columns runs down through all of them."""
    parts = [[bands[0]]]
    for band in bands[1:]:
        above = [one for other in parts[-1] for one in other]
        if len(_cut([*above, *band], _columns)) > 1 and (_has_columns(band) or _continues(above, band)):
            parts[-1].append(band)
        else:
            parts.append([band])
    return parts


def _has_columns(band: list[_Placed[Item]]) -> bool:
    return len(_cut(band, _columns)) > 1


def _continues(above: list[_Placed[Item]], band: list[_Placed[Item]]) -> bool:
    """Whether a band that stands in one column only goes on below it: the same left or right edge and width."""
    if not _has_columns(above):
        return False
    total = max(box.right for box, _ in above) - min(box.left for box, _ in above)
    near = _SAME_EDGE * total
    return all(
        any(abs(box.left - other.left) < near and abs(box.right - other.right) < near for other, _ in above)
        for box, _ in band
    )


def _is_grid(bands: list[list[_Placed[Item]]], columns: list[list[_Placed[Item]]]) -> bool:
    """Cells of like height, one in each row of each column: labels beside values, or cards."""
    if any(len(band) != len(columns) for band in bands):
        return False
    heights = [box.height for band in bands for box, _ in band]
    return min(heights) >= (1 - _ALIKE) * max(heights)


def _cut(placed: list[_Placed[Item]], edges: _Edges) -> list[list[_Placed[Item]]]:
    """Groups between which nothing stands, along one direction."""
    groups: list[list[_Placed[Item]]] = []
    end = 0.0
    for one in sorted(placed, key=lambda one: edges(one[0])):
        start, stop = edges(one[0])
        slack = _OVERLAP * (stop - start)
        if groups and start + slack < end:
            groups[-1].append(one)
            end = max(end, stop - slack)
        else:
            groups.append([one])
            end = stop - slack
    return groups


def _turned(columns: list[list[_Placed[Item]]], right_to_left: bool) -> list[list[_Placed[Item]]]:
    return columns[::-1] if right_to_left else columns


def _rows(box: Box) -> tuple[float, float]:
    return box.top, box.bottom


def _columns(box: Box) -> tuple[float, float]:
    return box.left, box.right
