"""The evaluations' picture: what is drawn for which runs, as PNG and as SVG."""

import io
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image

from eval.history import LANGUAGES, TREND
from eval.panel import HEIGHT, SHOWN, WIDTH, panel_of
from eval.panel_svg import to_svg
from eval.trend_picture import figures_in, numbered_trend
from tests.eval.test_regression import RUN

LINE = [
    replace(RUN, figures={name: dict.fromkeys(LANGUAGES, place % 7 / 7) for name in TREND})
    for place in range(SHOWN + 5)
]


def test_a_panel_has_a_dot_a_run_and_a_stroke_a_language() -> None:
    panel = panel_of(LINE, "right")
    assert len(panel.dots) == SHOWN * len(LANGUAGES)
    assert [stroke.kind for stroke in panel.strokes if stroke.kind != "grid"] == list(LANGUAGES)
    for dot in panel.dots:
        assert 0 < dot.place[0] < WIDTH
        assert 0 < dot.place[1] < HEIGHT


def test_better_stands_higher_and_one_run_is_a_dot() -> None:
    runs = [replace(RUN, figures={"right": {"fr": value}}) for value in (0.2, 0.9)]
    low, high = panel_of(runs, "right").dots
    assert (low.place[1] > high.place[1], low.place[0] < high.place[0]) == (True, True)
    alone = panel_of(runs[:1], "right")
    assert (len(alone.dots), {stroke.kind for stroke in alone.strokes}) == (1, {"grid"})


def test_runs_that_lack_a_figure_leave_a_gap_in_it_only() -> None:
    runs = [replace(RUN, figures=figures) for figures in ({"right": {"all": 1.0}}, {}, {"hit1": {"all": 0.5}})]
    assert figures_in(runs) == ["right", "hit1"]
    assert len(panel_of(runs, "right").dots) == 1


def test_the_svg_is_whole() -> None:
    drawn = ElementTree.fromstring(to_svg(panel_of(LINE, "right")))
    assert len(drawn.findall("{*}circle")) == SHOWN * len(LANGUAGES)


def test_the_picture_for_chats_fits_into_them(tmp_path: Path) -> None:
    path = numbered_trend(LINE, tmp_path)
    assert path is not None
    picture = Image.open(io.BytesIO(path.read_bytes()))
    assert picture.format == "PNG"
    assert max(picture.size) <= 1024


def test_without_a_figure_there_is_no_picture(tmp_path: Path) -> None:
    assert numbered_trend([RUN], tmp_path) is None
