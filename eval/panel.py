"""One figure's trend as strokes, dots and words: what both pictures of it are drawn from (SVG, PNG)."""

from collections.abc import Sequence
from dataclasses import dataclass

from eval.history import LANGUAGES, Run, day

SHOWN = 20
"""Runs that are drawn, the latest."""
WIDTH, HEIGHT = 340, 190
"""Of a panel, in its own units; a PNG has more pixels."""

Point = tuple[float, float]

_LEFT, _RIGHT, _TOP, _BOTTOM = 36.0, 12.0, 12.0, 26.0
_STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
_DATE_CHARS = 5


@dataclass(frozen=True)
class Stroke:
    """A line through points. `kind` is `grid` or the language whose values it joins (`all` for all)."""

    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Dot:
    """A run's value."""

    kind: str
    place: Point


@dataclass(frozen=True)
class Words:
    """A label at an axis; `anchor` is the side of it that stands at the place, its middle is at the place's height."""

    text: str
    place: Point
    anchor: str


@dataclass(frozen=True)
class Panel:
    """`WIDTH` by `HEIGHT`, y downwards."""

    strokes: tuple[Stroke, ...]
    dots: tuple[Dot, ...]
    words: tuple[Words, ...]


def panel_of(line: Sequence[Run], figure: str) -> Panel:
    """A figure over the latest runs, a line a language; values lie between 0 and 1 and are labelled in percent."""
    line = line[-SHOWN:]
    strokes = [Stroke("grid", ((_LEFT, _y(step)), (WIDTH - _RIGHT, _y(step)))) for step in _STEPS]
    dots: list[Dot] = []
    for language in LANGUAGES:
        held = [
            (_x(place, len(line)), _y(run.figures[figure][language]))
            for place, run in enumerate(line)
            if language in run.figures.get(figure, {})
        ]
        if len(held) > 1:
            strokes.append(Stroke(language, tuple(held)))
        dots += [Dot(language, place) for place in held]
    words = [Words(f"{100 * step:.0f}", (_LEFT - 7, _y(step)), "end") for step in _STEPS[::2]]
    return Panel(tuple(strokes), tuple(dots), (*words, *_dates(line)))


def _dates(line: Sequence[Run]) -> list[Words]:
    """The days of the first run and the last."""
    ends = [(0, "start"), (len(line) - 1, "end")] if len(line) > 1 else [(0, "middle")]
    below = HEIGHT - _BOTTOM / 2
    return [Words(day(line[place])[:_DATE_CHARS], (_x(place, len(line)), below), anchor) for place, anchor in ends]


def _x(place: int, count: int) -> float:
    width = WIDTH - _LEFT - _RIGHT
    return _LEFT + width * (place / (count - 1) if count > 1 else 0.5)


def _y(value: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1.0 - min(max(value, 0.0), 1.0))
