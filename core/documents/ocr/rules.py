"""The straight lines of an image: drawn rules, and the edges where one colour of a table's cells meets another."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
"""(height, width), 0 is black."""
Mask = NDArray[np.bool_]
"""(height, width) or (length,), set where something is."""

_CONTRAST = 20
"""Difference of grey, of 255, from which two neighbours are an edge: light grey rules on white have 30."""
_SOLID = 0.95
"""Share of a rule's pixels that must be there: scans have gaps."""
_SHORTEST = 22
"""Pixels. Strokes of letters are shorter, at the usual 96 dots an inch of a picture in a document."""
_SEGMENT_LIMIT = 3000
"""A photograph may have any number of edges; a table hasn't."""


@dataclass(frozen=True)
class Segment:
    """A rule: `at` pixels from the left or upper edge of the image, from `start` to `end` along it."""

    at: float
    start: int
    end: int

    def reaches(self, other: "Segment", slack: int) -> bool:
        """Whether this one and another, at right angles to it, cross or touch."""
        crosses_other = self.start - slack <= other.at <= self.end + slack
        return crosses_other and other.start - slack <= self.at <= other.end + slack


@dataclass(frozen=True, eq=False)
class Rules:
    """The long rules of an image, and the masks of all its edges, to look at the sides of single cells."""

    horizontal: list[Segment]
    vertical: list[Segment]
    horizontal_edges: Mask
    vertical_edges: Mask
    slack: int
    """Pixels within which two rules are one: what rules are thick in an image of this size."""


def rules_of(grey: Grey) -> Rules | None:
    """The rules of an image that stands straight; None where it has so many that it is a photograph."""
    shorter = min(grey.shape)
    slack = int(min(9, max(3, sum(grey.shape) / 400)))
    shortest = max(_SHORTEST, shorter // 50)
    vertical_edges, horizontal_edges = _edges(grey), _edges(grey.T).T
    vertical = _segments(vertical_edges, shortest, slack)
    horizontal = _segments(horizontal_edges.T, shortest, slack)
    if vertical is None or horizontal is None:
        return None
    return Rules(horizontal, vertical, horizontal_edges, vertical_edges, slack)


def _edges(grey: Grey) -> Mask:
    """Where grey changes from left to right. A thin rule has an edge on both sides."""
    wide = np.pad(grey, ((0, 0), (1, 1)), mode="edge").astype(np.int16)
    found: Mask = np.abs(wide[:, 2:] - wide[:, :-2]) > _CONTRAST
    return found


def _segments(edges: Mask, shortest: int, slack: int) -> list[Segment] | None:
    """The vertical rules among edges: long runs in columns, those of columns beside each other as one."""
    runs: list[tuple[int, int, int]] = []
    for column, start, end in _long_runs(edges, shortest):
        runs.append((column, start, end))
        if len(runs) > _SEGMENT_LIMIT:
            return None
    open_groups: list[list[tuple[int, int, int]]] = []
    groups: list[list[tuple[int, int, int]]] = []
    for run in runs:  # from left to right
        open_groups = [group for group in open_groups if run[0] - group[-1][0] <= slack]
        near = next((group for group in open_groups if any(_overlap(run, other) for other in group[-4:])), None)
        if near is None:
            near = []
            open_groups.append(near)
            groups.append(near)
        near.append(run)
    return [_as_one(group) for group in groups]


def _long_runs(edges: Mask, shortest: int) -> Iterator[tuple[int, int, int]]:
    """Column, start and end of each run of at least `shortest` edges, small gaps allowed."""
    height = edges.shape[0]
    if height < shortest:
        return
    sums = np.pad(np.cumsum(edges, axis=0, dtype=np.int32), ((1, 0), (0, 0)))
    solid = sums[shortest:] - sums[:-shortest] >= _SOLID * shortest
    for column in np.flatnonzero(solid.any(axis=0)):
        steps = np.diff(np.pad(solid[:, column].astype(np.int8), 1))
        starts, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
        last: tuple[int, int] | None = None
        for start, end in zip(starts, ends, strict=True):
            run = (int(start), int(end) - 1 + shortest)
            if last is not None and run[0] <= last[1]:
                last = (last[0], run[1])
                continue
            if last is not None:
                yield int(column), *last
            last = run
        if last is not None:
            yield int(column), *last


def _overlap(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return min(one[2], other[2]) > max(one[1], other[1])


def _as_one(runs: list[tuple[int, int, int]]) -> Segment:
    lengths = [end - start for _, start, end in runs]
    longest = [run for run, length in zip(runs, lengths, strict=True) if length >= 0.8 * max(lengths)]
    at = (longest[0][0] + longest[-1][0]) / 2
    return Segment(at, min(run[1] for run in runs), max(run[2] for run in runs))
